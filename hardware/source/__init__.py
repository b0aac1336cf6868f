"""board.toml, read."""
