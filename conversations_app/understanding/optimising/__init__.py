"""Programs for a bot's language model, made from what people have marked. DSPy is imported by the first run."""

from conversations_app.understanding.optimising.failing import OptimisingFailed
from conversations_app.understanding.optimising.plan import OPTIMIZERS, Plan

__all__ = ["OPTIMIZERS", "OptimisingFailed", "Plan"]
