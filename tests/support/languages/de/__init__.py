"""German, as much of it as shows that a language is a folder."""
