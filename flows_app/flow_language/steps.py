"""The types of step, each a model: its fields, and what the editor shows of it. Docstrings and descriptions are also
the reference for authors. Plugins add types of their own (`flows_app.step_types.step_type`)."""

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Union

from django.utils.translation import gettext
from pydantic import Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from flows_app.flow_language.base import DottedName, Expression, LanguageModel, Name, Target
from flows_app.flow_language.forms import card, fields_of_kind, shown
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
from flows_app.registry import registry


class StepBase(LanguageModel):
    name: Name = Field(json_schema_extra=shown("Name"))
    when: Expression | None = Field(
        default=None,
        description="The step is passed over unless this condition holds.",
        json_schema_extra=shown("Only if"),
    )
    next: Target | None = Field(
        default=None,
        description="Where to go from here; the step below if empty, or `end`.",
        json_schema_extra=shown("Then go to", help="Leave empty to go on with the step below."),
    )
    metadata: dict[str, Any] = Field(
        default_factory=dict,
        description="Handed to clients with what the step sends.",
        json_schema_extra=shown("Extra data for clients"),
    )
    # Left out where there is none: definitions from before notes existed keep their checksum.
    note: Annotated[str, Field(min_length=1, max_length=STEP_NOTE_LENGTH)] | None = Field(
        default=None,
        exclude_if=lambda note: note is None,
        description="For authors: kept and exported with the flow, never shown to users, clients or language models.",
        json_schema_extra=shown(
            "Note", "long_text", help="For you and your colleagues: users, clients and language models never see it."
        ),
    )
    if TYPE_CHECKING:
        type: str

    # Whether what follows runs only after the user has agreed.
    is_gate: ClassVar[bool] = False

    @property
    def waits(self) -> bool:
        """Whether the flow stays here until somebody does something."""
        return False


