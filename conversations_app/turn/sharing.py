"""How conversations and bots share a worker's threads.

A conversation has a few turns, then it goes to the back of the queue. A bot has most of the threads, but never all of
them: when its turns are slow, those of other bots go on. A conversation that finds no room waits in this process and
is enqueued again when there is; what a lost worker kept waiting, the sweeper enqueues.
"""

import threading
from collections import Counter, defaultdict
from itertools import islice
from uuid import UUID

from conversations_app.limits import BOT_SHARE, TURNS_PER_TASK
from conversations_app.turn.enqueueing import enqueue_turn
from conversations_app.turn.running import run_turns


class Threads:
    """Threads by bot, and the conversations that wait for one. Without a number there is room for all."""

    def __init__(self, number: int | None = None):
        self.number = number
        self._lock = threading.Lock()
        self._taken: Counter[int] = Counter()
        # In the order in which they came; dictionaries, because each waits once.
        self._waiting: defaultdict[int, dict[UUID, None]] = defaultdict(dict)

    def take(self, bot_id: int, conversation_id: UUID) -> bool:
        """Takes a thread for a bot and tells whether there was room; if not, the conversation waits."""
        with self._lock:
            has_room = self._has_room(bot_id)
            if has_room:
                self._taken[bot_id] += 1
            else:
                self._waiting[bot_id][conversation_id] = None
            return has_room

    def give_back(self, bot_id: int) -> list[tuple[UUID, int]]:
        """Gives the conversations, and their bots, that need not wait any more.

        One of each bot with room, because those that get it take it only later. As many as there are threads of a bot
        that has none left: other workers may be quicker to take what is enqueued, and if none came back, nobody here
        would give the next one room.
        """
        with self._lock:
            self._taken[bot_id] -= 1
            with_room = [bot for bot in self._waiting if self._has_room(bot)]
            return [(waiting, bot) for bot in with_room for waiting in self._let_in(bot)]

    def _let_in(self, bot_id: int) -> list[UUID]:
        waiting = self._waiting[bot_id]
        let_in = [*islice(waiting, 1 if self._taken[bot_id] else self.number)]
        for conversation_id in let_in:
            del waiting[conversation_id]
        if not waiting:
            del self._waiting[bot_id]
        return let_in

    def _has_room(self, bot_id: int) -> bool:
        """Tells whether a bot may take one more thread. A bot without one always may: so every conversation that waits
        is let in, at the latest after its bot's others."""
        taken = self._taken[bot_id]
        if self.number is None or not taken:
            return True
        free_then = self.number - self._taken.total() - 1
        return taken < BOT_SHARE * free_then


# The threads of this process. A worker whose pool has threads sets their number.
threads = Threads()


def run_turns_in_turn(conversation_id: UUID, bot_id: int) -> None:
    if not threads.take(bot_id, conversation_id):
        return
    has_more = False
    try:
        has_more = run_turns(conversation_id, at_most=TURNS_PER_TASK)
    finally:
        for next_id, its_bot in threads.give_back(bot_id):
            enqueue_turn(next_id, its_bot)
        if has_more:
            enqueue_turn(conversation_id, bot_id)
