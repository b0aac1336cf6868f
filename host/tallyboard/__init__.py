"""Tallyboard on the laptop: collects what the boards at the tables recorded, recomputes it and shows it.

What stands in `__all__` is for other programs; docs/api.md has examples. It is imported when it is first
asked for, so that the command line starts at once.

>>> import tallyboard
>>> tallyboard.read_scoresheet("game crokinole-official")["status"]
'playing'
"""

TYPE_CHECKING = False  # typing's own costs a start of the program more than the rest of it
if TYPE_CHECKING:
    from tallyboard.errors import TallyboardError
    from tallyboard.hub.sync import Collected, collect
    from tallyboard.journal.presses import Press, ScoresheetError, read_scoresheet
    from tallyboard.shapes import ClosedRound, CurrentRound, MatchObject, PressObject, ResultObject
    from tallyboard.store.conflicts import Alarm
    from tallyboard.store.opening import read_store
    from tallyboard.store.reader import Reader
    from tallyboard.store.store import Store, open_store
    from tallyboard.store.verify import Findings, verify

__all__ = [
    "Alarm", "ClosedRound", "Collected", "CurrentRound", "Findings", "MatchObject", "Press", "PressObject",
    "Reader", "ResultObject", "ScoresheetError", "Store", "TallyboardError", "collect", "open_store",
    "read_scoresheet", "read_store", "verify",
]  # fmt: skip

_HOMES = {
    "errors": ("TallyboardError",),
    "hub.sync": ("Collected", "collect"),
    "journal.presses": ("Press", "ScoresheetError", "read_scoresheet"),
    "shapes": ("ClosedRound", "CurrentRound", "MatchObject", "PressObject", "ResultObject"),
    "store.conflicts": ("Alarm",),
    "store.opening": ("read_store",),
    "store.reader": ("Reader",),
    "store.store": ("Store", "open_store"),
    "store.verify": ("Findings", "verify"),
}


if not TYPE_CHECKING:  # else every name would be one, for a type checker

    def __getattr__(name: str) -> object:
        for home, names in _HOMES.items():
            if name in names:
                from importlib import import_module

                return getattr(import_module(f"{__name__}.{home}"), name)
        raise AttributeError(f"module {__name__} has no attribute {name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
