"""A box that is bought: its page, and a picture for each of its steps."""
