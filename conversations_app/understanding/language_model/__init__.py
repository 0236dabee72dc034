"""Understanding and writing by a language model. DSPy is imported by the first one that is asked, not before."""

from conversations_app.understanding.language_model.offered import Dropped, keep_offered
from conversations_app.understanding.language_model.provider import DSPyProvider
from conversations_app.understanding.language_model.settings import LanguageModelSettings
from conversations_app.understanding.language_model.writer import LanguageModelWriter

__all__ = ["DSPyProvider", "Dropped", "LanguageModelSettings", "LanguageModelWriter", "keep_offered"]
