"""How the values of sensitive slots are hidden. Every surface that somebody else than the user looks at calls this.

| where | what is masked |
| --- | --- |
| API, scope `inspect` | the values of sensitive slots |
| API and socket, staff | the text and the options of sensitive messages, and of an open question that is marked so |
| admin, conversation | the same; the text of sensitive messages; an open question that is marked as sensitive |
| admin, turn | the text of a sensitive message; its trace; the value in commands that set a sensitive slot |
| language models that understand | the values of sensitive slots, what shows one, and answers to questions for one |
| language models that write | the values of sensitive slots; a message that may tell one is not shown to them at all |
| admin, receipt | nothing is shown of what an action was given or has given |
| webhooks | the text, options and metadata of sensitive messages, and of an open question that is marked as sensitive |
| admin, export | all of the above, and values in flows' journals, unless who may manage the bot asks for the values |
| logs, a failed turn's traceback | no exception's own text where a sensitive slot is in use; of an action never any |

A message is sensitive if its text shows the value of a sensitive slot, or gives one. The user's own view, by
conversation token on the API and on the socket, is not masked: it is theirs.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from flows_app.flow_language import FlowDefinition

MASK = "•••"


def sensitive_slots(definition: FlowDefinition) -> frozenset[str]:
    """Gives the sensitive slots of the flow and of the bot-wide ones that it uses."""
    return frozenset(slot.name for slot in definition.slots_by_name.values() if slot.sensitive)


def masked_slots(values: Mapping[str, Any], sensitive: Collection[str]) -> dict[str, Any]:
    """Masks sensitive values; whether such a slot is filled stays visible."""
    return {name: MASK if name in sensitive and value is not None else value for name, value in values.items()}


def masked_commands(
    commands: Sequence[Mapping[str, Any]] | None, sensitive: Collection[str]
) -> list[dict[str, Any]] | None:
    if commands is None:
        return None
    return [{**command, "value": MASK} if gives(command, sensitive) else dict(command) for command in commands]


def masked_entries(entries: Sequence[Mapping[str, Any]], sensitive: Collection[str]) -> list[dict[str, Any]]:
    """Masks the entries of a flow's journal."""
    return [_masked_entry(entry, sensitive) for entry in entries]


def _masked_entry(entry: Mapping[str, Any], sensitive: Collection[str]) -> dict[str, Any]:
    masked = dict(entry)
    if entry.get("slot") in sensitive and entry.get("value") is not None:
        masked["value"] = MASK
    for slots in ("slots", "bot_slots"):
        if slots in entry:
            masked[slots] = masked_slots(entry[slots], sensitive)
    return masked


def gives(command: Mapping[str, Any], sensitive: Collection[str]) -> bool:
    """Whether the command holds the value of a sensitive slot."""
    return "value" in command and command.get("slot") in sensitive


def masked_text(text: str, *, sensitive: bool) -> str:
    return MASK if sensitive and text else text


def masked_leaves(value: Any) -> Any:
    """Keeps the shape of JSON, and masks its values."""
    if isinstance(value, Mapping):
        return {key: masked_leaves(item) for key, item in value.items()}
    if isinstance(value, list):
        return [masked_leaves(item) for item in value]
    return MASK
