"""Names as we write them: small letters, digits and underscores."""

import re
import unicodedata

from flows_app.flow_language.base import END, NAME_PATTERN
from flows_app.yaml_text.places import Place, Remarks

_GOOD = re.compile(NAME_PATTERN)
_ENDS = ("end", "__end__", "__end_flow__")


def our_name(written: str, kind: str) -> str:
    """`Send-Money now` becomes `send_money_now`."""
    if _GOOD.fullmatch(written):
        return written
    ascii_only = unicodedata.normalize("NFKD", written).encode("ascii", "ignore").decode().lower()
    name = re.sub(r"[^a-z0-9_]+", "_", ascii_only).strip("_")
    return name if _GOOD.fullmatch(name) else f"{kind}_{name}".strip("_")


class Names:
    """The names of one kind in one scope. The same name is translated the same way everywhere, and reported once."""

    def __init__(self, kind: str, remarks: Remarks):
        self._kind = kind
        self._remarks = remarks
        self._ours: dict[str, str] = {}
        self._written: dict[str, str] = {}

    def __contains__(self, written: str) -> bool:
        return written in self._ours

    def ours(self, written: str, place: Place) -> str:
        if written not in self._ours:
            self._learn(written, place)
        return self._ours[written]

    def _learn(self, written: str, place: Place) -> None:
        name = our_name(written, self._kind)
        if self._kind == "step" and name == END:
            name = f"{END}_step"
        other = self._written.setdefault(name, written)
        if other != written:
            self._remarks.problem(place, f"“{other}” and “{written}” would both be called “{name}”; rename one.")
        elif name != written:
            self._remarks.notice(place, f"The {self._kind} “{written}” is called “{name}” now.")
        self._ours[written] = name


class Steps(Names):
    def __init__(self, remarks: Remarks):
        super().__init__("step", remarks)

    def target(self, written: str, place: Place) -> str:
        """Where a jump leads; the framework has several words for the end of a flow."""
        if written.lower() in _ENDS and written not in self:
            return END
        return self.ours(written, place)
