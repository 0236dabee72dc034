import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied

from flows_app.models import Bot, BotRole
from flows_app.rights import Right, RightMissing, bots_with, has_somewhere, may, require
from tests.support.people import person

pytestmark = pytest.mark.django_db


@pytest.fixture
def bot() -> Bot:
    return Bot.objects.create(name="Shop", slug="shop")


@pytest.fixture
def other() -> Bot:
    return Bot.objects.create(name="Bank", slug="bank")


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        ("viewer", {"view"}),
        ("agent", {"view", "talk"}),
        ("author", {"view", "write"}),
        ("publisher", {"view", "write", "publish"}),
    ],
)
def test_a_role_gives_its_rights_in_its_bot_only(bot: Bot, other: Bot, role: str, rights: set[str]) -> None:
    user = person("ana", **{role: bot})

    assert {right for right in Right if may(user, right, bot)} == rights
    assert not any(may(user, right, other) for right in Right)


def test_several_roles_add_up(bot: Bot) -> None:
    user = person("ana", agent=bot, author=bot)

    assert {right for right in Right if may(user, right, bot)} == {Right.VIEW, Right.TALK, Right.WRITE}


def test_every_role_is_spoken_for() -> None:
    from flows_app.rights import RIGHTS_OF_ROLE

    assert set(RIGHTS_OF_ROLE) == set(BotRole.Role)


def test_superusers_and_scripts_may_everything(bot: Bot) -> None:
    for somebody in (User.objects.create_superuser("root"), None):
        assert all(may(somebody, right, bot) for right in Right)


def test_nobody_else_may_anything(bot: Bot) -> None:
    gone = person("gone", publisher=bot)
    gone.is_active = False
    former_root = User(username="former", is_superuser=True, is_active=False)

    for somebody in (gone, former_root, person("new"), AnonymousUser()):
        assert not any(may(somebody, right, bot) for right in Right)
        assert not bots_with(somebody, Right.VIEW).exists()
        assert not has_somewhere(somebody, Right.VIEW)


def test_a_missing_right_is_a_sentence(bot: Bot) -> None:
    with pytest.raises(RightMissing, match="You may not publish flows of “Shop”") as refused:
        require(person("ana", author=bot), Right.PUBLISH, bot)
    assert isinstance(refused.value, PermissionDenied)


def test_bots_are_listed_by_right_and_once(bot: Bot, other: Bot) -> None:
    user = person("ana", agent=bot, author=bot, viewer=other)

    assert list(bots_with(user, Right.VIEW)) == [other, bot]
    assert list(bots_with(user, Right.WRITE)) == [bot]
    assert list(bots_with(user, Right.PUBLISH)) == []
    assert bots_with(None, Right.PUBLISH).count() == 2
