"""`tallyboard serve`: what the hall sees, and the desk in a browser."""
