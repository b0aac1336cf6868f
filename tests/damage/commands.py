"""The commands of the laptop that take a store, and how each is called here."""

from functools import cache
from typing import NamedTuple

from tallyboard.store.matches.replayed import match_id
from tests.damage.base import club
from tests.damage.day import CUP, SPRING

NO_PORT = "/nonexistent/board*"  # a pattern that fits nothing: this laptop's own ports are left alone


class Reader(NamedTuple):
    """A command that changes nothing. `wants_match`: the id of one is put behind its words. `form`: of what it prints,
    "text", "json" (a value a line) or "file" (another program's, with its own line ends)."""

    words: tuple[str, ...]
    form: str = "text"
    wants_match: bool = False

    def line(self, match: str) -> list[str]:
        """The arguments, without --db."""
        return [*self.words, *([match] if self.wants_match else [])]


_OF_SPRING = ("--tournament", SPRING)

READERS = (
    Reader(("results",)),
    Reader(("results", "--json"), "json"),
    Reader(("show",), "text", True),
    Reader(("show", "--json"), "json", True),
    Reader(("verify",)),
    Reader(("verify", "--json"), "json"),
    Reader(("export", "--format", "csv"), "file"),
    Reader(("export", "--format", "csv", "--rows", "rounds"), "file"),
    Reader(("export", "--format", "csv", "--rows", "presses"), "file"),
    Reader(("export", "--format", "json"), "file"),
    Reader(("export", "--format", "cmn", "--date", "2026-11-21"), "file"),
    Reader(("export", "--format", "json"), "file", True),
    Reader(("doctor", "--port", NO_PORT)),
    Reader(("doctor", "--port", NO_PORT, "--json"), "json"),
    Reader(("report", "--port", NO_PORT, "--out", "report.zip")),
    Reader(("report", "--port", NO_PORT, "--without-names", "--out", "nameless.zip", "--json"), "json"),
    Reader(("tournament", "list", "--json"), "json"),
    Reader(("tournament", "standings", *_OF_SPRING)),
    Reader(("tournament", "standings", *_OF_SPRING, "--json"), "json"),
    Reader(("tournament", "log", *_OF_SPRING)),
    Reader(("tournament", "log", *_OF_SPRING, "--json"), "json"),
    Reader(("tournament", "tables", *_OF_SPRING)),
    Reader(("tournament", "schedule")),
    Reader(("tournament", "bracket", "--tournament", CUP)),
    Reader(("tournament", "stats", *_OF_SPRING)),
    Reader(("tournament", "entrant", "Bob", *_OF_SPRING)),
    Reader(("tournament", "export", "--script", *_OF_SPRING)),
    Reader(("tournament", "export", "--csv", *_OF_SPRING), "file"),
)


@cache
def match_ids() -> list[str]:
    """The ids of some matches that the club's store has."""
    firsts = (14, 1, 1, 1, 38)  # their first records, a journal each
    return [match_id(*journal.place, first) for journal, first in zip(club(), firsts, strict=True)]
