"""What each event does to the state: all of it, or it is refused and nothing."""
