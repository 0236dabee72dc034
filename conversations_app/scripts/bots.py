"""The bot that a script talks to: definitions in memory, wherever they come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pydantic import ValidationError

from conversations_app.scripts.flows import FlowsInMemory
from conversations_app.understanding.catalogues import LoadedCatalogue, StoredCatalogue
from flows_app.drafts import read_draft
from flows_app.language import BotSettings, FlowDefinition
from flows_app.models import Bot, FlowVersion
from flows_app.validation import Finding, FlowSignature, ValidationContext, blocking, validate, validation_context
from flows_app.validation.context import ActionSignature


@dataclass(frozen=True)
class BotUnderTest:
    flows: FlowsInMemory
    settings: BotSettings = field(default_factory=BotSettings)
    default_flow: str | None = None
    # Those that its texts are written in; any, if it lists none.
    languages: tuple[str, ...] = ()
    # What is known of actions beside the script: their inputs, and whether they are idempotent.
    actions: Mapping[str, ActionSignature] = field(default_factory=dict)
    # Flows that can't be run as they are, and why.
    broken: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    # Whose key a language model is asked with.
    id: int | None = None

    @cached_property
    def catalogue(self) -> LoadedCatalogue:
        """Learnt from these definitions, when somebody first says something to it."""
        return LoadedCatalogue(StoredCatalogue(self.flows.offered), self.settings.understanding.encoder)


def bot_of_drafts(bot: Bot) -> BotUnderTest:
    """Every flow as its author sees it. One that could not be published is not on offer."""
    readings = {flow.name: read_draft(flow) for flow in bot.flows.select_related("bot").order_by("name")}
    drafts = [reading.definition for reading in readings.values() if reading.definition]
    errors = _errors(drafts, validation_context(bot))
    broken = {name: reading.findings for name, reading in readings.items() if reading.definition is None} | errors
    return _bot(bot, (draft for draft in drafts if draft.name not in broken), broken)


def _errors(drafts: Iterable[FlowDefinition], context: ValidationContext) -> dict[str, tuple[Finding, ...]]:
    """They call each other as they are now, not as they were published."""
    signatures = {draft.name: FlowSignature(frozenset(draft.inputs), frozenset(draft.outputs)) for draft in drafts}
    among_themselves = replace(context, flows={**(context.flows or {}), **signatures})
    found = {draft.name: blocking(validate(draft, among_themselves)) for draft in drafts}
    return {name: errors for name, errors in found.items() if errors}


def bot_of_versions(bot: Bot, candidate: FlowDefinition | None = None) -> BotUnderTest:
    """What users get; with a candidate, what they would get if that were published."""
    current = FlowVersion.objects.filter(pk__in=bot.flows.values("current_version")).order_by("flow__name")
    if candidate:
        current = current.exclude(flow__name=candidate.name)
    published = (_definition(version) for version in current)
    flows = [*(definition for definition in published if definition), *([candidate] if candidate else [])]
    return _bot(bot, flows)


def _definition(version: FlowVersion) -> FlowDefinition | None:
    try:
        return FlowDefinition.model_validate(version.definition)
    except ValidationError:
        return None  # published under an older language: it can't be run


def _bot(
    bot: Bot, definitions: Iterable[FlowDefinition], broken: Mapping[str, tuple[Finding, ...]] | None = None
) -> BotUnderTest:
    return BotUnderTest(
        FlowsInMemory(definitions),
        settings=bot.read_settings(),
        default_flow=bot.default_flow.name if bot.default_flow else None,
        languages=tuple(bot.languages),
        actions=validation_context(bot).actions,
        broken=broken or {},
        id=bot.pk,
    )
