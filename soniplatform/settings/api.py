from soniplatform.settings.environment import env

# After so long an event stream ends, and the client comes back with its credential.
SONI_STREAM_SECONDS = env.float("SONI_STREAM_SECONDS", default=600.0)

REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["conversations_app.api.parsers.BoundedJSONParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "conversations_app.api.authentication.ApiKeyAuthentication",
        "conversations_app.api.authentication.ConversationTokenAuthentication",
        "conversations_app.api.authentication.StaffAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["conversations_app.api.throttling.RateLimits"],
    "EXCEPTION_HANDLER": "conversations_app.api.problems.problem_response",
    "UNAUTHENTICATED_USER": None,
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
}

_DESCRIPTION = """Talk to bots, and look after their conversations.

**Credentials.** `Authorization: Api-Key KEY` for another system, `Authorization: Bearer TOKEN` for the end user of one
conversation. A key belongs to one bot and has scopes: `inspect`, `commands`, `manage`, `erase`, `webhooks`.

**Messages** have a `seq` that is dense and increasing in their conversation: one cursor for lists, the event stream and
the socket at `/ws/conversations/{id}/?ticket=…`.

**Errors** are problem details (RFC 9457) with a stable `code` and the `request_id` that our log has too.

**Repeating is safe** with an `Idempotency-Key`: the same key and body give the first answer again.
"""

SPECTACULAR_SETTINGS = {
    "TITLE": "Soni Platform",
    "VERSION": "1",
    "DESCRIPTION": _DESCRIPTION,
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "TAGS": [
        {"name": "bots", "description": "What there is to talk to."},
        {"name": "conversations", "description": "Starting them, and what is done with them as a whole."},
        {"name": "messages", "description": "What is said, and hearing it."},
        {"name": "turns", "description": "How what was said was understood and answered."},
        {"name": "webhooks", "description": "Being told of what happens."},
    ],
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "conversations_app.api.described.completing.complete",
    ],
}
