"""Utterances in context with the commands that a good understanding gives: they measure a provider."""
