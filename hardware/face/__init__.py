"""What a player sees: the face of the box, its legends, the cards beside it."""
