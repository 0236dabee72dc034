"""Everything in one process: a worker thread on an in-memory broker, and a channel layer between threads."""
