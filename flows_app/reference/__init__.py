"""The flow language described by itself: a JSON Schema for tools, a page for people."""

from flows_app.reference.page import reference_page
from flows_app.reference.schema import bot_schema, flow_schema

__all__ = ["bot_schema", "flow_schema", "reference_page"]
