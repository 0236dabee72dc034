from typing import Any

from django.contrib.auth.models import User

from flows_app.rights import Person


def shown_name(person: Person) -> str | None:
    """The full name, as far as the account has it, or what they log in with. None of a script, and of somebody whose
    account is gone."""
    return (person.get_full_name() or person.get_username()) if isinstance(person, User) else None


def person_as_json(person: Person) -> dict[str, Any]:
    return {"id": person.pk if person else None, "name": shown_name(person)}
