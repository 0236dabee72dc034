"""What schemathesis must know to make requests that are meant well. Loaded by its command line, not by pytest."""

from typing import Any
from uuid import uuid4

import schemathesis
from hypothesis import strategies

# Nobody makes a cursor up: one comes from a page, or there is none yet.
schemathesis.openapi.format("cursor", strategies.just(""))


@schemathesis.hook
def before_call(context: Any, case: Any, kwargs: Any) -> None:
    """The conversation that all examples are about is not erased, since others still want it."""
    name = case.operation.definition.raw.get("operationId")
    if name == "eraseConversation" and case.meta and case.meta.phase.name.value != "stateful":
        case.path_parameters = {"conversation_id": str(uuid4())}
