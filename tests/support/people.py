"""People with roles, for tests of rights."""

from django.contrib.auth.models import User

from flows_app.models import Bot, BotRole


def person(name: str, **roles: Bot) -> User:
    """`person("ana", author=bot)`: a member of staff who has that role in that bot, and nothing else."""
    user = User.objects.create_user(name, is_staff=True)
    for role, bot in roles.items():
        BotRole.objects.create(bot=bot, user=user, role=role)
    return user
