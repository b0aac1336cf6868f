"""A tournament in words: who plays, what a match has come to, why somebody stands above another, what is flagged."""
