"""The games: what every press counts."""
