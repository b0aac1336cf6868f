"""Tournaments: the list of what happened at each desk, from which everything else is computed (`tallyboard.desk`). What
computes is imported when it is asked for: a list of matches need not wait for it."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tallyboard.store.tournaments.rows import About, StoredEvent, events, find, in_use, listed

if TYPE_CHECKING:
    from tallyboard.store.tournaments.appending import Because, append, create, set_auto, use
    from tallyboard.store.tournaments.calls import AtTable, at_tables
    from tallyboard.store.tournaments.follow import Followed, followed, script

__all__ = [
    "About", "AtTable", "Because", "Followed", "StoredEvent", "append", "at_tables", "create", "events", "find",
    "followed", "in_use", "listed", "script", "set_auto", "use",
]  # fmt: skip

_THAT_COMPUTE = {
    **dict.fromkeys(("AtTable", "at_tables"), "calls"),
    **dict.fromkeys(("Because", "append", "create", "set_auto", "use"), "appending"),
    **dict.fromkeys(("Followed", "followed", "script"), "follow"),
}


def __getattr__(name: str) -> Any:
    if name not in _THAT_COMPUTE:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{_THAT_COMPUTE[name]}"), name)
