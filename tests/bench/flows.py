"""How a turn's cost grows with the length of its flow, and how long publishing a long one takes."""

import statistics
import time
from typing import Any

from flows_app.models import Bot
from flows_app.publishing import PublishFlow
from tests.support.authoring import make_flow
from tests.support.talking import Talk

ROUNDS = 40


def measure() -> None:
    short, _ = _bot(10)
    long, seconds = _bot(1_000)
    print(f"publish and compile 1,000 steps   {seconds:7.2f} s    (bar: under 2)")
    deep = Talk(long)
    for _ in range(252):
        deep.say("Ana")
    times: dict[str, list[float]] = {"short": [], "first": [], "deep": []}
    for _ in range(ROUNDS):
        for name, talk in (("short", Talk(short)), ("first", Talk(long)), ("deep", deep)):
            talk.say("hi")
            times[name].append(_turn_ms(talk))
    base = statistics.median(times["short"])
    print(f"turn in a 10-step flow            {base:7.1f} ms")
    for name, label in (("first", "1,000 steps, at step 1"), ("deep", "1,000 steps, at step 500")):
        print(f"{label:<34}{statistics.median(times[name]) / base:7.2f} x    (bar: at most 1.2)")


def _turn_ms(talk: Talk) -> float:
    started = time.perf_counter()
    talk.say("Ana")
    return (time.perf_counter() - started) * 1000


def _bot(steps: int) -> tuple[Bot, float]:
    bot = Bot.objects.create(name=f"{steps} steps", slug=f"steps-{steps}")
    bot.default_flow = make_flow(bot, [_step(number) for number in range(steps)])
    bot.save()
    started = time.perf_counter()
    PublishFlow(bot.default_flow).execute()
    return bot, time.perf_counter() - started


def _step(number: int) -> dict[str, Any]:
    """A question and an answer in turn; each question is asked, whatever the slot holds."""
    if number % 2:
        return {"type": "say", "name": f"say_{number}", "message": "Hello, {name}!"}
    return {"type": "collect", "name": f"ask_{number}", "slot": "name", "message": "Name?", "always_ask": True}
