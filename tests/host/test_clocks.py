"""Clocks that jump, and two that differ: what is in use, what can be called, which epoch is over, who is there."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from sqlalchemy import update

from tallyboard.hub.tournaments import HubTournaments
from tallyboard.store import Heard, Store, hubs, open_store, tournaments
from tallyboard.store.merge import merge
from tallyboard.store.tables.rows import epochs
from tallyboard.store.tables.schema import journals
from tallyboard.store.tournaments import About, Followed
from tallyboard.store.verify import verify
from tests.harness.campaign import form
from tests.harness.clocks import JumpingClock
from tests.harness.paper import Paper

HOUR = 3_600_000
MINUTE = 60_000
HUB = hubs.HubProcess("h1", "attic", 4711, "watch")


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> JumpingClock:
    return JumpingClock(monkeypatch)


@pytest.fixture
def two() -> Iterator[tuple[Store, Store]]:
    stores = open_store("sqlite://"), open_store("sqlite://")
    yield stores
    for one in stores:
        one.close()


def begin(store: Store, name: str) -> About:
    return tournaments.create(store, name, "tournament singles seed=7", "UTC")


def enter(store: Store, followed: Followed, *lines: str, who: str = "desk") -> list[str]:
    return [event.line for event in tournaments.append(store, followed, lambda _: lines, who)]


def in_use(store: Store) -> str:
    with store.reading() as sql:
        return tournaments.find(sql).name


# ---- what is in use


def test_of_two_that_are_begun_the_second_is_in_use_whatever_the_clock_says(store: Store, clock: JumpingClock) -> None:
    clock.jump(HOUR)
    begin(store, "Spring")
    clock.jump(-HOUR)
    begin(store, "Autumn")
    assert in_use(store) == "Autumn"
    with store.reading() as sql:
        assert [about.name for about in tournaments.listed(sql)] == ["Autumn", "Spring"]


def test_of_many_that_are_begun_at_one_moment_each_has_its_own_and_the_last_is_the_newest(
    store: Store, clock: JumpingClock
) -> None:
    clock.stand(1_790_000_000_000)
    names = ["Spring", "Autumn", "Summer", "Winter"]
    for name in names:
        begin(store, name)
    assert in_use(store) == "Winter"
    with store.reading() as sql:
        newest_first = tournaments.listed(sql)
    assert [about.name for about in newest_first] == names[::-1]
    begun = [about.created for about in newest_first]
    assert begun == sorted(set(begun), reverse=True)


class Laptop:
    """A store, what it should have, and its clock. `its`: by tournament its lines, in the order in which they came."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.shift = 0
        self.its: dict[str, list[str]] = {}
        self.auto: set[str] = set()
        self.chosen = ""

    @property
    def used(self) -> str:
        return self.chosen or list(self.its)[-1]

    def check(self) -> None:
        with self.store.reading() as sql:
            known = tournaments.listed(sql)
            assert [about.id for about in known] == list(reversed(self.its))
            assert {about.id for about in known if about.auto} == self.auto
            if known:
                assert tournaments.find(sql).id == self.used
            for about in known:
                stored = tournaments.events(sql, about.id)
                assert [event.line for event in stored] == self.its[about.id]
                assert all(one.at < other.at or one.who != other.who for one, other in pairwise(stored))
                assert all((one.at, one.minute) <= (other.at, other.minute) for one, other in pairwise(stored))

    def take(self, other: "Laptop") -> None:
        merge(other.store, self.store)
        for name, lines in other.its.items():
            mine = self.its.setdefault(name, [])
            if lines[: len(mine)] == mine:
                mine[:] = lines


@pytest.mark.parametrize("seed", form(range(12), range(600)))
def test_days_of_two_laptops_whose_clocks_jump(two: tuple[Store, Store], clock: JumpingClock, seed: int) -> None:
    random = Random(seed)
    laptops = [Laptop(store) for store in two]
    for number in range(25):
        one, other = random.sample(laptops, 2)
        clock.jump(one.shift - clock.shift)
        did = random.choice(("new", "use", "add", "add", "add", "auto", "copy", "jump", "jump"))
        if did == "new":
            one.chosen = begin(one.store, f"No. {number}").id
            one.its[one.chosen] = []
        elif did == "use" and one.its:
            one.chosen = random.choice(list(one.its))
            tournaments.use(one.store, one.chosen)
        elif did == "add" and one.its:
            with one.store.reading() as sql:
                followed = tournaments.followed(sql)
            enter(one.store, followed, f"add P{number}", who=f"desk {number}")
            one.its[one.used].append(f"add P{number}")
        elif did == "auto" and one.its:
            tournaments.set_auto(one.store, one.used, True)
            one.auto.add(one.used)
        elif did == "copy":
            one.take(other)
        elif did == "jump":
            one.shift += random.choice((-2 * HOUR, -HOUR, -30_000, -1, 1, 30_000, HOUR, 2 * HOUR, 365 * 24 * HOUR))
        for laptop in laptops:
            laptop.check()


