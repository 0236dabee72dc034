"""Meaning of a message as people write it: commands in the short form of flow tests, as YAML."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.translation import gettext

from flows_app.engine import Commands
from flows_app.exchange import ImportRefused
from flows_app.flow_language.command_words import full_form, one_by_one, short_form
from flows_app.yaml_text.nodes import Items, Node, plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import Place, Problem, Remarks
from flows_app.yaml_text.writing import as_yaml

_NOT_IN_BRACES = re.compile(r"[][{},#|>\n]")


def read_meaning(text: str) -> Commands:
    """A list of commands, or one alone. Raises ImportRefused with all problems at their lines."""
    remarks = Remarks()
    documents = parse("meaning", text.encode("utf-8", "surrogatepass"), remarks)
    remarks.stop_at_problems()
    if len(documents) != 1:
        raise ImportRefused([Problem(Place("meaning", 1), gettext("Write at least one command, such as affirm."))])
    written = documents[0].items if isinstance(documents[0], Items) else documents
    commands = [command for node in written for command in _read(node, remarks)]
    remarks.stop_at_problems()
    return commands


def written_meaning(commands: Sequence[Mapping[str, Any]]) -> str:
    return "".join(_line(short_form(command)) for command in commands)


def _read(node: Node, remarks: Remarks) -> Commands:
    try:
        return [full_form(one) for one in one_by_one(plain(node))]
    except ValueError as refused:
        remarks.problem(node.place, str(refused))
        return []


def _line(short: Any) -> str:
    """Each with a dash of its own, so that another is easily added."""
    if isinstance(short, str):
        return f"- {short}\n"
    ((kind, given), *more) = short.items()
    inside = as_yaml(given).rstrip("\n") if isinstance(given, dict) and not more else ""
    # In braces some characters would need quotes that they do not need elsewhere.
    if inside and not _NOT_IN_BRACES.search(inside):
        return f"- {kind}: {{{inside}}}\n"
    return as_yaml(cast(dict[str, Any], [short]))
