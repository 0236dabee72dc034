"""What the server has seen."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class SeenRequest:
    path: str
    headers: dict[str, str]
    body: dict[str, Any]

    @property
    def key(self) -> str:
        return self.headers.get("authorization", "").removeprefix("Bearer ")

    @property
    def asked(self) -> str:
        """What stands last: the inputs of this call, without instructions and demonstrations."""
        return str(self.body["messages"][-1]["content"])

    @property
    def everything(self) -> str:
        return str(self.body)

    @property
    def schema(self) -> dict[str, Any]:
        """Of the structured output that was asked for, if any."""
        wanted = self.body.get("response_format") or {}
        schema: dict[str, Any] = wanted.get("json_schema", {}).get("schema", {})
        return schema

    @property
    def wants(self) -> str:
        """The output that the pass is for: `commands`, `found` or `text`."""
        if self.schema:
            return str(next(iter(self.schema["properties"])))
        return next((name for name in ("commands", "found", "text") if f"`{name}`" in self.asked), "")
