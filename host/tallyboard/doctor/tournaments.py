"""The tournaments of the store: which is in use, whether its tables have boards, whether all can be computed."""

from collections.abc import Iterator, Sequence

from tallyboard.doctor.environment import Environment
from tallyboard.doctor.findings import FAULT, OK, WARN, Finding
from tallyboard.doctor.store import can_be_read
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments import AtTable, at_tables, find, followed, listed
from tallyboard.text.quantities import counted

_SHOWN = 3  # of many alike as many are told
_SAVED = "`tallyboard rebuild` saves what stands before the damage; then `tallyboard copy` from a backup heals it."


def tournaments(environment: Environment) -> Iterator[Finding]:
    """Which tournament is in use, and which are damaged."""
    if not can_be_read(environment):
        return
    with environment.store.reading() as sql:
        known = listed(sql)
        used = find(sql) if known else None
    if used is None:
        yield Finding(OK, "No tournament has been begun; `tallyboard tournament new` begins one.")
    else:
        calls = "calls are made by themselves" if used.auto else "calls are made at the desk"
        yield Finding(OK, f"The tournament in use is {used.name}, of {len(known)}; {calls}.")
    for name in environment.verified.damaged_tournaments:
        yield Finding(FAULT, f"Something of the tournament {name} is damaged or missing.", _SAVED)
    others = environment.verified.other_results
    if others:
        what = counted(len(others), "result of a board is not, or not so,", "results of boards are not, or not so,")
        yield Finding(FAULT, f"{what} in its tournament.", "`tallyboard sync`, or a hub, enters them as they stand.")


def tables(environment: Environment) -> Iterator[Finding]:
    """Whether each table that is open in the tournament in use has one board."""
    if not can_be_read(environment):
        return
    with environment.store.reading() as sql:
        if not listed(sql):
            return
        try:
            of = followed(sql)
            open_ones = [one for one in at_tables(sql, of) if of.tournament.tables[one.table].open]
        except TallyboardError:
            return  # the check of the tournaments tells
    several = [one for one in open_ones if len(one.boards) > 1]
    without = [one for one in open_ones if not one.boards]
    for one in several[:_SHOWN]:
        said = (
            f"{len(one.boards)} boards are called {one.table}: {', '.join(one.boards)}; none is told of a call there."
        )
        yield Finding(WARN, said, "`tallyboard setup --name` gives one of them another name.")
    if without and len(without) < len(open_ones):
        said = f"No board at a hub is called {_named(without)}: what is called there is for paper."
        yield Finding(WARN, said, "Where a box stands there: `tallyboard boards` lists them, `setup --name` names one.")
    elif without:
        yield Finding(OK, "No open table of the tournament has a board at a hub: what is called is for paper.")
    elif open_ones and not several:
        yield Finding(OK, f"{counted(len(open_ones), 'open table has its board', 'open tables have a board each')}.")


def _named(those: Sequence[AtTable]) -> str:
    more = len(those) - _SHOWN
    return ", ".join(one.table for one in those[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
