"""The long run of the fault tests and of the confirmations (`make chaos`), which prints its result as a table."""

import argparse
import os
import sys
from pathlib import Path

import pytest

from tests.chaos.scale import KILLS, MANY_KILLS


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--kills", type=int, default=MANY_KILLS, help="of workers; other faults in proportion")
    arguments.add_argument("--seed", help="of an earlier run, to repeat its choices")
    chosen = arguments.parse_args()
    os.environ[KILLS] = str(chosen.kills)
    if chosen.seed:
        os.environ["CHAOS_SEED"] = chosen.seed
    tests = Path(__file__).parent.parent
    return int(pytest.main(["-s", str(tests / "chaos"), str(tests / "confirmations")]))


if __name__ == "__main__":
    sys.exit(main())
