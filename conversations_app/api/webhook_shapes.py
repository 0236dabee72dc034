"""Webhook endpoints and deliveries on the wire: what callers send, and what they get."""

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from conversations_app.api.bodies import Body, Page, Text
from conversations_app.limits import (
    DELIVERIES_PER_PAGE,
    WEBHOOK_DESCRIPTION_LENGTH,
    WEBHOOK_URL_LENGTH,
)
from conversations_app.models import WebhookAttempt, WebhookDelivery, WebhookEndpoint, WebhookEvent
from conversations_app.models.webhook_event import SUBSCRIBABLE
from flows_app.plain_json import storable_text

# Bodies


class _EndpointFields(Body):
    url = Text(max_length=WEBHOOK_URL_LENGTH, help_text="Where to post to. Public addresses only.")
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=SUBSCRIBABLE), allow_empty=False, help_text="What to be told of."
    )
    description = Text(max_length=WEBHOOK_DESCRIPTION_LENGTH, allow_blank=True)
    active = serializers.BooleanField(help_text="Whether anything is sent to it.")

    def validate_events(self, events: list[str]) -> list[str]:
        return list(dict.fromkeys(events))

    def validate_description(self, text: str) -> str:
        if not storable_text(text):
            raise serializers.ValidationError("It holds characters that are no text.")
        return text


@extend_schema_serializer(component_name="NewWebhookEndpoint")
class NewEndpoint(_EndpointFields):
    bot = Text(required=False, default="", help_text="Its slug. A key has one bot: then it may be left out.")
    description = Text(max_length=WEBHOOK_DESCRIPTION_LENGTH, required=False, default="", allow_blank=True)
    active = serializers.BooleanField(required=False, default=True, help_text="Whether anything is sent to it.")


@extend_schema_serializer(component_name="WebhookEndpointChanges")
class ChangedEndpoint(_EndpointFields):
    """Whatever is left out stays as it is."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, partial=True, **options)


class DeliveryPage(Page):
    limit = serializers.IntegerField(
        min_value=1, max_value=DELIVERIES_PER_PAGE, default=DELIVERIES_PER_PAGE, help_text="How many at most."
    )


# Answers


@extend_schema_serializer(component_name="WebhookEndpoint")
class EndpointShape(serializers.ModelSerializer[WebhookEndpoint]):
    bot = serializers.SlugRelatedField(slug_field="slug", read_only=True)  # type: ignore[var-annotated]
    events = serializers.ListField(child=serializers.ChoiceField(choices=SUBSCRIBABLE), read_only=True)
    disabled_reason = serializers.ChoiceField(
        choices=[("", "nobody but a person switched it off"), *WebhookEndpoint.Disabled.choices], read_only=True
    )
    old_secret_until = serializers.DateTimeField(
        read_only=True, allow_null=True, help_text="Until then the secret of before the last rotation signs as well."
    )

    class Meta:
        model = WebhookEndpoint
        fields: tuple[str, ...] = (
            *("id", "bot", "url", "events", "description", "active", "disabled_reason", "failing_since"),
            *("old_secret_until", "created_at", "updated_at"),
        )
        read_only_fields: tuple[str, ...] = fields


@extend_schema_serializer(component_name="WebhookEndpointWithSecret")
class EndpointWithSecretShape(EndpointShape):
    secret = serializers.CharField(
        read_only=True, help_text="`whsec_` and base64: what to check signatures with. Shown only this once."
    )

    class Meta(EndpointShape.Meta):
        fields = (*EndpointShape.Meta.fields, "secret")
        read_only_fields = fields


@extend_schema_serializer(component_name="WebhookAttempt")
class AttemptShape(serializers.ModelSerializer[WebhookAttempt]):
    class Meta:
        model = WebhookAttempt
        fields = ("at", "duration_ms", "status", "response", "error")
        read_only_fields = fields


@extend_schema_serializer(component_name="WebhookDelivery")
class DeliveryShape(serializers.ModelSerializer[WebhookDelivery]):
    webhook_id = serializers.CharField(
        source="event.message_id", read_only=True, help_text="As in the header `webhook-id`, on every attempt."
    )
    type = serializers.ChoiceField(source="event.type", choices=WebhookEvent.Type.choices, read_only=True)
    conversation = serializers.UUIDField(source="event.conversation_id", read_only=True, allow_null=True)
    attempts = AttemptShape(many=True, read_only=True)

    class Meta:
        model = WebhookDelivery
        fields = (
            *("id", "webhook_id", "type", "conversation", "status", "created_at", "next_attempt_at"),
            "attempts",
        )
        read_only_fields = fields


@extend_schema_serializer(component_name="WebhookEndpointList")
class EndpointListShape(serializers.Serializer[Any]):
    results = EndpointShape(many=True)


@extend_schema_serializer(component_name="WebhookDeliveryPage")
class DeliveryListShape(serializers.Serializer[Any]):
    results = DeliveryShape(many=True)
    next = serializers.CharField(allow_null=True, help_text="The `cursor` of the next page, if there is one.")
