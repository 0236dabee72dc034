"""A bot that was read from files into the database, all of it or nothing."""

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field

from django.db import transaction

from flows_app import audit
from flows_app.drafts import keep_snapshot, lock_draft, note_change, read_draft, write_bot_slots, write_draft
from flows_app.drafts.reading import slot_as_written
from flows_app.drafts.shared_slots import note_shared_slots
from flows_app.drafts.writing import ROW_GAP
from flows_app.exchange.flow_tests import tests_as_written
from flows_app.exchange.http_actions import remove_unnamed_actions, write_actions
from flows_app.exchange.reading import BotReading
from flows_app.flow_language import BotDefinition, BotSettings, FlowDefinition, Script, SlotDefinition
from flows_app.models import Bot, Flow, FlowTest
from flows_app.rights import Person, Right, has_somewhere, may, reason_for, refused_settings, settings_of
from flows_app.yaml_text.nodes import place_at
from flows_app.yaml_text.places import ImportRefused, Problem, Remarks

# Settings that have columns of their own.
_COLUMNS = ("public", "allowed_origins")
# It deletes conversations.
_RETENTION = "retention_days"


@dataclass
class Imported:
    """Result of an import, flow by flow."""

    bot: Bot
    bot_is_new: bool
    created: list[str] = field(default_factory=list)
    replaced: list[str] = field(default_factory=list)
    unchanged: list[str] = field(default_factory=list)
    # Flows whose tests have been replaced.
    with_tests: list[str] = field(default_factory=list)
    # Flows of the bot, and parts of it, that the files say nothing of.
    untouched: list[str] = field(default_factory=list)
    parts_kept: list[str] = field(default_factory=list)

    @property
    def flows(self) -> list[str]:
        return sorted((*self.created, *self.replaced, *self.unchanged))


@transaction.atomic
def import_bot(reading: BotReading, *, user: Person = None) -> Imported:
    definition = reading.definition
    # `no_key` lets others refer to that row meanwhile: who saves a draft writes into the log of its bot.
    bot = Bot.objects.select_for_update(of=("self",), no_key=True).filter(slug=definition.slug).first()
    _check_may_write(bot, reading, user)
    imported = Imported(bot or Bot.objects.create(name=definition.name, slug=definition.slug), bot is None)
    as_it_was, settings_before = copy(imported.bot), settings_of(imported.bot)
    remarks = Remarks()
    _write_bot(imported, reading, user)
    write_actions(imported.bot, definition.http_actions, reading.place_of("http_actions"), remarks, user)
    for flow in definition.flows:
        _write_flow(imported, flow, user)
    _choose_default_flow(imported.bot, reading, remarks)
    _check_starters(imported.bot, reading, remarks)
    if bot is not None:
        changed = audit.record_settings(user, imported.bot, settings_before)
        _check_settings(as_it_was, changed, reading, remarks, user)
    for flow_name, tests in definition.tests.items():
        _write_tests(imported, flow_name, tests, reading, remarks)
    _remove_unnamed_actions(imported, reading, remarks, user)
    remarks.stop_at_problems()
    names = imported.bot.flows.exclude(name__in=imported.flows).order_by("name").values_list("name", flat=True)
    imported.untouched.extend(names)
    audit.record(user, imported.bot, "imported", imported.bot, flows=imported.flows)
    return imported


def _check_may_write(bot: Bot | None, reading: BotReading, user: Person) -> None:
    """The refusal names nothing of the bot but its slug, which the person has written themselves."""
    slug = reading.definition.slug
    if bot is None and not has_somewhere(user, Right.MANAGE):
        raise ImportRefused([Problem(reading.document.place, f"There is no bot “{slug}”, and you may not make one.")])
    if bot is not None and not may(user, Right.WRITE, bot):
        raise ImportRefused([Problem(reading.document.place, f"You may not write flows of the bot “{slug}”.")])


def _check_settings(
    as_it_was: Bot, changed: Iterable[str], reading: BotReading, remarks: Remarks, user: Person
) -> None:
    """Each at its line. One that the files leave out has gone back to its default, and is told at their settings."""
    for setting in refused_settings(user, as_it_was, changed):
        place = place_at(reading.document, _path_of(setting))
        remarks.problem(place, f"You may not change “{setting}”: it {reason_for(setting, as_it_was)}")


def _path_of(setting: str) -> tuple[str, ...]:
    return (setting,) if setting in BotDefinition.model_fields else ("settings", *setting.split("."))


