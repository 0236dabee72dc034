"""The section on what a bot says by itself."""

from collections.abc import Iterator

from flows_app.flow_language.language_names import language_name
from flows_app.flow_language.pattern_groups import PATTERN_GROUPS
from flows_app.flow_language.patterns import PATTERNS

_INTRODUCTION = """## What the bot says by itself

The setting `patterns` replaces these texts, by pattern: a text, as described above, with placeholders from the
pattern's own list; `true` for the delivered text; `false` to leave it out, where that is possible. In a language that
the bot has no words of its own for, it says the delivered ones. Authors write them in the admin, on the bot's page
“What the bot says”.
"""


def patterns_section() -> str:
    return "\n".join([_INTRODUCTION, *_groups()])


def _groups() -> Iterator[str]:
    for title, names in PATTERN_GROUPS.items():
        yield f"### {title}\n"
        languages = " | ".join(map(language_name, _languages()))
        yield f"| pattern | when | placeholders | {languages} | may be left out |"
        yield f"| --- | --- | --- |{' --- |' * len(_languages())} --- |"
        yield from map(_row, names)
        yield ""


def _languages() -> list[str]:
    return list(dict.fromkeys(language for pattern in PATTERNS.values() for language in pattern.texts))


def _row(name: str) -> str:
    pattern = PATTERNS[name]
    placeholders = ", ".join(f"`{{{placeholder}}}`" for placeholder in sorted(pattern.placeholders))
    texts = (pattern.texts.get(language, "") for language in _languages())
    left_out = "yes" if pattern.optional else ""
    return f"| {' | '.join((f'`{name}`', pattern.occasion, placeholders, *texts, left_out))} |"
