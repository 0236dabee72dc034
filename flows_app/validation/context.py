"""Context that a definition is checked against: the rest of the bot, and what plugins have registered."""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, TextField
from django.db.models.functions import Cast
from pydantic import ValidationError

from flows_app.flow_language import SlotDefinition
from flows_app.models import Bot, Flow, FlowVersion, HttpAction, Slot, Step
from flows_app.registry import registry


@dataclass(frozen=True)
class FlowSignature:
    """Inputs and outputs that other flows see: those of its version or, before there is one, of its draft."""

    inputs: frozenset[str]
    outputs: frozenset[str]
    published: bool = True


@dataclass(frozen=True)
class ActionSignature:
    inputs: frozenset[str]
    outputs: frozenset[str]
    idempotent: bool


@dataclass(frozen=True)
class ValidationContext:
    actions: Mapping[str, ActionSignature]
    # None: not known, so calls of other flows are not checked.
    flows: Mapping[str, FlowSignature] | None = None
    languages: tuple[str, ...] = ()
    # The slots of another flow, by its name: read only for flows that are called.
    slots_of: Callable[[str], Mapping[str, SlotDefinition]] = lambda flow: {}
    # Whether the bot or another of its flows may start a flow; asked only for one that users can't ask for.
    is_led_to: Callable[[str], bool] = lambda flow: True


def registered_only() -> ValidationContext:
    """Gives the context of a definition that stands alone."""
    return ValidationContext(_registered_actions())


def validation_context(bot: Bot) -> ValidationContext:
    http_actions = {action.name: _of_http_action(action) for action in bot.http_actions.all()}
    return ValidationContext(
        actions=http_actions | _registered_actions(),
        flows=_flows(bot),
        languages=tuple(bot.languages),
        slots_of=cache(partial(_slots_of, bot)),
        is_led_to=partial(_is_led_to, bot),
    )


def _registered_actions() -> dict[str, ActionSignature]:
    return {
        name: ActionSignature(frozenset(action.inputs), frozenset(action.outputs), action.idempotent)
        for name, action in registry.actions.items()
    }


def _of_http_action(action: HttpAction) -> ActionSignature:
    return ActionSignature(frozenset(action.inputs), frozenset(action.outputs), action.idempotent)


def _flows(bot: Bot) -> dict[str, FlowSignature]:
    """Flows that can be called; one that was withdrawn can't. Only names and signatures are read: a bot may have a
    thousand long flows."""
    version = "current_version__definition"
    never_published = ~Exists(FlowVersion.objects.filter(flow=OuterRef("pk")))
    rows = Flow.objects.filter(Q(current_version__isnull=False) | never_published, bot=bot).values_list(
        "name", "current_version_id", "data", f"{version}__inputs", f"{version}__outputs"
    )
    return {
        name: _signature(inputs, outputs) if published else _signature(data.get("inputs"), data.get("outputs"), False)
        for name, published, data, inputs, outputs in rows
    }


def _slots_of(bot: Bot, name: str) -> dict[str, SlotDefinition]:
    """Its own and the bot's, by name; those that are none yet are left out."""
    version = "current_version__definition"
    rows = Flow.objects.filter(bot=bot, name=name).values_list(
        "pk", "current_version_id", f"{version}__slots", f"{version}__bot_slots"
    )
    for pk, published, slots, bot_slots in rows:
        if published:
            return _read_slots((*(bot_slots or ()), *(slots or ())))
        drafts = Slot.objects.filter(Q(flow=pk) | Q(bot=bot)).order_by(F("flow").asc(nulls_first=True))
        return _read_slots({"name": slot.name, "type": slot.type, **slot.data} for slot in drafts)
    return {}


def _is_led_to(bot: Bot, name: str) -> bool:
    """Whether it is the default flow, or its name stands in the settings, or in another flow's draft or version."""
    quoted = f'"{name}"'
    if (bot.default_flow and bot.default_flow.name == name) or quoted in json.dumps(bot.settings):
        return True
    others = Flow.objects.filter(bot=bot).exclude(name=name)
    steps = Step.objects.filter(flow__in=others).annotate(written=Cast("data", TextField()))
    versions = FlowVersion.objects.filter(pk__in=others.values("current_version"))
    published = versions.annotate(written=Cast("definition", TextField()))
    return any(rows.filter(written__contains=quoted).exists() for rows in (steps, published))


def _read_slots(written: Iterable[Any]) -> dict[str, SlotDefinition]:
    found = {}
    for one in written:
        try:
            slot = SlotDefinition.model_validate(one)
        except ValidationError:
            continue
        found[slot.name] = slot
    return found


def _signature(inputs: list[str] | None, outputs: list[str] | None, published: bool = True) -> FlowSignature:
    return FlowSignature(frozenset(inputs or ()), frozenset(outputs or ()), published)
