"""A whole channel in one module, as a plugin would have it. Its provider, “Postcards”, shows plain text alone."""

import hashlib
import hmac
import json
import os
from collections.abc import Iterator

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from conversations_app.channels import Incoming, Outgoing, ProviderChannel, channel, raise_unless_taken
from flows_app import outbound
from flows_app.models import Bot
from flows_app.outbound import OutboundRequest


@channel("postcards")
class Postcards(ProviderChannel):
    async def send(self, message: Outgoing) -> None:
        body = json.dumps({"bot": message.bot, "to": message.address, "text": message.shown.text}).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": message.key}
        answer = await outbound.send(OutboundRequest("POST", os.environ["POSTCARDS_URL"], headers, body))
        raise_unless_taken(answer)

    def verify(self, request: HttpRequest, bot: Bot) -> bool:
        return constant_time_compare(signature(request.body), request.headers.get("X-Signature", ""))

    def read(self, request: HttpRequest, bot: Bot) -> Iterator[Incoming]:
        card = json.loads(request.body)
        yield Incoming(
            address=card["from"], message_id=card["id"], text=card["text"], language=card.get("language", "")
        )


def signature(body: bytes) -> str:
    return hmac.new(os.environ["POSTCARDS_SECRET"].encode(), body, hashlib.sha256).hexdigest()
