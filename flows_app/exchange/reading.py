"""Files into the definition of a bot, in our own YAML or in that of the Soni framework."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.utils.text import slugify
from django.utils.translation import gettext

from flows_app.exchange.http_actions import check_actions, notice_missing_secrets
from flows_app.exchange.merging import merge
from flows_app.exchange.shape import normalised, read_definition
from flows_app.exchange.sources import Source, parse_sources, read_sources
from flows_app.flow_language import BotDefinition
from flows_app.models import Bot
from flows_app.soni_framework import is_soni_framework, translate
from flows_app.validation import Finding
from flows_app.yaml_text.nodes import Fields, Items, Node, Scalar
from flows_app.yaml_text.places import ImportRefused, Place, Problem, Remarks


@dataclass(frozen=True)
class BotReading:
    """A bot as its files describe it, with the place of each part."""

    definition: BotDefinition
    document: Fields
    notices: tuple[Problem, ...] = ()

    def says(self, key: str) -> bool:
        """Whether the files speak of it at all: what they leave out stays as it is in a bot that is there already."""
        return key in self.document.fields

    def place_of(self, key: str) -> Place:
        return self.document.place_of(key)

    def place_of_finding(self, flow_name: str, finding: Finding) -> Place:
        flow = next((flow for flow in _named(self.document.fields.get("flows"), flow_name)), self.document)
        part = flow
        if finding.step:
            part = next(_named(flow.fields.get("steps"), finding.step), flow)
        elif finding.slot:
            of_bot = next(_named(self.document.fields.get("slots"), finding.slot), flow)
            part = next(_named(flow.fields.get("slots"), finding.slot), of_bot)
        return part.place_of(finding.field)


def _named(node: Node | None, name: str) -> Iterator[Fields]:
    """Parts of that name, however deep."""
    inside = node.items if isinstance(node, Items) else [part for _, part in node] if isinstance(node, Fields) else []
    for part in inside:
        if isinstance(part, Fields) and isinstance(called := part.fields.get("name"), Scalar) and called.value == name:
            yield part
        yield from _named(part, name)


def read_bot(path: Path, *, slug: str | None = None) -> BotReading:
    """Raises ImportRefused with all problems at once. A slug given here counts in place of the one in the files."""
    return read_bot_from(read_sources(path), slug=slug, called=path.resolve().stem)


def read_bot_from(sources: list[Source], *, slug: str | None = None, called: str = "bot") -> BotReading:
    """`called` names a bot of the Soni framework, whose files hold no name."""
    remarks = Remarks()
    documents = parse_sources(sources, remarks)
    if not documents:
        remarks.stop_at_problems()
        raise ImportRefused([Problem(Place(sources[0].name, 1), gettext("There is nothing in it."))])
    document = merge(documents, remarks)
    from_framework = is_soni_framework(document)
    if from_framework:
        document = translate(document, remarks)
    document = normalised(document, remarks)
    definition = read_definition(_identified(document, slug, called if from_framework else None), remarks)
    check_actions(document, remarks)
    remarks.stop_at_problems()
    if definition is None:
        raise ImportRefused([Problem(document.place, gettext("It amounts to no bot."))])
    notice_missing_secrets(definition, document, remarks)
    return BotReading(definition, document, tuple(sorted(remarks.notices)))


def _identified(document: Fields, slug: str | None, called: str | None) -> Fields:
    """Adds the slug that counts, and a name: a bot that is there already need not be named again."""
    known = Fields(document.place, dict(document.fields), dict(document.key_places))
    if slug is None and called and "slug" not in known.fields:
        slug = slugify(called) or "bot"
    if slug is not None:
        known.put("slug", Scalar(slug, document.place))
    if "name" not in known.fields and (name := _name_already_known(known) or called):
        known.put("name", Scalar(name, document.place))
    return known


def _name_already_known(document: Fields) -> str | None:
    slug = document.fields.get("slug")
    bot = Bot.objects.filter(slug=str(slug.value)).first() if isinstance(slug, Scalar) else None
    return bot.name if bot else None
