from collections import deque
from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, RestrictedError
from django.utils.translation import gettext

from flows_app.audit import record_without_bot
from flows_app.bots.errors import BotRefused
from flows_app.bots.references import follow_references, referring_rows
from flows_app.limits import DELETION_BATCH
from flows_app.models import AuditEntry, Bot, BotCatalogue, Flow, FlowProfile, FlowTest, FlowVersion
from flows_app.ports import bot_traces
from flows_app.rights import Person, Right, require


class DeleteBot:
    """The bot and all that is its own, its conversations included, for good. The log keeps that it was done.

    A turn that runs at this moment finds its conversation gone, and stores nothing more.
    """

    def __init__(self, bot: Bot, *, typed: str = "", user: Person = None):
        """`typed` is the bot's slug, entered by the person: nobody deletes the wrong one by a slip."""
        self.bot = bot
        self.typed = typed
        self.user = user

    def losses(self) -> Mapping[str, int]:
        """Counts what would be lost, by the names that people know."""
        flows = Flow.objects.filter(bot=self.bot)
        return {
            **bot_traces.get().counted(self.bot),
            gettext("Flows"): flows.count(),
            gettext("Published versions"): FlowVersion.objects.filter(flow__bot=self.bot).count(),
            gettext("Tests"): FlowTest.objects.filter(flow__bot=self.bot).count(),
            gettext("HTTP actions"): self.bot.http_actions.count(),
            gettext("Entries of its log"): AuditEntry.objects.filter(bot=self.bot).count(),
        }

    def check(self) -> None:
        require(self.user, Right.MANAGE, self.bot)
        if self.typed.strip() != self.bot.slug:
            raise BotRefused(gettext("Type “{slug}” to delete this bot.").format(slug=self.bot.slug), "typed")

    def execute(self) -> None:
        try:
            self._execute()
        except IntegrityError as meanwhile:
            raise BotRefused(
                gettext("Somebody has added to it just now, so nothing was deleted: try again.")
            ) from meanwhile

    @transaction.atomic
    def _execute(self) -> None:
        # `no_key`: whoever only refers to the bot is let through, until all that they may hold is ours.
        self.bot = bot = Bot.objects.select_for_update(no_key=True).get(pk=self.bot.pk)
        self.check()
        lost = dict(self.losses())
        named = f"bot {bot} ({bot.slug})"
        try:
            _delete(bot)
        except (ProtectedError, RestrictedError) as protected:
            raise _protecting(protected) from protected
        record_without_bot(self.user, "deleted", named, slug=self.bot.slug, lost=lost)


def _delete(bot: Bot) -> None:
    """Deletes what the bot has before the bot itself, in the order in which others lock: they hold one of its rows, and
    refer to the bot when they commit (log, event). The other order would deadlock."""
    traces = bot_traces.get()
    traces.delete(bot, wait=True)
    AuditEntry.objects.filter(bot=bot).delete()
    _wait_for_those_who_change_it(bot)
    # From here on no conversation can start: nobody can refer to the bot.
    Bot.objects.select_for_update().get(pk=bot.pk)
    traces.delete(bot, wait=False)
    _delete_versions(bot)
    bot.delete()


def _wait_for_those_who_change_it(bot: Bot) -> None:
    """Locks all that is deleted with the bot's row, and the tests, which people change one at a time."""
    of_bot = referring_rows(Bot.objects.filter(pk=bot.pk))
    for rows in (*of_bot, FlowTest.objects.filter(flow__bot=bot)):
        locked = rows.select_for_update(of=("self",)).order_by("pk").values_list("pk")
        deque(locked.iterator(DELETION_BATCH), maxlen=0)


def _delete_versions(bot: Bot) -> None:
    """Nothing runs on them any more: the conversations have gone before."""
    Bot.objects.filter(pk=bot.pk).update(default_flow=None, catalogue=None)
    Flow.objects.filter(bot=bot).update(current_version=None)
    BotCatalogue.objects.filter(bot=bot).delete()
    FlowProfile.objects.filter(version__flow__bot=bot).delete()
    follow_references(FlowVersion.objects.filter(flow__bot=bot))
    FlowVersion.objects.delete_with_bot(bot)


def _protecting(error: ProtectedError | RestrictedError) -> BotRefused:
    rows = error.protected_objects if isinstance(error, ProtectedError) else error.restricted_objects
    names = sorted({str(row._meta.verbose_name_plural) for row in rows})
    return BotRefused(
        gettext("It can't be deleted while these refer to it or to its conversations: {names}.").format(
            names=", ".join(names)
        )
    )
