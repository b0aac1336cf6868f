"""Plays schedules one after the other among real servers, and says how a failing one is played again."""

import json
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.hall.journal import entered
from tests.hall.promises import keys_amiss
from tests.harness.postgres import PostgresServer
from tests.phones import at_seats, faults, oracle
from tests.phones.cheats import CHEATS
from tests.phones.database import InFile, OnServer
from tests.phones.oracle import Broken
from tests.phones.schedule import DATABASE_AWAY, FEW, LAPTOP_KILLED, LONG, SHORT, drawn
from tests.phones.world import World

DOES = {**faults.DOES, **at_seats.DOES}
_IN_MEMORY = Path("/dev/shm")  # where there is one
_PATIENCE_S = 60.0  # within which a hall where everything works has come to rest on the slowest machine
_SHORT_PATIENCE_S = 8.0  # with what will never work
_MOST = 3  # of one promise that are told
_BEHIND_S = (0.5, 5.5)  # with writing down whom it heard a laptop may be: at work, and when something kept it
_MEMORY_S = 1.5  # for which a laptop lets a phone in that it knew, when the database comes back


def _no_log(text: str) -> None:
    """Nobody listens."""


def play(
    seed: int,
    server: PostgresServer | None = None,
    is_long: bool = False,
    cheat: str = "",
    kinds: Sequence[str] = (),
    log: Callable[[str], None] = _no_log,
) -> tuple[str, Counter[str]]:
    """What is broken in the schedule of this seed, "" for nothing, and what was done in it.

    `server` runs, and does so again afterwards; None: on an SQLite file. `kinds`: the steps, instead of all there are.
    `cheat`: of cheats.py, for the laptops; it brings its own kinds.
    """
    size = LONG if is_long else FEW if cheat else SHORT
    chosen = CHEATS[cheat].kinds if cheat else kinds
    said: list[str] = []
    begun = time.monotonic()

    def note(text: str) -> None:
        said.append(f"{time.monotonic() - begun:6.2f}: {text}")
        log(said[-1])

    with tempfile.TemporaryDirectory(dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None) as folder:
        database = InFile(Path(folder) / "hall.db") if server is None else OnServer(server)
        patience_s = _SHORT_PATIENCE_S if cheat else _PATIENCE_S
        with _dropped(database):
            world = World(drawn(seed, size, chosen), database, Path(folder), note, cheat, patience_s, DOES)
            try:
                world.run()
                note("at rest")
                world.end()
                broken = [*world.broken, *check(world)]
                tally = world.counted()
            finally:
                world.close()
    tally["broken"] = len(broken)
    if not broken:
        return "", tally
    again = command(seed, server is not None, is_long, cheat, kinds)
    lines = [f"    BROKEN, {line}" for line in _shortened(broken)]
    course = [] if log is not _no_log else [f"    {text}" for text in said]
    return "\n".join([again, *course, *lines]), tally


@contextmanager
def _dropped(database: InFile | OnServer) -> Iterator[None]:
    try:
        yield
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
    yield from oracle.takings_amiss(lives, _BEHIND_S[was_kept])
    yield from oracle.voids_amiss(lives, world.still_admitted)
    yield from _boxes_amiss(world, stored)
    if strangers := {board for board, _ in stored} - {*boxes, *(life.board for life in lives)}:
        yield oracle.RECORDS, f"records of the boards {sorted(strangers)} are stored, which nobody is"
    if conflicts := world.database.count("conflicts"):
        yield oracle.RECORDS, f"{conflicts} records are told to have come with other bytes"
    laptop = world.laptops[0]
    verified = laptop.run("verify", "--db", world.database.url)
    if verified.returncode != 0:
        yield oracle.MATCHES, f"verify ends with {verified.returncode}: {verified.stdout!r} {verified.stderr!r}"
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


def _shortened(broken: Sequence[Broken]) -> Iterator[str]:
    """The first few of each promise."""
    for promise in dict.fromkeys(promise for promise, _ in broken):
        all_of_it = [what for broken_one, what in broken if broken_one == promise]
        yield from (f"{promise}: {what}" for what in all_of_it[:_MOST])
        if len(all_of_it) > _MOST:
            yield f"{promise}: and {len(all_of_it) - _MOST} more"


def command(
    seed: int, is_on_server: bool = False, is_long: bool = False, cheat: str = "", kinds: Sequence[str] = ()
) -> str:
    """What plays this schedule again, step by step."""
    words = [f".venv/bin/python -m tests.phones.replay {seed}"]
    words += ["--postgresql"] if is_on_server else []
    words += ["--long"] if is_long else []
    words += [f"--cheat {cheat}"] if cheat else [f'--kind "{kind}"' for kind in kinds]
    return " ".join(words)
