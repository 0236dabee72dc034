from typing import Annotated, Any, Literal

from django.utils.translation import gettext
from pydantic import Field, field_validator

from flows_app.flow_language.base import LanguageModel, Name
from flows_app.limits import ACTION_RETRIES_AT_MOST, ACTION_SECONDS, ACTION_SECONDS_AT_MOST, DESCRIPTION_LENGTH

# Length of the database column.
_URL_LENGTH = 2_000


class HttpActionDefinition(LanguageModel):
    """A call of another system over HTTP, which flows of the bot name in `action` steps. Live: a change takes effect
    without publishing."""

    name: Name
    description: Annotated[str, Field(max_length=DESCRIPTION_LENGTH)] = Field(
        default="", description="One sentence, shown in the list of actions."
    )
    method: Literal["GET", "POST", "PUT", "PATCH", "DELETE"] = "POST"
    url: Annotated[str, Field(min_length=1, max_length=_URL_LENGTH)] = Field(
        description="May hold `{input}` placeholders in its path and query, not in its host."
    )
    inputs: tuple[Name, ...] = Field(default=(), description="Only these can be placeholders.")
    headers: dict[str, str] = Field(default_factory=dict, description="Values may hold placeholders.")
    secret_headers: tuple[str, ...] = Field(
        default=(),
        description="Names only: the values are entered in the flow editor, and never written here.",
    )
    body: Any = Field(
        default=None,
        description="JSON with placeholders. If it is left out: all inputs, or nothing for GET and DELETE.",
    )
    outputs: dict[Name, str] = Field(
        default_factory=dict, description="Result key to its place in the answer, such as `data.items.0.id`."
    )
    timeout: float = Field(default=ACTION_SECONDS, gt=0, le=ACTION_SECONDS_AT_MOST, description="Seconds for one try.")
    retries: int = Field(
        default=0, ge=0, le=ACTION_RETRIES_AT_MOST, description="Further tries; only an idempotent action has any."
    )
    idempotent: bool = Field(
        default=False, description="The other system takes a repeated Idempotency-Key for the same call."
    )

    @field_validator("secret_headers")
    @classmethod
    def _named_once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        """Here, because a row holds them by name: a second one would vanish before anybody could complain."""
        if len(set(names)) < len(names):
            raise ValueError(gettext("A header is there twice."))
        return names
