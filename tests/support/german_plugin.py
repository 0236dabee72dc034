"""A plugin that adds a language, as docs/plugins.md shows it."""

from flows_app.languages import register_languages

register_languages("tests.support.languages")
