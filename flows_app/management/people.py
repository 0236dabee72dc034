from django.contrib.auth.models import User
from django.core.management.base import CommandError

from flows_app.rights import Person


def person_named(name: str | None) -> Person:
    """A command without a name is a script, which may everything."""
    if name is None:
        return None
    person = User.objects.filter(username=name, is_active=True).first()
    if person is None:
        raise CommandError(f"There is nobody called “{name}”.")
    return person
