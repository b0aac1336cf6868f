"""A table as most tests deal with it: its memory answers, and a match is on."""

from shared_rules.games.match import Match
from tableside.journal import Journal
from tableside.table import Table


class WorkingTable(Table):
    """A Table whose type says that it has a journal and a match; a test that takes one away knows better."""

    journal: Journal
    match: Match


def lose_match(table: Table) -> None:
    """No match is on."""
    table.match = None


def lose_memory(table: Table) -> None:
    """The medium of the table's journal does not answer any more."""
    table.journal = None
