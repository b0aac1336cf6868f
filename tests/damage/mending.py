"""The second half of a schedule: what brings a damaged store back, `rebuild` and `sync`, also once they were killed."""

from typing import Any

from tests.damage.base import Journal, club
from tests.damage.desk import told
from tests.damage.laptop import Ran
from tests.damage.reading import matches_in
from tests.damage.truth import Content, Match, Records, by_place, missing
from tests.damage.world import DB, World
from tests.harness.fake_board import PtyBoard

ELSEWHERE = "another.db"
SAID = 8192  # bytes that a command may print in any case, for that goes to a file too


def rebuild(world: World) -> None:
    """All matches come back that the sound records hold, and `verify` finds nothing."""
    world.before = world.look()
    _mishaps(world, "rebuild")
    ran = world.command("rebuild")
    now = world.before = world.kept(ran)
    has_lost_events = ran.code == 1 and " was damaged: " in ran.said  # which no board brings back
    if ran.code and not has_lost_events:
        if not world.damaged.is_strange:
            world.breaks("rebuild works", ran, f"exit code {ran.code}: {ran.said.strip()}")
        return
    ran = world.command("results", "--json", form="json")
    if world.damaged.is_strange or now.error or not now.is_whole:
        return
    _all_matches(world, ran, now)
    if not (now.unsound or world.is_odd or world.damaged.has_conflicts or world.damaged.has_corrections):
        _verifies(world, "verify after rebuild")


def _all_matches(world: World, ran: Ran, now: Content) -> None:
    """The matches are those of a fresh store that got exactly the same sound records."""
    printed = _printed(world, ran, "matches after rebuild")
    for place in sorted(printed.keys() | now.records.keys(), key=str):
        records = now.records.get(place, {})
        if records and place not in world.base:
            continue  # under a board's name that is damaged: who it was is not known
        lists = world.oracle.possible(place, records, now.nexts.get(place, ())) if records else [[]]
        lists = _without(now.desk.aside, lists)
        if printed.get(place, []) not in lists:
            what = f"{_briefs(printed.get(place, []))}, the records give {_briefs(lists[0])}"
            world.breaks("matches after rebuild", ran, f"of {place} there is {what}")


def sync(world: World) -> None:
    """Every board that still has its records brings them back, with no alarm, and `verify` finds nothing."""
    world.before = world.look()
    _mishaps(world, "sync")
    done = [_sync_from(world, journal) for journal in club(world.is_odd)]
    may_alarm = world.is_odd or world.damaged.has_conflicts
    failed = [ran for ran in done if ran.code and not (may_alarm and ran.code == 1 and "ALARM" in ran.err)]
    ran = failed[0] if failed else done[-1]
    now = world.before = world.kept(ran)
    if failed:
        if not world.damaged.is_strange:
            world.breaks("sync works", ran, f"exit code {ran.code}: {ran.said.strip()}")
        _elsewhere(world)
        return
    for one in done:
        if "ALARM" in one.said and not may_alarm:
            world.breaks("sync works", one, "an alarm, though no board told two histories")
    if world.damaged.is_strange:
        return
    gone = missing(world.base, now.records)
    if gone and world.is_odd and _are_in(now.beside, world.base, gone):
        return  # of two histories a disk has left only the other one: what the board has stands beside that
    if gone:
        world.breaks("sync brings all back", ran, f"{len(gone)} records are not here, {gone[:3]}")
    _everything_is_back(world, DB)
    if not (now.unsound or now.desk.amiss or world.is_odd or world.damaged.has_conflicts):
        _verifies(world, "verify after sync")


def _are_in(beside: Records, base: Records, some: list[tuple[str, int, int]]) -> bool:
    return all(beside.get((board, epoch), {}).get(seq) == base[board, epoch][seq] for board, epoch, seq in some)


def _everything_is_back(world: World, db: str) -> None:
    ran = world.command("results", "--json", form="json", db=db)
    printed = _printed(world, ran, "sync brings all back")
    expected = by_place(world.oracle.club(world.is_odd))
    now = world.look(db)
    for place in sorted(expected.keys() | printed.keys(), key=str):
        lists = [expected.get(place, [])]
        base = world.oracle.base.get(place, {})
        # Which epoch came first may be forgotten; where a disk says that a board once had more, nobody knows better.
        more = [following for following in now.nexts.get(place, ()) if base and following > max(base) + 1]
        if base and (world.damaged.has_journals or more):
            lists += world.oracle.possible(place, base, more)
        lists = _without(now.desk.aside, lists)
        if printed.get(place, []) not in lists:
            what = f"{_briefs(printed.get(place, []))}, not {_briefs(lists[0])}"
            world.breaks("sync brings all back", ran, f"of {place} there is {what}")


def _without(aside: set[str], lists: list[list[Match]]) -> list[list[Match]]:
    """The same without the matches that somebody has set aside, which no list has."""
    return [[match for match in matches if match["match"] not in aside] for matches in lists]


def _elsewhere(world: World) -> None:
    """What the sentence of a store that cannot be mended says: another --db, and every board again."""
    codes = [_sync_from(world, journal, ELSEWHERE).code for journal in club(world.is_odd)]
    if any(codes):
        world.breaks("another --db", None, f"sync into a new file ends with {codes}")
    _everything_is_back(world, ELSEWHERE)


def _sync_from(world: World, journal: Journal, db: str = DB, **wishes: Any) -> Ran:
    with PtyBoard(journal.served()) as served:
        return world.command("sync", "--json", "--port", served.path, form="json", db=db, **wishes)


def _verifies(world: World, promise: str) -> None:
    ran = world.command("verify")
    told(world, ran)
    if ran.code:
        world.breaks(promise, ran, f"exit code {ran.code}: {ran.said.strip()[-1500:]}")


def _mishaps(world: World, command: str) -> None:
    """The command is killed or finds no room, a few times, before it is run truly."""
    draw = world.draw
    for _ in range(draw.choice((0, 0, 0, 1, 2, 3))):
        size = world.db.stat().st_size
        room = draw.choice((size, size // 2, draw.randrange(1, 200_000), 32 + 4120 * draw.randrange(1, 12)))
        wishes: dict[str, Any] = draw.choice(
            (
                {"calls": draw.choice((draw.randrange(3_000), draw.randrange(60_000)))},
                {"file_bytes": max(SAID, room), "killed": True},
                {"file_bytes": max(SAID, room)},
            )
        )
        world.tally["killed" if "calls" in wishes or "killed" in wishes else "no room"] += 1
        if command == "rebuild":
            ran = world.command("rebuild", **wishes)
        else:
            ran = _sync_from(world, draw.choice(club()), **wishes)
        world.kept(ran)


def _printed(world: World, ran: Ran, promise: str) -> dict[tuple[str, int], list[Match]]:
    """The match objects of each journal that `results` printed."""
    try:
        return by_place(matches_in(ran))
    except (ValueError, KeyError, TypeError) as error:
        world.breaks(promise, ran, f"what it prints is no match object: {error!r}")
        return {}


def _briefs(matches: list[Match]) -> str:
    return str([(match.get("first_seq"), match.get("status"), match.get("totals")) for match in matches])
