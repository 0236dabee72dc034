from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SecretStr, field_validator

from flows_app.flow_language.understanding import MODEL_PATTERN

# Set by us, or by a field of their own; headers may hold secrets, and options are shown.
_NOT_OPTIONS = frozenset(
    {"model", "model_type", "provider", "engine", "async_engine", "api_key", "api_base", "base_url", "timeout"}
    | {"headers", "extra_headers", "callbacks", "cache", "num_retries", "rollout_id", "n", "response_format"}
    | {"temperature", "max_tokens", "max_completion_tokens"}
)


class LanguageModelSettings(BaseModel):
    """Which language model a bot has. Whoever may change these decides where its users' messages go.

    Any address can be written; one that is not public is connected to only if the operator allows it, for a model of
    one's own (Ollama, llama.cpp, vLLM) on the same machine or network.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(
        pattern=MODEL_PATTERN,
        max_length=200,
        description="Provider and model, such as `openai/gpt-4.1-mini`, `ollama_chat/qwen3:4b` or `hosted_vllm/…`.",
    )
    api_base: str | None = Field(default=None, max_length=500, description="The provider's own if empty.")
    api_key: SecretStr | None = None
    timeout: Annotated[float, Field(gt=0, le=120)] = Field(
        default=10, description="Seconds for a message, the second pass and a second try included."
    )
    temperature: Annotated[float, Field(ge=0, le=2)] | None = Field(
        default=0, description="Leave it empty for models that reason: they take none."
    )
    max_tokens: Annotated[int, Field(ge=16, le=200_000)] | None = Field(
        default=1_000, description="Of an answer. Leave it empty for models that reason."
    )
    structured_output: Literal["json_schema", "json_object", "none"] = Field(
        default="json_schema", description="What the server can be held to. Most can do `json_schema`; it is the best."
    )
    options: dict[str, JsonValue] = Field(default_factory=dict, description="Further ones that the provider takes.")

    @field_validator("api_base")
    @classmethod
    def _plain_address(cls, address: str | None) -> str | None:
        if not address:
            return None
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("Give an address that begins with http:// or https://.")
        if parts.username or parts.password:
            raise ValueError("A key has a field of its own: it does not belong into the address.")
        return address

    @field_validator("options")
    @classmethod
    def _only_options(cls, options: dict[str, Any]) -> dict[str, Any]:
        if refused := sorted(_NOT_OPTIONS & options.keys()):
            raise ValueError(f"These can't be options: {', '.join(refused)}.")
        return options

    def __hash__(self) -> int:
        """Options have no hash of their own; equality looks at all of it."""
        return hash((self.model, self.api_base, self.api_key))
