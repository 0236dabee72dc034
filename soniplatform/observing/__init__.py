"""Everything that operators see of a process: log lines, metrics, and whether it is alive and ready."""