class _AnyStep:
    """A step of any type that is known when it is read: plugins may register theirs after the models are made."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(read_step)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """A stand-in; `flows_app.reference.schema` puts the types in its place."""
        return dict(ANY_STEP)


ANY_STEP = {"type": "object", "title": "step"}
Step = Annotated[StepBase, _AnyStep()]


def read_step(written: Any) -> StepBase:
    """Raises ValidationError."""
    return _reader(tuple(STEP_TYPES.values())).validate_python(written)


@cache
def _reader(models: tuple[type[StepBase], ...]) -> TypeAdapter[StepBase]:
    return TypeAdapter(Annotated[Union[models], Field(discriminator="type")])  # type: ignore[arg-type]  # noqa: UP007


class SayStep(StepBase):
    """Sends a message and goes on."""

    model_config = card(
        "Say",
        "Send a message and go on",
        icon="speech",
        colour="blue",
        outline="speech",
        main=("message", "options"),
        summary=("[message]",),
        in_graph=("[message]",),
        begins_flows=True,
    )

    type: Literal["say"] = "say"
    message: Text = Field(json_schema_extra=shown("Message", help="What the bot says; {slot} puts a value in."))
    wait_for_ack: bool = Field(
        default=False,
        description="Goes on only when the user has acknowledged it.",
        json_schema_extra=shown("Wait until the user has seen it"),
    )
    options: Options = Field(
        default=(),
        description="Quick replies shown with it.",
        json_schema_extra=shown("Quick replies", "options"),
    )

    @property
    def waits(self) -> bool:
        return self.wait_for_ack


class CollectStep(StepBase):
    """Fills one slot; asks only if it is empty."""

    model_config = card(
        "Ask",
        "Ask a question and keep the answer in a slot",
        name="ask",
        named_after="ask_[slot]",
        icon="question",
        colour="violet",
        outline="slanted",
        main=("slot", "message", "options"),
        summary=("{[slot]}", "[message]"),
        in_graph=("[message]", "[slot]"),
        ways={"on_invalid": "too many attempts"},
        begins_flows=True,
    )

    type: Literal["collect"] = "collect"
    slot: Name = Field(json_schema_extra=shown("Slot to fill", "slot", use="asks"))
    message: Text | None = Field(
        default=None,
        description="The question; the slot's own prompt if empty.",
        json_schema_extra=shown("Question", help="What the bot asks; if empty, it asks the question of the slot."),
    )
    options: Options = Field(
        default=(),
        description="Quick replies; a choice slot offers its choices by itself.",
        json_schema_extra=shown("Quick replies", "options"),
    )
    reask: Text | None = Field(
        default=None,
        description="The question from the second time on.",
        json_schema_extra=shown("Question when asked again"),
    )
    max_attempts: int | None = Field(
        default=None,
        ge=1,
        le=20,
        description="After so many refused values: `on_invalid`.",
        json_schema_extra=shown("Attempts at most"),
    )
    on_invalid: Target | None = Field(
        default=None,
        description="Where to go then; the flow is cancelled if empty.",
        json_schema_extra=shown(
            "After too many attempts go to",
            help="Left empty, the flow is cancelled.",
            ends="max_attempts",
            edge="trouble",
        ),
    )
    always_ask: bool = Field(
        default=False,
        description="Asks even if the slot is filled.",
        json_schema_extra=shown("Ask even if the slot is filled"),
    )

    @property
    def waits(self) -> bool:
        return True

    @model_validator(mode="after")
    def _invalid_needs_a_limit(self) -> "CollectStep":
        if self.on_invalid and self.max_attempts is None:
            raise ValueError(gettext("`on_invalid` is reached only with `max_attempts`: fill that in too."))
        return self


class ConfirmStep(StepBase):
    """A gate: what follows runs only after the user has agreed to what this step showed."""

    model_config = card(
        "Confirm",
        "Go on only after the user has agreed",
        icon="shield",
        colour="green",
        outline="hexagon",
        main=("message", "on_deny"),
        summary=("[message]",),
        in_graph=("[message]",),
        ways={"next": "yes", "on_deny": "no"},
    )
    is_gate = True

    type: Literal["confirm"] = "confirm"
    message: Text = Field(
        json_schema_extra=shown("What the user agrees to", help="Shown before the question; {slot} puts a value in.")
    )
    options: Options = Field(
        default=(), description="Yes and no if empty.", json_schema_extra=shown("Answers", "options")
    )
    on_deny: Target | None = Field(
        default=None,
        description="Where a “no” leads; the flow is cancelled if empty.",
        json_schema_extra=shown(
            "If the user says no, go to", help="Left empty, the flow is cancelled.", ends=True, edge="trouble"
        ),
    )
    slot: Name | None = Field(
        default=None,
        description="A boolean slot that holds the outcome.",
        json_schema_extra=shown("Keep the answer in", "slot", slot_type="boolean"),
    )

    @property
    def waits(self) -> bool:
        return True


class ActionStep(StepBase):
    """Calls an action of a plugin, or an HTTP action."""

    model_config = card(
        "Action",
        "Do something in another system",
        named_after="[call]",
        icon="bolt",
        colour="orange",
        outline="barred",
        main=("call", "inputs", "outputs", "on_error"),
        summary=("[call]", "if it fails: [on_error]"),
        in_graph=("[call]",),
        ways={"on_error": "on error"},
        begins_flows=True,
    )

    type: Literal["action"] = "action"
    call: DottedName = Field(json_schema_extra=shown("Action", "action"))
    inputs: dict[Name, Expression] = Field(
        default_factory=dict,
        description="Input to expression; inputs left out take the slot of the same name.",
        json_schema_extra=shown("What it gets", "inputs", help="Left empty, an input takes the slot of its name."),
    )
    outputs: dict[OneText, Name] = Field(
        default_factory=dict,
        description="Result key to slot; a result is kept only if it is named here.",
        json_schema_extra=shown(
            "What to keep of its result", "outputs", help="Each result goes into a slot; what has none is not kept."
        ),
    )
    timeout: float = Field(
        default=ACTION_SECONDS,
        gt=0,
        le=ACTION_SECONDS_AT_MOST,
        description="Seconds.",
        json_schema_extra=shown("Seconds to wait at most"),
    )
    retry: int = Field(
        default=0,
        ge=0,
        le=ACTION_RETRIES_AT_MOST,
        description="Of an idempotent action only.",
        json_schema_extra=shown("Tries again if it fails"),
    )
    on_error: Target | None = Field(
        default=None,
        description="Where a failure leads; the flow is stopped if empty.",
        json_schema_extra=shown(
            "If it fails, go to", help="Left empty, the flow is stopped.", ends=True, edge="trouble"
        ),
    )


class SetStep(StepBase):
    """Computes slots, all from the values that they had before the step."""

    model_config = card(
        "Set",
        "Compute slots, or empty them",
        icon="equals",
        colour="grey",
        main=("values", "clear"),
        summary=("[values]", "empties [clear]"),
        in_graph=("[values], clear [clear]", "[values]", "clear [clear]"),
    )

    type: Literal["set"] = "set"
    values: dict[Name, Expression] = Field(
        default_factory=dict,
        description="What each slot gets.",
        json_schema_extra=shown("Set slots", "slot_expressions"),
    )
    clear: tuple[Name, ...] = Field(
        default=(),
        description="Slots to empty.",
        json_schema_extra=shown("Empty these slots", "slot_list", use="empties"),
    )

    @model_validator(mode="after")
    def _does_something(self) -> "SetStep":
        if not self.values and not self.clear:
            raise ValueError(gettext("It has nothing to do yet: fill in `values` or `clear`."))
        return self


class Case(LanguageModel):
    """One way on from a branch: a condition (or a value of the branch's slot), and where it leads."""

    when: Expression | None = Field(default=None, description="Taken if this holds and no case above did.")
    value: Any = Field(
        default=None, description="Taken if the branch's slot holds this.", json_schema_extra=shown("Value", "value")
    )
    next: Target | None = Field(default=None, description="The step to go to.")
    steps: tuple[Step, ...] = Field(
        default=(),
        description="Or steps of its own, which rejoin after the branch.",
        json_schema_extra=shown("Steps", "steps"),
    )

    @model_validator(mode="after")
    def _one_test_one_way(self) -> "Case":
        if self.when is None and self.value is None:
            raise ValueError(gettext("Its condition is missing: write when this case is taken."))
        if self.when is not None and self.value is not None:
            raise ValueError(gettext("A case has a condition or a value, not both."))
        if self.next and self.steps:
            raise ValueError(gettext("A case leads to a step or has steps of its own, not both."))
        return self


class Default(LanguageModel):
    """Where a branch leads if no case is taken; on to the step below it if neither is given."""

    next: Target | None = None
    steps: tuple[Step, ...] = Field(default=(), json_schema_extra=shown("Steps", "steps"))

    @model_validator(mode="after")
    def _one_way(self) -> "Default":
        if self.next and self.steps:
            raise ValueError(gettext("It leads to a step or has steps of its own, not both."))
        return self


class BranchStep(StepBase):
    """Chooses the first case that holds."""

    model_config = card(
        "Branch",
        "Choose between ways to go on",
        icon="fork",
        colour="amber",
        outline="diamond",
        summary=("by [slot]", "[cases]"),
        in_graph=("[slot]",),
        ways={"default": "otherwise"},
    )

    type: Literal["branch"] = "branch"
    slot: Name | None = Field(
        default=None,
        description="The slot that cases with a value look at.",
        json_schema_extra=shown(
            "Decide by the value of",
            "slot",
            help="Cases then name values of this slot in place of conditions.",
            use="decides",
        ),
    )
    cases: Annotated[tuple[Case, ...], Field(min_length=1)] = Field(json_schema_extra=shown("Case", "cases"))
    default: Default | None = Field(
        default=None, description="Taken if no case is.", json_schema_extra=shown("Otherwise", "default")
    )

    @model_validator(mode="after")
    def _values_need_a_slot(self) -> "BranchStep":
        if self.slot is None and any(case.value is not None for case in self.cases):
            raise ValueError(gettext("A case with a value needs a slot to look at: choose one under `slot`."))
        return self


class WhileStep(StepBase):
    """Repeats its steps while the condition holds. Slots collected inside are empty at each round's start."""

    model_config = card(
        "Loop",
        "Repeat steps while a condition holds",
        name="loop",
        icon="rounds",
        colour="amber",
        outline="cut_corners",
        main=("condition",),
        summary=("while [condition]", "[steps]"),
        in_graph=("[condition]",),
        ways={"next": "when done", "steps": "each round"},
    )

    type: Literal["while"] = "while"
    condition: Expression = Field(json_schema_extra=shown("Repeat while"))
    steps: Annotated[tuple[Step, ...], Field(min_length=1)] = Field(json_schema_extra=shown("Steps", "steps"))
    max_iterations: int = Field(
        default=ITERATIONS_PER_LOOP, ge=1, le=STEPS_PER_TURN, json_schema_extra=shown("Rounds at most")
    )


class CallStep(StepBase):
    """Runs another flow and comes back."""

    model_config = card(
        "Call a flow",
        "Run another flow and come back",
        named_after="call_[flow]",
        icon="there_and_back",
        colour="teal",
        outline="barred",
        main=("flow", "inputs", "outputs"),
        summary=("[flow]",),
        in_graph=("[flow]",),
    )

    type: Literal["call"] = "call"
    flow: Name = Field(json_schema_extra=shown("Flow", "flow"))
    inputs: dict[Name, Expression] = Field(
        default_factory=dict,
        description="Input of that flow to expression.",
        json_schema_extra=shown("What it gets", "inputs"),
    )
    outputs: dict[Name, Name] = Field(
        default_factory=dict,
        description="Output of that flow to slot of this one.",
        json_schema_extra=shown("What comes back", "outputs"),
    )


class LinkStep(StepBase):
    """Ends this flow and goes on in another."""

    model_config = card(
        "Go to a flow",
        "End here and go on in another flow",
        name="go_on",
        named_after="go_to_[flow]",
        icon="arrow_right",
        colour="teal",
        outline="arrow",
        main=("flow", "inputs"),
        summary=("[flow]",),
        in_graph=("[flow]",),
    )

    type: Literal["link"] = "link"
    flow: Name = Field(json_schema_extra=shown("Flow", "flow", leaves=True))
    inputs: dict[Name, Expression] = Field(
        default_factory=dict,
        description="Input of that flow to expression.",
        json_schema_extra=shown("What it gets", "inputs"),
    )


class GenerateStep(StepBase):
    """A language model writes a reply from an instruction and named slots."""

    model_config = card(
        "Generate",
        "Let a language model write the reply",
        icon="sparkle",
        colour="pink",
        outline="wavy",
        main=("instruction", "fallback", "context"),
        summary=("[instruction]",),
        in_graph=("[instruction]",),
    )

    type: Literal["generate"] = "generate"
    instruction: OneText = Field(json_schema_extra=shown("Instruction to the language model", "template"))
    context: tuple[Name, ...] = Field(
        default=(),
        description="Slots that the model gets to see.",
        json_schema_extra=shown("Slots it may see", "slot_list", use="reads"),
    )
    slot: Name | None = Field(
        default=None,
        description="A text slot for what it wrote, in place of a message.",
        json_schema_extra=shown("Keep the text in", "slot", slot_type="text"),
    )
    fallback: Text = Field(
        description="Said if there is no model, or it fails.", json_schema_extra=shown("Said if there is no model")
    )


class HandoffStep(StepBase):
    """Gives the conversation to a person."""

    model_config = card(
        "Hand over",
        "Give the conversation to a person",
        name="hand_over",
        icon="person",
        colour="brown",
        outline="round",
        main=("message", "queue"),
        summary=("[message]", "to [queue]"),
        in_graph=("[queue]", "[message]"),
    )

    type: Literal["handoff"] = "handoff"
    message: Text | None = Field(
        default=None, description="Said to the user first.", json_schema_extra=shown("Message before it")
    )
    queue: Name | None = Field(default=None, description="Whom to give it to.", json_schema_extra=shown("To whom"))

    @property
    def waits(self) -> bool:
        return True


# In the order of the editor's menu.
STEP_TYPES: dict[str, type[StepBase]] = registry.step_types
STEP_TYPES |= {
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


def nested_lists(step: StepBase) -> Iterator[tuple[str, tuple[StepBase, ...]]]:
    """A step's own lists of steps, each with the case it belongs to: a number, `default`, or nothing in a loop."""
    for field in fields_of_kind(type(step), "steps", "cases", "default"):
        held = getattr(step, field.key)
        if field.kind == "steps":
            yield "", held
        elif field.kind == "cases":
            yield from ((str(number), case.steps) for number, case in enumerate(held))
        elif held:
            yield field.key, held.steps


def walk(steps: tuple[StepBase, ...]) -> Iterator[StepBase]:
    """Every step in reading order, nested ones behind the step that holds them."""
    for step in steps:
        yield step
        for _, nested in nested_lists(step):
            yield from walk(nested)
