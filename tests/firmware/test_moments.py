"""To the millisecond: how long a key has to be down, how long a thing is said, when a text moves on."""

from collections.abc import Callable
from typing import cast

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, event
from shared_rules.journal.replay import Assignment
from shared_rules.link import frame, laptop_half, orders
from tableside import scroll, table_orders, texts
from tableside.journal import Journal
from tableside.keys import Keys
from tableside.panel import Panel
from tableside.table import Table
from tests.harness.bench import Bench
from tests.harness.firmware_link import answers, board
from tests.harness.working_table import lose_memory


def lasts(bench: Bench, most: int = 6000) -> int | None:
    """For how many ms the status still shows what it shows now."""
    shown = bench.status
    for ms in range(1, most):
        bench.wait(1)
        if bench.status != shown:
            return ms
    return None


@pytest.mark.parametrize(
    ("game", "before", "key", "says", "ms"),
    [
        ("crokinole-official", "", "A1", "A 20", 1500),
        ("crokinole-official discs=1", "A1", "A1", "DISC", 2000),
        ("twenties-shootout", "", "A2", "NO  ", 2000),
        ("crokinole-official", "A1 B2", "NEXT", "A+5 ", 3000),
        ("pichenottes-quebec", "A1", "B2", "TURN", 2000),
    ],
)
def test_how_long_a_press_is_answered(game: str, before: str, key: str, says: str, ms: int) -> None:
    bench = Bench(game)
    bench.press(before)
    bench.down(key)
    bench.wait(1)
    assert bench.status == says
    bench.up(key)
    assert lasts(bench) == ms - 1


def test_an_undo_is_named_for_half_a_second_and_then_what_it_took() -> None:
    bench = Bench()
    bench.press("A1")
    bench.down("UNDO")
    bench.wait(60)
    bench.up("UNDO")
    bench.wait(1)
    assert bench.status == "UNDO"
    assert lasts(bench) == 499
    assert bench.status == "A 20"
    assert lasts(bench) == 1000


def test_the_other_view_stays_for_three_seconds() -> None:
    bench = Bench()
    bench.press("A1")
    bench.wait(1500)
    bench.down("MENU")
    bench.wait(60)
    bench.up("MENU")
    bench.wait(1)
    assert bench.status == "TOTL"
    assert lasts(bench) == 2999


def test_a_collection_is_said_for_a_second_behind_its_last_records() -> None:
    bench = Bench()
    bench.press("A1")
    bench.wait(2000)
    bench.screen.synced(bench.now)
    bench.wait(1)
    assert bench.status == "SYNC"
    assert lasts(bench) == 999


def test_the_light_goes_down_after_five_minutes() -> None:
    bench = Bench()
    bench.press("A1")
    pressed = bench.now - 120
    bench.now = pressed + 300_000 - 2
    bench.wait(1)
    assert bench.faces[0].level == 16
    bench.wait(1)
    assert bench.faces[0].level == 1


class Heard(Panel):
    """What the keys tell, with its moments."""

    def __init__(self) -> None:
        self.told: list[tuple[str | int, ...]] = []

    def key_down(self, key: int, at_ms: int) -> None:
        self.told.append(("down", key, at_ms))

    def key_held(self, key: int, at_ms: int) -> None:
        self.told.append(("held", key, at_ms))

    def key_up(self, key: int, at_ms: int, down_ms: int) -> None:
        self.told.append(("up", key, at_ms, down_ms))

    def key_stuck(self, key: int, at_ms: int) -> None:
        self.told.append(("stuck", key, at_ms))


def keys_told(edges: list[tuple[bool, int]], until: int) -> list[tuple[str | int, ...]]:
    heard = Heard()
    keys = Keys(2, heard)
    for now in range(until + 1):
        for pressed, at_ms in edges:
            if at_ms == now:
                keys.edge(1, pressed, now)
        keys.step(now)
    return heard.told


@pytest.mark.parametrize(
    ("edges", "until", "told"),
    [
        ([(True, 5)], 804, [("down", 1, 5)]),
        ([(True, 5)], 805, [("down", 1, 5), ("held", 1, 805)]),
        ([(True, 5)], 10_004, [("down", 1, 5), ("held", 1, 805)]),
        ([(True, 5)], 10_005, [("down", 1, 5), ("held", 1, 805), ("stuck", 1, 10_005)]),
        ([(True, 5), (False, 34)], 34, [("down", 1, 5)]),
        ([(True, 5), (False, 34)], 35, [("down", 1, 5), ("up", 1, 35, 30)]),
        ([(True, 5), (False, 35)], 35, [("down", 1, 5), ("up", 1, 35, 30)]),
        ([(True, 5), (False, 50), (True, 79)], 79, [("down", 1, 5), ("up", 1, 50, 45)]),
        ([(True, 5), (False, 50), (True, 79)], 80, [("down", 1, 5), ("up", 1, 50, 45), ("down", 1, 80)]),
        ([(True, 5), (False, 50), (True, 80)], 80, [("down", 1, 5), ("up", 1, 50, 45), ("down", 1, 80)]),
        ([(True, 5), (False, 50), (True, 60), (False, 70)], 200, [("down", 1, 5), ("up", 1, 50, 45)]),
    ],
)
def test_edges_and_what_they_are_taken_for(
    edges: list[tuple[bool, int]], until: int, told: list[tuple[str | int, ...]]
) -> None:
    assert keys_told(edges, until) == told


