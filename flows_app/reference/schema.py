from functools import lru_cache
from typing import Any

from flows_app.flow_language import BotDefinition, FlowDefinition
from flows_app.flow_language.base import LanguageModel
from flows_app.registry import registry

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def flow_schema() -> dict[str, Any]:
    return _schema(FlowDefinition, *registry.slot_types)


def bot_schema() -> dict[str, Any]:
    return _schema(BotDefinition, *registry.slot_types)


@lru_cache(maxsize=4)
def _schema(model: type[LanguageModel], *slot_types: str) -> dict[str, Any]:
    """Kept by the names of the slot types, which it lists."""
    return {"$schema": _DIALECT, **model.model_json_schema()}
