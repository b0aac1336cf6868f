"""What changed after what: each thing that pages show has the number of its last change."""

import secrets

_GONE_KEPT = 500  # things that are no more, of which viewers are told


class Versions:
    """Numbers of this process, with random digits in front: an id of another process means nothing here."""

    def __init__(self) -> None:
        self.number = 0
        self._boot = secrets.token_hex(4)
        self._changed: dict[str, int] = {}  # in the order of the changes
        self._gone: dict[str, int] = {}
        self._forgotten = 0  # what is gone up to this number is not known any more

    @property
    def id(self) -> str:
        """What a viewer has who was told everything."""
        return self.id_of(self.number)

    def id_of(self, number: int) -> str:
        """What a viewer has who was told everything up to this number."""
        return f"{self._boot}-{number}"

    def read(self, told: str) -> int | None:
        """The number of an id; None where it is of another process or too old, so that everything is to be told."""
        boot, _, digits = told.partition("-")
        if boot != self._boot or not (digits.isascii() and digits.isdecimal()) or len(digits) > 18:
            return None
        number = int(digits)
        return number if self._forgotten <= number <= self.number else None

    def change(self, key: str) -> None:
        """This is another now, or new."""
        self.number += 1
        self._gone.pop(key, None)
        self._changed.pop(key, None)
        self._changed[key] = self.number

    def remove(self, key: str) -> None:
        """This is no more."""
        self.number += 1
        self._changed.pop(key, None)
        self._gone.pop(key, None)
        self._gone[key] = self.number
        if len(self._gone) > _GONE_KEPT:
            oldest = next(iter(self._gone))
            self._forgotten = self._gone.pop(oldest)

    def changed(self, after: int) -> list[str]:
        """What has changed since this number and is still there, in order."""
        return _newer(self._changed, after)

    def gone(self, after: int) -> list[str]:
        """What is no more since this number, in order."""
        return _newer(self._gone, after)


def _newer(numbers: dict[str, int], after: int) -> list[str]:
    found = []
    for key in reversed(numbers):
        if numbers[key] <= after:
            break
        found.append(key)
    return found[::-1]
