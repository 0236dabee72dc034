"""The editor's addresses, below the flow's."""

from typing import Any

from django.urls import NoReverseMatch, URLPattern, path, reverse

from flows_app.admin.editor import draft, exchange, history, http_actions, publishing, tests, translating
from flows_app.admin.editor.answering import Answer, answering
from flows_app.admin.pages import chat_url
from flows_app.models import Flow

_NAME = "flows_app_flow_editor_"

# By the word that the page calls them by.
ENDPOINTS: dict[str, tuple[str, dict[str, Answer]]] = {
    "document": ("document", {"get": draft.read, "put": draft.save}),
    "check": ("check", {"post": draft.check}),
    "presence": ("presence", {"post": draft.presence}),
    "versions": ("versions", {"get": history.versions}),
    "compare": ("compare", {"post": history.compare}),
    "restore": ("restore", {"post": history.restore_draft}),
    "publishing": ("publishing", {"get": publishing.publishing}),
    "publish": ("publish", {"post": publishing.publish}),
    "roll_back": ("roll-back", {"post": history.roll_back}),
    "tests": ("tests", {"get": tests.listed, "post": tests.add}),
    "test": ("tests/<int:test_id>", {"put": tests.change, "delete": tests.delete}),
    "test_accepted": ("tests/<int:test_id>/accepted", {"post": tests.accepted}),
    "tests_run": ("tests/run", {"post": tests.run}),
    "actions": ("actions", {"get": http_actions.known}),
    "http_actions": ("http-actions", {"post": http_actions.add}),
    "http_action": ("http-actions/<int:action_id>", {"get": http_actions.read, "put": http_actions.change}),
    "http_action_try": ("http-actions/try", {"post": http_actions.call}),
    "http_action_curl": ("http-actions/curl", {"post": http_actions.from_curl}),
    "export": ("export", {"post": exchange.export}),
    "import": ("import", {"post": exchange.import_file}),
    "export_texts": ("export-texts", {"post": translating.export_texts}),
    "import_texts": ("import-texts", {"post": translating.import_texts}),
    "templates": ("templates", {"get": exchange.templates}),
    "statistics": ("statistics", {"get": publishing.statistics}),
}

# The admin's other pages about the flow.
_PAGES = ("delete", "duplicate", "history", "withdraw")

# Endpoints of running, which authoring does not import: left out if it is not installed.
_SIMULATOR = {
    "simulator_turn": "simulator-turn",
    "simulator_test": "simulator-test",
    "simulator_start": "simulator-start",
}


def editor_urls() -> list[URLPattern]:
    return [
        path(f"<int:flow_id>/editor/{route}", answering(by_method), name=f"{_NAME}{word}")
        for word, (route, by_method) in ENDPOINTS.items()
    ]


def urls_for(flow: Flow) -> dict[str, str]:
    """Gives the addresses for the page, by word. One of several has the address of all, with its number behind."""
    of_all = [word for word, (route, _) in ENDPOINTS.items() if "<" not in route]
    own = {word: reverse(f"admin:{_NAME}{word}", args=[flow.pk]) for word in of_all}
    pages: dict[str, list[Any]] = {"changelist": []} | {word: [flow.pk] for word in _PAGES}
    shown = {f"page_{word}": reverse(f"admin:flows_app_flow_{word}", args=args) for word, args in pages.items()}
    around = {"page_bot": reverse("admin:flows_app_bot_change", args=[flow.bot_id])}
    chat = chat_url(flow.bot)
    return {**own, **shown, **around, **({"page_chat": chat} if chat else {}), **_simulator(flow)}


def _simulator(flow: Flow) -> dict[str, str]:
    found = {}
    for word, name in _SIMULATOR.items():
        try:
            found[word] = reverse(name, args=[flow.pk])
        except NoReverseMatch:
            continue
    return found
