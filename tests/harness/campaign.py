"""The tests that draw at random or pull the plug have a short form and a long one, which `pytest --campaign` runs."""

from typing import TypeVar

_Form = TypeVar("_Form")

_long = False


def use_long(wanted: bool) -> None:
    """Which form the test modules that are imported from now on have."""
    global _long
    _long = wanted


def is_long() -> bool:
    """Whether this is a campaign."""
    return _long


def form(short: _Form, long: _Form) -> _Form:
    """That of the two which this run has: form(range(14), range(600))."""
    return long if _long else short
