import logging

from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from conversations_app.api.problems import problem
from conversations_app.channels.registry import MissingChannel, registry
from conversations_app.limits import CHANNEL_RETRY_SECONDS
from conversations_app.refusals import Refused
from conversations_app.verbs.receiving import receive_message
from flows_app.models import Bot

logger = logging.getLogger(__name__)

# The same message is taken a little later.
_FOR_NOW = ("turn_in_progress", "too_many_unanswered", "conversation_closed")


@csrf_exempt  # a provider has no cookies: the channel verifies the request itself
def from_provider(request: HttpRequest, name: str, slug: str) -> HttpResponse:
    channel, bot = registry.provider(name), Bot.objects.filter(slug=slug).first()
    if isinstance(channel, MissingChannel) or bot is None:
        return problem(404, "not_found", "There is nothing at this address.")
    if request.method == "GET":
        return channel.handshake(request, bot)
    if request.method != "POST":
        return HttpResponseNotAllowed(["GET", "POST"])
    if not channel.verify(request, bot):
        return problem(403, "signature_invalid", "The request is not the provider's.")
    try:
        incoming = [*channel.read(request, bot)]
    except (ValueError, LookupError, TypeError) as unreadable:
        logger.warning("Channel %s: a request can't be read (%s).", name, type(unreadable).__name__)
        return problem(400, "bad_request", "The request can't be read.")
    refused = []
    for said in incoming:
        try:
            receive_message(bot, channel, said)
        except Refused as refusal:
            if refusal.code in _FOR_NOW:
                later = {"Retry-After": str(CHANNEL_RETRY_SECONDS)}
                return problem(503, refusal.code, refusal.detail, headers=later)
            # It would be refused again and again, and hold up what the provider has for others.
            logger.warning("Channel %s: a message was refused (%s).", name, refusal.code)
            refused.append(refusal.code)
    return JsonResponse({"refused": refused})
