"""Boards and the store: one board collected once, or every board followed for as long as it is plugged in."""
