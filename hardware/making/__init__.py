"""What `make hardware` writes."""
