"""A bot's webhook endpoints, and the log of what was sent to them."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest, JsonResponse
from django.views.decorators.csrf import csrf_exempt
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from conversations_app.api import webhook_operations as operations
from conversations_app.api import webhook_shapes as shapes
from conversations_app.api.access import bots_for, checked, holder_of
from conversations_app.api.on_orm_threads import on_orm_threads, stands_for
from conversations_app.api.paging import Order
from conversations_app.api.problems import Problem
from conversations_app.concurrency.orm import in_orm_thread
from conversations_app.models import ApiKey, WebhookDelivery, WebhookEndpoint
from conversations_app.webhooks import endpoints
from conversations_app.webhooks.by_hand import make_ping, resend
from conversations_app.webhooks.delivering import deliver_now
from flows_app.models import Bot

_NEWEST: Order[WebhookDelivery] = Order({"id": int}, newest_first=True)


class WebhooksView(APIView):
    @operations.list_endpoints
    def get(self, request: Request) -> Response:
        found = WebhookEndpoint.objects.filter(bot__in=_bots(request)).select_related("bot")
        return Response({"results": shapes.EndpointShape(found, many=True).data})

    @operations.add_endpoint
    def post(self, request: Request) -> Response:
        bots = _bots(request)
        body = checked(shapes.NewEndpoint, request.data)
        bot = _one_bot(bots, body.pop("bot"))
        endpoint, secret = endpoints.create_endpoint(bot, user=holder_of(request).person, **body)
        return Response(_with_secret(endpoint, secret), status=201)


class WebhookView(APIView):
    @operations.read_endpoint
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        return Response(shapes.EndpointShape(_endpoint(request, endpoint_id)).data)

    @operations.change_endpoint
    def patch(self, request: Request, endpoint_id: UUID) -> Response:
        endpoint = _endpoint(request, endpoint_id)
        body = checked(shapes.ChangedEndpoint, request.data)
        changed = endpoints.change_endpoint(endpoint, user=holder_of(request).person, **body)
        return Response(shapes.EndpointShape(changed).data)

    @operations.delete_endpoint
    def delete(self, request: Request, endpoint_id: UUID) -> Response:
        endpoints.delete_endpoint(_endpoint(request, endpoint_id), user=holder_of(request).person)
        return Response(status=204)


class RotateView(APIView):
    @operations.rotate_secret
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        endpoint = _endpoint(request, endpoint_id)
        return Response(_with_secret(*endpoints.rotate_secret(endpoint, user=holder_of(request).person)))


class PingView(APIView):
    """Makes the ping; `ping` sends it, and answers with what came of it."""

    @operations.test_endpoint
    def post(self, request: Request, endpoint_id: UUID) -> Response:
        endpoint = _endpoint(request, endpoint_id)
        return Response(_shown(make_ping(endpoint, enqueue=False, user=holder_of(request).person).pk))


_make_ping = on_orm_threads(PingView.as_view())


@stands_for(PingView)
@csrf_exempt
async def ping(request: HttpRequest, endpoint_id: UUID) -> Any:
    """The receiver may take its time: no thread waits with it."""
    made = await _make_ping(request, endpoint_id=endpoint_id)
    if request.method != "POST" or made.status_code != 200:
        return made
    await deliver_now(made.data["id"])
    return JsonResponse(await in_orm_thread(_shown, made.data["id"]))


class DeliveriesView(APIView):
    @operations.list_deliveries
    def get(self, request: Request, endpoint_id: UUID) -> Response:
        endpoint = _endpoint(request, endpoint_id)
        page = checked(shapes.DeliveryPage, request.query_params)
        rows = endpoint.deliveries.select_related("event").prefetch_related("attempts")
        shown, following = _NEWEST.page(rows, page["cursor"], page["limit"])
        return Response({"results": shapes.DeliveryShape(shown, many=True).data, "next": following})


class ResendView(APIView):
    @operations.resend_delivery
    def post(self, request: Request, endpoint_id: UUID, delivery_id: int) -> Response:
        endpoint = _endpoint(request, endpoint_id)
        delivery = endpoint.deliveries.select_related("endpoint__bot").filter(pk=delivery_id).first()
        if delivery is None:
            raise Problem(404, "delivery_not_found", "There is no such delivery.")
        resend(delivery, user=holder_of(request).person)
        return Response(_shown(delivery.pk), status=202)


def _bots(request: Request) -> QuerySet[Bot]:
    """Finds the bots whose endpoints the credential may manage."""
    return bots_for(request, ApiKey.Scope.WEBHOOKS)


def _one_bot(bots: QuerySet[Bot], slug: str) -> Bot:
    found: list[Bot] = list((bots.filter(slug=slug) if slug else bots)[:2])
    if not found:
        raise Problem(404, "bot_not_found", "There is no such bot for this credential.")
    if len(found) > 1:
        raise Problem(400, "bot_required", "Say which bot: this credential has several.")
    return found[0]


def _endpoint(request: Request, endpoint_id: UUID) -> WebhookEndpoint:
    """Finds an endpoint. Answers 404 without the right to manage it, so that nobody learns that it exists."""
    found = WebhookEndpoint.objects.filter(bot__in=_bots(request), pk=endpoint_id).select_related("bot").first()
    if found is None:
        raise Problem(404, "endpoint_not_found", "There is no such webhook endpoint.")
    return found


def _with_secret(endpoint: WebhookEndpoint, secret: str) -> dict[str, Any]:
    return {**shapes.EndpointShape(endpoint).data, "secret": secret}


def _shown(delivery_id: int) -> dict[str, Any]:
    rows = WebhookDelivery.objects.select_related("event").prefetch_related("attempts")
    return dict(shapes.DeliveryShape(rows.get(pk=delivery_id)).data)
