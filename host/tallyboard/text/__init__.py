"""Match objects, names, numbers and anybody's text in words that people read."""
