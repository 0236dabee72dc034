"""From what a case says of its context to the context that a provider gets."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flows_app.engine import DialogueContext, FlowsOnOffer, FlowUnderWay, OpenQuestion
from flows_app.engine.options import choices_as_options, compile_options, shown
from flows_app.engine.texts import CompiledText
from flows_app.flow_language import Option
from flows_app.flow_language.commands import Affirm, Deny
from flows_app.values import accept
from tests.understanding.utterances.bots import Bot

_YES_AND_NO = (
    Option(label={"en": "Yes", "es": "Sí"}, command=Affirm()),
    Option(label={"en": "No", "es": "No"}, command=Deny()),
)


@dataclass(frozen=True)
class Scene:
    """Where the conversation stands: at the question for a slot, at a confirmation, or nowhere."""

    flow: str
    slot: str
    confirms: bool
    given: Mapping[str, Any]
    # Interrupted flows, the lowest first, each with what it was given.
    below: Mapping[str, Mapping[str, Any]]
    # In place of what the bot would say.
    prompt: str | None
    # Labels of quick replies, each with its command.
    offers: Mapping[str, dict[str, Any]]


def context_of(scene: Scene, bot: Bot, language: str, now: datetime) -> DialogueContext:
    async def flows() -> FlowsOnOffer:
        return bot.on_offer

    stack = [_under_way(bot, flow, given) for flow, given in scene.below.items()]
    if scene.flow:
        stack.append(_under_way(bot, scene.flow, scene.given))
    return DialogueContext(
        language=language,
        now=now,
        stack=tuple(stack),
        question=_question(scene, bot, stack[-1], language) if scene.slot or scene.confirms else None,
        offers=[{"label": label, "value": label, "command": command} for label, command in scene.offers.items()],
        flows=flows,
    )


def _under_way(bot: Bot, name: str, given: Mapping[str, Any]) -> FlowUnderWay:
    slots = {slot.name: slot for slot in sorted(bot.on_offer[name].slots, key=lambda slot: slot.name)}
    values = {slot: accept(slots[slot], value) for slot, value in given.items()}
    return FlowUnderWay(name, bot.flow(name).description, slots, values)


def _question(scene: Scene, bot: Bot, flow: FlowUnderWay, language: str) -> OpenQuestion:
    return _confirmation(scene, bot, flow, language) if scene.confirms else _collecting(scene, bot, flow, language)


def _confirmation(scene: Scene, bot: Bot, flow: FlowUnderWay, language: str) -> OpenQuestion:
    step = bot.confirmation(scene.flow)
    prompt = scene.prompt or CompiledText.of(step.message, flow.slots).render(flow.values, language, "")
    options = shown(compile_options(step.options or _YES_AND_NO, flow.slots), flow.values, language)
    return OpenQuestion("confirm", prompt, options=options)


def _collecting(scene: Scene, bot: Bot, flow: FlowUnderWay, language: str) -> OpenQuestion:
    step, slot = bot.question(scene.flow, scene.slot), flow.slots[scene.slot]
    text = step.message or slot.prompt
    assert text is not None
    prompt = scene.prompt or CompiledText.of(text, flow.slots).render(flow.values, language, "")
    options = shown(
        compile_options(step.options, flow.slots) or choices_as_options(slot, flow.slots), flow.values, language
    )
    return OpenQuestion("collect", prompt, slot, options)
