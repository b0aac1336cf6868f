"""What stands around the pages: who may ask, how much, and who may change something."""
