"""Completes drf-spectacular's document: shared schemas, credentials, headers of every answer, and links."""

from typing import Any

from conversations_app.api.described.credentials import SCHEMES
from conversations_app.api.described.problem_codes import (
    ALWAYS,
    CODES,
    MEDIA_TYPE,
    WITH_CREDENTIAL,
    described,
    problem_schema,
)
from conversations_app.api.described.schemas import schemas

Document = dict[str, Any]

_HEADERS: dict[str, tuple[str, str]] = {
    "X-Request-ID": ("string", "Under which the log tells more."),
    "X-RateLimit-Limit": ("integer", "How many requests may be made at once, where a limit holds."),
    "X-RateLimit-Remaining": ("integer", "How many of them are left."),
    "X-RateLimit-Reset": ("integer", "Seconds until all of them are there again."),
    "Retry-After": ("integer", "Seconds to wait before the next request."),
    "WWW-Authenticate": ("string", "Which credential is asked for."),
    "Idempotent-Replayed": ("string", "`true` if this is the answer of an earlier request with the same key."),
}
_OF_EVERY_ANSWER = ("X-Request-ID", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset")
_OF_STATUS = {"401": ("WWW-Authenticate",), "429": ("Retry-After",)}
_REPLAYABLE = ("startConversation", "postMessage", "replyAsAgent")
_NOT_WITHOUT_BODY = (*_REPLAYABLE, "showTyping", "rateConversation")

# Operations to link to: on a conversation, once it is started; on a bot, once it is listed.
_OF_A_CONVERSATION = (
    *("getConversation", "postMessage", "listMessages", "streamEvents", "issueTicket", "closeConversation"),
    *("handOffConversation", "handBackConversation", "exportConversation", "listTurns", "eraseConversation"),
    *("replyAsAgent", "showTyping", "rateConversation"),
)
_OF_A_BOT = ("getBot", "listVersions", "getWidget")


def complete(result: Document, generator: Any, request: Any, public: bool) -> Document:
    """drf-spectacular's hook."""
    components = result.setdefault("components", {})
    components["schemas"] = dict(sorted({**components.get("schemas", {}), **schemas()}.items()))
    components["headers"] = {name: _header(*told) for name, told in _HEADERS.items()}
    components["securitySchemes"] = SCHEMES
    for operations in result["paths"].values():
        for operation in operations.values():
            if operation["operationId"] in _NOT_WITHOUT_BODY:
                operation["requestBody"]["required"] = True
            _tell_problems(operation)
            _tell_headers(operation)
            _link(operation)
            _share_problems(operation, components.setdefault("responses", {}))
    return result


def _header(kind: str, text: str) -> Document:
    return {"description": text, "schema": {"type": kind}}


def _tell_problems(operation: Document) -> None:
    """Adds the problems that every operation can give, if it has not described them itself."""
    for code in ALWAYS:
        status = str(CODES[code][0])
        told = {"description": described([code]), "content": {MEDIA_TYPE: {"schema": problem_schema([code])}}}
        operation["responses"].setdefault(status, told)
    operation["responses"] = dict(sorted(operation["responses"].items()))


def _tell_headers(operation: Document) -> None:
    for status, response in operation["responses"].items():
        replayed = ("Idempotent-Replayed",) if _may_be_replayed(operation, status) else ()
        told = (*_OF_EVERY_ANSWER, *_OF_STATUS.get(status, ()), *replayed)
        response["headers"] = {name: {"$ref": f"#/components/headers/{name}"} for name in told}


def _may_be_replayed(operation: Document, status: str) -> bool:
    return operation["operationId"] in _REPLAYABLE and status.startswith("2")


def _link(operation: Document) -> None:
    links = _links(operation["operationId"])
    for status, to in links.items():
        operation["responses"][status]["links"] = to


def _links(operation_id: str) -> dict[str, Document]:
    conversation = {"conversation_id": "$request.path.conversation_id"}
    if operation_id == "startConversation":
        return {"201": _all(_OF_A_CONVERSATION, conversation_id="$response.body#/id")}
    if operation_id == "listConversations":
        return {"200": _all(_OF_A_CONVERSATION, conversation_id="$response.body#/results/0/id")}
    if operation_id == "listBots":
        return {"200": _all(_OF_A_BOT, slug="$response.body#/results/0/slug")}
    if operation_id == "postMessage":
        turn = _all(("getTurn",), **conversation, seq="$response.body#/message/seq")
        return {"200": turn | _all(("listMessages",), **conversation), "202": _all(("listMessages",), **conversation)}
    if operation_id == "listTurns":
        return {"200": _all(("getTurn",), **conversation, seq="$response.body#/results/0/seq")}
    return {}


def _all(operations: tuple[str, ...], **parameters: str) -> Document:
    return {name: {"operationId": name, "parameters": parameters} for name in operations}


def _share_problems(operation: Document, shared: Document) -> None:
    """Replaces answers that many operations share by a reference to one description."""
    for status, response in operation["responses"].items():
        if name := _shared_name(response):
            shared[name] = response
            operation["responses"][status] = {"$ref": f"#/components/responses/{name}"}


def _shared_name(response: Document) -> str | None:
    codes = _codes(response)
    if codes == [*WITH_CREDENTIAL]:
        return "CredentialMissing"
    return "".join(map(str.capitalize, codes[0].split("_"))) if len(codes) == 1 else None


def _codes(response: Document) -> list[str]:
    """Lists the codes that a problem's schema names."""
    parts = response.get("content", {}).get(MEDIA_TYPE, {}).get("schema", {}).get("allOf", ())
    return [code for part in parts for code in part.get("properties", {}).get("code", {}).get("enum", ())]
