"""The REST API, version 1."""
