"""Stores for tests of what reads them: papers put into a file, names and whole scoresheets put on paper."""

from contextlib import closing
from pathlib import Path

from shared_rules.journal import record
from shared_rules.journal.record_text import encode
from tallyboard.store import Heard, open_store
from tests.harness.paper import Paper


def kept(db: Path, *papers: Paper, table: str = "Table 3", missing: frozenset[int] = frozenset()) -> list[str]:
    """Put these papers into the store as journals of boards b0, b1, …; returns the ids of all matches in order."""
    with closing(open_store(str(db))) as store:
        for number, paper in enumerate(papers):
            heard = Heard(f"b{number}", table, "0.1.0", paper.epoch, 0, len(paper.records))
            store.add(heard, [row for row in enumerate(paper.records) if row[0] not in missing])
        return [match["match"] for match in store.matches()]


def started(paper: Paper, line: str, *names: str | None, first: int = 0) -> Paper:
    """`paper.start` with the names of the sides, as an assigned match has them."""
    for side, name in enumerate(names):
        for what, value in encode(record.NAME + side, name or "", record.TEXT_BYTES):
            paper.append(what, *value)
    return paper.start(line, first)


def from_sheet(text: str) -> Paper:
    """A scoresheet as a board would have written it."""
    lines = [" ".join(line.split("#")[0].split()) for line in text.splitlines()]
    names: list[str | None] = [None] * 3
    for line in lines:
        if line.lower().startswith("name "):
            names["ABC".index(line[5].upper())] = line[7:]
    games = [line for line in lines if line.lower().startswith("game ")]
    paper = started(Paper().boot(), games[0][5:], *names)
    return paper.press(*[line for line in lines if line and not line.lower().startswith(("name ", "game "))])
