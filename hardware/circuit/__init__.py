"""What is connected with what."""
