import os

# Set by `make nightly`, and by whoever looks for mistakes.
EXAMPLES = int(os.environ.get("SONI_PROPERTY_EXAMPLES", "0"))


def examples(few: int) -> int:
    """How many examples a property is tried with: few in a run of all tests, many at night."""
    return EXAMPLES or few
