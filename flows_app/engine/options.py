import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flows_app.engine.texts import CompiledText
from flows_app.flow_language import Choice, Option, SlotDefinition


@dataclass(frozen=True)
class CompiledOption:
    label: CompiledText
    value: Any
    command: dict[str, Any] | None

    def shown(self, slots: Mapping[str, Any], language: str) -> dict[str, Any]:
        """Gives the label and value that clients see, and the command, which the server takes from the stored task."""
        label = self.label.render(slots, language, "")
        shown: dict[str, Any] = {"label": label, "value": label if self.value is None else self.value}
        return shown | ({"command": self.command} if self.command else {})


# The texts' slots: a label shows values as a message does.
Slots = Mapping[str, SlotDefinition]


def compile_options(options: Sequence[Option], slots: Slots) -> tuple[CompiledOption, ...]:
    return tuple(
        CompiledOption(
            CompiledText.of(option.label, slots),
            option.value,
            option.command.model_dump(mode="json") if option.command else None,
        )
        for option in options
    )


def choices_as_options(slot: SlotDefinition | None, slots: Slots) -> tuple[CompiledOption, ...]:
    """A choice slot offers its choices by itself."""
    choices = slot.choices if slot else ()
    return tuple(CompiledOption(_label(choice, slots), choice.value, None) for choice in choices)


def _label(choice: Choice, slots: Slots) -> CompiledText:
    """A value is no text of the author's: braces in it are braces."""
    return CompiledText.of(choice.label, slots) if choice.label is not None else CompiledText.plain(choice.value)


def shown(options: Sequence[CompiledOption], slots: Mapping[str, Any], language: str) -> list[dict[str, Any]]:
    """A press names its option by value, so one that carries a command gets a value that no other has.

    Options without a command keep theirs: if two have the same, they mean the same. One whose label is empty, because
    a slot is, is none.
    """
    rendered = [shown for option in options if (shown := option.shown(slots, language))["label"].strip()]
    taken = [option["value"] for option in rendered if "command" not in option]
    for option in rendered:
        if "command" in option:
            option["value"] = _not_in(taken, option["value"])
            taken.append(option["value"])
    return rendered


def _not_in(taken: Sequence[Any], value: Any) -> Any:
    """The value, with a number behind it if it is taken."""
    numbered = (f"{value} ({number})" for number in itertools.count(2))
    return next(one for one in itertools.chain([value], numbered) if not any(same_value(one, other) for other in taken))


def same_value(one: Any, other: Any) -> bool:
    """Compares as JSON does: 1 and 1.0 are the same number, 1 and true are not the same."""
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)
