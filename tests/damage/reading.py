"""The first half of a schedule: whatever only reads, upon the damaged store."""

import contextlib
import json
import os
from collections.abc import Iterator
from typing import Any

from tests.damage.base import club
from tests.damage.commands import READERS, Reader, match_ids
from tests.damage.desk import told
from tests.damage.laptop import NOBODY, Ran
from tests.damage.truth import Match, of_the_records
from tests.damage.world import World

CLOCKS = (0.0, 86_400.0 * 3650, 4_102_444_800.0, 253_402_300_000.0)  # 1970, 1979, 2100, the end of 9999
AT_A_TIME = 14  # of all readers so many are drawn
NOT_THERE = "clbu.db"


def read(world: World) -> None:
    """Run readers, some of them on a terminal, as somebody who may not write, or with a wrong clock."""
    draw = world.draw
    write_protected = draw.random() < 0.2 and os.getuid() == 0
    clock = draw.choice(CLOCKS) if draw.random() < 0.15 else None
    for reader in draw.sample(READERS, AT_A_TIME):
        wishes: dict[str, Any] = {}
        if draw.random() < 0.25:
            wishes["on_terminal"] = True
        if clock is not None:
            wishes["clock"] = clock
            if draw.random() < 0.1 and not write_protected:  # who may not read the interpreter either
                wishes["afresh"] = True
        _read(world, reader, write_protected, wishes)
    _mistyped(world, draw.choice(READERS))


def _read(world: World, reader: Reader, write_protected: bool, wishes: dict[str, Any]) -> None:
    line = reader.line(world.draw.choice(match_ids()))
    seen = world.appearance()
    if write_protected and "report" not in line:  # which has to write its zip
        with _write_protected(world):
            ran = world.command(*line, form=reader.form, user=NOBODY, **wishes)
    else:
        ran = world.command(*line, form=reader.form, **wishes)
    world.unchanged(ran, seen)
    for made in world.work.glob("*.zip"):
        made.unlink()
    if ran.args[0] == "verify":
        told(world, ran)
    if ran.code == 0 and not ran.terminal:
        _scores(world, ran)


@contextlib.contextmanager
def _write_protected(world: World) -> Iterator[None]:
    modes = [(path, 0o444) for path in world.work.iterdir() if path.is_file()]
    for path, mode in [*modes, (world.work, 0o555)]:
        path.chmod(mode)
    try:
        yield
    finally:
        for path, _ in [*modes, (world.work, 0)]:
            path.chmod(0o777)


def _mistyped(world: World, reader: Reader) -> None:
    """A reader of a file that is not there says so, and does not make it."""
    seen = world.appearance()
    ran = world.command(*reader.line(match_ids()[0]), form=reader.form, db=NOT_THERE)
    world.unchanged(ran, seen)
    if "report" not in ran.args and (NOT_THERE not in ran.said or ran.code == 0):
        world.breaks("a mistyped --db is named", ran, f"exit code {ran.code}: {ran.said.strip()[:200]}")
    for made in world.work.glob("*.zip"):
        made.unlink()


def _scores(world: World, ran: Ran) -> None:
    """No score that the sound records do not give, or gave before they were damaged."""
    try:
        matches = matches_in(ran)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        world.breaks("scores", ran, f"what it prints is no match object: {error!r}")
        return
    for match in matches:
        if match.get("status") == "incomplete" and not match.get("totals") and not match.get("winners"):
            continue
        if not any(_same_score(match, other) for other in _allowed(world, match)):
            world.breaks("scores", ran, f"{_brief(match)}, which no sound records give")


def _allowed(world: World, match: Match) -> list[Match]:
    """The matches of that journal, by all that may be known of it."""
    now = world.before
    lists: list[list[Match]] = []
    for journal in club(True):
        if [match.get("board"), match.get("epoch")] == [*journal.place]:
            records, nexts = now.records.get(journal.place, {}), now.nexts.get(journal.place, ())
            lists += world.oracle.possible(journal.place, records, nexts)
            # What was computed from the board's records while they were whole stands until they are computed anew.
            lists += world.oracle.possible(journal.place, journal.kept())
    return [one for matches in lists for one in matches]


def matches_in(ran: Ran) -> list[Match]:
    """The match objects that a command printed as JSON; none where it prints something else."""
    if ran.args[:3] == ("export", "--format", "json"):
        found = json.loads(ran.out)["matches"]
    elif ran.args[0] in ("results", "show") and "--json" in ran.args:
        found = [json.loads(line) for line in ran.out.splitlines()]
    else:
        return []
    return [of_the_records(match) for match in found]


def _same_score(one: Match, other: Match) -> bool:
    return all(one.get(key) == other.get(key) for key in ("match", "game", "totals", "winners", "twenties"))


def _brief(match: Match) -> str:
    keys = ("match", "first_seq", "game", "status", "totals", "winners")
    return ", ".join(f"{key} {str(match.get(key))[:60]}" for key in keys)
