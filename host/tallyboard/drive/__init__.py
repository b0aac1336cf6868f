"""The CIRCUITPY drive: its files, how they come onto a board, and what its settings and wiring say."""