def _write_bot(imported: Imported, reading: BotReading, user: Person) -> None:
    """Only what the files speak of; in a new bot the rest has its defaults anyway."""
    bot, definition = imported.bot, reading.definition
    bot.name = definition.name
    if reading.says("languages"):
        bot.languages = list(definition.languages)
    if reading.says("settings"):
        _write_settings(bot, definition.settings)
    bot.save()
    if reading.says("slots"):
        changed = _write_slots(bot, definition.slots)
        if not imported.bot_is_new:
            note_shared_slots(bot, changed, user)
    if not imported.bot_is_new:
        kept = ("languages", "settings", "slots", "default_flow", "http_actions", "tests")
        imported.parts_kept.extend(part for part in kept if not reading.says(part))


def _write_slots(bot: Bot, slots: tuple[SlotDefinition, ...]) -> set[str]:
    """Gives the names of those that changed: whoever changes a shared slot has changed the drafts that use it."""
    before = {slot.name: slot_as_written(slot) for slot in bot.slots.all()}
    write_bot_slots(bot, slots)
    after = {slot.name: slot_as_written(slot) for slot in bot.slots.all()}
    return {name for name in before | after if before.get(name) != after.get(name)}


def _write_settings(bot: Bot, settings: BotSettings) -> None:
    """Resets the settings that the files leave out to their defaults, except `retention_days`: it deletes, so it
    changes only if a file states it, and older files, from before its default, do not."""
    kept = {} if _RETENTION in settings.model_fields_set else bot.settings
    written = {key: value for key, value in settings.as_written().items() if key not in _COLUMNS}
    bot.public = settings.public
    bot.allowed_origins = list(settings.allowed_origins)
    bot.settings = written | {key: value for key, value in kept.items() if key == _RETENTION}


def _write_flow(imported: Imported, definition: FlowDefinition, user: Person) -> None:
    flow = Flow.objects.filter(bot=imported.bot, name=definition.name).first()
    if flow is None:
        flow = Flow.objects.create(bot=imported.bot, name=definition.name)
        imported.created.append(flow.name)
    else:
        flow = lock_draft(flow.pk)
        definition = _in_language_of(flow, definition)
        if _says_the_same(flow, definition):
            imported.unchanged.append(flow.name)
            return
        imported.replaced.append(flow.name)
        # Somebody may have been writing it: no work is thrown away.
        keep_snapshot(flow, user, "before the bot was imported")
    write_draft(flow, definition)
    note_change(flow, user)


def _in_language_of(flow: Flow, definition: FlowDefinition) -> FlowDefinition:
    """A file that does not say its `language_version` was exported before there were any, or written by hand: what the
    flow's texts mean does not change by importing it."""
    if "language_version" in definition.model_fields_set:
        return definition
    return definition.model_copy(update={"language_version": flow.language_version})


def _says_the_same(flow: Flow, definition: FlowDefinition) -> bool:
    """An equal draft is left alone: whoever has it open in the editor need not be told of a change."""
    present = read_draft(flow).definition
    return present is not None and present.model_copy(update={"bot_slots": ()}) == definition


def _write_tests(
    imported: Imported, flow_name: str, tests: tuple[Script, ...], reading: BotReading, remarks: Remarks
) -> None:
    """All tests of a flow that the files speak of; those of other flows stay."""
    flow = imported.bot.flows.filter(name=flow_name).first()
    if flow is None:
        sentence = f"“{flow_name}” is no flow of this bot, so it can't have tests."
        remarks.problem(place_at(reading.document, ("tests", flow_name)), sentence)
        return
    if tests_as_written(flow) == [script.as_written() for script in tests]:
        return
    flow.tests.all().delete()
    for position, script in enumerate(tests, start=1):
        test = FlowTest(flow=flow, position=position * ROW_GAP)
        test.hold(script)
        test.save()
    imported.with_tests.append(flow_name)


def _choose_default_flow(bot: Bot, reading: BotReading, remarks: Remarks) -> None:
    if not reading.says("default_flow"):
        return
    name = reading.definition.default_flow
    bot.default_flow = bot.flows.filter(name=name).first() if name else None
    if name and bot.default_flow is None:
        sentence = f"“{name}” is no flow of this bot, so it can't be the default."
        remarks.problem(reading.place_of("default_flow"), sentence)
    bot.save(update_fields=["default_flow"])


def _check_starters(bot: Bot, reading: BotReading, remarks: Remarks) -> None:
    for name in bot.unknown_flows(reading.definition.settings.starters):
        remarks.problem(reading.place_of("settings"), f"“{name}” is no flow of this bot, so no starter can start it.")


def _remove_unnamed_actions(imported: Imported, reading: BotReading, remarks: Remarks, user: Person) -> None:
    if not reading.says("http_actions"):
        return
    place = reading.place_of("http_actions")
    for name in remove_unnamed_actions(imported.bot, reading.definition, place, remarks, user):
        imported.parts_kept.append(f"HTTP action {name} (an older version calls it)")
