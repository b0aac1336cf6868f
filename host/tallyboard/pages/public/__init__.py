"""What everybody may see of tournaments and matches."""
