"""Processes that ask the platform. They import nothing of it, and do little more than to write and to read."""
