"""Bodies and parameters that callers may send. Unknown fields are refused: a mistyped name must not pass in silence."""

import json
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from conversations_app.dialogue import CommandError, check_commands
from conversations_app.limits import (
    AGENT_NAME_LENGTH,
    MESSAGES_PER_PAGE,
    METADATA_BYTES,
    QUEUE_LENGTH,
    RATING_COMMENT_LENGTH,
    RATINGS,
    ROWS_PER_PAGE,
    WAIT_SECONDS,
)
from conversations_app.models import Conversation
from flows_app.limits import NAME_LENGTH
from flows_app.plain_json import check_storable


class Body(serializers.Serializer[Any]):
    def to_internal_value(self, data: Any) -> Any:
        value = super().to_internal_value(data)
        if unknown := set(data) - set(self.fields):
            raise serializers.ValidationError({name: ["This field is not known."] for name in sorted(unknown)})
        return value


class Text(serializers.CharField):
    """JSON string field; rejects numbers, which DRF would store as texts."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StrictIntegerField(serializers.IntegerField):
    """JSON integer field; rejects numeric strings."""

    def to_internal_value(self, data: Any) -> int:
        if not isinstance(data, int) or isinstance(data, bool):
            self.fail("invalid")
        return super().to_internal_value(data)


LANGUAGE = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$"


class Truth(serializers.BooleanField):
    """JSON boolean field; rejects “yes” and 1."""

    def to_internal_value(self, data: Any) -> bool:
        if not isinstance(data, bool):
            self.fail("invalid", input=data)
        return data


# A conversation of another channel begins where its user writes.
STARTED_BY_API = ("web", "api")


class NewConversation(Body):
    bot = Text()
    user_ref = Text(max_length=200, required=False, default="")
    user_hash = Text(max_length=64, required=False, default="", allow_blank=True)
    language = serializers.RegexField(LANGUAGE, max_length=20, required=False, default=None)
    metadata = serializers.JSONField(required=False, default=dict)
    channel = serializers.ChoiceField(STARTED_BY_API, required=False)

    def validate_metadata(self, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise serializers.ValidationError("Must be an object.")
        try:
            check_storable(value)
        except ValueError as refused:
            raise serializers.ValidationError(str(refused)) from refused
        if len(json.dumps(value)) > METADATA_BYTES:
            raise serializers.ValidationError(f"Must not be larger than {METADATA_BYTES} bytes.")
        return value


class NewMessage(Body):
    """Its limits are post_message's own; here only the shape is checked."""

    text = Text(required=False, default="", allow_blank=True, trim_whitespace=False)
    client_id = Text(required=False, default="", allow_blank=True)
    commands = serializers.JSONField(required=False, default=None)
    option = serializers.JSONField(required=False, default=None)
    reply_to = StrictIntegerField(min_value=1, max_value=2**31 - 1, required=False, default=None)
    seen = StrictIntegerField(min_value=0, max_value=2**31 - 1, required=False, default=None)

    def validate_commands(self, value: Any) -> list[dict[str, Any]] | None:
        if value is None:
            return None
        try:
            return check_commands(value)
        except CommandError as error:
            raise serializers.ValidationError(str(error)) from error


class NewReply(Body):
    """Its limits are reply_as_agent's own, but for the name."""

    text = Text(trim_whitespace=False, allow_blank=True)
    client_id = Text(required=False, default="", allow_blank=True)
    agent = Text(max_length=AGENT_NAME_LENGTH, required=False, default="")


class Typing(Body):
    active = Truth()
    agent = Text(max_length=AGENT_NAME_LENGTH, required=False, default="")


class NewRating(Body):
    score = StrictIntegerField(min_value=RATINGS[0], max_value=RATINGS[-1])
    comment = Text(max_length=RATING_COMMENT_LENGTH, required=False, default="", allow_blank=True)


class HandOff(Body):
    queue = Text(max_length=QUEUE_LENGTH, required=False, default="", allow_blank=True)


class After(Body):
    after = serializers.IntegerField(
        min_value=0, max_value=2**31 - 1, default=0, help_text="Only messages with a greater `seq`."
    )


class MessagePage(After):
    before = serializers.IntegerField(
        min_value=1,
        max_value=2**31 - 1,
        required=False,
        default=None,
        help_text="Only messages with a smaller `seq`; without `after`, the newest of them.",
    )
    limit = serializers.IntegerField(
        min_value=1, max_value=MESSAGES_PER_PAGE, default=MESSAGES_PER_PAGE, help_text="How many at most."
    )


@extend_schema_field({"type": "string", "format": "cursor"})
class Cursor(serializers.CharField):
    """Opaque: nobody makes one up."""


class Page(Body):
    """Query parameters of a list. A mistyped filter is refused as in bodies: it would show more than was asked for."""

    cursor = Cursor(required=False, default="", allow_blank=True, help_text="`next` of the page before.")
    limit = serializers.IntegerField(
        min_value=1, max_value=ROWS_PER_PAGE, default=ROWS_PER_PAGE, help_text="How many at most."
    )


class ConversationPage(Page):
    bot = serializers.SlugField(required=False, default=None, help_text="Only of this bot.")
    status = serializers.ChoiceField(
        Conversation.Status.choices, required=False, default=None, help_text="Only those that stand so now."
    )
    user_ref = serializers.CharField(
        max_length=200, required=False, default=None, help_text="Only with this user, as named when they were started."
    )
    flow = serializers.CharField(
        max_length=NAME_LENGTH, required=False, default=None, help_text="Only those that have run this flow."
    )
    created_after = serializers.DateTimeField(required=False, default=None, help_text="Started at or after.")
    created_before = serializers.DateTimeField(required=False, default=None, help_text="Started before.")
    updated_after = serializers.DateTimeField(required=False, default=None, help_text="Last changed at or after.")
    updated_before = serializers.DateTimeField(required=False, default=None, help_text="Last changed before.")


class WidgetLanguage(Body):
    language = serializers.RegexField(
        LANGUAGE,
        max_length=20,
        required=False,
        default="",
        help_text="Without it, or if the bot does not speak it: as `Accept-Language` says, or the bot's main one.",
    )


class Wait(Body):
    wait = serializers.FloatField(
        required=False,
        default=None,
        min_value=0,
        max_value=WAIT_SECONDS,
        help_text="Wait so many seconds for the turn to end, and give the replies in this same answer.",
    )
