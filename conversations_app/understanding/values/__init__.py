"""Typed values in what people write, for the provider that has no language model."""

from conversations_app.understanding.values.answering import read_answer
from conversations_app.understanding.values.finding import find_values
from conversations_app.understanding.values.found import UNASKED, FoundValue
from conversations_app.understanding.values.marked_examples import MarkedExamples

__all__ = ["UNASKED", "FoundValue", "MarkedExamples", "find_values", "read_answer"]
