"""A tournament on a terminal: standings, brackets, schedule, flags."""
