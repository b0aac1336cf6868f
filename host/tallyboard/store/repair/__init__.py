"""What brings a damaged store back."""
