"""Kinds of faults of a language model. Traces tell the kind, never an error's text, which may quote what was said."""

from http import HTTPStatus

import dspy

from conversations_app.understanding.language_model.reports import without_texts

MALFORMED = "malformed_output"
TIME_LIMIT = "time_limit"
# Everything else that is raised is a mistake of a programmer's.
FAULTS = (dspy.DSPyError, TimeoutError)


def kind_of(fault: Exception) -> str:
    """`transport`, `rate_limit`, `server`, `auth` and so on, as DSPy calls them."""
    if isinstance(fault, TimeoutError):
        return TIME_LIMIT
    return MALFORMED if _is_malformed(fault) else str(getattr(fault, "code", None))


def passes_by_itself(fault: Exception) -> bool:
    """Another try may go well; the others are for somebody to look into."""
    return _is_malformed(fault) or bool(dspy.is_retryable_lm_error(fault))


def seconds_to_wait(fault: Exception) -> float:
    """Gives the pause that the server asks for; 0 if it asks for none."""
    return float(getattr(fault, "retry_after", None) or 0)


def explanation_of(fault: Exception) -> str:
    """Explains a fault for the log: what is wrong with the settings; or where an unexpected error happened."""
    if isinstance(fault, dspy.LMConfigurationError):
        return f" {fault.message}"
    return f"\n{without_texts(fault)}" if isinstance(fault, dspy.LMUnexpectedError) else ""


def _is_malformed(fault: Exception) -> bool:
    """Tells whether the answer is no JSON, or not what was asked for; or is no response in spite of status 200."""
    if isinstance(fault, dspy.AdapterParseError):
        return True
    return isinstance(fault, dspy.LMProviderError) and fault.status == HTTPStatus.OK
