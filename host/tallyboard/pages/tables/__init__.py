"""The tables in a browser: orders to them, what their boards say, what the doctor finds."""
