"""The desk of a tournament in a browser: forms for everything that a day needs."""
