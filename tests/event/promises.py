"""What must be so at the end of a day, when everything is whole again. The truth is what stands in boards' memories.

A fresh store made of them says which matches were played, and with which figures; the desk's list of events is held
against it.
"""

import itertools
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing

from tallyboard.desk import Tournament, as_object, read_script
from tallyboard.store import Heard, open_store, tournaments
from tallyboard.store.tournaments import Followed, StoredEvent
from tallyboard.store.tournaments.board_results import Finished, finished
from tallyboard.store.tournaments.calls import next_games, prefix_of
from tests.event.world import World
from tests.harness.schedules import Broken

REST = "it comes to rest"
RESULTS = "a board's match has one result that stands"
NUMBERS = "no event's number is there twice"
TOLD = "what a desk was told stays"
SCRIPT = "the script computes the same"
CALLS = "no match is called twice at once"
WAITING = "no board waits for a call that has ended"
MANNERS = "manners"

_LOOK_S = 0.3


def check(world: World, patience_s: int) -> Iterator[Broken]:
    """All that is broken at the end, at rest or so many seconds later. Ends the hubs."""
    yield from ((WAITING, what) for what in world.left_waiting)
    yield from _rest(world, patience_s)
    yield from ((MANNERS, what) for laptop in world.laptops for what in laptop.amiss())
    with closing(open_store(world.url)) as store, store.reading() as sql:
        followed = tournaments.followed(sql, world.about.id)
        numbers = [number for (number,) in sql.rows("SELECT number FROM tournament_events ORDER BY number")]
    if numbers != list(range(1, len(numbers) + 1)):
        twice = [number for number, times in Counter(numbers).items() if times > 1]
        yield NUMBERS, f"{twice} are there twice, of {len(numbers)} up to {max(numbers)}"
    yield from ((RESULTS, what) for what in results_amiss(followed, truth(world), world.corrected))
    yield from _told(world, followed.events)
    if as_object(read_script(tournaments.script(followed))) != as_object(followed.tournament):
        yield SCRIPT, "it computes another tournament"
    yield from ((CALLS, what) for what in calls_amiss(followed.about.first_line, followed.events))


# ---- rest


def _rest(world: World, patience_s: int) -> Iterator[Broken]:
    """Play on until nothing is left to be played, called or told; what is still amiss when patience ends."""
    until = time.monotonic() + patience_s
    while (amiss := list(_to_come(world))) and time.monotonic() < until:
        world.turns(1)
        _free_what_nobody_can_play(world)
        time.sleep(_LOOK_S)
    yield from amiss


def _to_come(world: World) -> Iterator[Broken]:
    tournament = world.desks[0].look()
    for table in world.tables:
        call = tournament.tables[table.table_name].call
        if call is not None:
            yield REST, f"{call.match} is called to table {table.table_name}, which waits with {table.waits_with!r}"
        if not table.is_idle:
            yield REST, f"table {table.table_name} plays"
    if calls := tournament.next_calls():
        yield REST, f"nobody calls {calls}"
    if left := list(results_amiss(world.desks[0].followed, truth(world), world.corrected)):
        yield REST, left[0]


def _free_what_nobody_can_play(world: World) -> None:
    """As the organiser does who sees the flag: a call without a game ends."""
    followed = world.desks[0].followed
    games = {game.match for game in next_games(followed)}
    for table in followed.tournament.tables.values():
        if table.call is not None and table.call.match not in games:
            world.desks[0].enter(lambda _, name=table.name: [f"free {name}"])  # type: ignore[misc]


# ---- results


def truth(world: World) -> list[Finished]:
    """The finished matches of this tournament's calls, by the boards' memories alone."""
    with closing(open_store("sqlite://")) as store:
        for table in world.tables:
            heard, records = table.heard, table.journal
            store.add(Heard(table.id, table.table_name, "0", heard["epoch"], heard["oldest"], heard["next"]), records)
        with store.reading() as sql:
            found = finished(sql)
    return [one for one in found if one.key is not None and one.key.tournament == prefix_of(world.about.id)]


def results_amiss(
    followed: Followed, played: Iterable[Finished], corrected: dict[str, dict[str, int]]
) -> Iterator[str]:
    """What the desk has otherwise than it was played or corrected. A match whose call was undone has its
    result too: the table plays on."""
    lines: dict[str, list[str]] = {}
    for event in followed.events:
        words = event.line.split()
        if words[0] == "result" and words[-2:-1] == ["board"]:
            lines.setdefault(words[-1], []).append(event.line)
    for one in played:
        if (said := corrected.get(one.match)) is not None:
            one = one._replace(scores=(said["A"], said["B"]), twenties=(0, 0), won=None)
        has, wanted = lines.pop(one.match, []), one.line(followed.tournament, None)
        if wanted is not None and has[-1:] != [wanted]:
            yield f"match {one.match} has {has}, and is {wanted}"
        for before, after in itertools.pairwise(has):
            if before == after:
                yield f"match {one.match} has twice {after}"
    for match, has in lines.items():
        yield f"match {match} has {has}, and nobody finished it"


def _told(world: World, events: list[StoredEvent]) -> Iterator[Broken]:
    for desk in world.desks:
        for event in desk.told:
            if events[event.number - 1 : event.number] != [event]:
                yield TOLD, f"{desk.name} was told of {event}, and there is {events[event.number - 1 : event.number]}"


def calls_amiss(first_line: str, events: Iterable[StoredEvent]) -> Iterator[str]:
    """Calls of a match that is called already, or to a table that has a call."""
    tournament = Tournament(first_line)
    for event in events:
        words = event.line.split()
        if words[0] == "call":
            lasting = {table.call.match: table.name for table in tournament.tables.values() if table.call is not None}
            if words[1] in lasting or words[2] in lasting.values():
                yield f"event {event.number}, {event.line}, with these calls lasting: {lasting}"
        tournament.enter(event.line, event.minute)
