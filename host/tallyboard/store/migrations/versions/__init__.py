"""One file a revision. A released one is never edited; a new one is added and named in database.py."""
