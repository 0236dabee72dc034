from typing import Annotated, Any

from django.db.models import Prefetch
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from conversations_app.api.access import checked, holder_of
from conversations_app.api.bodies import Page
from conversations_app.api.described import bots as described
from conversations_app.api.paging import Order, moment, text
from conversations_app.api.problems import Problem
from conversations_app.delivery.shapes import Moment
from flows_app.models import Bot, Flow, FlowVersion

_BY_SLUG: Order[Bot] = Order({"slug": text})
_NEWEST: Order[FlowVersion] = Order({"created_at": moment, "id": int}, newest_first=True)

_live_flows = Prefetch(
    "flows",
    Flow.objects.exclude(current_version=None).select_related("current_version").order_by("name"),
    to_attr="live_flows",
)


class LiveFlowShape(TypedDict):
    name: str
    description: str
    version: int


class BotShape(TypedDict):
    slug: str
    name: str
    public: bool
    archived: Annotated[bool, Field(description="Whether no new conversation is started with it.")]
    languages: list[str]
    default_flow: str | None
    flows: list[LiveFlowShape]


class VersionShape(TypedDict):
    flow: str
    number: Annotated[int, Field(ge=1)]
    note: str
    published_at: Moment
    live: Annotated[bool, Field(description="Whether new runs of the flow take it.")]


def public_bot(bot: Any) -> BotShape:
    """Gives the public facts of a bot: neither its settings nor its keys, and only those flows that run."""
    return {
        "slug": bot.slug,
        "name": bot.name,
        "public": bot.public,
        "archived": bot.archived_at is not None,
        "languages": bot.languages,
        "default_flow": bot.default_flow.name if bot.default_flow else None,
        "flows": [
            {"name": flow.name, "description": flow.description, "version": flow.current_version.number}
            for flow in bot.live_flows
        ],
    }


def public_version(version: FlowVersion) -> VersionShape:
    return {
        "flow": version.flow.name,
        "number": version.number,
        "note": version.note,
        "published_at": version.created_at.isoformat(),
        "live": version.flow.current_version_id == version.pk,
    }


class BotsView(APIView):
    @described.listing
    def get(self, request: Request) -> Response:
        page = checked(Page, request.query_params)
        bots = holder_of(request).bots().select_related("default_flow").prefetch_related(_live_flows)
        shown, following = _BY_SLUG.page(bots, page["cursor"], page["limit"])
        return Response({"results": [public_bot(bot) for bot in shown], "next": following})


class BotView(APIView):
    @described.one
    def get(self, request: Request, slug: str) -> Response:
        return Response(public_bot(_bot(request, slug)))


class VersionsView(APIView):
    @described.versions
    def get(self, request: Request, slug: str) -> Response:
        page = checked(Page, request.query_params)
        versions = FlowVersion.objects.filter(flow__bot=_bot(request, slug)).select_related("flow")
        shown, following = _NEWEST.page(versions.defer("definition"), page["cursor"], page["limit"])
        return Response({"results": [public_version(version) for version in shown], "next": following})


def _bot(request: Request, slug: str) -> Bot:
    bots = holder_of(request).bots().select_related("default_flow").prefetch_related(_live_flows)
    bot = bots.filter(slug=slug).first()
    if bot is None:
        raise Problem(404, "bot_not_found", "There is no such bot for this credential.")
    return bot
