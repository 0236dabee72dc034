"""The eleven types of step, each a model. Their docstrings and descriptions are also the reference for authors."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from flows_app.flow_language.base import DottedName, Expression, LanguageModel, Name, Target
from flows_app.flow_language.options import Options
from flows_app.flow_language.texts import OneText, Text
from flows_app.limits import (
    ACTION_RETRIES_AT_MOST,
    ACTION_SECONDS,
    ACTION_SECONDS_AT_MOST,
    ITERATIONS_PER_LOOP,
    STEP_NOTE_LENGTH,
    STEPS_PER_TURN,
)


class StepBase(LanguageModel):
    name: Name
    when: Expression | None = Field(default=None, description="The step is passed over unless this condition holds.")
    next: Target | None = Field(default=None, description="Where to go from here; the step below if empty, or `end`.")
    metadata: dict[str, Any] = Field(default_factory=dict, description="Handed to clients with what the step sends.")
    # Left out where there is none: definitions from before notes existed keep their checksum.
    note: Annotated[str, Field(min_length=1, max_length=STEP_NOTE_LENGTH)] | None = Field(
        default=None,
        exclude_if=lambda note: note is None,
        description="For authors: kept and exported with the flow, never shown to users, clients or language models.",
    )


class SayStep(StepBase):
    """Sends a message and goes on."""

    type: Literal["say"] = "say"
    message: Text
    wait_for_ack: bool = Field(default=False, description="Goes on only when the user has acknowledged it.")
    options: Options = Field(default=(), description="Quick replies shown with it.")


class CollectStep(StepBase):
    """Fills one slot; asks only if it is empty."""

    type: Literal["collect"] = "collect"
    slot: Name
    message: Text | None = Field(default=None, description="The question; the slot's own prompt if empty.")
    options: Options = Field(default=(), description="Quick replies; a choice slot offers its choices by itself.")
    reask: Text | None = Field(default=None, description="The question from the second time on.")
    max_attempts: int | None = Field(
        default=None, ge=1, le=20, description="After so many refused values: `on_invalid`."
    )
    on_invalid: Target | None = Field(default=None, description="Where to go then; the flow is cancelled if empty.")
    always_ask: bool = Field(default=False, description="Asks even if the slot is filled.")

    @model_validator(mode="after")
    def _invalid_needs_a_limit(self) -> "CollectStep":
        if self.on_invalid and self.max_attempts is None:
            raise ValueError("`on_invalid` is reached only with `max_attempts`: fill that in too.")
        return self


class ConfirmStep(StepBase):
    """A gate: what follows runs only after the user has agreed to what this step showed."""

    type: Literal["confirm"] = "confirm"
    message: Text
    options: Options = Field(default=(), description="Yes and no if empty.")
    on_deny: Target | None = Field(default=None, description="Where a “no” leads; the flow is cancelled if empty.")
    slot: Name | None = Field(default=None, description="A boolean slot that holds the outcome.")


class ActionStep(StepBase):
    """Calls an action of a plugin, or an HTTP action."""

    type: Literal["action"] = "action"
    call: DottedName
    inputs: dict[Name, Expression] = Field(
        default_factory=dict, description="Input to expression; inputs left out take the slot of the same name."
    )
    outputs: dict[OneText, Name] = Field(
        default_factory=dict, description="Result key to slot; a result is kept only if it is named here."
    )
    timeout: float = Field(default=ACTION_SECONDS, gt=0, le=ACTION_SECONDS_AT_MOST, description="Seconds.")
    retry: int = Field(default=0, ge=0, le=ACTION_RETRIES_AT_MOST, description="Of an idempotent action only.")
    on_error: Target | None = Field(default=None, description="Where a failure leads; the flow is stopped if empty.")


class SetStep(StepBase):
    """Computes slots, all from the values that they had before the step."""

    type: Literal["set"] = "set"
    values: dict[Name, Expression] = Field(default_factory=dict, description="What each slot gets.")
    clear: tuple[Name, ...] = Field(default=(), description="Slots to empty.")

    @model_validator(mode="after")
    def _does_something(self) -> "SetStep":
        if not self.values and not self.clear:
            raise ValueError("It has nothing to do yet: fill in `values` or `clear`.")
        return self


class Case(LanguageModel):
    """One way on from a branch: a condition (or a value of the branch's slot), and where it leads."""

    when: Expression | None = Field(default=None, description="Taken if this holds and no case above did.")
    value: Any = Field(default=None, description="Taken if the branch's slot holds this.")
    next: Target | None = Field(default=None, description="The step to go to.")
    steps: tuple["Step", ...] = Field(default=(), description="Or steps of its own, which rejoin after the branch.")

    @model_validator(mode="after")
    def _one_test_one_way(self) -> "Case":
        if self.when is None and self.value is None:
            raise ValueError("Its condition is missing: write when this case is taken.")
        if self.when is not None and self.value is not None:
            raise ValueError("A case has a condition or a value, not both.")
        if self.next and self.steps:
            raise ValueError("A case leads to a step or has steps of its own, not both.")
        return self


class Default(LanguageModel):
    """Where a branch leads if no case is taken; on to the step below it if neither is given."""

    next: Target | None = None
    steps: tuple["Step", ...] = ()

    @model_validator(mode="after")
    def _one_way(self) -> "Default":
        if self.next and self.steps:
            raise ValueError("It leads to a step or has steps of its own, not both.")
        return self


class BranchStep(StepBase):
    """Chooses the first case that holds."""

    type: Literal["branch"] = "branch"
    slot: Name | None = Field(default=None, description="The slot that cases with a value look at.")
    cases: Annotated[tuple[Case, ...], Field(min_length=1)]
    default: Default | None = Field(default=None, description="Taken if no case is.")

    @model_validator(mode="after")
    def _values_need_a_slot(self) -> "BranchStep":
        if self.slot is None and any(case.value is not None for case in self.cases):
            raise ValueError("A case with a value needs a slot to look at: choose one under `slot`.")
        return self


class WhileStep(StepBase):
    """Repeats its steps while the condition holds. Slots collected inside are empty at each round's start."""

    type: Literal["while"] = "while"
    condition: Expression
    steps: Annotated[tuple["Step", ...], Field(min_length=1)]
    max_iterations: int = Field(default=ITERATIONS_PER_LOOP, ge=1, le=STEPS_PER_TURN)


class CallStep(StepBase):
    """Runs another flow and comes back."""

    type: Literal["call"] = "call"
    flow: Name
    inputs: dict[Name, Expression] = Field(default_factory=dict, description="Input of that flow to expression.")
    outputs: dict[Name, Name] = Field(default_factory=dict, description="Output of that flow to slot of this one.")


class LinkStep(StepBase):
    """Ends this flow and goes on in another."""

    type: Literal["link"] = "link"
    flow: Name
    inputs: dict[Name, Expression] = Field(default_factory=dict, description="Input of that flow to expression.")


class GenerateStep(StepBase):
    """A language model writes a reply from an instruction and named slots."""

    type: Literal["generate"] = "generate"
    instruction: OneText
    context: tuple[Name, ...] = Field(default=(), description="Slots that the model gets to see.")
    slot: Name | None = Field(default=None, description="A text slot for what it wrote, in place of a message.")
    fallback: Text = Field(description="Said if there is no model, or it fails.")


class HandoffStep(StepBase):
    """Gives the conversation to a person."""

    type: Literal["handoff"] = "handoff"
    message: Text | None = Field(default=None, description="Said to the user first.")
    queue: Name | None = Field(default=None, description="Whom to give it to.")


Step = Annotated[
    SayStep
    | CollectStep
    | ConfirmStep
    | ActionStep
    | SetStep
    | BranchStep
    | WhileStep
    | CallStep
    | LinkStep
    | GenerateStep
    | HandoffStep,
    Field(discriminator="type"),
]

STEP_TYPES: dict[str, type[StepBase]] = {
    "say": SayStep,
    "collect": CollectStep,
    "confirm": ConfirmStep,
    "action": ActionStep,
    "set": SetStep,
    "branch": BranchStep,
    "while": WhileStep,
    "call": CallStep,
    "link": LinkStep,
    "generate": GenerateStep,
    "handoff": HandoffStep,
}

for _model in (Case, Default, BranchStep, WhileStep):
    _model.model_rebuild()


def nested_lists(step: "Step") -> Iterator[tuple[str, tuple["Step", ...]]]:
    """A step's own lists of steps, each with the case it belongs to: a number, `default`, or nothing in a loop."""
    if isinstance(step, BranchStep):
        for number, case in enumerate(step.cases):
            yield str(number), case.steps
        if step.default:
            yield "default", step.default.steps
    elif isinstance(step, WhileStep):
        yield "", step.steps


def walk(steps: tuple["Step", ...]) -> Iterator["Step"]:
    """Every step in reading order, nested ones behind the step that holds them."""
    for step in steps:
        yield step
        for _, nested in nested_lists(step):
            yield from walk(nested)
