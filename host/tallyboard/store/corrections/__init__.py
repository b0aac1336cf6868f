"""What somebody says of a match beside what its board recorded."""
