"""The doctor: what it looks at, and what it finds."""
