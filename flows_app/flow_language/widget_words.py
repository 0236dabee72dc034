"""The chat widget's own words, such as “Send”. They come with its look, in the visitor's language alone: no page loads
those of the others. What a theme says goes before them."""

from flows_app.languages import texts_in


def widget_words(language: str) -> dict[str, str]:
    """`es-MX` is served by `es`, and a word that a language does not have by English."""
    return dict(texts_in(language, "widget"))
