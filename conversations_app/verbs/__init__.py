"""Verbs of staff and users on a conversation, one in each module."""
