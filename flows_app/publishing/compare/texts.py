from collections.abc import Iterator
from typing import Any

from flows_app.publishing.compare.change import Change, Subject, Tag, same


def changes_of_text(subject: Subject, name: str, field: str, old: Any, new: Any) -> Iterator[Change]:
    """One change a language; a text without languages has the empty one."""
    before, after = _by_language(old), _by_language(new)
    for language in {**before, **after}:
        if not same(before.get(language), after.get(language)):
            yield Change(Tag.TEXT, subject, name, field, language, before.get(language), after.get(language))


def _by_language(text: Any) -> dict[str, Any]:
    if text is None:
        return {}
    return text if isinstance(text, dict) else {"": text}
