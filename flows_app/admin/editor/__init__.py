"""The flow editor's page, and what it asks for in JSON while one works."""
