"""Finds errors and missing parts of actions, at their lines."""

from collections.abc import Iterator

from pydantic import ValidationError

from flows_app.actions import problems_of
from flows_app.exchange.http_actions.rows import fields_of
from flows_app.exchange.http_actions.secrets import secrets_after_import
from flows_app.flow_language import BotDefinition, HttpActionDefinition
from flows_app.models import HttpAction
from flows_app.secrets import NOT_ENTERED
from flows_app.yaml_text.nodes import Fields, Items, place_at, plain
from flows_app.yaml_text.places import Remarks


def check_actions(bot: Fields, remarks: Remarks) -> None:
    """Checks the actions of a normalised document one at a time, so that an error elsewhere hides nothing here."""
    for node, definition in _readable(bot):
        fields = fields_of(definition) | {"secret_headers": dict.fromkeys(definition.secret_headers, NOT_ENTERED)}
        for problem in problems_of(HttpAction(**fields)):
            place = node.place_of(problem.field) if problem.field in node.fields else node.place
            remarks.problem(place, f"HTTP action “{definition.name}”: {problem}")


def notice_missing_secrets(definition: BotDefinition, document: Fields, remarks: Remarks) -> None:
    """A file holds no values, so each one that the import will not find in the database has to be entered."""
    if not any(action.secret_headers for action in definition.http_actions):
        return
    present = {action.name: action for action in HttpAction.objects.filter(bot__slug=definition.slug)}
    for number, action in enumerate(definition.http_actions):
        values = secrets_after_import(present.get(action.name), action)
        for position, name in enumerate(action.secret_headers):
            if values[name] == NOT_ENTERED:
                place = place_at(document, ("http_actions", number, "secret_headers", position))
                remarks.notice(
                    place, f"No value is stored for this secret header; set it in the admin: {name} of {action.name}"
                )


def _readable(bot: Fields) -> Iterator[tuple[Fields, HttpActionDefinition]]:
    """Finds the actions of the right shape; about the others the language itself complains."""
    actions = bot.fields.get("http_actions")
    for node in actions.items if isinstance(actions, Items) else ():
        if isinstance(node, Fields):
            try:
                yield node, HttpActionDefinition.model_validate(plain(node))
            except ValidationError:
                continue
