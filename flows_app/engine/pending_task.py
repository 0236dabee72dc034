"""Pending tasks: what a step wants from, or tells, the user. Steps return these; only the human input gate
interrupts."""

from typing import Any, Literal, NotRequired, TypedDict, TypeVar

from flows_app.flow_language import Wording


class CollectTask(TypedDict):
    """Asks for the value of a slot."""

    type: Literal["collect"]
    prompt: str
    slot: str
    # How an answer can be entered, as in `SlotType.hints`.
    input: NotRequired[dict[str, Any]]
    # Whether the answer is the value of a sensitive slot.
    secret_answer: NotRequired[bool]
    options: NotRequired[list[dict[str, Any]]]
    metadata: NotRequired[dict[str, Any]]
    # Where its Markdown has values, as in a Wording; if it is missing, the prompt is plain.
    plain_parts: NotRequired[list[list[int]]]
    # Whether it shows the value of a sensitive slot.
    sensitive: NotRequired[bool]
    key: NotRequired[str]
    asked_by: NotRequired[list[str]]


class ConfirmTask(TypedDict):
    """Asks whether to go on."""

    type: Literal["confirm"]
    prompt: str
    options: list[dict[str, Any]]
    metadata: NotRequired[dict[str, Any]]
    # Where its Markdown has values, as in a Wording; if it is missing, the prompt is plain.
    plain_parts: NotRequired[list[list[int]]]
    # Whether it shows the value of a sensitive slot.
    sensitive: NotRequired[bool]
    key: NotRequired[str]
    asked_by: NotRequired[list[str]]


class InformTask(TypedDict):
    """Tells something, and pauses only if the user has to acknowledge it."""

    type: Literal["inform"]
    prompt: str
    wait_for_ack: NotRequired[bool]
    options: NotRequired[list[dict[str, Any]]]
    metadata: NotRequired[dict[str, Any]]
    # Where its Markdown has values, as in a Wording; if it is missing, the prompt is plain.
    plain_parts: NotRequired[list[list[int]]]
    # Whether it shows the value of a sensitive slot.
    sensitive: NotRequired[bool]
    key: NotRequired[str]
    asked_by: NotRequired[list[str]]


PendingTask = CollectTask | ConfirmTask | InformTask
Task = TypeVar("Task", CollectTask, ConfirmTask, InformTask)


def collect(
    prompt: Wording | str,
    slot: str,
    *,
    options: list[dict[str, Any]] | None = None,
    metadata: dict[str, Any] | None = None,
) -> CollectTask:
    task = _worded(CollectTask(type="collect", prompt="", slot=slot), prompt)
    if options:
        task["options"] = options
    if metadata:
        task["metadata"] = metadata
    return task


def confirm(
    prompt: Wording | str, options: list[dict[str, Any]], *, metadata: dict[str, Any] | None = None
) -> ConfirmTask:
    task = _worded(ConfirmTask(type="confirm", prompt="", options=options), prompt)
    if metadata:
        task["metadata"] = metadata
    return task


def inform(
    prompt: Wording | str,
    *,
    wait_for_ack: bool = False,
    options: list[dict[str, Any]] | None = None,
    metadata: dict[str, Any] | None = None,
) -> InformTask:
    task = _worded(InformTask(type="inform", prompt=""), prompt)
    if wait_for_ack:
        task["wait_for_ack"] = True
    if options:
        task["options"] = options
    if metadata:
        task["metadata"] = metadata
    return task


def _worded(task: Task, prompt: Wording | str) -> Task:
    wording = prompt if isinstance(prompt, Wording) else Wording(prompt)
    task["prompt"] = wording.text
    if wording.plain_parts is not None:
        task["plain_parts"] = [[start, end] for start, end in wording.plain_parts]
    return task


def marked_sensitive(task: Task, sensitive: bool) -> Task:
    """Marks a task that shows the value of a sensitive slot."""
    if sensitive:
        task["sensitive"] = True
    return task


def requires_input(task: PendingTask) -> bool:
    """Whether the conversation stops here until the user has answered."""
    return task["type"] != "inform" or task.get("wait_for_ack", False)
