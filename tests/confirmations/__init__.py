"""Several people and systems in one conversation at once: no action runs without a yes to exactly the values that its
sender was shown."""

from pathlib import Path

BANK = Path(__file__).parent / "bank.yaml"
