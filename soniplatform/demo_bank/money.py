"""Amounts: exact in the bank, floats only where a slot has to be filled."""

from decimal import ROUND_HALF_UP, Decimal

_CENT = Decimal("0.01")


def exact(amount: float) -> Decimal:
    """Gives the amount as a slot shows it: by its written digits, not by its binary value."""
    return Decimal(str(amount)).quantize(_CENT, ROUND_HALF_UP)
