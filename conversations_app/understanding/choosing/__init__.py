"""Which flow a message is about, if any."""

from conversations_app.understanding.choosing.choice import CLOSE, IN_SCOPE, Candidate, Choice, choose
from conversations_app.understanding.choosing.chooser import FlowChooser
from conversations_app.understanding.choosing.examples import example_texts
from conversations_app.understanding.choosing.stored import NotAChooser

__all__ = ["CLOSE", "IN_SCOPE", "Candidate", "Choice", "FlowChooser", "NotAChooser", "choose", "example_texts"]
