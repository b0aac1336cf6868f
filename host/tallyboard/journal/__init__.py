"""What the laptop knows of one board's records: which there are, whether they are sound, when they were made."""
