"""How much a run does: a little with every test run, more with `make chaos`."""

import os

# Of which the other faults' numbers are fractions.
KILLS = "CHAOS_KILLS"
FEW_KILLS = 3
MANY_KILLS = 200


def times(few: int, many: int) -> int:
    """So often as many is to the kills of a long run, and never less than few."""
    kills = int(os.environ.get(KILLS, FEW_KILLS))
    return max(few, many * kills // MANY_KILLS)
