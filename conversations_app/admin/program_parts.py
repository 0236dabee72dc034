"""A program as people read it: what the language model is told, and what it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from conversations_app.models import NLUProgram
from conversations_app.understanding.evaluating.wording import in_a_line

_TITLES = {"understanding": _("Understanding"), "extraction": _("Values of a flow that is started")}


@dataclass(frozen=True)
class Demonstration:
    said: str
    # The flow that is under way, or that is started.
    flow: str
    asked: str
    means: str


@dataclass(frozen=True)
class Part:
    """One of the two; what an optimiser has left alone has no instructions here."""

    title: str
    instructions: str
    demonstrations: tuple[Demonstration, ...]


def parts_of(program: NLUProgram) -> list[Part]:
    return [_part(str(title), program.states.get(name)) for name, title in _TITLES.items()]


def parts_shown(program: NLUProgram) -> str:
    return render_to_string("admin/conversations_app/nluprogram/parts.html", {"parts": parts_of(program)})


def _part(title: str, state: Mapping[str, Any] | None) -> Part:
    if state is None:
        return Part(title, "", ())
    predict = state["predict"]
    return Part(title, predict["signature"]["instructions"], tuple(map(_demonstration, predict["demos"])))


def _demonstration(demo: Mapping[str, Any]) -> Demonstration:
    if "found" in demo:
        values = ", ".join(f"{one['slot']} = {one['value']}" for one in demo["found"])
        return Demonstration(demo["message"]["text"], demo["flow"]["name"], "", values or gettext("nothing"))
    stack, question = demo.get("stack") or (), demo.get("question") or {}
    return Demonstration(
        said=demo["message"]["text"],
        flow=stack[-1]["flow"] if stack else "",
        asked=question.get("expects", {}).get("name") or question.get("type", ""),
        means=in_a_line(demo["commands"]),
    )
