"""How a bot's chat widget looks on the pages that carry it."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from django.utils.translation import gettext
from pydantic import Field, field_validator

from flows_app.colours import HEX_COLOUR, text_on
from flows_app.flow_language.base import Language, LanguageModel
from flows_app.limits import AVATAR_LENGTH, GREETING_LENGTH, RADIUS_AT_MOST, THEME_TEXT_LENGTH

# No variations: a title that is another one on each page would be taken for a fault.
_Words = Annotated[str, Field(min_length=1, max_length=THEME_TEXT_LENGTH)]
_Greeting = Annotated[str, Field(min_length=1, max_length=GREETING_LENGTH)]
ThemeText = _Words | Annotated[dict[Language, _Words], Field(min_length=1)]
GreetingText = _Greeting | Annotated[dict[Language, _Greeting], Field(min_length=1)]

_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?")

THEME_TEXTS = ("title", "subtitle", "greeting", "launcher", "placeholder")


class Theme(LanguageModel):
    """How the chat widget looks, and what it says of itself. Live, as all settings are. A text is one for all
    languages, or a mapping from language to text; where there is none, the widget says its own."""

    colour: Annotated[str, Field(pattern=HEX_COLOUR)] = Field(
        default="#3b5bdb",
        description="Of launcher, header and the user's messages. Text on it is black or white, as is read better.",
    )
    colour_scheme: Literal["auto", "light", "dark"] = Field(
        default="auto", description="`auto`: as the visitor's device is set."
    )
    position: Literal["end", "start"] = Field(
        default="end",
        description="Where the launcher stands: at the end of a line (on the right, where one writes to the right), "
        "or at its start.",
    )
    radius: int = Field(default=16, ge=0, le=RADIUS_AT_MOST, description="Of the corners, in pixels.")
    avatar: Annotated[str, Field(max_length=AVATAR_LENGTH)] = Field(
        default="", description="The https address of a picture; empty: the first letter of the bot's name."
    )
    rating: bool = Field(default=True, description="At its end the user may rate the conversation.")
    transcript: bool = Field(default=True, description="The user may save what was said.")
    restart: bool = Field(default=True, description="The user may start over.")
    title: ThemeText | None = Field(default=None, description="At the top; without one, the bot's name.")
    subtitle: ThemeText | None = Field(default=None, description="Below the title.")
    greeting: GreetingText | None = Field(default=None, description="What stands there before the first message.")
    launcher: ThemeText | None = Field(default=None, description="Beside the closed chat's button.")
    placeholder: ThemeText | None = Field(default=None, description="In the empty box that one writes in.")

    @field_validator("avatar")
    @classmethod
    def _a_picture(cls, given: str) -> str:
        if given and not _is_https_address(given):
            raise ValueError(gettext("It is no address of a picture: write it like https://shop.example/robot.png."))
        return given

    def look(self) -> dict[str, Any]:
        """All that is no text, as the widget takes it."""
        return {**self.model_dump(exclude=set(THEME_TEXTS)), "accent_text": text_on(self.colour)}

    def texts(self, language: str) -> dict[str, str]:
        """Its texts in a language; empty where the widget's own serve better than those of another language."""
        return {name: _in_language(getattr(self, name), language) for name in THEME_TEXTS}


def _in_language(text: str | Mapping[str, str] | None, language: str) -> str:
    """`es-MX` is served by `es`."""
    if text is None or isinstance(text, str):
        return text or ""
    return text.get(language) or text.get(language.partition("-")[0]) or ""


def _is_https_address(given: str) -> bool:
    """Tells whether it is an https address with a plain host, which goes into the Content-Security-Policy of pages that
    show the picture."""
    try:
        parts = urlsplit(given)
    except ValueError:
        return False
    legible = given.isprintable() and not any(map(str.isspace, given))
    return parts.scheme == "https" and _HOST.fullmatch(parts.netloc) is not None and legible
