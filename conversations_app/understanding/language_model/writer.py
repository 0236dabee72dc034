import re
from collections.abc import Mapping
from typing import Any

from conversations_app.understanding.language_model.account import Account
from conversations_app.understanding.language_model.guarding import guarded
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from flows_app.plain_json import storable

WRITTEN_LENGTH = 1_000
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")


class LanguageModelWriter:
    """Writes what `generate` steps and small talk say. None if it can't, or takes too long: then the bot says what its
    author has written for that case.

    The instruction is the author's. Slots are data, told as JSON and named as such: a user who writes “ignore your
    instructions” into one can at most spoil a text that only this user sees.
    """

    def __init__(self, lm_settings: LanguageModelSettings):
        self._settings = lm_settings

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None:
        account = Account(self._settings.model)

        async def written() -> str | None:
            from conversations_app.understanding.language_model.asking import Asker, NoAnswer
            from conversations_app.understanding.language_model.modules import writing_program

            inputs = {"instruction": storable(instruction), "language": language, "data": dict(slots)}
            try:
                answer = await Asker(self._settings, account).ask(writing_program(), inputs)
            except NoAnswer:
                return None
            return plain_text(answer.text)

        return await guarded(written, account)


def plain_text(written: str) -> str | None:
    """One text of bearable length, without control characters; None if nothing is left."""
    text = storable(_CONTROL.sub("", written)).strip()
    if len(text) > WRITTEN_LENGTH:
        text = text[: WRITTEN_LENGTH - 1].rsplit(" ", 1)[0] + "…"
    return text or None
