from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.bots.errors import BotRefused
from flows_app.drafts import document_of, write_document
from flows_app.models import Bot, Flow, FlowTest, HttpAction, Slot
from flows_app.rights import Person, Right, require
from flows_app.secrets import NOT_ENTERED

_COPIED_SETTINGS = ("languages", "settings", "allowed_origins", "requires_verified_users")


class CopyBot:
    """A new bot with the drafts, slots, settings, texts, look, HTTP actions and tests of another.

    Nothing of it is live: it is not public and has no version. Conversations, versions, people's roles, API keys,
    webhooks, and every secret (of HTTP actions, verified users and the language model) stay with the first.
    """

    def __init__(self, bot: Bot, *, name: str, slug: str, user: Person = None):
        self.bot = bot
        self.name = name.strip()
        self.slug = slug.strip()
        self.user = user

    def check(self) -> None:
        require(self.user, Right.MANAGE, self.bot)
        try:
            Bot(name=self.name, slug=self.slug).full_clean()
        except ValidationError as refused:
            field, sentences = next(iter(refused.message_dict.items()))
            raise BotRefused(sentences[0], field) from None

    @transaction.atomic
    def execute(self) -> Bot:
        self.check()
        kept = {name: getattr(self.bot, name) for name in _COPIED_SETTINGS}
        copy = self._new_bot(**kept)
        _copy_rows(self.bot, copy)
        flows = {flow.pk: _copy_flow(flow, copy, self.user) for flow in Flow.objects.filter(bot=self.bot)}
        if self.bot.default_flow_id in flows:
            copy.default_flow = flows[self.bot.default_flow_id]
            copy.save(update_fields=["default_flow"])
        record(self.user, copy, "copied", f"bot {copy}", of=self.bot.slug, flows=len(flows))
        return copy

    def _new_bot(self, **kept: Any) -> Bot:
        """Refused if somebody else has taken the slug since the check."""
        try:
            with transaction.atomic():
                return Bot.objects.create(name=self.name, slug=self.slug, **kept)
        except IntegrityError:
            raise BotRefused(gettext("There is a bot with this slug already."), "slug") from None


def secrets_left_out(bot: Bot) -> list[str]:
    """Lists the secrets to enter in the copy before its HTTP actions can be called."""
    return [
        gettext("{header} of {action}").format(header=header, action=action)
        for action in bot.http_actions.all()
        for header in action.secret_headers
    ]


def _copy_rows(bot: Bot, copy: Bot) -> None:
    slots = [Slot(bot=copy, **_columns(slot, "bot", "flow")) for slot in bot.slots.all()]
    Slot.objects.bulk_create(slots)
    HttpAction.objects.bulk_create(_copy_of_action(action, copy) for action in bot.http_actions.all())


def _copy_of_action(action: HttpAction, copy: Bot) -> HttpAction:
    """Copies the names of its secrets, not their values: rights don't tell who may have a secret, and nobody is ever
    shown one."""
    names = dict.fromkeys(action.secret_headers, NOT_ENTERED)
    return HttpAction(bot=copy, secret_headers=names, **_columns(action, "bot", "secret_headers"))


def _copy_flow(flow: Flow, copy: Bot, user: Person) -> Flow:
    """The draft as it is, wrong parts included, and the tests."""
    by = user.pk if user is not None else None
    made = Flow.objects.create(bot=copy, name=flow.name, draft_saved_by_id=by, draft_editors=[by] if by else [])
    write_document(made, document_of(flow))
    FlowTest.objects.bulk_create(FlowTest(flow=made, **_columns(test, "flow")) for test in flow.tests.all())
    return made


def _columns(row: Slot | HttpAction | FlowTest, *without: str) -> dict[str, object]:
    fields = (field for field in row._meta.concrete_fields if not field.primary_key and field.name not in without)
    return {field.attname: getattr(row, field.attname) for field in fields}
