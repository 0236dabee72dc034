"""YAML text, read with the place of every part, and written."""
