"""Observation of a turn while it runs: names on its log lines, numbers for operators."""
