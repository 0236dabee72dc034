"""A user at a provider says something: in the conversation that goes on at their address, or in a new one."""

import hashlib
from typing import Any

from django.db import IntegrityError, transaction

from conversations_app.channels import Incoming, ProviderChannel
from conversations_app.channels.degrading import picked
from conversations_app.channels.outbox import retry_now
from conversations_app.languages import language_of_visitor
from conversations_app.limits import CLIENT_ID_LENGTH
from conversations_app.models import ChannelAddress, Conversation, Message
from conversations_app.verbs.posting import Posted, post_message
from conversations_app.verbs.refusals import PostRefused
from conversations_app.verbs.starting import start_conversation
from flows_app.models import Bot


def receive_message(bot: Bot, channel: ProviderChannel, said: Incoming) -> Posted | None:
    """Posts it once, however often the provider delivers it; None if it was posted before.

    Raises PostRefused or StartRefused, as posting and starting do.
    """
    client_id = _client_id(said)
    known = ChannelAddress.objects.filter(bot=bot, channel=channel.name, address=said.address)
    if Message.objects.filter(conversation__channel_address__in=known, client_id=client_id).exists():
        return None
    address = known.filter(current=True).select_related("conversation").first()
    if address is None or address.conversation.status == Conversation.Status.CLOSED:
        address = _start(bot, channel, said)
    try:
        posted = post_message(
            address.conversation_id,
            **_text_or_press(address, channel, said.text),
            client_id=client_id,
            sender=f"channel {channel.name}",
            # A message that has not been sent can't be answered: a yes to it does not count.
            seen=address.sent_seq,
        )
    except PostRefused as refused:
        if refused.code == "client_id_reused":  # delivered twice at once: it meant something else a moment ago
            return None
        raise
    retry_now(address.conversation_id)
    return posted if posted.new else None


def _client_id(said: Incoming) -> str:
    """The provider's id of the message; a longer one than can be kept is shortened to its hash."""
    is_short = len(said.message_id) <= CLIENT_ID_LENGTH
    return said.message_id if is_short else hashlib.sha256(said.message_id.encode()).hexdigest()


def _start(bot: Bot, channel: ProviderChannel, said: Incoming) -> ChannelAddress:
    """Another message may have started it at the same moment: then that one is it."""
    current = ChannelAddress.objects.filter(bot=bot, channel=channel.name, address=said.address, current=True)
    try:
        with transaction.atomic():
            current.filter(conversation__status=Conversation.Status.CLOSED).update(current=False)
            started = start_conversation(
                bot,
                user_ref=said.user_ref,
                language=language_of_visitor(bot, said.language),
                channel=channel.name,
                address=said.address,
            )
    except IntegrityError:
        return current.get()
    return started.channel_address


def _text_or_press(address: ChannelAddress, channel: ProviderChannel, text: str) -> dict[str, Any]:
    """Reads the number of an option of the newest message as a press of it; anything else is a text."""
    to_user = Message.objects.filter(conversation=address.conversation_id, seq__lte=address.sent_seq)
    newest = to_user.exclude(role=Message.Role.USER).order_by("-seq").first()
    if newest and newest.role == Message.Role.BOT and (option := picked(newest, channel.shows, text)):
        return {"option": option["value"], "reply_to": newest.seq}
    return {"text": text}
