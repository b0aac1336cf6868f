"""The zip for a bug report: what goes into it, and what is left out of it."""
