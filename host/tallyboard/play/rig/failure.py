class Failure(BaseException):
    """Something that no board survives, or that no script should do."""
