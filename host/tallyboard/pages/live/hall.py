"""What the hub hears, for the pages."""


class Live:
    """To come."""
