"""English, which every other language falls back to."""
