"""Messages whose meaning a person has judged: examples to optimise and to measure with."""
