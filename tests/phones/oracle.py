"""What must be so of phones, whatever failed: the oracle, from the contract's words alone.

A board that is a phone has *lives*: the memories in which it lived, one after the other. A life knows which records
were written in it, by a model phone that remembers all of it. The database has to be the union of these, byte for byte,
each record once, except what a life had unsent when another one took its place.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from shared_rules.games.scoresheet import to_text
from shared_rules.journal import record
from tests.hall.journal import assigned, entered, score_amiss
from tests.harness.schedules import ACKNOWLEDGED, Broken, few

RECORDS = "the database is the union of all journals"
TAKING_OVER = "nobody takes a table that is in use"
MATCHES = "results are the rules on the presses"
ORDERS = "each order and call is done once"
VOID = "a phone is void when another one is there, and only then"

SIDES = "ABC"
HOLE = bytes(8)  # in a given journal, a record that nobody has
HEARD_S = 10.0  # so long after it was heard a phone may not be replaced without a yes

Journal = tuple[str, int]  # a board and an epoch
Records = Mapping[Journal, Mapping[int, bytes]]  # by number


@dataclass
class Life:
    """A memory in which a board lived. `records`: those that it wrote itself, numbered from `since` on, before `until`;
    `given`: those that the laptop gave it to begin with. Times are monotonic, in s; 0: never.

    `stands`: it is the one that counts at the end.
    `let_go_at`: when the desk took its keys, closed its seat, or gave its table away. `told_void`: why, as it was told.
    """

    phone: str
    board: str
    table: str
    token: str
    epoch: int
    game: str = ""
    since: int = 0
    until: int = 0
    acked: int = 0
    records: dict[int, bytes] = field(default_factory=dict)
    given: dict[int, bytes] = field(default_factory=dict)
    pressed: list[tuple[int, str]] = field(default_factory=list)
    began_at: float = 0.0
    sent_at: float = 0.0
    heard_at: float = 0.0
    admitted_at: list[float] = field(default_factory=list)
    agreed_at: list[float] = field(default_factory=list)
    let_go_at: list[float] = field(default_factory=list)
    told_void: str = ""
    stands: bool = False


def by_board(lives: Iterable[Life]) -> dict[str, list[Life]]:
    """The lives of each board, in their order."""
    found: dict[str, list[Life]] = defaultdict(list)
    for life in lives:
        found[life.board].append(life)
    return found


def records_amiss(lives: Sequence[Life], stored: Records) -> Iterator[Broken]:
    """What of these boards' records is lost, altered, doubled, or stands where it does not belong. No board of a phone
    may have a journal that none of the lives wrote."""
    known = {(life.board, life.epoch) for life in lives}
    for journal in stored:
        if journal not in known and journal[0] in {life.board for life in lives}:
            yield RECORDS, f"{len(stored[journal])} records of {journal} are stored, which no phone wrote"
    for board, its in by_board(lives).items():
        for number, life in enumerate(its):
            after = its[number + 1 : number + 2]
            has = stored.get((board, life.epoch), {})
            yield from _life_amiss(life, after[0] if after else None, has)
            yield from _given_amiss(life, its[:number], has)
        for epoch in dict.fromkeys(life.epoch for life in its):
            wrote = {seq for life in its if life.epoch == epoch for seq in life.records}
            if strange := sorted(stored.get((board, epoch), {}).keys() - wrote):
                yield RECORDS, f"of board {board} are stored {few(strange)}, which no phone wrote"


def _life_amiss(life: Life, after: Life | None, has: Mapping[int, bytes]) -> Iterator[Broken]:
    """`after`: the life that took its place, or None. Where it stands, all that it wrote is stored."""
    who = f"of {life.phone}, board {life.board}"
    end = life.until if after is None else after.since if after.epoch == life.epoch else 0
    mine = range(life.since, min(end, life.until))
    altered = [seq for seq in mine if seq in has and has[seq] != life.records[seq]]
    lost = [seq for seq in mine if seq not in has and (life.stands or seq < life.acked)]
    if altered:
        yield RECORDS, f"{who} are stored otherwise: {few(altered)}"
    if lost:
        yield (RECORDS if life.stands else ACKNOWLEDGED), f"{who} are not stored: {few(lost)}"
    if after is not None and life.acked > end:
        what = f"{who} was acknowledged below {life.acked}, and {after.phone} goes on from {end}"
        yield ACKNOWLEDGED, what
    if after is not None and after.epoch == life.epoch and end > life.until:
        yield RECORDS, f"{after.phone} goes on from {end}; {who} {life.until} were written"


def _given_amiss(life: Life, before: Sequence[Life], has: Mapping[int, bytes]) -> Iterator[Broken]:
    """The records that a life began with are those of the lives before it, to the last that is stored."""
    who = f"{life.phone}, board {life.board}"
    truth = truth_of([*(each for each in before if each.epoch == life.epoch), life])
    given = {seq: data for seq, data in life.given.items() if data != HOLE}
    if other := [seq for seq, data in given.items() if truth.get(seq) != data]:
        yield RECORDS, f"{who} was given records that nobody wrote: {few(other)}"
    if other := [seq for seq in life.given if has.get(seq) != given.get(seq)]:
        yield RECORDS, f"{who} was given records that are not stored: {few(other)}"
    if life.since and not life.given and all(seq in has for seq in range(life.since)):
        yield RECORDS, f"{who} goes on from {life.since} and was given no record, though none is missing"


def truth_of(lives: Sequence[Life]) -> dict[int, bytes]:
    """The journal that these lives of one board and epoch wrote: each one's own, up to where the next one goes on."""
    truth: dict[int, bytes] = {}
    for life in lives:
        truth = {seq: data for seq, data in truth.items() if seq < life.since} | life.records
    return truth


