"""The journal: the bytes of its records, and what a row of them says."""