@pytest.mark.parametrize(("ms", "says"), [(500, "B 25"), (501, "HOLD"), (799, "HOLD"), (800, "B 50")])
def test_between_a_tap_and_a_hold(ms: int, says: str) -> None:
    bench = Bench("pichenotte-southwest")
    bench.press("B5", ms)
    assert bench.status == says


@pytest.mark.parametrize(
    ("first", "then", "apart", "counted"),
    [("A1", "UNDO", 50, 0), ("A1", "UNDO", 51, 1), ("UNDO", "A1", 50, 0), ("UNDO", "A1", 400, 0)],
)
def test_keys_that_are_meant_together(first: str, then: str, apart: int, counted: int) -> None:
    """One off: of the disc that was counted before. Two that are not meant together count one and take back nothing."""
    bench = Bench()
    bench.press("A1")
    bench.down(first)
    bench.wait(apart)
    bench.down(then)
    bench.wait(600)
    bench.up(then)
    bench.up(first)
    bench.wait(60)
    assert bench.match.counts[0][0] == counted + (1 if counted else 0)


TEXT = "ABCDEFG"


@pytest.mark.parametrize(
    ("age", "seen"),
    [
        *[(0, "ABCD"), (1199, "ABCD"), (1200, "BCDE"), (1499, "BCDE"), (1500, "CDEF"), (1800, "DEFG")],
        *[(2100, "EFG "), (3300, "  AB"), (3600, " ABC"), (3900, "ABCD"), (4200, "BCDE")],
    ],
)
def test_a_text_that_goes_round(age: int, seen: str) -> None:
    assert scroll.window(TEXT, age) == seen
    assert scroll.window(TEXT[:3], age) == "ABC "
    assert scroll.once(TEXT, age) == (seen if age < 1800 else "DEFG")
    assert scroll.once(TEXT[:4], age) == "ABCD"


def test_how_long_a_text_takes() -> None:
    assert [scroll.once_ms("x" * length) for length in (1, 5, 6, 10)] == [2100, 2100, 2400, 3600]
    assert [scroll.until_moved(age) for age in (0, 1199, 1200, 1201, 1499, 1500)] == [1200, 1, 300, 299, 1, 300]
    assert [scroll.in_turn(("a", "b"), age, 100) for age in (0, 99, 100, 199, 200)] == [
        *[("a", 100), ("a", 1), ("b", 100), ("b", 1), ("a", 100)]
    ]


def test_letters_as_14_segments_show_them() -> None:
    assert scroll.capitals("az AZ 09 _~`{") == "AZ AZ 09 _???"
    assert scroll.capitals("é Å ñ ß ÿ ø \u00d7") == "E A N S Y O X"
    assert scroll.capitals("\u00bf\u0100\x1f") == "???"
    assert len(texts.LATIN_1) == 64
    options = catalogue.new("crokinole-official").options
    assert scroll.names_text(Assignment("crokinole-official", options, "k", ("Ann", "", ""))) == "ANN - B"
    three = catalogue.new("twenties-shootout sides=3").options
    assert scroll.names_text(Assignment("twenties-shootout", three, "k", ("", "", "Éva"))) == "A - B - EVA"


def test_without_its_memory_a_board_refuses_whatever_is_pressed() -> None:
    bench = Bench(answers=False)
    match = catalogue.new("twenties-shootout")
    table = bench.table
    assert table.enter(event(COUNT, 0, 20), 0) == texts.NO_MEDIUM
    assert table.start(match, 0, 0) == texts.NO_MEDIUM
    assert table.back(0) == texts.NO_MEDIUM
    assert table_orders.rename(table, "Hall", 0) is False
    assert table.assign("twenties-shootout", "k", (), 0) == "the journal's memory does not answer"
    assert (table.make_room(0), table.low(), table.playing(), table.waits()) == (False, False, False, False)
    for key in ("A1", "NEXT", "UNDO"):
        bench.press(key)
        assert bench.status == "MEM?"


