from typing import Annotated, Literal
from urllib.parse import urlsplit

from django.utils.translation import gettext
from pydantic import Field, field_validator, model_validator

from flows_app.flow_language.base import LanguageModel
from flows_app.limits import (
    LANGUAGE_MODEL_SECONDS,
    LANGUAGE_MODEL_SECONDS_AT_MOST,
    LANGUAGE_MODEL_TOKENS,
    LANGUAGE_MODEL_TOKENS_AT_MOST,
)

# Those that DSPy's own engine reaches, because only its traffic goes through the guarded door. Any other server that
# speaks OpenAI's protocol is `openai/…` with its address.
MODEL_PROVIDERS = (
    "openai",
    "anthropic",
    "gemini",
    "xai",
    "groq",
    "deepseek",
    "moonshot",
    "openrouter",
    "ollama",
    "ollama_chat",
    "hosted_vllm",
)
# A name, never an address: LiteLLM's `provider/http://…` was a way into the operator's network.
MODEL_PATTERN = rf"^({'|'.join(MODEL_PROVIDERS)})(/[A-Za-z0-9_][A-Za-z0-9_.:@+-]*)+$"


class UnderstandingSettings(LanguageModel):
    """How a bot finds out what users want. Live, as all settings are. The key of a language model is no setting: it is
    entered in the admin, and never written here."""

    provider: Literal["embedded", "dspy", "answers"] | None = Field(
        default=None,
        description="`embedded` learns from the flows' examples, without an account; `dspy` asks a language model; "
        "`answers` only takes answers to open questions; null: as the platform is set.",
    )
    model: Annotated[str, Field(pattern=MODEL_PATTERN, max_length=200)] | None = Field(
        default=None, description="The language model, with its provider before a slash: `openai/gpt-4o-mini`."
    )
    api_base: Annotated[str, Field(max_length=500)] | None = Field(
        default=None, description="Where the language model is reached, if not at its provider's own address."
    )
    timeout_seconds: float = Field(
        default=LANGUAGE_MODEL_SECONDS,
        gt=0,
        le=LANGUAGE_MODEL_SECONDS_AT_MOST,
        description="So long the language model may take; then the embedded understanding answers.",
    )
    temperature: float | None = Field(
        default=0,
        ge=0,
        le=2,
        description="0: the language model says the same each time; more: it varies; null: for models that take none.",
    )
    max_tokens: int | None = Field(
        default=LANGUAGE_MODEL_TOKENS,
        ge=16,
        le=LANGUAGE_MODEL_TOKENS_AT_MOST,
        description="So long an answer of the language model may be; null: for models that take no limit.",
    )
    structured_output: Literal["json_schema", "json_object", "none"] = Field(
        default="json_schema", description="How the model's server can be held to a form; most can do the first."
    )
    encoder: Literal["use", "minilm"] = Field(
        default="use",
        description="What compares sentences: `use` in many languages; `minilm` in English, where it is installed.",
    )
    threshold: float | None = Field(
        default=None,
        ge=0,
        le=1,
        description="How sure the embedded understanding must be to start a flow; null: what suits most bots.",
    )

    @field_validator("api_base")
    @classmethod
    def _an_address(cls, given: str | None) -> str | None:
        if given is not None and (problem := _problem_of(given)):
            raise ValueError(problem)
        return given

    @model_validator(mode="after")
    def _has_a_model(self) -> "UnderstandingSettings":
        if self.provider == "dspy" and self.model is None:
            raise ValueError(
                gettext("“dspy” needs a language model: say which under “model”, such as openai/gpt-4o-mini.")
            )
        return self

    @property
    def server(self) -> str | None:
        """Origin of `api_base`, or the model's provider: receives the users' messages and the key. A key is sent only
        to the server that it was entered for."""
        if self.api_base is not None:
            return origin_of(self.api_base)
        return self.model.split("/", 1)[0] if self.model else None


def origin_of(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}".lower()


def _problem_of(address: str) -> str | None:
    try:
        parts = urlsplit(address)
        parts.port  # noqa: B018  raises if it is no number
    except ValueError:
        return gettext("It is no address: write it like https://models.example/v1.")
    if parts.scheme not in ("http", "https") or not parts.hostname or any(map(str.isspace, address)):
        return gettext("It is no address: write it like https://models.example/v1.")
    if parts.username is not None or parts.password is not None:
        return gettext("Leave user and password out of it: the key has a field of its own.")
    if parts.query or parts.fragment:
        return gettext("Leave out what begins with ? or #.")
    return None
