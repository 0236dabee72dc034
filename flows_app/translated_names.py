"""Names of models and of their fields, in the reader's language.

Django derives them from identifiers, in English. Written out as lazy texts in the models, each of them would be in a
migration; here they become lazy when the app is ready.
"""

from collections.abc import Iterator
from typing import Any

from django.apps import AppConfig
from django.utils.translation import gettext_lazy


def translate_names(app: AppConfig) -> None:
    for part, attribute in _named(app):
        setattr(part, attribute, gettext_lazy(str(getattr(part, attribute))))


def names_of(app: AppConfig) -> Iterator[str]:
    """Gives the names in English, for the catalogue of translations."""
    for part, attribute in _named(app):
        yield str(getattr(part, attribute))


def _named(app: AppConfig) -> Iterator[tuple[Any, str]]:
    for model in app.get_models():
        yield model._meta, "verbose_name"
        yield model._meta, "verbose_name_plural"
        for field in model._meta.local_fields:
            yield field, "verbose_name"
