"""The box, from one file: board.toml. `python -m hardware` makes all that repeats a value of it."""
