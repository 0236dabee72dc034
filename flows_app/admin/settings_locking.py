"""Two people on one bot's settings: who saves later is told, and overwrites nothing."""

import hashlib
import json
from typing import Any

from flows_app.models import Bot


def fingerprint(shown: Any) -> str:
    """Gives a hash of plain JSON. A page carries it to tell whether its source is still what is stored."""
    canonical = json.dumps(shown, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def lock_bot(bot_id: int) -> Bot:
    """The bot's row, locked until the transaction ends."""
    return Bot.objects.select_for_update(no_key=True).get(pk=bot_id)
