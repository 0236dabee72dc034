from conversations_app.dialogue.standing import context_of
from conversations_app.models import NLUExample
from conversations_app.understanding.marked.marking import flows_of
from conversations_app.understanding.marked.message import MarkedMessage
from flows_app.engine import FlowsOnOffer, Said
from flows_app.models import Bot


def marked_messages(bot: Bot) -> list[MarkedMessage]:
    """A bot's examples with its flows as they are now. Examples of flows that are gone are left out."""
    flows = flows_of(bot)
    read = [_message(example, flows) for example in NLUExample.objects.filter(bot=bot).order_by("pk")]
    return [message for message in read if _is_possible(message)]


def _message(example: NLUExample, flows: FlowsOnOffer) -> MarkedMessage:
    history = [Said(one["role"], one["text"]) for one in example.history]
    context = context_of(example.standing, flows, history)
    return MarkedMessage(example.pk, example.text, context, example.commands, flows, history)


def _is_possible(message: MarkedMessage) -> bool:
    known = {*message.flows, *(flow.name for flow in message.context.stack)}
    return all(command.get("flow") in (None, *known) for command in message.commands)
