import sys
from collections.abc import Callable
from typing import Any


def progress_bar(title: str, total: int) -> Callable[[], Any]:
    """To be called after each of them. Only a terminal shows one."""
    from tqdm import tqdm  # type: ignore[import-untyped]

    bar = tqdm(total=total, desc=title, disable=not sys.stderr.isatty())

    def advance() -> None:
        bar.update()
        if bar.n >= total:
            bar.close()

    return advance
