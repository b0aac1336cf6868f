"""What must be so when everything is whole again: the hall's oracle.

The truth is what stands in the boards' memories and what was pressed; the database, what commands print of it, the last
words of the hubs and the rows of orders are held against it.
"""

import json
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tallyboard.link.ports import WRITE_S
from tests.hall.journal import assigned, entered, score_amiss, sheets
from tests.hall.laptop import Event
from tests.hall.schedule import MATCH, NAME
from tests.hall.table import Key
from tests.hall.world import Given, World
from tests.harness.schedules import Broken

RECORDS = "every record is stored once"
KEYS = "every key is in the store"
MATCHES = "matches are those of the records"
ORDERS = "an order is done once or reported"
HUBS = "all hubs show the same"
HEARD = "no board is lost with the database"
REST = "it comes to rest"
MANNERS = "manners"

Match = dict[str, Any]

_LOOK_S = 0.25
_ENDS = ("done", "refused", "void")


def check(world: World, patience_s: int) -> Iterator[Broken]:
    """All that is broken at the end of a schedule, at rest or so many seconds later. Ends the hubs."""
    yield from _commands_ended(world)
    yield from _rest(world, patience_s)
    yield from ((MANNERS, what) for laptop in world.laptops for what in laptop.amiss())
    yield from _heard(world)
    yield from _records(world)
    yield from _truth(world)
    yield from _orders(world)


# ---- rest


def _rest(world: World, patience_s: int) -> Iterator[Broken]:
    """Wait until nothing changes any more; what is still amiss when patience ends."""
    until = time.monotonic() + patience_s
    for look in (_not_stored, _orders_waiting, _hubs_differ):
        while (amiss := look(world)) and time.monotonic() < until:
            time.sleep(_LOOK_S)
        for promise, what in amiss:
            yield promise, f"{what}, after {patience_s} s in which nothing failed"


def _not_stored(world: World) -> list[Broken]:
    amiss = [(REST, what) for _, what in _records(world)]
    if not amiss and (count := world.database.count("journals WHERE underived_from IS NOT NULL")):
        amiss = [(REST, f"the matches of {count} journals are not computed")]
    return amiss


def _orders_waiting(world: World) -> list[Broken]:
    names = Counter(name for (name,) in world.database.rows("SELECT lower(table_name) FROM boards"))
    waiting = [order for order in world.database.orders() if order.state not in _ENDS]
    can_be_done = [order for order in waiting if order.board is not None or names[(order.table or "").lower()] == 1]
    return [(ORDERS, f"nobody does {order}") for order in can_be_done]


def _hubs_differ(world: World) -> list[Broken]:
    laptop = world.laptops[0]
    said = laptop.run("results", "--json", "--db", laptop.url).stdout
    last: dict[str, Match] = {}
    for match in _by_place(map(json.loads, said.splitlines())):
        last[match["board"]] = match
    amiss = []
    for laptop in world.laptops:
        scores = {event["board"]: event for event in laptop.read() if event["event"] == "score"}
        for table in world.tables:
            if what := differs(scores.get(table.id), last.get(table.id)):
                amiss.append((HUBS, f"{laptop.name} on {table.name}, board {table.id}: {what}"))
    return amiss


def differs(event: Event | None, last: Match | None) -> str:
    """What a hub's last score of a board has else than the database; "" for nothing."""
    if event is None:
        return "no score was shown"
    shown = event["match"]
    if shown is None or last is None:
        return "" if shown is last else f"it shows {shown}, the database has {last}"
    if shown["match"] == last["match"]:
        return "" if shown == last else f"it shows {shown}, the database has {last}"
    is_new = shown["first_seq"] > last["last_seq"] and not shown["rounds"]  # without an event: no report lists it
    return "" if is_new else f"it shows {shown}, the last match of the database is {last}"


def _heard(world: World) -> Iterator[Broken]:
    """Whose cable, power and hub nobody touched is never reported lost, wherever the database is; but a board that
    stood still as long as the machine did takes nothing."""
    stood_still = world.pulse.longest_s > WRITE_S / 2
    for laptop in world.laptops:
        for event in laptop.all_events():
            board = event["port"].rpartition("/")[2]
            if event["event"] != "disconnected" or board in world.disturbed:
                continue
            if not (stood_still and "does not take" in event["cause"]):
                yield HEARD, f"{laptop.name} on board {board}: {event['cause']}"


# ---- records and matches


def _records(world: World) -> Iterator[Broken]:
    """The union of all boards' memories is the database, byte for byte."""
    stored = world.database.records()
    for table in world.tables:
        memory = table.memory()
        has, wanted = stored.pop((table.id, memory.epoch), {}), dict(enumerate(memory.records))
        lost = [number for number in wanted if number not in has]
        others = [number for number in has if has[number] != wanted.get(number)]
        if lost:
            yield RECORDS, f"of {table.name}, board {table.id}, are not stored: {lost[:9]} ({len(lost)} records)"
        if others:
            yield RECORDS, f"of {table.name}, board {table.id}, are stored otherwise: {others[:9]} ({len(others)})"
    for journal, records in stored.items():
        yield RECORDS, f"{len(records)} records of {journal} are stored, which no board has"
    if conflicts := world.database.count("conflicts"):
        yield RECORDS, f"{conflicts} records are told to have come with other bytes"


