"""`tallyboard watch`: what the hub hears, a line a table, on a terminal."""
