"""Speed, as ratios measured in one run (`make bench`). Nothing here is a test: machines are noisy."""
