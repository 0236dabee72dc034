"""The process's event loop and its ORM threads."""
