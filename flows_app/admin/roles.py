from typing import Any

from django.contrib import admin

from flows_app.admin.rights import RightsByBot
from flows_app.audit import record
from flows_app.models import Bot, BotRole
from flows_app.rights import Person, Right


class RoleInline(RightsByBot, admin.TabularInline):
    """Roles of people in the bot. Shown only with the right to manage it: roles are how rights are given away."""

    model = BotRole
    extra = 0
    autocomplete_fields = ("user",)
    view_right = add_right = change_right = delete_right = Right.MANAGE


def record_roles(person: Person, bot: Bot, formset: Any) -> None:
    """Records in the audit log what a saved formset of roles has changed."""
    for role in formset.new_objects:
        record(person, bot, "gave a role", f"{role.user}: {role.role}", user=role.user_id, role=role.role)
    for role, _ in formset.changed_objects:
        record(person, bot, "changed a role", f"{role.user}: {role.role}", user=role.user_id, role=role.role)
    for role in formset.deleted_objects:
        record(person, bot, "took a role", f"{role.user}: {role.role}", user=role.user_id, role=role.role)
