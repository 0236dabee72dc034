from collections.abc import Mapping
from typing import Any


class NoTextGenerator:
    """There is no language model: every `generate` step says its fallback."""

    async def write(self, instruction: str, slots: Mapping[str, Any], language: str) -> str | None:
        return None
