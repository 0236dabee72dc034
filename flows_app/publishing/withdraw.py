from django.db import transaction
from django.utils.translation import gettext

from flows_app.audit import record
from flows_app.models import Flow
from flows_app.publishing.callers import published_callers
from flows_app.publishing.cataloguing import make_catalogue
from flows_app.publishing.errors import NothingToWithdraw, StillNeeded
from flows_app.publishing.locking import lock_for_publishing
from flows_app.publishing.signals import flow_withdrawn
from flows_app.rights import Person, Right, require


class WithdrawFlow:
    """Nobody can start the flow any more. Conversations that are in it go on; its versions and its draft stay."""

    def __init__(self, flow: Flow, *, user: Person = None, note: str = ""):
        self.flow = flow
        self.user = user
        self.note = note

    def check(self) -> None:
        require(self.user, Right.PUBLISH, self.flow.bot)
        if self.flow.current_version is None:
            raise NothingToWithdraw(gettext("“{flow}” is not published.").format(flow=self.flow))
        if self.flow.bot.default_flow_id == self.flow.pk:
            raise StillNeeded(
                gettext("“{flow}” is the default flow of “{bot}”: choose another default flow first.").format(
                    flow=self.flow, bot=self.flow.bot
                )
            )
        if callers := published_callers(self.flow):
            named = ", ".join(str(caller) for caller in callers)
            raise StillNeeded(
                gettext("Other published flows lead to “{flow}”: {named}. Change them first.").format(
                    flow=self.flow, named=named
                ),
                callers,
            )

    @transaction.atomic
    def execute(self) -> Flow:
        self.flow = flow = lock_for_publishing(self.flow)
        self.check()
        withdrawn = flow.current_version
        assert withdrawn is not None
        flow.current_version = None
        flow.save(update_fields=["current_version"])
        make_catalogue(flow.bot)
        record(self.user, flow.bot, "withdrew", withdrawn, flow=flow.pk, version=withdrawn.number, note=self.note)
        transaction.on_commit(lambda: flow_withdrawn.send(sender=WithdrawFlow, flow=flow), robust=True)
        return flow
