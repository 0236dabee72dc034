from typing import Annotated, Any, Literal, get_origin

from pydantic import BaseModel, ConfigDict, Field
from pydantic_core import to_jsonable_python

from flows_app.limits import EXPRESSION_LENGTH, NAME_LENGTH

NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
DOTTED_NAME_PATTERN = r"^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$"
LANGUAGE_PATTERN = r"^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$"
CURRENCY_PATTERN = r"^[A-Z]{3}$"
END = "end"

# The titles are what the reference calls these types.
Name = Annotated[str, Field(title="name", pattern=NAME_PATTERN, max_length=NAME_LENGTH)]
# A step's name, or `end`.
Target = Annotated[str, Field(title="target", pattern=NAME_PATTERN, max_length=NAME_LENGTH)]
# Dotted, because plugins group their actions: `bank.transfer`.
DottedName = Annotated[str, Field(title="name", pattern=DOTTED_NAME_PATTERN, max_length=NAME_LENGTH)]
Expression = Annotated[str, Field(title="expression", min_length=1, max_length=EXPRESSION_LENGTH)]
Language = Annotated[str, Field(title="language", pattern=LANGUAGE_PATTERN)]


class LanguageModel(BaseModel):
    """A part of a definition. Unknown keys are errors: nothing an author wrote is dropped silently."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    def as_written(self) -> dict[str, Any]:
        """Gives the data as an author would write it: without defaults, but with the `type`."""
        written = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if get_origin(field.annotation) is Literal and name == "type":
                written[name] = value
            elif value != field.get_default(call_default_factory=True):
                written[name] = _as_written(value)
        return written


def _as_written(value: Any) -> Any:
    if isinstance(value, LanguageModel):
        return value.as_written()
    if isinstance(value, list | tuple):
        return [_as_written(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_written(item) for key, item in value.items()}
    return to_jsonable_python(value)
