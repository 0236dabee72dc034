"""Texts for translators and back: PO files, as gettext and its editors read them."""

from flows_app.exchange.translations.bots import TranslationsImported, bot_as_po, import_translations
from flows_app.exchange.translations.fitting import Fitted, LeftOut
from flows_app.exchange.translations.flows import flow_as_po, put_into_flow
from flows_app.exchange.translations.po import TranslationsRefused

__all__ = [
    "Fitted",
    "LeftOut",
    "TranslationsImported",
    "TranslationsRefused",
    "bot_as_po",
    "flow_as_po",
    "import_translations",
    "put_into_flow",
]
