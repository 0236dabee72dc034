"""How well messages are understood, on public data."""
