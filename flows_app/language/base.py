from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from flows_app.limits import MESSAGE_LENGTH, NAME_LENGTH

NAME_PATTERN = r"^[a-z][a-z0-9_]*$"
END = "end"

Name = Annotated[str, Field(pattern=NAME_PATTERN, max_length=NAME_LENGTH)]
Message = Annotated[str, Field(min_length=1, max_length=MESSAGE_LENGTH)]


class LanguageModel(BaseModel):
    """A part of a definition. Unknown keys are errors: nothing an author wrote is dropped silently."""

    model_config = ConfigDict(extra="forbid", frozen=True)
