from enum import StrEnum

from flows_app.models import BotRole


class Right(StrEnum):
    VIEW = "view"
    TALK = "talk"
    WRITE = "write"
    PUBLISH = "publish"
    # Right over roles, access, rules and deletion: `settings` lists it.
    MANAGE = "manage"


# No role gives `manage`: who could give rights away could give themselves all of them.
RIGHTS_OF_ROLE: dict[str, frozenset[Right]] = {
    BotRole.Role.VIEWER: frozenset({Right.VIEW}),
    BotRole.Role.AGENT: frozenset({Right.VIEW, Right.TALK}),
    BotRole.Role.AUTHOR: frozenset({Right.VIEW, Right.WRITE}),
    BotRole.Role.PUBLISHER: frozenset({Right.VIEW, Right.WRITE, Right.PUBLISH}),
}


def roles_that_give(right: Right) -> tuple[str, ...]:
    return tuple(role for role, rights in RIGHTS_OF_ROLE.items() if right in rights)
