"""A flow as a file, out and in. Nothing is stored: the author's document changes, and they save it or not."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext

from flows_app.drafts.empty_rows import without_empty_rows
from flows_app.drafts.taking_apart import Written
from flows_app.drawing import mermaid
from flows_app.editor.standing import standing_of
from flows_app.exchange.merging import merge
from flows_app.exchange.shape import normalised
from flows_app.flow_language.flow import LANGUAGE_VERSION
from flows_app.models import Flow
from flows_app.soni_framework import is_soni_framework, translate
from flows_app.yaml_text.nodes import Fields, Items, Node, place_at, plain
from flows_app.yaml_text.parsing import parse
from flows_app.yaml_text.places import ImportRefused, Place, Problem, Remarks
from flows_app.yaml_text.writing import as_yaml, in_reading_order

FILE = "the file"


class CannotBeDrawn(ValueError):
    """A drawing needs a definition; the findings say what to mend."""


@dataclass(frozen=True)
class FileOfFlow:
    """Result of reading a file: the flow as it is written there, and remarks for the author."""

    document: Written
    notes: tuple[str, ...] = ()


def flow_as_yaml(document: Written) -> str:
    filled = without_empty_rows(document)
    kept = {key: value for key, value in filled.items() if key != "bot_slots" and value not in ("", [], {}, None)}
    return as_yaml(in_reading_order(kept))


def flow_as_mermaid(flow: Flow, document: Written) -> str:
    standing = standing_of(flow, document)
    if standing.reading.definition is None:
        raise CannotBeDrawn("Mend what is marked first: a flow that is not whole can't be drawn.")
    return mermaid(standing.reading.definition)


def read_flow(text: str, language_version: int = LANGUAGE_VERSION) -> FileOfFlow:
    """A flow's own file, or a bot's that holds one flow. Raises ImportRefused with all problems at once.

    `language_version` is for a file that doesn't say one: that of the draft which it takes the place of.
    """
    remarks = Remarks()
    documents = parse(FILE, text.encode("utf-8", "surrogatepass"), remarks)
    remarks.stop_at_problems()
    whole = merge(documents, remarks) if documents else Fields(Place(FILE, 1))
    remarks.stop_at_problems()
    flow, notes = _flow_in(whole, remarks)
    remarks.stop_at_problems()
    document = {"language_version": language_version, **plain(flow)}
    return FileOfFlow(document, (*notes, *(_told(notice) for notice in sorted(remarks.notices))))


def _flow_in(whole: Fields, remarks: Remarks) -> tuple[Fields, list[str]]:
    if "flows" not in whole.fields:
        if "steps" not in whole.fields:
            raise ImportRefused([Problem(whole.place, gettext("There is no flow in it: a flow has a name and steps."))])
        alone = Fields(whole.place)
        alone.put("flows", Items(whole.place, [whole]), whole.place)
        return _only_flow(normalised(alone, remarks)), []
    bot = normalised(translate(whole, remarks) if is_soni_framework(whole) else whole, remarks)
    return _only_flow(bot), _notes_on(bot)


def _only_flow(bot: Fields) -> Fields:
    flows = bot.fields["flows"]
    found: list[Node] = flows.items if isinstance(flows, Items) else []
    if len(found) != 1 or not isinstance(found[0], Fields):
        sentence = gettext("There are {count} flows in it: take a file with one, or import it as a whole bot.").format(
            count=len(found)
        )
        raise ImportRefused([Problem(place_at(bot, ("flows",)), sentence)])
    return found[0]


def _notes_on(bot: Fields) -> list[str]:
    """Remarks on the parts of a bot's file beside the flow."""
    left_out = [key for key in ("slots", "http_actions", "settings", "tests") if key in bot.fields]
    if not left_out:
        return []
    return [
        gettext("Only the flow was taken; what the file says of the bot's {parts} was left out.").format(
            parts=", ".join(left_out)
        )
    ]


def _told(notice: Problem) -> str:
    return gettext("Line {number}: {problem}").format(number=notice.place.line, problem=notice.sentence)


def file_name(document: Written, ending: str) -> str:
    """Makes a file name of letters that every system takes."""
    name: Any = document.get("name")
    kept = "".join(one for one in name if one.isascii() and (one.isalnum() or one in "_-")) if _is_text(name) else ""
    return f"{kept[:64] or 'flow'}.{ending}"


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
