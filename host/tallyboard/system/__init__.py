"""The laptop itself: the folders for our files, a file written whole or not at all, and who has a file open."""
