"""Texts in data that the admin shows, in English: makemessages can't find them in code. The pages translate them."""

from collections.abc import Iterator

from flows_app.editor.starting import templates_for
from flows_app.flow_language import Theme
from flows_app.flow_language.pattern_groups import PATTERN_GROUPS, pattern_title
from flows_app.flow_language.patterns import PATTERNS
from flows_app.flow_language.theme import THEME_TEXTS


def texts_in_data() -> Iterator[str]:
    yield from PATTERN_GROUPS
    for name, pattern in PATTERNS.items():
        yield pattern_title(name)
        yield pattern.occasion
    for template in templates_for("any"):
        yield template["title"]
        yield template["description"]
    for name in THEME_TEXTS:
        yield name.capitalize()
        yield str(Theme.model_fields[name].description)
