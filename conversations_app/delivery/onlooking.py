"""Frames for staff, who look on and are not the user: what shows the value of a sensitive slot is masked."""

from collections.abc import Mapping
from typing import Any

from flows_app.masking import masked_leaves, masked_text


def masked_message(message: Mapping[str, Any]) -> dict[str, Any]:
    """Masks a message, as clients see it, if it is sensitive."""
    if not message.get("sensitive"):
        return dict(message)
    masked = {**message, "text": masked_text(message["text"], sensitive=True)}
    masked.pop("html", None)
    return masked | {name: masked_leaves(message[name]) for name in ("options", "metadata") if name in message}


def masked_question(task: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Masks the open question, as clients see it, if it is sensitive."""
    if not task or not task.get("sensitive"):
        return dict(task) if task else None
    masked = {**task, "prompt": masked_text(task["prompt"], sensitive=True)}
    return masked | {name: masked_leaves(task[name]) for name in ("options", "metadata") if name in task}


def masked_frame(frame: Mapping[str, Any]) -> dict[str, Any]:
    """Masks the message and the open question of a frame, or of a conversation as clients see it."""
    masked = dict(frame)
    if "message" in frame:
        masked["message"] = masked_message(frame["message"])
    if "pending" in frame:
        masked["pending"] = masked_question(frame["pending"])
    return masked
