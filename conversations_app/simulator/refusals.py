from collections.abc import Mapping
from typing import Any

from conversations_app.refusals import Refused

UNREADABLE = 400
FORBIDDEN = 403
UNFIT = 422


class SimulationRefused(Refused):
    """Nothing has happened: the run that was sent still stands. Unfit means that what was asked can be read, and can't
    be done."""

    def __init__(self, code: str, detail: str, *, status: int = UNFIT, **more: Any):
        super().__init__(code, detail)
        self.status = status
        self.more: Mapping[str, Any] = more