def takings_amiss(lives: Sequence[Life], slack_s: float) -> Iterator[Broken]:
    """Who began with another's board without its yes, the desk's, or `HEARD_S` of silence. `slack_s`: by how much a
    laptop may be behind with writing down whom it heard."""
    for board, its in by_board(lives).items():
        for old, new in pairwise(its):
            agreed = [at for at in (*old.agreed_at, *old.let_go_at) if at < new.began_at]
            silence = new.began_at - max(old.heard_at, 0)
            if not agreed and silence < HEARD_S - slack_s:
                yield (
                    TAKING_OVER,
                    f"{new.phone} took board {board} from {old.phone}, which was heard {silence:.1f} s ago, unasked",
                )


def voids_amiss(lives: Sequence[Life], live: Iterable[Life], slack_s: float = 3.0) -> Iterator[Broken]:
    """`live`: those that are admitted at the end."""
    standing = {id(life) for life in live}
    for its in by_board(lives).values():
        for number, life in enumerate(its):
            after = its[number + 1 : number + 2]
            if life.told_void and not after and not life.let_go_at:
                yield VOID, f"{life.phone}, board {life.board}, is void ({life.told_void}), and nobody took its place"
            if after and id(life) in standing:
                yield VOID, f"{life.phone}, board {life.board}, is admitted, though {after[0].phone} took its place"
            late = [at for at in life.admitted_at if after and at > after[0].began_at + slack_s]
            if late:
                yield VOID, f"{life.phone}, board {life.board}, was admitted after {after[0].phone} took its place"


def presses_amiss(lives: Sequence[Life], stored: Records) -> Iterator[Broken]:
    """Each press that a phone showed is the event of its record, where the record is stored."""
    for life in lives:
        has = stored.get((life.board, life.epoch), {})
        for seq, text in life.pressed:
            mine = life.records.get(seq)
            if seq in has and has[seq] == mine and to_text(record.event_of(has[seq])) != text:
                yield RECORDS, f"{life.phone} pressed {text} as record {seq}; stored is {has[seq].hex()}"


