"""The editor's addresses, below the flow's."""

from typing import Any

from django.urls import NoReverseMatch, URLPattern, path, reverse

from flows_app.admin.editor import draft, exchange, history, publishing, tests
from flows_app.admin.editor.answering import Answer, answering
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
    "tests_run": ("tests/run", {"post": tests.run}),
    "export": ("export", {"post": exchange.export}),
    "import": ("import", {"post": exchange.import_file}),
    "templates": ("templates", {"get": exchange.templates}),
    "statistics": ("statistics", {"get": publishing.statistics}),
}

# Of running, which authoring does not know: there if it is installed.
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
    """For the page, by word. A test's own address is that of all tests with its number behind it."""
    own = {word: reverse(f"admin:{_NAME}{word}", args=[flow.pk]) for word in ENDPOINTS if word != "test"}
    pages: dict[str, list[Any]] = {"changelist": [], "delete": [flow.pk], "history": [flow.pk], "withdraw": [flow.pk]}
    shown = {f"page_{word}": reverse(f"admin:flows_app_flow_{word}", args=args) for word, args in pages.items()}
    return {**own, **shown, "page_bot": reverse("admin:flows_app_bot_change", args=[flow.bot_id]), **_simulator(flow)}


def _simulator(flow: Flow) -> dict[str, str]:
    found = {}
    for word, name in _SIMULATOR.items():
        try:
            found[word] = reverse(name, args=[flow.pk])
        except NoReverseMatch:
            continue
    return found
