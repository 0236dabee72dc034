"""Types of step as a developer adds them: one that asks, one that repeats, one that runs an action."""

from collections.abc import Collection
from typing import Annotated, Any, Literal, cast

from pydantic import Field

from flows_app.registry import action
from flows_app.step_types import (
    ActionDecider,
    ActionOutcome,
    ActionToRun,
    Ask,
    Decider,
    Decision,
    DottedName,
    Expression,
    GoOn,
    Here,
    Leave,
    Name,
    OneText,
    Option,
    RunAction,
    Step,
    StepBase,
    StepParts,
    Target,
    Text,
    card,
    collect,
    computed,
    shown,
    shown_options,
    step_type,
    target_of,
)
from tests.step_types import STAR


class RateStep(StepBase):
    """Asks for one to five stars, and goes another way if they are few."""

    model_config = card(
        "Rate <b>",
        "Ask for stars, and go another way if they are few",
        icon=STAR,
        colour="pink",
        outline="hexagon",
        main=("slot", "message", "on_few"),
        summary=("{[slot]}", "[message]", "at most [few]"),
        in_graph=("[message]",),
        ways={"on_few": "few stars"},
        named_after="rate_[slot]",
    )

    type: Literal["rate"] = "rate"
    message: Text = Field(json_schema_extra=shown("What is rated", help="{slot} puts a value in."))
    slot: Name = Field(json_schema_extra=shown("Keep the stars in", "slot", use="asks", slot_type="integer"))
    few: int = Field(default=2, ge=1, le=5, json_schema_extra=shown("Few are at most"))
    on_few: Target | None = Field(
        default=None, json_schema_extra=shown("If they are few, go to", edge="trouble", help="Left empty, it goes on.")
    )
    colours: tuple[str, ...] = Field(default=(), json_schema_extra={"editor": {"label": "Colours", "kind": "rainbow"}})

    @property
    def waits(self) -> bool:
        return True


@step_type(RateStep)
class Rate(Decider):
    def __init__(self, parts: StepParts):
        self._step = cast(RateStep, parts.step)
        self._text = parts.text(self._step.message)
        self._stars = parts.options([Option(label="★" * stars, value=stars) for stars in range(1, 6)])
        self._following = parts.place.following

    def decide(self, here: Here) -> Decision:
        stars = here.slots.get(self._step.slot)
        if stars is None:
            prompt = self._text.wording(here.slots, here.language, str(here.occasion))
            return Ask(collect(prompt, self._step.slot, options=shown_options(self._stars, here.slots, here.language)))
        is_few = stars <= self._step.few and self._step.on_few
        return GoOn(target_of(self._step.on_few) if is_few else self._following)


class RepeatStep(StepBase):
    """Repeats its steps a number of times."""

    model_config = card(
        "Repeat",
        "Repeat steps a number of times",
        icon="rounds",
        colour="teal",
        main=("times",),
        summary=("[times] times", "[steps]"),
        in_graph=("[times] times",),
        ways={"steps": "each time", "next": "then"},
    )

    type: Literal["repeat"] = "repeat"
    times: int = Field(ge=1, le=10, json_schema_extra=shown("How often"))
    steps: Annotated[tuple[Step, ...], Field(min_length=1)] = Field(json_schema_extra=shown("Steps", "steps"))


@step_type(RepeatStep)
class Repeat(Decider):
    def __init__(self, parts: StepParts):
        self._times = cast(RepeatStep, parts.step).times
        self._place = parts.place

    def decide(self, here: Here) -> Decision:
        if here.round < self._times:
            return GoOn(self._place.first_inside[""], begins_round=True)
        return GoOn(self._place.following, begins_round=False)


class TallyStep(StepBase):
    """Adds to a count that is kept elsewhere, and keeps what that has come to."""

    model_config = card("Tally", "Count something", main=("counter", "by", "keeps"), summary=("[counter]",))

    type: Literal["tally"] = "tally"
    counter: DottedName = Field(json_schema_extra=shown("Counter", "action"))
    by: Expression = Field(default="1", json_schema_extra=shown("Counts", "computed"))
    keeps: dict[OneText, Name] = Field(default_factory=dict, json_schema_extra=shown("What to keep", "outputs"))
    on_failure: Target | None = Field(
        default=None, json_schema_extra=shown("If it can't be counted, go to", ends=True, edge="trouble")
    )


@step_type(TallyStep)
class Tally(ActionDecider):
    def __init__(self, parts: StepParts):
        self._parts, self._step = parts, cast(TallyStep, parts.step)
        self._by = parts.expressions({"by": self._step.by})
        self.action = ActionToRun(self._step.counter, tuple(self._step.keeps))

    def decide(self, here: Here) -> Decision:
        return RunAction(computed(self._by, here))

    def conclude(self, here: Here, outcome: ActionOutcome, slots_taken: Collection[str]) -> GoOn | Leave:
        if outcome.error_type and self._step.on_failure:
            return GoOn(target_of(self._step.on_failure))
        if outcome.error_type:
            return self._parts.failed(outcome.error, tells_values=True)
        kept = {slot: outcome.result.get(key) for key, slot in self._step.keeps.items()}
        return GoOn(self._parts.place.following, kept)


counted: list[int] = []


@action("tally.count", inputs=["by"], outputs=["count"], idempotent=True)
def count(by: int) -> dict[str, Any]:
    counted.append(by)
    return {"count": sum(counted)}
