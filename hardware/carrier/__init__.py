"""The printed circuit board inside the box."""
