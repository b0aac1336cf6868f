"""What a table can be told by hand, checked before anybody is asked: a match to be played, its name, its light."""
