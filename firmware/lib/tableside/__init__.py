"""The box at the table: keys in, journal and displays out. Only code.py knows the platform; this takes objects."""
