import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from random import Random

from tests.chaos import invariant
from tests.chaos.scripts import Ordering
from tests.chaos.talkers import Talker
from tests.chaos.world import World


def customers(world: World, seeded: Random, how_many: int = 6) -> Sequence[Talker]:
    return [Talker(world.addresses, Ordering(seeded)) for _ in range(how_many)]


@contextmanager
def under_load(world: World, talkers: Sequence[Talker]) -> Iterator[None]:
    """All of them talk, one dialogue after the other, until the faults are over. Then the invariant is checked."""
    over = threading.Event()

    def talk(talker: Talker) -> None:
        talker.talk()
        while not over.is_set():
            talker.talk()

    with _talking(world, talkers, talk):
        try:
            yield
        finally:
            over.set()


class Talking:
    """Dialogues that are under way."""

    def __init__(self, dialogues: Sequence["Future[None]"]):
        self._dialogues = dialogues

    def wait(self) -> None:
        for dialogue in self._dialogues:
            dialogue.result()


@contextmanager
def one_dialogue(world: World, talkers: Sequence[Talker]) -> Iterator[Talking]:
    """Each of them has one dialogue. Then the invariant is checked."""
    with _talking(world, talkers, Talker.talk) as talking:
        yield talking


@contextmanager
def _talking(world: World, talkers: Sequence[Talker], talk: Callable[[Talker], None]) -> Iterator[Talking]:
    with ExitStack() as screens:
        for talker in talkers:
            screens.enter_context(talker.screen.on())
        with ThreadPoolExecutor(len(talkers)) as threads:
            talking = Talking([threads.submit(talk, talker) for talker in talkers])
            yield talking
        talking.wait()
        invariant.check(world, talkers)
