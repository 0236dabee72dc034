"""Amounts: exact in the bank, floats only where a slot has to be filled."""

from decimal import ROUND_HALF_UP, Decimal

_CENT = Decimal("0.01")


def exact(amount: float) -> Decimal:
    """As a slot shows it: its digits count, not what the computer makes of them."""
    return Decimal(str(amount)).quantize(_CENT, ROUND_HALF_UP)
