"""One file a revision. A released one is never edited; a new one is added, and its number listed in sqlite_file.py."""
