"""One step of a simulated run: from what the author did to what came of it."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from conversations_app.dialogue.nodes.nlu import UNDERSTOOD_BY_ITSELF
from conversations_app.flow_tests import BotUnderTest, RehearsedTurn
from conversations_app.flow_tests.outcomes import outcome_as_written
from conversations_app.flow_tests.rehearsal import NotNow
from conversations_app.simulator.actions import RealActions, SimulatedActions
from conversations_app.simulator.answers import standing_as_json, turn_as_json
from conversations_app.simulator.bots import bot_with, spoken_language
from conversations_app.simulator.deeds import Deed, Happen, PressAt, Say, SetSlots, StartAt
from conversations_app.simulator.refusals import FORBIDDEN, SimulationRefused
from conversations_app.simulator.runs import Run, SimulatedTurn, check_room, opened, sealed
from conversations_app.simulator.simulation import Simulation
from flows_app.audit import record
from flows_app.editor.simulating import why_not_by_model, why_not_really
from flows_app.flow_language import ActionStub, FlowDefinition
from flows_app.models import Flow
from flows_app.rights import Person, Right, require

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class TurnRequest:
    """The browser's request, read."""

    document: Any
    deed: Deed
    # The deed as it was sent.
    written: dict[str, Any]
    run: str | None = None
    really: bool = False
    stubs: Mapping[str, ActionStub] = field(default_factory=dict)
    language: Any = None


@dataclass(frozen=True)
class Advanced:
    """A run that has gone on by one deed."""

    run: Run
    simulation: Simulation
    # None if no turn was run.
    turn: RehearsedTurn | None


def simulate(flow: Flow, request: TurnRequest, *, user: Person) -> dict[str, Any]:
    """Raises SimulationRefused: then the run that was sent still stands. Only if the turn itself has crashed, real
    actions may have done something before; the refusal and the log tell which.

    Messages of people who may not write are understood without the bot's language model.
    """
    require(user, Right.PUBLISH if request.really else Right.VIEW, flow.bot)
    if request.really and (reason := why_not_really(user, flow.bot)):
        raise SimulationRefused("only_pretended", reason, status=FORBIDDEN)
    without_model = why_not_by_model(user, flow.bot)
    bot = bot_with(flow, request.document)
    if without_model:
        bot = bot.without_language_model()
    definition = bot.flows.numbered(flow.pk)
    assert definition is not None  # noqa: S101  it would have been refused
    user_id = user.pk if user else None
    run = _run(request, bot, user_id, flow)
    actions = RealActions(bot, run, bot_id=flow.bot_id) if request.really else SimulatedActions(bot, request.stubs)
    try:
        advanced = advance(run, bot, actions, request, flow.pk)
    finally:
        if actions.begun:
            record(user, flow.bot, "ran actions for real in the simulator of", flow, actions=list(actions.begun))
    return {
        "run": sealed(advanced.run, user_id=user_id, flow_id=flow.pk),
        **turn_as_json(advanced.turn, advanced.simulation, definition.name),
        **standing_as_json(advanced.simulation, bot),
        # Flows that the run goes without, because something is to be mended in them.
        "left_out": sorted(bot.broken),
        # Why the bot's language model was not asked, if it should have been.
        "without_model": without_model,
    }


def advance(run: Run, bot: BotUnderTest, actions: SimulatedActions, request: TurnRequest, flow_pk: int) -> Advanced:
    simulation = Simulation(bot, run, actions)
    turn = _acted(request.deed, simulation, actions, flow_pk)
    noted = _noted(request, turn)
    by_hand = isinstance(request.deed, SetSlots)
    if isinstance(request.deed, StartAt):
        definition = bot.flows.compiled(flow_pk).definition
        by_hand = not _is_the_beginning(request.deed, definition)
        noted = tuple(replace(one, **_started_by_a_user(definition)) for one in noted)
    return Advanced(run.after(simulation.memory(), *noted, by_hand=by_hand), simulation, turn)


def _is_the_beginning(deed: StartAt, definition: FlowDefinition) -> bool:
    """Where everybody comes who starts the flow: at its first step, with nothing filled."""
    return deed.step == definition.steps[0].name and all(value is None for value in deed.slots.values())


def _started_by_a_user(definition: FlowDefinition) -> dict[str, Any]:
    """Words of a test in place of the author's step."""
    plain = (example for example in definition.triggers if "{" not in example)
    said = next(plain, definition.name.replace("_", " "))
    return {"deed": {"user": said}, "commands": [{"type": "start_flow", "flow": definition.name}]}


def _run(request: TurnRequest, bot: BotUnderTest, user_id: int | None, flow: Flow) -> Run:
    """Starting at a step starts anew."""
    if request.run is None or isinstance(request.deed, StartAt):
        return Run.begin(spoken_language(bot, request.language))
    run = opened(request.run, user_id=user_id, flow_id=flow.pk)
    # Before anything is done: what can't be kept afterwards must not have happened.
    check_room(run, request.run)
    return run


def _acted(deed: Deed, simulation: Simulation, actions: SimulatedActions, flow_pk: int) -> RehearsedTurn | None:
    """None if no turn was run."""
    try:
        return _act(deed, simulation, flow_pk)
    except SimulationRefused:
        raise
    except NotNow as impossible:
        raise SimulationRefused("not_now", str(impossible)) from None
    except Exception as crashed:
        logger.exception("A simulated turn of flow %s has crashed.", flow_pk)
        told = f"The turn has crashed: {type(crashed).__name__}. In a conversation the user would be told so."
        if actions.begun:
            told += f" Before that it ran for real: {', '.join(actions.begun)}. To repeat the turn runs them again."
        raise SimulationRefused("turn_failed", told) from crashed


def _act(deed: Deed, simulation: Simulation, flow_pk: int) -> RehearsedTurn | None:
    match deed:
        case Say():
            return simulation.say(deed.text, deed.commands)
        case PressAt():
            return simulation.press_at(deed.value, deed.reply_to)
        case Happen():
            return simulation.happen(deed.event)
        case StartAt():
            return simulation.start_at(flow_pk, deed.step, deed.slots)
        case SetSlots():
            simulation.set_slots(deed.slots, deed.flow)
            return None


def _noted(request: TurnRequest, turn: RehearsedTurn | None) -> tuple[SimulatedTurn, ...]:
    if turn is None:
        return ()
    understanding = turn.understanding
    # A button carries its command, so that nothing has to be understood, in a test neither.
    recognised = understanding if understanding and understanding.provider not in UNDERSTOOD_BY_ITSELF else None
    return (
        SimulatedTurn(
            deed=request.written,
            commands=recognised.commands if recognised else None,
            replies=[reply.text for reply in turn.replies],
            calls=[{"action": call.action, "outcome": outcome_as_written(call.outcome)} for call in turn.calls],
        ),
    )
