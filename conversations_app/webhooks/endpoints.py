"""The verbs of a bot's endpoints. Each ends with the bot's subscription brought up to date, under its lock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from conversations_app.limits import WEBHOOK_ENDPOINTS_PER_BOT, WEBHOOK_ROTATION
from conversations_app.models import WebhookDelivery, WebhookEndpoint, WebhookSubscription
from conversations_app.webhooks.forgetting import forget_deliveries
from conversations_app.webhooks.refusals import EndpointRefused
from conversations_app.webhooks.signing import new_secret
from flows_app.audit import record
from flows_app.models import Bot
from flows_app.outbound import Allowances, OutboundRefused
from flows_app.outbound.destinations import check, parse
from flows_app.rights import Person, Right, require
from flows_app.secrets import encrypt


def create_endpoint(
    bot: Bot, *, url: str, events: list[str], description: str = "", active: bool = True, user: Person = None
) -> tuple[WebhookEndpoint, str]:
    """The endpoint and its secret, which is shown this once."""
    require(user, Right.MANAGE, bot)
    check_url(url)
    secret = new_secret()
    with _changing(bot.pk):
        if bot.webhook_endpoints.count() >= WEBHOOK_ENDPOINTS_PER_BOT:
            raise EndpointRefused(
                "too_many_endpoints",
                gettext("A bot has at most {count} webhook endpoints.").format(count=WEBHOOK_ENDPOINTS_PER_BOT),
            )
        endpoint = WebhookEndpoint.objects.create(
            bot=bot, url=url, events=events, description=description, active=active, secret=encrypt(secret)
        )
        record(user, bot, "added", f"webhook endpoint {endpoint.pk}", events=events)
    return endpoint, secret


def change_endpoint(endpoint: WebhookEndpoint, *, user: Person = None, **changes: Any) -> WebhookEndpoint:
    """Changes url, events, description or active. Switching on again, or moving, clears the record of failures."""
    require(user, Right.MANAGE, endpoint.bot)
    if "url" in changes:
        check_url(changes["url"])
    with _changing(endpoint.bot_id):
        locked = _lock(endpoint)
        for name, value in changes.items():
            setattr(locked, name, value)
        if changes.get("active"):
            locked.disabled_reason, locked.failing_since = "", None
        if "url" in changes:
            locked.failing_since = None
        locked.save()
        if not locked.active:
            _give_up(locked)
        record(user, endpoint.bot, "changed", f"webhook endpoint {endpoint.pk}", changed=sorted(changes))
    return locked


def delete_endpoint(endpoint: WebhookEndpoint, *, user: Person = None) -> None:
    require(user, Right.MANAGE, endpoint.bot)
    with _changing(endpoint.bot_id):
        record(user, endpoint.bot, "deleted", f"webhook endpoint {endpoint.pk}")
        locked = _lock(endpoint)
        forget_deliveries(locked.deliveries.all())
        locked.delete()


@transaction.atomic
def rotate_secret(endpoint: WebhookEndpoint, *, user: Person = None) -> tuple[WebhookEndpoint, str]:
    """The old secret goes on signing beside the new one, until the receiver has had time to change."""
    require(user, Right.MANAGE, endpoint.bot)
    locked, secret = _lock(endpoint), new_secret()
    locked.old_secret, locked.old_secret_until = locked.secret, timezone.now() + WEBHOOK_ROTATION
    locked.secret = encrypt(secret)
    locked.save(update_fields=["secret", "old_secret", "old_secret_until", "updated_at"])
    record(user, endpoint.bot, "rotated the secret of", f"webhook endpoint {endpoint.pk}")
    return locked, secret


def disable(endpoint: WebhookEndpoint, reason: WebhookEndpoint.Disabled) -> None:
    """Switches an endpoint off because sending failed, not by a person. The row must be locked."""
    endpoint.active, endpoint.disabled_reason = False, reason
    endpoint.save(update_fields=["active", "disabled_reason", "updated_at"])
    _give_up(endpoint)
    record(None, endpoint.bot, "disabled", f"webhook endpoint {endpoint.pk}", reason=reason.value)
    bot_id = endpoint.bot_id
    # After this transaction: it holds the endpoint, and code that changes endpoints locks the subscription first.
    transaction.on_commit(lambda: refresh_subscription(bot_id))


def refresh_subscription(bot_id: int) -> None:
    with _changing(bot_id):
        pass


def check_url(url: str) -> None:
    """Checks what can be seen without a look into DNS; the rest is checked whenever something is sent."""
    try:
        check(parse(url), Allowances.of_operator())
    except OutboundRefused as refused:
        raise EndpointRefused("url_refused", str(refused)) from refused


@contextmanager
def _changing(bot_id: int) -> Iterator[None]:
    with transaction.atomic():
        WebhookSubscription.objects.get_or_create(bot_id=bot_id)
        subscription = WebhookSubscription.objects.select_for_update().get(pk=bot_id)
        yield
        listening = WebhookEndpoint.objects.filter(bot=bot_id, active=True).order_by()
        wanted = {event for events in listening.values_list("events", flat=True) for event in events}
        subscription.events = sorted(wanted)
        subscription.save(update_fields=["events"])


def _lock(endpoint: WebhookEndpoint) -> WebhookEndpoint:
    locked = WebhookEndpoint.objects.select_for_update(of=("self",)).select_related("bot").filter(pk=endpoint.pk)
    if (found := locked.first()) is None:
        raise EndpointRefused("endpoint_not_found", gettext("There is no such webhook endpoint."))
    return found


def _give_up(endpoint: WebhookEndpoint) -> None:
    """Marks pending deliveries as failed, so that they are not sent any more; a person can send them again."""
    pending = endpoint.deliveries.filter(status=WebhookDelivery.Status.PENDING)
    pending.update(status=WebhookDelivery.Status.FAILED, next_attempt_at=None)
