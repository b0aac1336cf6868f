"""The printed box: what is in it, what it may not be, its solids and drawings."""
