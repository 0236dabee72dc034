"""Webhook endpoints, for people who manage the bot; and the log of what was sent to them."""

import json
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from conversations_app.admin.times import short_time
from conversations_app.limits import WEBHOOK_URL_LENGTH
from conversations_app.models import WebhookDelivery, WebhookEndpoint
from conversations_app.models.webhook_event import SUBSCRIBABLE
from conversations_app.webhooks.by_hand import make_ping, resend
from conversations_app.webhooks.endpoints import (
    change_endpoint,
    check_url,
    create_endpoint,
    delete_endpoint,
    rotate_secret,
)
from conversations_app.webhooks.payloads import payload
from conversations_app.webhooks.refusals import EndpointRefused
from flows_app.admin.rights import ReadOnly, RightsByBot, TheirBots, person_of
from flows_app.rights import Right, bots_with

_DELIVERIES_SHOWN = 20
_SHOWN_ONCE = _("Copy the secret now, it is shown only this once:")


class WebhookEndpointForm(forms.ModelForm):
    url = forms.CharField(
        label=_("URL"),
        max_length=WEBHOOK_URL_LENGTH,
        widget=forms.URLInput(attrs={"class": "vURLField"}),
        help_text=_("Public addresses only, unless the operator allows others."),
    )
    events = forms.MultipleChoiceField(label=_("Events"), choices=SUBSCRIBABLE, widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = WebhookEndpoint
        fields = ("bot", "url", "events", "description", "active")

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"]
        try:
            check_url(url)
        except EndpointRefused as refused:
            raise forms.ValidationError(refused.detail) from refused
        return url


@admin.register(WebhookEndpoint)
class WebhookEndpointAdmin(RightsByBot, admin.ModelAdmin):
    add_right = change_right = delete_right = view_right = Right.MANAGE
    form = WebhookEndpointForm
    list_display = ("url", "bot", "wanted", "standing", "description")
    list_filter = (("bot", TheirBots), "active")
    list_select_related = ("bot",)
    actions = None
    change_form_template = "admin/conversations_app/webhookendpoint/change_form.html"

    class Media:
        css = {"all": ("conversations_app/admin/verbs.css", "conversations_app/admin/webhooks.css")}

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        fields = ("bot", "url", "events", "description", "active")
        return (*fields, "standing", "secrets", "log") if obj else fields

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """Keeps an endpoint with its bot: what was sent to it was about that bot."""
        return ("bot", "standing", "secrets", "log") if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name == "bot":
            options["queryset"] = bots_with(person_of(request), Right.MANAGE)
        return super().formfield_for_foreignkey(db_field, request, **options)

    # Changes go through the verbs, which keep the bot's subscription and the audit log.

    def changeform_view(self, request: HttpRequest, *args: Any, **options: Any) -> Any:
        try:
            return super().changeform_view(request, *args, **options)
        except EndpointRefused as refused:
            self.message_user(request, refused.detail, messages.ERROR)
            return HttpResponseRedirect(reverse("admin:conversations_app_webhookendpoint_changelist"))

    def save_model(self, request: HttpRequest, obj: WebhookEndpoint, form: Any, change: bool) -> None:
        given = {name: form.cleaned_data[name] for name in ("url", "events", "description", "active")}
        if change:
            changed = {name: given[name] for name in form.changed_data if name in given}
            if changed:
                change_endpoint(obj, user=person_of(request), **changed)
            return
        made, secret = create_endpoint(obj.bot, user=person_of(request), **given)
        obj.pk = made.pk
        self.message_user(request, f"{_SHOWN_ONCE} {secret}", messages.WARNING)

    def delete_model(self, request: HttpRequest, obj: WebhookEndpoint) -> None:
        delete_endpoint(obj, user=person_of(request))

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Lists the endpoint alone and asks for no further right: its log goes with it."""
        deleted, counts, _, protected = super().get_deleted_objects(objs, request)
        return deleted[:1], counts, set(), protected

    # Buttons

    def get_urls(self) -> list[Any]:
        def button(name: str, act: Any) -> Any:
            view = self.admin_site.admin_view(require_POST(act))
            return path(f"<uuid:pk>/{name}/", view, name=f"conversations_app_webhookendpoint_{name}")

        return [button("rotate", self.rotate), button("test", self.test), *super().get_urls()]

    def rotate(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        endpoint = get_object_or_404(self.get_queryset(request), pk=pk)
        _, secret = rotate_secret(endpoint, user=person_of(request))
        self.message_user(request, f"{_SHOWN_ONCE} {secret}", messages.WARNING)
        return _page_of(endpoint)

    def test(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """A worker sends it: a receiver that takes its time must not hold up other pages."""
        endpoint = get_object_or_404(self.get_queryset(request), pk=pk)
        delivery = make_ping(endpoint, user=person_of(request))
        self.message_user(request, gettext("A ping is on its way: this page shows what comes of it."), messages.SUCCESS)
        return HttpResponseRedirect(reverse("admin:conversations_app_webhookdelivery_change", args=[delivery.pk]))

    # Columns

    @admin.display(description=_("Events"))
    def wanted(self, endpoint: WebhookEndpoint) -> str:
        return ", ".join(endpoint.events)

    @admin.display(description=_("Status"), ordering="active")
    def standing(self, endpoint: WebhookEndpoint) -> str:
        if endpoint.disabled_reason:
            return gettext("disabled: {reason}").format(reason=endpoint.get_disabled_reason_display())
        if not endpoint.active:
            return gettext("off")
        if endpoint.failing_since:
            return gettext("failing since {time}").format(time=short_time(endpoint.failing_since))
        return gettext("on")

    @admin.display(description=_("Secret"))
    def secrets(self, endpoint: WebhookEndpoint) -> str:
        if endpoint.old_secret_until and endpoint.old_secret_signs:
            return gettext("Stored encrypted. Until {time} the one of before signs as well.").format(
                time=short_time(endpoint.old_secret_until)
            )
        return gettext("Stored encrypted. Whoever has lost it rotates it.")

    @admin.display(description=_("Deliveries"))
    def log(self, endpoint: WebhookEndpoint) -> str:
        every = reverse("admin:conversations_app_webhookdelivery_changelist")
        newest = endpoint.deliveries.select_related("event").annotate(tries=Count("attempts")).order_by("-pk")
        return render_to_string(
            "admin/conversations_app/webhookendpoint/log.html",
            {
                "deliveries": newest[:_DELIVERIES_SHOWN],
                "all": f"{every}?endpoint__id__exact={endpoint.pk}",
            },
        )


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    bot_lookup = "endpoint__bot"
    view_right = Right.MANAGE
    list_display = ("made", "kind", "to", "status", "tries", "next_try")
    list_filter = ("status", "event__type", ("endpoint", admin.RelatedOnlyFieldListFilter))
    list_select_related = ("event", "endpoint__bot")
    fields = ("to", "kind", "webhook_id", "conversation", "status", "made", "next_try", "attempts", "said")
    change_form_template = "admin/conversations_app/webhookdelivery/change_form.html"

    class Media:
        css = {"all": ("conversations_app/admin/verbs.css", "conversations_app/admin/webhooks.css")}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request).annotate(tried=Count("attempts"))
        return rows

    def get_urls(self) -> list[Any]:
        view = self.admin_site.admin_view(require_POST(self.resend))
        return [path("<int:pk>/resend/", view, name="conversations_app_webhookdelivery_resend"), *super().get_urls()]

    def resend(self, request: HttpRequest, pk: int) -> HttpResponse:
        delivery = get_object_or_404(self.get_queryset(request).select_related("endpoint__bot"), pk=pk)
        resend(delivery, user=person_of(request))
        self.message_user(
            request, gettext("It is on its way again: this page shows what comes of it."), messages.SUCCESS
        )
        return HttpResponseRedirect(reverse("admin:conversations_app_webhookdelivery_change", args=[pk]))

    @admin.display(description=_("Created"), ordering="pk")
    def made(self, delivery: WebhookDelivery) -> str:
        return short_time(delivery.created_at)

    @admin.display(description=_("Event"))
    def kind(self, delivery: WebhookDelivery) -> str:
        return delivery.event.type

    @admin.display(description=_("Endpoint"))
    def to(self, delivery: WebhookDelivery) -> str:
        page = reverse("admin:conversations_app_webhookendpoint_change", args=[delivery.endpoint_id])
        return format_html('<a href="{}">{}</a>', page, delivery.endpoint)

    @admin.display(description=_("Tries"))
    def tries(self, delivery: Any) -> int:
        return int(delivery.tried)

    @admin.display(description=_("Next try"))
    def next_try(self, delivery: WebhookDelivery) -> str:
        return short_time(delivery.next_attempt_at) if delivery.next_attempt_at else "–"

    @admin.display(description=_("webhook-id"))
    def webhook_id(self, delivery: WebhookDelivery) -> str:
        return delivery.event.message_id

    @admin.display(description=_("Conversation"))
    def conversation(self, delivery: WebhookDelivery) -> str:
        pk = delivery.event.conversation_id
        if pk is None:
            return "–"
        return format_html('<a href="{}">{}</a>', reverse("admin:conversations_app_conversation_change", args=[pk]), pk)

    @admin.display(description=_("Attempts"))
    def attempts(self, delivery: WebhookDelivery) -> str:
        template = "admin/conversations_app/webhookdelivery/attempts.html"
        return render_to_string(template, {"attempts": delivery.attempts.all()})

    @admin.display(description=_("Payload"))
    def said(self, delivery: WebhookDelivery) -> str:
        """Masked already when it was written."""
        return format_html('<pre class="payload">{}</pre>', _indented(delivery))


def _indented(delivery: WebhookDelivery) -> str:
    return json.dumps(payload(delivery.event), indent=2, ensure_ascii=False)


def _page_of(endpoint: WebhookEndpoint) -> HttpResponse:
    return HttpResponseRedirect(reverse("admin:conversations_app_webhookendpoint_change", args=[endpoint.pk]))