# ---- the desk's time


_SINGLE = ("add Ann", "add Bob", "open 1", "phase 1 single best=3 rest=10 game twenties-shootout", "draw 1")


def _played(store: Store) -> Followed:
    """Ann and Bob have played one game just now, and rest."""
    followed = Followed(begin(store, "Cup"))
    enter(store, followed, *_SINGLE, "result 1:W1.1 1 3 2 1")
    return followed


def _call(store: Store, followed: Followed) -> list[str]:
    made = tournaments.append(store, followed, lambda now: ["call"] if now.next_calls() else [], "desk")
    return [event.line for event in made]


def test_a_clock_that_is_set_back_stops_no_call(store: Store, clock: JumpingClock) -> None:
    followed = _played(store)
    played = followed.events[-1].at
    clock.jump(-2 * HOUR)
    assert _call(store, followed) == [], "they rest, and from here on the desk's time goes on"
    clock.jump(9 * MINUTE)
    assert _call(store, followed) == []
    clock.jump(MINUTE)
    assert _call(store, followed) == ["call 1:W1.1 1"]
    assert 10 * MINUTE <= followed.events[-1].at - played < 11 * MINUTE
    with store.reading() as sql:
        again = tournaments.followed(sql)
    assert again.about.ahead == followed.about.ahead > HOUR
    with store.reading() as sql:
        assert again.at(sql.now_ms()).minute == again.events[-1].minute, "whoever looks has the same time"


def test_after_a_night_the_clock_holds_again(store: Store, clock: JumpingClock) -> None:
    followed = _played(store)
    clock.jump(-2 * HOUR)
    enter(store, followed, "note the clock was wrong")
    clock.jump(14 * HOUR)
    enter(store, followed, "note good morning")
    assert followed.about.ahead == 0
    assert 11 * HOUR < followed.events[-1].at - followed.events[-2].at < 13 * HOUR


def test_two_clocks_that_are_a_little_apart_are_no_jump(store: Store, clock: JumpingClock) -> None:
    followed = _played(store)
    clock.jump(-500)
    enter(store, followed, "note from the other laptop")
    assert followed.about.ahead == 0
    assert followed.events[-1].at == followed.events[-2].at + 1


def test_a_hub_calls_by_itself_after_a_clock_was_set_back(store: Store, clock: JumpingClock) -> None:
    followed = _played(store)
    tournaments.set_auto(store, followed.about.id, True)
    hub = HubTournaments(lambda event: None)
    hub.look(store, [], [])
    clock.jump(-2 * HOUR)
    hub.look(store, [], [])
    clock.jump(10 * MINUTE)
    hub.look(store, [], [])
    with store.reading() as sql:
        assert [event.line for event in tournaments.events(sql, followed.about.id)][-1] == "call 1:W1.1 1"


# ---- a board's epochs


def journal(store: Store, epoch: int, presses: str = "A 20", board: str = "b0") -> None:
    """The board says that it is in this epoch, in which a match is on."""
    paper = Paper(epoch).boot().start("crokinole-official").press(presses)
    store.add(Heard(board, "Table 1", "0", epoch, 0, len(paper.records)), list(enumerate(paper.records)))


def status(store: Store) -> dict[int, str]:
    assert verify(store).sound
    with store.reading() as sql:
        ended = {one.number: one.over for one in epochs(sql)}
    found: dict[int, str] = {match["epoch"]: match["status"] for match in store.matches()}
    assert ended == {epoch: how == "abandoned" for epoch, how in found.items()}
    return found


def test_the_epoch_that_a_board_says_is_its_newest_after_a_clock_was_set_back(
    store: Store, clock: JumpingClock
) -> None:
    journal(store, 9)
    clock.jump(-2 * HOUR)
    journal(store, 5)
    assert status(store) == {9: "abandoned", 5: "playing"}
    journal(store, 9)  # its old memory is back in its place
    assert status(store) == {9: "playing", 5: "abandoned"}


