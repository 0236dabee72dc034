"""Every code that a problem can have, its status, and what it means: one table for the document and for readers."""

from http import HTTPStatus
from typing import Any

CODES: dict[str, tuple[int, str]] = {
    "bad_request": (400, "The request can't be read."),
    "invalid": (400, "A field or parameter is not as it must be; `errors` says which."),
    "parse_error": (400, "The body is not JSON."),
    "cursor_invalid": (400, "The cursor is not one of this list."),
    "idempotency_conflict": (400, "`Idempotency-Key` and `client_id` differ."),
    "idempotency_key_invalid": (400, "The `Idempotency-Key` is too long, or not visible ASCII."),
    "idempotency_needs_credential": (400, "An `Idempotency-Key` was sent without an API key."),
    "channel_needs_credential": (400, "The channel `api` was asked for without an API key."),
    "message_empty": (400, "The message says nothing."),
    "message_not_text": (400, "The text holds characters that are no text."),
    "client_id_too_long": (400, "The `client_id` is too long."),
    "option_and_more": (400, "An option stands in place of a text and of commands."),
    "option_incomplete": (400, "`option` and `reply_to` go together."),
    "option_not_storable": (400, "The option holds what can't be stored."),
    "reply_to_unknown": (400, "`reply_to` is not the `seq` of a message of the bot."),
    "seen_unknown": (400, "`seen` is greater than the `seq` of the newest message."),
    "url_refused": (400, "A webhook can't be sent there: the address is malformed or not public."),
    "bot_required": (400, "The credential has several bots; `bot` must say which."),
    "not_authenticated": (401, "There is no credential."),
    "api_key_invalid": (401, "The API key is unknown, revoked or expired."),
    "token_invalid": (401, "The conversation token is not valid, or has expired."),
    "ticket_invalid": (401, "The ticket is not valid, has expired or has been used."),
    "credential_required": (401, "This bot is not public: starting a conversation needs an API key."),
    "scope_missing": (403, "The credential has not the scope that this needs."),
    "permission_denied": (403, "A member of staff has not the right to this."),
    "csrf_failed": (403, "A session cookie came without its CSRF token."),
    "staff_cannot_post": (403, "Staff look on; only the user writes."),
    "origin_not_allowed": (403, "Pages of this origin may not talk to this bot."),
    "identity_invalid": (403, "`user_hash` does not prove `user_ref`."),
    "identity_not_verified": (403, "This bot takes a `user_ref` only with its `user_hash`."),
    "not_found": (404, "There is nothing at this address."),
    "bot_not_found": (404, "There is no such bot for this credential."),
    "conversation_not_found": (404, "There is no such conversation for this credential, or it has been erased."),
    "turn_not_found": (404, "No turn has answered a message with this `seq`."),
    "endpoint_not_found": (404, "There is no such webhook endpoint for this credential."),
    "delivery_not_found": (404, "There is no such delivery to this webhook endpoint."),
    "method_not_allowed": (405, "The method is not one of those in `Allow`."),
    "not_acceptable": (406, "`Accept` asks for another form than there is."),
    "body_too_slow": (408, "The body did not come in whole in time."),
    "conversation_closed": (409, "The conversation is closed."),
    "bot_archived": (409, "The bot is archived: no new conversation is started with it."),
    "turn_in_progress": (409, "The bot takes one message at a time, and has one."),
    "too_many_unanswered": (409, "So many messages wait for the bot's answer that it takes no more for now."),
    "client_id_reused": (409, "The same key came with another message."),
    "idempotency_key_reused": (409, "The same key came with another body."),
    "already_handed_off": (409, "A person has the conversation already."),
    "not_handed_off": (409, "No person has the conversation."),
    "too_many_endpoints": (409, "The bot has as many webhook endpoints as it may."),
    "body_too_large": (413, "The body is too large."),
    "message_too_long": (413, "The message is too long."),
    "unsupported_media_type": (415, "The body is not application/json."),
    "rate_limited": (429, "Too many requests; `Retry-After` says when to come back."),
    "too_many_open": (429, "Too many event streams, sockets or half-sent requests are open; close some first."),
    "server_error": (500, "Something went wrong on our side; the log tells more under the `request_id`."),
    "busy": (
        503,
        "The database gave no lock in time, or Redis no ticket: nothing was done. Come back after `Retry-After`.",
    ),
}

MEDIA_TYPE = "application/problem+json"

# Problems of every operation.
ALWAYS = ("bad_request", "not_acceptable", "rate_limited", "server_error", "busy")
WITH_CREDENTIAL = ("not_authenticated", "api_key_invalid", "token_invalid")
WITH_BODY = ("invalid", "parse_error", "body_too_slow", "body_too_large", "unsupported_media_type", "too_many_open")


def problem_schema(codes: list[str]) -> dict[str, Any]:
    """A problem that is one of these."""
    return {
        "allOf": [
            {"$ref": "#/components/schemas/Problem"},
            {"type": "object", "properties": {"code": {"enum": codes}}},
        ],
        "examples": [_example(codes[0])],
    }


def described(codes: list[str]) -> str:
    return "\n".join(f"- `{code}`: {CODES[code][1]}" for code in codes)


def _example(code: str) -> dict[str, Any]:
    status, text = CODES[code]
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": text.replace("`", "“", 1).replace("`", "”", 1),
        "request_id": "5f0c1c4e-6d0f-4a3c-9d51-5b1f7a9d2c11",
    }
