"""How much is tried at random: a little by `make test`, more by `make check`, much by `make campaign`."""

from typing import TypeVar

from hypothesis import settings

from tests.harness import sizes

_Form = TypeVar("_Form")

_long = False
_quick = True

FEW = 10  # examples of a property in `make test`
TIMES = 10  # as many in a campaign as in `make check`


def use(size: str | None, long: bool) -> None:
    """Which form the test modules that are imported from now on have."""
    global _long, _quick
    _long, _quick = long, not long and size != sizes.CHECK
    settings.register_profile("tallyboard", deadline=None, max_examples=examples(100), print_blob=True)
    settings.load_profile("tallyboard")


def is_long() -> bool:
    """Whether this is a campaign."""
    return _long


def form(short: _Form, long: _Form, quick: _Form | None = None) -> _Form:
    """That which this run has: form(range(14), range(600)). `quick` is what `make test` has of a test that is marked
    `sample`, which is in `make check` again."""
    return long if _long else quick if _quick and quick is not None else short


def examples(many: int) -> int:
    """How many examples a property has of which `make check` tries so many."""
    return form(many, many * TIMES, min(many, FEW))
