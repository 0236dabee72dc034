"""How the API describes its operations on webhooks."""

from typing import Any

from drf_spectacular.utils import extend_schema

from conversations_app.api import webhook_shapes as shapes
from conversations_app.api.described.operation import API_KEY, SESSION, Answer, operation
from conversations_app.api.described.problem_codes import WITH_BODY
from conversations_app.limits import WEBHOOK_ENDPOINTS_PER_BOT, WEBHOOK_ROTATION

_TAG = "webhooks"
_STAFF = (API_KEY, SESSION)
_ABSENT = ("scope_missing", "endpoint_not_found", "not_found")
_HOURS = int(WEBHOOK_ROTATION.total_seconds() // 3600)

_ENDPOINT = {
    "id": "8a1d7f0e-6a52-4a0e-9a44-3c6a5b1f0c11",
    "bot": "bank",
    "url": "https://crm.example/hooks/soni",
    "events": ["message", "conversation.handed_off"],
    "description": "The CRM",
    "active": True,
    "disabled_reason": "",
    "failing_since": None,
    "old_secret_until": None,
    "created_at": "2026-11-16T09:00:00Z",
    "updated_at": "2026-11-16T09:00:00Z",
}
_WITH_SECRET = _ENDPOINT | {"secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}
_DELIVERY = {
    "id": 42,
    "webhook_id": "msg_2b6c0f9d4f4c4c0c9a3df1b7f3a3b9c1",
    "type": "message",
    "conversation": "0b0e1f55-6f0b-4f5f-8f0d-0a9a5b1f0c11",
    "status": "delivered",
    "created_at": "2026-11-16T09:00:00Z",
    "next_attempt_at": None,
    "attempts": [{"at": "2026-11-16T09:00:00Z", "duration_ms": 85, "status": 204, "response": "", "error": ""}],
}


def _operation(
    name: str, summary: str, text: str, status: int, answer: Answer, *, takes: Any = None, **more: Any
) -> Any:
    """Serializers say what goes in and out; all else is described as everywhere."""
    refusals = [*(WITH_BODY if takes else ()), *more.pop("refusals", _ABSENT)]
    describe = operation(
        name, _TAG, summary, text, answers={status: answer}, refusals=refusals, credentials=_STAFF, **more
    )
    return lambda method: extend_schema(request=takes)(describe(method)) if takes else describe(method)


def _given(text: str, shape: Any = None, example: Any = None) -> Answer:
    return Answer(text, shape, example)


list_endpoints = _operation(
    "listWebhooks",
    "Webhook endpoints",
    "Those of every bot whose webhooks the credential may manage. Needs the scope `webhooks`.",
    200,
    _given("All of them.", shapes.EndpointListShape, {"results": [_ENDPOINT]}),
    refusals=["scope_missing"],
)
add_endpoint = _operation(
    "addWebhook",
    "Add a webhook endpoint",
    "The secret is in the answer, and nowhere else later. "
    f"A bot has at most {WEBHOOK_ENDPOINTS_PER_BOT}. Only public addresses are taken.",
    201,
    _given("Added.", shapes.EndpointWithSecretShape, _WITH_SECRET),
    takes=shapes.NewEndpoint,
    refusals=["scope_missing", "bot_not_found", "bot_required", "url_refused", "too_many_endpoints"],
    body_examples={"The CRM": {name: _ENDPOINT[name] for name in ("url", "events", "description")}},
    changes=True,
)
read_endpoint = _operation(
    "getWebhook",
    "A webhook endpoint",
    "Its secret is not shown again: whoever has lost it rotates it.",
    200,
    _given("The endpoint.", shapes.EndpointShape, _ENDPOINT),
)
change_endpoint = _operation(
    "changeWebhook",
    "Change a webhook endpoint",
    "Whatever is left out stays as it is. Switched off, it is sent nothing more, not even what is on its way; "
    "switched on again, it starts with a clean record.",
    200,
    _given("As it is now.", shapes.EndpointShape, _ENDPOINT | {"active": False}),
    takes=shapes.ChangedEndpoint,
    refusals=[*_ABSENT, "url_refused"],
    body_examples={"Off": {"active": False}},
    changes=True,
)
delete_endpoint = _operation(
    "deleteWebhook",
    "Delete a webhook endpoint",
    "With the log of what was sent to it.",
    204,
    _given("Deleted."),
    changes=True,
)
rotate_secret = _operation(
    "rotateWebhookSecret",
    "Give a webhook endpoint a new secret",
    f"The old one goes on signing beside it for {_HOURS} hours: two signatures, separated by a space.",
    200,
    _given(
        "With the new one.", shapes.EndpointWithSecretShape, _WITH_SECRET | {"old_secret_until": "2026-11-17T09:00:00Z"}
    ),
    changes=True,
)
test_endpoint = _operation(
    "testWebhook",
    "Send a ping to a webhook endpoint",
    "At once, and once only. 200 says that it was tried; the delivery says what came of it.",
    200,
    _given("The delivery.", shapes.DeliveryShape, _DELIVERY | {"type": "ping", "conversation": None}),
    changes=True,
)
list_deliveries = _operation(
    "listWebhookDeliveries",
    "What was sent to a webhook endpoint",
    "Newest first, with every attempt. It is kept for 30 days, and no longer than the conversation.",
    200,
    _given("A page of them.", shapes.DeliveryListShape, {"results": [_DELIVERY], "next": None}),
    refusals=[*_ABSENT, "invalid", "cursor_invalid"],
    parameters=[shapes.DeliveryPage],
)
resend_delivery = _operation(
    "resendWebhookDelivery",
    "Send a delivery again",
    "The same event with the same `webhook-id`, at once, and with as many tries as the first time.",
    202,
    _given("It is on its way.", shapes.DeliveryShape, _DELIVERY | {"status": "pending"}),
    refusals=[*_ABSENT, "delivery_not_found"],
    changes=True,
)
