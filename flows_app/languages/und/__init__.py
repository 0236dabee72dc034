"""The undetermined language: the plainest words of those that have no folder."""
