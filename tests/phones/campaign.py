"""Plays schedules one after the other among real servers, and looks at what came of each."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from tests.hall.database import Database, InFile
from tests.hall.journal import entered
from tests.hall.promises import keys_amiss
from tests.harness.replays import Log
from tests.harness.schedules import Broken, Campaign, How
from tests.phones import at_seats, faults, oracle
from tests.phones.cheats import CHEATS
from tests.phones.schedule import DATABASE_AWAY, FEW, KINDS, LAPTOP_KILLED, LONG, SHORT, drawn, line
from tests.phones.world import World

DOES = {**faults.DOES, **at_seats.DOES}
_PATIENCE_S = 60.0  # within which a hall where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 8.0  # with what will never work
_BEHIND_S = (0.5, 5.5)  # with writing down whom it heard a laptop may be: at work, and when something kept it
_MEMORY_S = 1.5  # for which a laptop lets a phone in that it knew, when the database comes back


def _course(how: How, folder: Path, note: Log) -> tuple[Sequence[Broken], Counter[str]]:
    size = LONG if how.is_long else FEW if how.cheat else SHORT
    database = InFile(folder / "hall.db") if how.server is None else Database(how.server)
    patience_s = _SHORT_PATIENCE_S if how.cheat else _PATIENCE_S
    schedule = drawn(how.seed, size, how.kinds)
    try:
        with closing(World(schedule, database, folder, note, how.cheat, patience_s, DOES)) as world:
            world.run()
            note("at rest")
            world.end()
            broken = [*world.broken, *check(world)]
            return broken, world.counted()
    finally:
        database.drop()


def check(world: World) -> Iterator[Broken]:
    """All that is broken when phones and laptops have ended."""
    stored = world.database.records()
    boxes = [box.id for box in world.boxes]
    lives = world.lives
    was_kept = bool(world.tally[LAPTOP_KILLED] + world.tally[DATABASE_AWAY])
    for life in lives:
        life.admitted_at = [at for at in life.admitted_at if not _was_away(world, at)]
    yield from oracle.records_amiss(lives, stored)
    yield from oracle.presses_amiss(lives, stored)
    yield from oracle.boards_amiss(lives, boxes)
    # By as much as the machine stood still the laptop may have heard it earlier than the phone believes.
    yield from oracle.takings_amiss(lives, _BEHIND_S[was_kept] + world.pulse.longest_s)
    yield from oracle.voids_amiss(lives, world.still_admitted)
    yield from _boxes_amiss(world, stored)
    if strangers := {board for board, _ in stored} - {*boxes, *(life.board for life in lives)}:
        yield oracle.RECORDS, f"records of the boards {sorted(strangers)} are stored, which nobody is"
    if conflicts := world.database.count("conflicts"):
        yield oracle.RECORDS, f"{conflicts} records are told to have come with other bytes"
    laptop = world.laptops[0]
    verified = laptop.run("verify", "--db", world.database.url)
    if verified.returncode != 0:
        yield oracle.MATCHES, f"{verified}"
    told = laptop.run("results", "--json", "--db", world.database.url)
    matches = [json.loads(line) for line in told.stdout.splitlines()]
    world.tally["matches"] = len(matches)
    yield from oracle.results_amiss(lives, stored, matches)
    rows = {json.loads(row.what)["key"]: row.state for row in world.database.orders() if row.kind == "match"}
    yield from oracle.orders_amiss({key: rows.get(key, "not given") for key in world.keys}, lives, stored)


def _was_away(world: World, at: float) -> bool:
    return any(begun <= at <= ended + _MEMORY_S for begun, ended in world.away)


def _boxes_amiss(world: World, stored: oracle.Records) -> Iterator[Broken]:
    for box in world.boxes:
        memory = box.memory()
        has, wanted = stored.get((box.id, memory.epoch), {}), dict(enumerate(memory.records))
        if has != wanted:
            differ = sorted(seq for seq in has.keys() | wanted.keys() if has.get(seq) != wanted.get(seq))
            yield oracle.RECORDS, f"of {box.name} are not stored as they stand on it: {differ[:9]} ({len(differ)})"
        if strange := [journal for journal in stored if journal[0] == box.id and journal[1] != memory.epoch]:
            yield oracle.RECORDS, f"the journals {strange} are stored, which {box.name} never had"
        if what := keys_amiss(box.keys, entered(has)):
            yield oracle.RECORDS, f"{box.name}: {what}"


PHONES = Campaign("phones", CHEATS, KINDS, _course)
REPLAYED = PHONES.replayed(line)
