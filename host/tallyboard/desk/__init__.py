"""Tournaments: pure code from the list of the desk's events to everything that follows from it.

No clock, no I/O, no randomness but the seed in the tournament's first line.
"""

from tallyboard.desk.objects import TournamentObject, as_object
from tallyboard.desk.script import ScriptError, compute_script, read_script
from tallyboard.desk.tournament import DeskEvent, Tournament
from tallyboard.errors.desk import Refusal

__all__ = [
    "DeskEvent",
    "Refusal",
    "ScriptError",
    "Tournament",
    "TournamentObject",
    "as_object",
    "compute_script",
    "read_script",
]
