"""`micropython`, for CPython; a MicroPython VM takes its own before it looks for files."""


def const(value: int) -> int:
    return value
