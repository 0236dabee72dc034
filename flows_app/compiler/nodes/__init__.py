"""One module a type of step. A new type registers its maker here and needs no change elsewhere."""

from collections.abc import Awaitable, Callable
from typing import Any

from langgraph.types import Command

from flows_app.compiler.nodes.collect import collect_node
from flows_app.compiler.nodes.say import say_node
from flows_app.compiler.routes import Routes
from flows_app.compiler.state import FlowState
from flows_app.language import Step

StepNode = Callable[[FlowState], Awaitable[Command[str]]]

MAKERS: dict[str, Callable[[Any, Routes], StepNode]] = {
    "say": say_node,
    "collect": collect_node,
}


def make_node(step: Step, routes: Routes) -> StepNode:
    return MAKERS[step.type](step, routes)
