"""What a phone at a table is given, and how it speaks to the laptop."""