def _truth(world: World) -> Iterator[Broken]:
    """A fresh store, collected from the boards by one laptop without any failure, has the same matches, and they are
    those of the keys."""
    laptop = world.laptops[0]
    fresh = str(laptop.folder / "truth.sqlite")
    verify = laptop.start("verify", "--db", laptop.url)
    stored = laptop.start("results", "--json", "--db", laptop.url)
    synced = laptop.run("sync", *[str(table.port) for table in world.tables], "--db", fresh)
    if synced.returncode != 0:
        yield MANNERS, f"the sync of all boards at the end: {synced}"
    true = laptop.start("results", "--json", "--db", fresh)
    if failed := [command for command in (verify, stored, true) if command.wait() != 0]:
        yield from ((MATCHES, f"{command} ended with {command.wait()}: {command.said}") for command in failed)
        return
    yield from _results(stored.said, true.said)
    records = world.database.records()
    for table in world.tables:
        mine = records.get((table.id, table.memory().epoch), {})
        if what := keys_amiss(table.keys, entered(mine)):
            yield KEYS, f"{table.name}, board {table.id}: {what}"
        for match in map(json.loads, stored.said.splitlines()):
            if match["board"] == table.id and (what := totals_amiss(match, sheets(mine))):
                yield MATCHES, f"{table.name}, board {table.id}, match {match['match']}: {what}"


def _results(stored: str, true: str) -> Iterator[Broken]:
    found, wanted = ({match["match"]: match for match in map(json.loads, said.splitlines())} for said in (stored, true))
    for name in sorted(found.keys() | wanted.keys()):
        if found.get(name) != wanted.get(name):
            yield MATCHES, f"match {name}: the database has {found.get(name)}, its records give {wanted.get(name)}"


def totals_amiss(match: Match, events_of: Mapping[int, Sequence[str]]) -> str:
    """What the second reading of the rules makes of the keys of this match, if it is another score; else "".

    `events_of`: see sheets.
    """
    starts = [number for number in events_of if match["first_seq"] <= number <= match["last_seq"]]
    if len(starts) != 1:
        return f"it has {len(starts)} beginnings"
    return score_amiss(match, events_of[starts[0]])


def _by_place(matches: Iterable[Match]) -> list[Match]:
    return sorted(matches, key=lambda match: (match["board"], match["epoch"], match["first_seq"]))


def keys_amiss(keys: Sequence[Key], stored: Sequence[str]) -> str:
    """Which key is not there once and in order; "" for none. NEXT may have been refused or have started a match, and
    what was pressed as the power failed may be there or not."""
    places = {0}  # how much of `stored` the keys so far may account for
    for number, key in enumerate(keys):
        there = {place + 1 for place in places if stored[place : place + 1] == [key.event]}
        if not key.shown or key.event == "next":
            there |= places
        if not there:
            at = max(places)
            return f"key {number}, {key.event}, is not where it was pressed: {stored[at : at + 9]}"
        places = there
    if len(stored) not in places:
        return f"{len(stored)} events are stored, {max(places)} of them were pressed"
    return ""


# ---- orders


def _commands_ended(world: World) -> Iterator[Broken]:
    for given in world.orders:
        code = given.command.wait()
        said = given.command.said
        if given.command.hung:
            yield MANNERS, f"{given.command} does not end: {said}"
        elif code not in (0, 1, 2) or not said.strip() or "Traceback" in said:
            yield MANNERS, f"{given.command} ended with {code}: {said[-1500:]}"
        world.tally[f"orders ended with {code}"] += 1


def _orders(world: World) -> Iterator[Broken]:
    stored = world.database.records()
    done = Counter(key for records in stored.values() for key in assigned(records))
    rows = world.database.orders()
    for given in world.orders:
        row = next((row for row in rows if given.token and f'"{given.token}"' in row.what), None)
        times = done[given.token] if given.step.what == MATCH and given.token else None
        what = _amiss(given, row.state if row else None, times)
        if what:
            yield ORDERS, f"{given.command} ended with {given.command.wait()}, {row}: {what}"
    yield from _names(world, rows)


def _amiss(given: Given, state: str | None, times: int | None) -> str:
    """What is wrong with what became of an order; `times`: how often a board has written its match down."""
    if times is None:
        return ""
    if times > 1:
        return f"it was done {times} times"
    if times == 0 and (state == "done" or given.command.wait() == 0):
        return "it was done, they say, and no board has it"
    if times == 1 and state in ("refused", "void"):
        return "it was not done, they say, and a board has it"
    return ""


def _names(world: World, rows: Sequence[Any]) -> Iterator[Broken]:
    """A table has the name that was the last to be done there."""
    said = dict(world.database.rows("SELECT id, table_name FROM boards"))
    for number, table in enumerate(world.tables):
        wanted = ""
        for row in rows:
            for given in world.orders:
                mine = given.step.what == NAME and given.step.table == number and given.token
                if mine and row.state == "done" and f'"{given.token}"' in row.what:
                    wanted = str(given.token)
        if wanted and said.get(table.id) != wanted:
            yield ORDERS, f"{table.name}, board {table.id}, was named {wanted} last, and is called {said.get(table.id)}"
