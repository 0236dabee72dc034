import traceback
from collections.abc import Iterator

from django.db import Error as DatabaseFault

from conversations_app.models import Turn
from conversations_app.sensitive_slots import sensitive_in_conversation, sensitive_in_turn
from conversations_app.turn.inbox import TurnInput


def fault_report(error: BaseException, inbound: TurnInput) -> str:
    """The traceback of a failed turn, for the log and for the Turn row."""
    if _may_tell_too_much(inbound):
        return "".join(_without_texts(error))
    return "".join(traceback.format_exception(error))


def _may_tell_too_much(inbound: TurnInput) -> bool:
    """An exception's text may repeat a value; so where sensitive slots are in use, it is left out."""
    try:
        turn = Turn.objects.filter(message=inbound.message).first()
        in_use = sensitive_in_turn(turn) if turn else sensitive_in_conversation(inbound.conversation)
    except DatabaseFault:  # perhaps the very reason why the turn has failed; then nobody can tell
        return True
    return inbound.sensitive or bool(in_use)


def _without_texts(error: BaseException) -> Iterator[str]:
    """Kinds and places, of the error and of what led to it."""
    if earlier := error.__cause__ or error.__context__:
        yield from _without_texts(earlier)
        yield "\nThis led to:\n\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__name__} (its text is left out, because sensitive slots are in use)\n"
