"""What a turn tells of itself while it runs: names on its log lines, numbers for its operators."""