@pytest.mark.parametrize("first", [0, 1])
def test_two_laptops_one_two_hours_behind(two: tuple[Store, Store], clock: JumpingClock, first: int) -> None:
    right, behind = two
    journal(right, 9)
    clock.jump(-2 * HOUR)
    journal(behind, 5)  # later, by a clock that says an hour before
    copies = [(right, behind), (behind, right)]
    for source, target in (copies[first], copies[1 - first]) * 2:
        merge(source, target)
    assert status(behind) == status(right) == {9: "abandoned", 5: "playing"}


def test_where_clocks_tell_nothing_the_board_does_the_next_time_that_it_speaks(
    two: tuple[Store, Store], clock: JumpingClock
) -> None:
    right, behind = two
    journal(right, 9)
    clock.jump(-2 * HOUR)
    journal(behind, 5)
    clock.jump(2 * HOUR)
    merge(behind, right)
    assert status(right) == {9: "playing", 5: "abandoned"}, "nothing here tells which was later"
    journal(right, 5)
    assert status(right) == {9: "abandoned", 5: "playing"}
    for source, target in ((right, behind), (behind, right)) * 2:
        merge(source, target)
    assert status(behind) == status(right) == {9: "abandoned", 5: "playing"}


def test_a_board_that_a_hub_has_is_in_the_epoch_that_it_says(two: tuple[Store, Store]) -> None:
    here, there = two
    journal(here, 5)
    journal(there, 9)  # heard later; but the board is here, and says 5
    hubs.beat(here, HUB, [hubs.Has("b0", "/dev/ttyACM0", 0)])
    merge(there, here)
    assert status(here) == {9: "abandoned", 5: "playing"}
    merge(here, there)
    assert status(there) == status(here)


def test_a_table_that_was_put_back_has_the_last_match_of_the_epoch_that_is_said(
    store: Store, clock: JumpingClock
) -> None:
    journal(store, 9)
    with store.writing() as writing:  # as an older tallyboard left it, which went by the clock
        writing.connection.execute(update(journals).values(turn=0))
    clock.jump(-2 * HOUR)
    journal(store, 5)
    assert status(store) == {9: "abandoned", 5: "playing"}


def test_what_a_journal_is_known_to_have_had_only_grows(store: Store) -> None:
    paper = Paper().boot().start("crokinole-official").press("A 20", "B 15")
    rows = list(enumerate(paper.records))
    store.add(Heard("b0", "", "0", 7, 0, len(rows) + 3), rows)
    store.add(Heard("b0", "", "0", 7, 0, len(rows)), rows)  # a hub that was frozen says what it had heard before
    with store.reading() as sql:
        assert [one.next for one in epochs(sql)] == [len(rows) + 3]
    assert [match["status"] for match in store.matches()] == ["incomplete"]


def test_the_name_that_was_given_last_holds_after_a_clock_was_set_back(
    two: tuple[Store, Store], clock: JumpingClock
) -> None:
    here, there = two
    for name in ("Ann", "Anna", "Annabel"):
        here.name("final", {("A", "A."): name})
        if name == "Anna":
            merge(here, there)
            clock.jump(-2 * HOUR)
    merge(there, here)
    assert here.full_names() == ["Annabel"]


# ---- who is there


def _there(store: Store) -> list[str]:
    with store.reading() as sql:
        assert {one.hub for one in hubs.present(sql)} <= {*hubs.living(sql)}
        return [hub.id for hub in hubs.living(sql)]


def test_a_hub_that_died_before_the_clock_was_set_back_is_no_ghost(store: Store, clock: JumpingClock) -> None:
    other = hubs.HubProcess("h2", "desk", 42, "serve")
    store.add(Heard("b0", "Table 1", "0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has("b0", "/dev/ttyACM0", 0)])
    hubs.beat(store, other, [])
    assert _there(store) == ["h1", "h2"]
    clock.jump(-2 * HOUR)
    assert _there(store) == []
    hubs.beat(store, other, [])  # who lives speaks every two seconds
    assert _there(store) == ["h2"]
    clock.jump(2 * HOUR)
    assert _there(store) == []
    hubs.beat(store, other, [])
    assert _there(store) == ["h2"], "nor is it there again when the moment of its last word comes"
    with store.reading() as sql:
        assert [hub.id for hub, _ in hubs.silent(sql)] == ["h1"]