ASKED = [
    ((0x55, b""), frame.UNKNOWN, "this firmware does not know such a request"),
    ((frame.PULL, b"short"), frame.MALFORMED, "a body of 5 bytes where 12 belong"),
    ((frame.PULL, laptop_half.pull(8, 0, 1)), frame.EPOCH, "the journal is of another epoch"),
    ((frame.PULL, laptop_half.pull(7, 99, 1)), frame.RANGE, "the journal ends at 55"),
    ((frame.FOLLOW, laptop_half.follow(8, 0)), frame.EPOCH, "the journal is of another epoch"),
    ((frame.FOLLOW, laptop_half.follow(7, 99)), frame.RANGE, "the journal ends at 55"),
    ((frame.ACK, laptop_half.ack(7, 99)), frame.RANGE, "the journal ends at 55"),
    ((frame.TIME, laptop_half.time(0)), frame.REFUSED, "the journal cannot hold such a time"),
    ((frame.SETUP, b"\x11"), frame.MALFORMED, "a SETUP is a brightness up to 16 and at most one name"),
    (
        (frame.ASSIGN, orders.assign("k", "twenties-shootout sides=3", [])),
        frame.REFUSED,
        "sides=3 needs a board with a third side (TALLYBOARD_SIDES = 3)",
    ),
    (
        (frame.ASSIGN, orders.assign("k", "twenties-shootout", [], 2)),
        frame.REFUSED,
        "there is no such side in this match",
    ),
]


@pytest.mark.parametrize(("request_", "reason", "sentence"), ASKED)
def test_what_a_board_refuses_it_says_in_words(request_: tuple[int, bytes], reason: int, sentence: str) -> None:
    table, port, link = board()
    ends = table.journal.next
    ((kind, number, body),) = answers(port, link, (request_[0], 3, request_[1]))
    assert (kind, number) == (frame.NO, 3)
    assert laptop_half.read_no(body) == (reason, sentence.replace("55", str(ends)))


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (frame.HELLO, laptop_half.hello()),
        (frame.PULL, laptop_half.pull(7, 0, 9)),
        (frame.ACK, laptop_half.ack(7, 0)),
        (frame.STATE, b""),
        (frame.TIME, laptop_half.time(1_800_000_000)),
        (frame.ASSIGN, orders.cancel()),
        (frame.FOLLOW, laptop_half.follow(7, 0)),
        (frame.SETUP, orders.setup("x", None)),
    ],
)
def test_without_its_memory_a_board_says_so_to_whatever_is_asked(kind: int, body: bytes) -> None:
    table, port, link = board()
    lose_memory(table)
    ((answer, _, said),) = answers(port, link, (kind, 3, body))
    assert answer == frame.NO
    assert laptop_half.read_no(said) == (frame.MEMORY, "the journal's memory does not answer")


class Gone:
    """A journal whose memory went away since the last press: whatever would touch it fails."""

    epoch = 1
    oldest, next = 0, 9

    def takes(self, entered: int) -> bool:
        return True

    def __getattr__(self, name: str) -> Callable[..., None]:
        def fails(*_: object) -> None:
            raise OSError(5)

        return fails


@pytest.mark.parametrize(
    ("do", "says"),
    [
        (lambda table: table.enter(event(COUNT, 0, 20), 9), texts.NO_MEDIUM),
        (lambda table: table.start(catalogue.new("twenties-shootout"), 0, 9), texts.NO_MEDIUM),
        (lambda table: table.again(9), texts.NO_MEDIUM),
        (lambda table: table.back(9), texts.NO_MEDIUM),
        (lambda table: table.dim(3, 9), None),
        (lambda table: table_orders.rename(table, "Hall", 9), False),
        (lambda table: table.note_fault("views:7 KeyError", 9), None),
        (lambda table: table.assign("twenties-shootout", "k", (), 9), "the journal's memory does not answer"),
        (lambda table: table.make_room(9), True),
    ],
)
def test_a_memory_that_goes_away_is_looked_for_a_second_later(do: Callable[[Table], object], says: object) -> None:
    bench = Bench()
    bench.table.journal = cast(Journal, Gone())
    assert do(bench.table) == says
    assert bench.table.journal is None
    assert bench.table.match is None
    assert bench.table.given_name == ""
    assert bench.table.assigned is None
    assert not bench.table.step(1008)
    assert bench.table.step(1009)
    assert bench.table.match.ID == "crokinole-official"


def test_a_memory_that_does_not_answer_is_looked_for_every_second() -> None:
    asked: list[int] = []

    def find_journal() -> Journal:
        asked.append(now)
        raise OSError(19) if len(asked) % 2 else ValueError("No I2C device at address: 0x50")

    table = Table(find_journal, 2, "crokinole-official")
    for now in range(3, 3500):
        assert not table.step(now)
    assert asked == [3, 1003, 2003, 3003]
