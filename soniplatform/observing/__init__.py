"""What operators see of a process: its log lines, its metrics, and whether it is alive and ready."""
