"""The doctor: what it looks at, what it finds, and the zip for a bug report."""
