"""Turns as people who look after a bot see them. Sensitive values are masked: the reader is not the user."""

from collections.abc import Mapping, Sequence
from typing import Annotated
from uuid import UUID

from django.db.models import QuerySet
from pydantic import Field
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView
from typing_extensions import TypedDict

from conversations_app.api.access import checked, conversation_for
from conversations_app.api.bodies import Page
from conversations_app.api.described import turns as described
from conversations_app.api.paging import Order
from conversations_app.api.problems import Problem
from conversations_app.delivery.shapes import Free, Moment, OneOf, Seq
from conversations_app.models import ApiKey, Conversation, Turn
from conversations_app.sensitive_slots import ASKED_OF_TURNS, sensitive_in_turn
from flows_app.masking import masked_commands, masked_leaves, masked_text
from flows_app.models import FlowVersion

_BY_SEQ: Order[Turn] = Order({"message__seq": int})
_INSPECT = ApiKey.Scope.INSPECT


class StartedFlowShape(TypedDict):
    flow: str
    version: int


class TurnShape(TypedDict):
    seq: Seq
    first_seq: Annotated[Seq, Field(description="The first of the messages that it answered together.")]
    status: Annotated[str, OneOf(lambda: Turn.Status.values)]
    text: str
    event: str | None
    provider: Annotated[str, Field(description="Who has understood it.")]
    commands: list[Free] | None
    trace: Annotated[Free, Field(description="How it was understood: timings, confidence, what was dropped.")]
    flows: Annotated[list[StartedFlowShape], Field(description="Those that it started.")]
    failures: Annotated[int, Field(description="How often it was tried in vain.")]
    fault: Annotated[str | None, Field(description="Of the last failure, the traceback.")]
    received_at: Moment
    began_at: Moment
    ended_at: Moment | None


class TurnsView(APIView):
    @described.listing
    def get(self, request: Request, conversation_id: UUID) -> Response:
        conversation = conversation_for(request, conversation_id, _INSPECT)
        page = checked(Page, request.query_params)
        shown, following = _BY_SEQ.page(_turns(conversation), page["cursor"], page["limit"])
        numbers = _version_numbers(shown)
        return Response({"results": [public_turn(turn, numbers) for turn in shown], "next": following})


class TurnView(APIView):
    @described.one
    def get(self, request: Request, conversation_id: UUID, seq: int) -> Response:
        conversation = conversation_for(request, conversation_id, _INSPECT)
        # A seq is an int of the database: a greater one is none, and SQLite can't be asked for it.
        turn = _turns(conversation).filter(message__seq=seq).first() if seq < 2**31 else None
        if turn is None:
            raise Problem(404, "turn_not_found", "No turn has answered a message with this seq.")
        return Response(public_turn(turn, _version_numbers([turn])))


def public_turn(turn: Turn, version_numbers: Mapping[int, int]) -> TurnShape:
    message = turn.message
    return {
        "seq": message.seq,
        "first_seq": turn.first_seq or message.seq,
        "status": turn.status,
        "text": masked_text(message.text, sensitive=message.sensitive),
        "event": message.event or None,
        "provider": turn.provider,
        "commands": masked_commands(turn.commands, sensitive_in_turn(turn)),
        "trace": masked_leaves(turn.trace) if message.sensitive else turn.trace,
        "flows": [
            {"flow": flow, "version": version_numbers[version_id]}
            for flow, version_id in turn.versions.items()
            if version_id in version_numbers
        ],
        "failures": turn.failures,
        "fault": turn.error or None,
        "received_at": message.created_at.isoformat(),
        "began_at": turn.created_at.isoformat(),
        "ended_at": turn.ended_at.isoformat() if turn.ended_at else None,
    }


def _turns(conversation: Conversation) -> QuerySet[Turn]:
    turns = Turn.objects.filter(message__conversation=conversation)
    return turns.select_related("message").prefetch_related(*ASKED_OF_TURNS)


def _version_numbers(turns: Sequence[Turn]) -> dict[int, int]:
    started = {version_id for turn in turns for version_id in turn.versions.values()}
    return dict(FlowVersion.objects.filter(pk__in=started).values_list("pk", "number"))
