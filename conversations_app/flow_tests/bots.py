"""The bot that a script talks to: definitions in memory, wherever they come from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from pydantic import ValidationError

from conversations_app.flow_tests.flows import FlowsInMemory
from conversations_app.flow_tests.learning import learnt
from conversations_app.understanding.catalogues import LoadedCatalogue
from flows_app.drafts import DraftReading, read_draft
from flows_app.flow_language import BotSettings, FlowDefinition
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
    # Facts about actions beside the script: their inputs, and whether they are idempotent.
    actions: Mapping[str, ActionSignature] = field(default_factory=dict)
    # Flows that can't be run as they are, and why.
    broken: Mapping[str, tuple[Finding, ...]] = field(default_factory=dict)
    # Whose key a language model is asked with.
    id: int | None = None

    @property
    def main_language(self) -> str:
        return next(iter(self.languages), "en")

    def speaks(self, language: str) -> bool:
        """`es-MX` is spoken by who speaks `es`: that is where its texts come from."""
        return not self.languages or language in self.languages or language.partition("-")[0] in self.languages

    def without_language_model(self) -> "BotUnderTest":
        """Gives the bot without its language model, for people who must not spend its key: the embedded provider
        understands, and nothing is generated."""
        understanding = self.settings.understanding.model_copy(update={"provider": "embedded"})
        return replace(self, settings=self.settings.model_copy(update={"understanding": understanding}))

    @cached_property
    def catalogue(self) -> LoadedCatalogue:
        """Learnt from these definitions, when somebody first says something to it."""
        return learnt(self.flows.offered, self.settings.understanding.encoder)


def bot_of_drafts(bot: Bot, in_place_of: Mapping[int, DraftReading] | None = None) -> BotUnderTest:
    """Every flow as its author sees it, by the id of its row. One that could not be published is not on offer.

    `in_place_of` the drafts of some flows, by their ids: what somebody has before them and has not saved yet.
    """
    unsaved = in_place_of or {}
    flows = list(bot.flows.select_related("bot").prefetch_related("steps", "slots", "bot__slots").order_by("name"))
    readings = {flow.pk: unsaved.get(flow.pk) or read_draft(flow) for flow in flows}
    drafts = {pk: reading.definition for pk, reading in readings.items() if reading.definition}
    errors = _errors(drafts, validation_context(bot))
    unreadable = {pk: reading.findings for pk, reading in readings.items() if reading.definition is None}
    broken = {**unreadable, **errors}
    runnable = {pk: draft for pk, draft in drafts.items() if pk not in broken}
    return _bot(bot, runnable, {flow.name: broken[flow.pk] for flow in flows if flow.pk in broken})


def _errors(drafts: Mapping[int, FlowDefinition], context: ValidationContext) -> dict[int, tuple[Finding, ...]]:
    """They call each other as they are now, not as they were published."""
    signatures = {
        draft.name: FlowSignature(frozenset(draft.inputs), frozenset(draft.outputs)) for draft in drafts.values()
    }
    among_themselves = replace(context, flows={**(context.flows or {}), **signatures})
    found = {pk: blocking(validate(draft, among_themselves)) for pk, draft in drafts.items()}
    return {pk: errors for pk, errors in found.items() if errors}


def bot_of_versions(
    bot: Bot, candidate: FlowDefinition | None = None, *, pinned: Iterable[FlowVersion] = ()
) -> BotUnderTest:
    """Gives the bot as users get it; with a candidate, as if that were published; with pinned versions, as it was for
    conversations that began with these."""
    current = FlowVersion.objects.filter(pk__in=bot.flows.values("current_version")).order_by("flow__name")
    by_name = {version.flow.name: version for version in current.select_related("flow")}
    by_name |= {version.flow.name: version for version in pinned}
    if candidate:
        by_name.pop(candidate.name, None)
    published = (_definition(version) for version in by_name.values())
    flows = [*(definition for definition in published if definition), *([candidate] if candidate else [])]
    return _bot(bot, flows)


def _definition(version: FlowVersion) -> FlowDefinition | None:
    try:
        return FlowDefinition.read_stored(version.definition)
    except ValidationError:
        return None  # published under an older language: it can't be run


def _bot(
    bot: Bot,
    definitions: Iterable[FlowDefinition] | Mapping[int, FlowDefinition],
    broken: Mapping[str, tuple[Finding, ...]] | None = None,
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
