from functools import cache
from typing import Any

from flows_app.flow_language import BotDefinition, FlowDefinition

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@cache
def flow_schema() -> dict[str, Any]:
    return {"$schema": _DIALECT, **FlowDefinition.model_json_schema()}


@cache
def bot_schema() -> dict[str, Any]:
    return {"$schema": _DIALECT, **BotDefinition.model_json_schema()}