def boards_amiss(lives: Iterable[Life], boxes: Iterable[str]) -> Iterator[Broken]:
    """A phone's board belongs to one table, and to no box; no two memories have the same epoch but by taking over."""
    tables: dict[str, set[str]] = defaultdict(set)
    for life in lives:
        tables[life.board].add(life.table)
    for board, its in tables.items():
        if len(its) > 1:
            yield RECORDS, f"board {board} was at the tables {sorted(its)}"
    if both := tables.keys() & set(boxes):
        yield RECORDS, f"the boards {sorted(both)} are boxes, and phones"


# ---- matches


def sheets(records: Mapping[int, bytes]) -> dict[int, list[str]]:
    """The events of each match, by the number of its GAME; one that was cut by a damaged record is left out."""
    begun: dict[int, dict[int, bytes]] = {}
    openers: dict[int, list[str]] = {}
    last = None
    for seq in sorted(records):
        if records[seq][0] == record.GAME:
            last = seq
            opener = records[seq][1] >> 6
            begun[last] = {}
            openers[last] = [f"first {SIDES[opener]}"] if opener else []
        elif last is not None:
            begun[last][seq] = records[seq]
    return {
        first: openers[first] * bool(entered(events)) + entered(events)
        for first, events in begun.items()
        if not any(data[0] in (record.CUT, record.BACK) for data in events.values())
    }


def results_amiss(lives: Sequence[Life], stored: Records, matches: Sequence[Mapping[str, Any]]) -> Iterator[Broken]:
    """`matches`: as results --json has them."""
    by_journal: dict[Journal, list[Life]] = defaultdict(list)
    for life in lives:
        by_journal[life.board, life.epoch].append(life)
    for (board, epoch), its in by_journal.items():
        truth = truth_of(its)
        has = stored.get((board, epoch), {})
        told = [match for match in matches if (match["board"], int(match["epoch"])) == (board, epoch)]
        holes = sorted(set(range(max(truth, default=-1) + 1)) - has.keys())
        yield from _matches_amiss(
            f"{its[-1].phone}, board {board}", {seq: truth[seq] for seq in has if seq in truth}, told, holes
        )


def _matches_amiss(
    who: str, records: Mapping[int, bytes], told: Sequence[Mapping[str, Any]], holes: Sequence[int]
) -> Iterator[Broken]:
    played = sheets(records)
    for first, after in pairwise([*sorted(played), max(records, default=0) + 1]):
        if not _stands(played[first]) or any(first <= hole < after for hole in holes):
            continue
        mine = [match for match in told if match["first_seq"] <= first <= match["last_seq"]]
        if len(mine) != 1:
            yield MATCHES, f"{who}: the match that starts at {first} is told {len(mine)} times"
        elif mine[0]["status"] == "incomplete":
            if not holes:
                yield MATCHES, f"{who}: the match that starts at {first} is told as incomplete"
        elif what := score_amiss(mine[0], played[first]):
            yield MATCHES, f"{who}, match {mine[0]['match']}: {what}"


def _stands(events: Sequence[str]) -> bool:
    """Whether an event is left but who starts; a match without one is no result."""
    left: list[str] = []
    for event in events:
        if event != "undo":
            left.append(event)
        elif left:
            left.pop()
    return any(not event.startswith("first") for event in left)


# ---- orders


def orders_amiss(keys: Mapping[str, str], lives: Sequence[Life], stored: Records) -> Iterator[Broken]:
    """`keys`: of each order for a match its state at the end, as its row says. Done is done once, in what is stored."""
    times: dict[str, int] = defaultdict(int)
    whole: dict[str, bool] = {}
    for records in stored.values():
        is_whole = set(range(max(records, default=-1) + 1)) == records.keys()
        for key in assigned(records):
            times[key] += 1
            whole[key] = is_whole
    has_holes = any(set(range(max(records, default=-1) + 1)) != records.keys() for records in stored.values())
    for key, state in keys.items():
        if times[key] > 1 and whole[key]:
            yield ORDERS, f"the match {key} was assigned {times[key]} times"
        if state == "done" and not times[key] and not has_holes:
            yield ORDERS, f"the match {key} was assigned, its order says, and no journal has it"
        if times[key] and state in ("refused", "void"):
            yield ORDERS, f"the match {key} was not assigned ({state}), its order says, and a journal has it"
