"""The chat widget's own words, such as “Send”. They come with its look, in the visitor's language alone: no page loads
those of the others. A theme's own words go before them."""

from flows_app.languages import texts_in


def widget_words(language: str) -> dict[str, str]:
    """Gives the words in a language: `es` serves `es-MX`, and English the words that a language does not have."""
    return dict(texts_in(language, "widget"))
