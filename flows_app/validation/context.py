"""What a definition is checked against: the rest of the bot, and what plugins have registered."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q

from flows_app.models import Bot, Flow, FlowVersion, HttpAction
from flows_app.registry import registry


@dataclass(frozen=True)
class FlowSignature:
    """What other flows see of a flow: of its version or, before there is one, of its draft."""

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


def registered_only() -> ValidationContext:
    """For a definition that stands alone."""
    return ValidationContext(_registered_actions())


def validation_context(bot: Bot) -> ValidationContext:
    http_actions = {action.name: _of_http_action(action) for action in bot.http_actions.all()}
    return ValidationContext(
        actions=http_actions | _registered_actions(), flows=_flows(bot), languages=tuple(bot.languages)
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


def _signature(inputs: list[str] | None, outputs: list[str] | None, published: bool = True) -> FlowSignature:
    return FlowSignature(frozenset(inputs or ()), frozenset(outputs or ()), published)
