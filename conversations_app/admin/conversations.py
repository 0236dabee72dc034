from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from conversations_app.admin.conversation_parts import receipts_table, runs_table, slots_table, transcript
from conversations_app.admin.conversation_reply import reply_form, reply_url
from conversations_app.admin.conversation_verbs import verb_urls, verbs_for
from conversations_app.limits import RATINGS
from conversations_app.models import ChannelAddress, Conversation
from conversations_app.verbs.ending import end_conversation
from flows_app.admin.rights import ReadOnly, RightsByBot, TheirBots, person_of
from flows_app.masking import masked_text
from flows_app.rights import Right, bots_with, has_somewhere


class ByRating(admin.SimpleListFilter):
    """All that there can be: Django's own filter would look through every conversation for those that there are."""

    title = _("rating")
    parameter_name = "rating_score"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, str]]:
        return [(score, _of_most(score)) for score in RATINGS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        chosen = [score for score in RATINGS if str(score) == self.value()]
        return queryset.filter(rating_score__in=chosen) if chosen else queryset


@admin.register(Conversation)
class ConversationAdmin(ReadOnly, RightsByBot, admin.ModelAdmin):
    list_display = ("id", "bot", "status", "question", "rating", "last_seq", "updated_at")
    list_filter = (("bot", TheirBots), "status", ByRating, "updated_at")
    list_select_related = ("bot",)
    search_fields = ("id", "user_ref")
    fields = (
        *(
            "id",
            "bot",
            "status",
            "reached",
            "agent",
            "question",
            "user_ref",
            "identity",
            "language",
            "rating",
            "comment",
        ),
        *("created_at", "updated_at"),
        *("flows", "slots", "transcript", "receipts"),
    )

    actions = ("close",)

    class Media:
        css = {
            "all": (
                "conversations_app/admin/transcript.css",
                "conversations_app/admin/verbs.css",
                "conversations_app/admin/reply.css",
            )
        }
        js = ("conversations_app/admin/reply.js",)

    def get_urls(self) -> list[Any]:
        return [*verb_urls(self), reply_url(self), *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **more: Any) -> Any:
        conversation: Conversation = more["obj"]
        context["verbs"] = verbs_for(conversation, person_of(request))
        context["reply"] = reply_form(conversation, person_of(request))
        return super().render_change_form(request, context, *args, **more)

    def has_talk_permission(self, request: HttpRequest) -> bool:
        return has_somewhere(person_of(request), Right.TALK)

    @admin.action(description=_("Close the selected conversations"), permissions=["talk"])
    def close(self, request: HttpRequest, conversations: QuerySet[Conversation]) -> None:
        person = person_of(request)
        theirs = conversations.filter(bot__in=bots_with(person, Right.TALK))
        for conversation in theirs.exclude(status=Conversation.Status.CLOSED):
            end_conversation(conversation, user=person)
        self.message_user(request, gettext("Closed, as far as you may talk to their users."))

    @admin.display(description=_("Open question"))
    def question(self, conversation: Conversation) -> str:
        task = conversation.pending
        return masked_text(task["prompt"], sensitive=task.get("sensitive", False)) if task else gettext("none")

    @admin.display(description=_("Channel"))
    def reached(self, conversation: Conversation) -> str:
        """By which channel, and what keeps messages from the user there."""
        address = ChannelAddress.objects.filter(pk=conversation.pk).first()
        if address is None:
            return conversation.channel
        lost = gettext("Messages given up: {count}.").format(count=address.given_up) if address.given_up else ""
        waits = gettext("Messages wait: {reason}").format(reason=address.error) if address.failures else ""
        return " ".join(filter(None, (f"{address}.", lost, waits)))

    @admin.display(description=_("Rating"), ordering="rating_score")
    def rating(self, conversation: Conversation) -> str:
        if conversation.rating_score is None:
            return "—"
        return _of_most(conversation.rating_score)

    @admin.display(description=_("What the user says of it"))
    def comment(self, conversation: Conversation) -> str:
        return conversation.rating_comment or "—"

    @admin.display(description=_("Identity"))
    def identity(self, conversation: Conversation) -> str:
        if not conversation.user_ref:
            return gettext("anonymous")
        if conversation.user_verified:
            return gettext("verified")
        return gettext("unverified: the page said so, nobody has proved it")

    @admin.display(description=_("Flows"))
    def flows(self, conversation: Conversation) -> str:
        return runs_table(conversation)

    @admin.display(description=_("Slots"))
    def slots(self, conversation: Conversation) -> str:
        return slots_table(conversation)

    @admin.display(description=_("Transcript"))
    def transcript(self, conversation: Conversation) -> str:
        return transcript(conversation)

    @admin.display(description=_("Actions"))
    def receipts(self, conversation: Conversation) -> str:
        return receipts_table(conversation)


def _of_most(score: int) -> str:
    return gettext("{score} of {most}").format(score=score, most=RATINGS[-1])
