"""One place that answers: admin, API, socket and verbs all ask here.

Django's model permissions know no bots, so they are not asked: who may change flows of one bot could change all.
"""

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from flows_app.models import Bot, BotRole
from flows_app.rights.right import Right, roles_that_give

# None is a script: whoever can run one on the server can do everything anyway.
Person = User | AnonymousUser | None

_REFUSALS = {
    Right.VIEW: _("You may not look at “{bot}”."),
    Right.TALK: _("You may not talk to the users of “{bot}”."),
    Right.WRITE: _("You may not write flows of “{bot}”."),
    Right.PUBLISH: _("You may not publish flows of “{bot}”."),
    Right.MANAGE: _("You may not manage “{bot}”."),
}


class RightMissing(PermissionDenied):
    """The sentence says what the person may not do, and with which bot."""

    def __init__(self, right: Right, bot: Bot):
        super().__init__(_REFUSALS[right].format(bot=bot))
        self.right = right
        self.bot = bot


def may(user: Person, right: Right, bot: Bot) -> bool:
    if _may_everything(user):
        return True
    return _roles(user, right).filter(bot=bot).exists()


def require(user: Person, right: Right, bot: Bot) -> None:
    if not may(user, right, bot):
        raise RightMissing(right, bot)


def bots_with(user: Person, right: Right) -> QuerySet[Bot]:
    """The bots that somebody has the right to, for lists and choices."""
    if _may_everything(user):
        return Bot.objects.all()
    return Bot.objects.filter(pk__in=_roles(user, right).values("bot"))


def has_somewhere(user: Person, right: Right) -> bool:
    """Whether there is any bot at all that the right holds for; superusers have it before there is a bot."""
    return _may_everything(user) or _roles(user, right).exists()


def _may_everything(user: Person) -> bool:
    return user is None or (user.is_active and user.is_superuser)


def _roles(user: Person, right: Right) -> QuerySet[BotRole]:
    if user is None or user.pk is None or not user.is_active:
        return BotRole.objects.none()
    return BotRole.objects.filter(user_id=user.pk, role__in=roles_that_give(right))
