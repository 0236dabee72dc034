"""A flow as a picture, made from its definition."""

from flows_app.drawing.mermaid import mermaid

__all__ = ["mermaid"]
