"""Makes one attempt, through the one door for outbound HTTP. Touches no database: it runs on the event loop."""

import json
import logging
import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from conversations_app.delivery.pauses import retry_after
from conversations_app.limits import WEBHOOK_RESPONSE_LENGTH, WEBHOOK_SECONDS
from conversations_app.models import WebhookDelivery
from conversations_app.webhooks.payloads import payload
from conversations_app.webhooks.signing import secrets_of, signatures
from flows_app import outbound
from flows_app.outbound import OutboundError, OutboundRequest, OutboundResponse
from flows_app.secrets import SecretUnreadable

logger = logging.getLogger(__name__)

_GONE = 410


@dataclass(frozen=True)
class Outcome:
    at: datetime
    duration_ms: int
    status: int | None = None
    response: str = ""
    error: str = ""
    # How long the receiver wants to be left alone.
    retry_after: timedelta | None = None

    @property
    def delivered(self) -> bool:
        return self.status is not None and 200 <= self.status < 300 and not self.error

    @property
    def gone(self) -> bool:
        return self.status == _GONE


async def send(delivery: WebhookDelivery) -> Outcome:
    """Sends a delivery, loaded with its event and endpoint. Never raises: every failure is an outcome."""
    began, at = time.perf_counter(), timezone.now()
    try:
        answer = await outbound.send(_request(delivery, at))
    except (OutboundError, SecretUnreadable) as failed:
        return Outcome(at, _milliseconds(began), error=str(failed))
    except Exception:
        logger.exception("Webhook delivery %s could not be sent.", delivery.pk)
        return Outcome(at, _milliseconds(began), error="Something went wrong on our side.")
    return Outcome(
        at, _milliseconds(began), answer.status, _shown(answer), retry_after=retry_after(answer.headers, timezone.now())
    )


def _request(delivery: WebhookDelivery, at: datetime) -> OutboundRequest:
    """The id is the same on every attempt; the time is the attempt's own, so that an old one can't be replayed."""
    event, endpoint = delivery.event, delivery.endpoint
    body = json.dumps(payload(event), ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = int(at.timestamp())
    return OutboundRequest(
        "POST",
        endpoint.url,
        headers={
            "Content-Type": "application/json",
            "webhook-id": event.message_id,
            "webhook-timestamp": str(timestamp),
            "webhook-signature": signatures(secrets_of(endpoint), event.message_id, timestamp, body),
        },
        body=body,
        timeout=WEBHOOK_SECONDS,
    )


def _shown(answer: OutboundResponse) -> str:
    """NUL is no text to PostgreSQL."""
    return answer.body[:WEBHOOK_RESPONSE_LENGTH].decode(errors="replace").replace("\x00", "�")


def _milliseconds(began: float) -> int:
    return round((time.perf_counter() - began) * 1_000)
