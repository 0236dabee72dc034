"""Everything that the editor's page needs to begin, in one piece."""

from typing import Any

from django.contrib.auth.models import User

from flows_app.drafts import document_of
from flows_app.editor.http_actions import SECRET_NAME, blank_form
from flows_app.editor.names import names_for
from flows_app.editor.presence import others_at
from flows_app.editor.publishing import NOTE_LENGTH
from flows_app.editor.saving import stored
from flows_app.editor.simulating import why_not_by_model, why_not_really
from flows_app.editor.standing import standing_of
from flows_app.flow_language.commands import OPTION_COMMANDS, arguments_of, known_commands, type_of
from flows_app.flow_language.text_places import places_by_type
from flows_app.limits import MESSAGE_LENGTH, NAME_LENGTH, SCRIPT_NAME_LENGTH, STEP_NOTE_LENGTH
from flows_app.models import Flow, HttpAction
from flows_app.people import person_as_json
from flows_app.reference.schema import flow_schema
from flows_app.rights import Right, may

# How much fits into the page's fields: what it lets people type is what the server takes.
LIMITS = {
    "name": NAME_LENGTH,
    "message": MESSAGE_LENGTH,
    "test_name": SCRIPT_NAME_LENGTH,
    "note": NOTE_LENGTH,
    "step_note": STEP_NOTE_LENGTH,
}


def boot(flow: Flow, person: User, urls: dict[str, str]) -> dict[str, Any]:
    document = document_of(flow)
    return {
        "flow": {"id": flow.pk, "name": flow.name, "bot": flow.bot_id, "bot_name": flow.bot.name},
        **stored(flow, document),
        **standing_of(flow, document).as_json(),
        "schema": flow_schema(),
        "text_places": _text_places(),
        "commands": _commands(),
        "names": names_for(flow),
        "rights": {
            "write": may(person, Right.WRITE, flow.bot),
            "publish": may(person, Right.PUBLISH, flow.bot),
        },
        "simulator": {
            "only_pretended": why_not_really(person, flow.bot),
            "without_model": why_not_by_model(person, flow.bot),
        },
        "http_actions": {"blank": blank_form(), "methods": HttpAction.Method.values, "secret_name": SECRET_NAME},
        "person": person_as_json(person),
        "others": others_at(flow, person),
        "urls": urls,
        "limits": LIMITS,
    }


def _commands() -> dict[str, Any]:
    """Describes each command to people; lists, in order, which a message can mean and which a quick reply can carry."""
    said = known_commands()
    pressed = {type_of(model): model for model in OPTION_COMMANDS}
    return {
        "about": {
            name: {"fields": arguments_of(model), "words": model.about.words or name, "press": model.about.press}
            for name, model in {**pressed, **said}.items()
        },
        "said": list(said),
        "pressed": list(pressed),
    }


def _text_places() -> dict[str, list[dict[str, Any]]]:
    return {kind: [place._asdict() for place in places] for kind, places in places_by_type().items()}
