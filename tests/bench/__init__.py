"""Speed and size, set against the bars in one run (`make bench`). Nothing here is a test: machines are noisy."""
