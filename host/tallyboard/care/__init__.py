"""Helping people: what the doctor looks at, and what goes into a report."""
