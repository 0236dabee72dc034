"""Counts what running has left behind, for authors."""
