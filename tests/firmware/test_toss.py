"""The toss in the menu: when there is one, how it rolls, who may say what, and that nothing else comes of it."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from shared_rules.games import catalogue
from shared_rules.games.scoresheet import to_text
from tableside import scroll
from tableside.menu import texts as say
from tests.firmware.assigning import assign, start_from_menu
from tests.harness.bench import Bench, buttons_of

THREE = "twenties-shootout sides=3"
LOSER = "crokinole-traditional start=loser"


def rows(bench: Bench) -> list[str]:
    """The first four characters of each row of the menu."""
    bench.hold("MENU")
    found: list[str] = []
    while bench.status not in found:
        found.append(bench.status)
        bench.press("A2")
    bench.press("MENU")
    return found


def toss(bench: Bench, won: int = 0) -> Bench:
    """Choose the toss: NEXT is down, and the displays begin to roll."""
    bench.hold("MENU")
    for _ in range(30):
        if bench.status != "TOSS":
            bench.press("A2")
    assert bench.status == "TOSS"
    bench.random = 6_000 + won  # of two sides and of three it is this one
    bench.down("NEXT")
    bench.wait(1)
    return bench


def asked(game: str = "crokinole-official", won: int = 0, sides: int = 2) -> Bench:
    """The roll is over."""
    bench = toss(Bench(game, sides=sides), won)
    bench.wait(40)
    bench.up("NEXT")
    bench.wait(970)
    return bench


def in_menu(bench: Bench) -> bool:
    return bench.screen.menu is not None


def events(bench: Bench) -> list[str]:
    match = bench.match
    return [to_text(event, match) for event in match.events[: match.length]]


@pytest.mark.parametrize("game", [*catalogue.IDS, THREE])
def test_there_is_one_in_every_game_until_something_is_counted(game: str) -> None:
    bench = Bench(game, sides=3)
    assert "TOSS" in rows(bench)
    bench.hold("B4")
    assert "TOSS" in rows(bench), "who starts may be said again"
    bench.press("B1" if game.startswith("pichenottes") else "A1")
    assert "TOSS" not in rows(bench)
    bench.press("UNDO")
    assert "TOSS" in rows(bench)


def test_there_is_one_in_a_rematch_and_none_behind_a_result_or_a_round() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    assert "TOSS" not in rows(bench)
    bench.hold("NEXT")
    assert "TOSS" in rows(bench)
    bench = Bench(LOSER)
    bench.press("A1 B3 NEXT")
    assert bench.match.can_choose_first()
    assert "1STA" in rows(bench) and "TOSS" not in rows(bench), "there the loser says who starts"


def test_there_is_none_in_a_match_in_whose_place_another_is_to_be_played() -> None:
    bench = Bench("pichenotte-southwest")
    assign(bench)
    assert not {"TOSS", "1STA", "A-PN", "AFFT"} & set(rows(bench))
    start_from_menu(bench)
    assert {"TOSS", "1STA", "A-PN", "AFFT"} <= set(rows(bench)), "what is started by hand is played first"


@pytest.mark.parametrize(
    ("game", "won", "lit"),
    [
        ("crokinole-official", 0, ["°  0", "   0", "    "]),
        ("washers-ritzenthaler", 1, ["   0", "°  0", "    "]),
        (THREE, 0, ["°  0", "   0", "   0"]),
        (THREE, 1, ["   0", "°  0", "   0"]),
        (THREE, 2, ["   0", "   0", "°  0"]),
    ],
)
def test_the_displays_roll_for_a_second_and_then_the_ring_is_on_the_side_that_won(
    game: str, won: int, lit: list[str]
) -> None:
    bench = toss(Bench(game, sides=3), won)
    pressed = bench.now - 1
    bench.random += 1  # it was drawn at the press
    seen: list[list[str | None]] = []
    while bench.now < pressed + 1000:
        assert bench.status == "TOSS"
        if not seen or bench.shown != seen[-1]:
            seen.append(bench.shown)
        bench.wait(1)
    assert len(seen) == 10
    for one, other in pairwise(seen):
        for side in range(bench.match.sides):
            assert one[side] != other[side]
    assert not any("°" in str(text) for shown in seen for text in shown), "no ring before it is decided"
    assert bench.shown == [*lit, "1ST?"]


@pytest.mark.parametrize(
    ("game", "won", "key", "event", "lit"),
    [
        ("crokinole-official", 0, "A1", "first A", ["°  0", "   0", "    ", "1STA"]),
        ("crokinole-official", 0, "A2", "first B", ["   0", "°  0", "    ", "1STB"]),
        ("pichenottes-quebec", 1, "B1", "first B", ["   0", "°  0", "    ", "1STB"]),
        ("washers-ritzenthaler", 1, "B2", "first A", ["°  0", "   0", "    ", "1STA"]),
        (THREE, 0, "A2", "first B", ["   0", "°  0", "   0", "1STB"]),
        (THREE, 2, "C1", "first C", ["   0", "   0", "°  0", "1STC"]),
        (THREE, 2, "C2", "first A", ["°  0", "   0", "   0", "1STA"]),
    ],
)
def test_key_1_of_that_side_is_we_start_and_key_2_they_start(
    game: str, won: int, key: str, event: str, lit: list[str]
) -> None:
    bench = asked(game, won, sides=3)
    before = bench.table.journal.next
    bench.press(key)
    assert bench.shown == lit
    assert (events(bench), bench.table.journal.next) == ([event], before + 1)
    bench.settle()
    assert Bench(chip=bench.chip, sides=3).shown[:3] == bench.shown[:3] == lit[:3]
    bench.press("UNDO")
    assert (events(bench), bench.shown[0]) == ([], "°  0")


@pytest.mark.parametrize(
    ("line", "key", "seat"),
    [
        ("crokinole-official format=doubles", "B1", " 1B1"),
        ("crokinole-official format=doubles", "B2", " 1A1"),
        ("crokinole-traditional format=two-on-one", "B1", " 1B1"),
        ("crokinole-traditional format=two-on-one", "B2", " 1A1"),
    ],
)
def test_in_doubles_the_first_seat_of_the_side_starts(line: str, key: str, seat: str) -> None:
    bench = asked(line, won=1)
    bench.press(key)
    bench.settle()
    assert bench.status == seat


@pytest.mark.parametrize("sides", [2, 3])
def test_anything_else_does_nothing_whether_it_is_tapped_or_held(sides: int) -> None:
    bench = asked(THREE if sides == 3 else "pichenotte-southwest", sides - 1, sides)
    shown, before = bench.shown, bench.table.journal.next
    mine = "ABC"[sides - 1]
    for name in buttons_of(sides):
        if name not in (mine + "1", mine + "2", "MENU"):
            bench.press(name)
            bench.hold(name)
            assert (bench.shown, bench.table.journal.next) == (shown, before), name
    bench.press("MENU")
    assert not in_menu(bench)
    assert (events(bench), bench.table.journal.next) == ([], before)
    assert bench.shown[0] == "°  0"


def test_a_key_that_is_down_before_the_ring_is_lit_does_nothing() -> None:
    bench = toss(Bench())
    for name in ("A1", "A2", "B1", "UNDO"):
        bench.press(name)
    bench.wait(1000 - 4 * 120 - 2)
    bench.down("A1")  # in the last moment of the roll
    bench.wait(1)
    assert bench.status == "1ST?"
    bench.wait(900)
    assert bench.status == "1ST?"
    bench.up("A1")
    bench.wait(60)
    assert in_menu(bench)
    assert events(bench) == []
    bench.press("A1")
    assert events(bench) == ["first A"]


def test_a_key_that_went_down_while_the_loop_was_late_has_not_seen_the_ring() -> None:
    bench = toss(Bench())
    bench.now += 1_200
    bench.wait(1)
    assert bench.status == "1ST?"
    for late in (100, 0):
        bench.keys.edge(bench.buttons.index("A2"), True, bench.now - late)
        bench.keys.edge(bench.buttons.index("A2"), False, bench.now - late + 40)
        assert events(bench) == []
    bench.wait(100)
    bench.press("A2")
    assert events(bench) == ["first B"]


def test_menu_leaves_a_roll_with_nothing_changed() -> None:
    bench = Bench()
    bench.hold("B4")
    bench.settle()
    shown, before = bench.shown, bench.table.journal.next
    toss(bench, 0)
    bench.wait(300)
    bench.press("MENU")
    bench.settle()
    assert (bench.shown, bench.table.journal.next) == (shown, before)
    assert not in_menu(bench)


@pytest.mark.parametrize("ms", [0, 500, 1_500])
def test_a_power_cut_in_a_toss_changes_nothing(ms: int) -> None:
    bench = Bench()
    bench.hold("B4")
    before, written = (bench.table.journal.next, bench.shown[:2]), bench.chip.written
    toss(bench, 0)
    bench.wait(ms)
    assert bench.chip.written == written
    again = Bench(chip=bench.chip)
    assert (again.table.journal.next - 1, again.shown[:2]) == before, "but for the BOOT"


def test_who_does_not_know_is_told_what_the_keys_do() -> None:
    bench = asked()
    seen = bench.windows(4_000 + scroll.once_ms(say.WHO_STARTS))
    assert seen[0] == seen[-1] == "1ST?"
    text = "1ST?" + "".join(window[-1] for window in seen[1:-1])
    assert text == say.WHO_STARTS
    bench.wait(4_500)
    assert bench.status != "1ST?"
    bench.press("B3")
    assert bench.status == "1ST?", "a key begins it anew"


def test_a_minute_without_a_press_leaves_it() -> None:
    bench = asked()
    bench.wait(58_000)
    assert in_menu(bench)
    bench.wait(2_000)
    assert not in_menu(bench)
    assert events(bench) == []


def arrives(bench: Bench) -> None:
    assign(bench)


def goes(bench: Bench) -> None:
    bench.answers = False
    bench.table.lost(bench.now)


@pytest.mark.parametrize(("what", "why"), [(arrives, "NEXT"), (goes, "MEM?")])
def test_what_comes_between_is_said_and_nothing_is_entered(what: Callable[[Bench], None], why: str) -> None:
    bench = asked(won=1)
    what(bench)
    bench.wait(10)
    assert bench.shown == ["   0", "°  0", "1ST?"]
    bench.press("B1")
    assert bench.status == why
    assert bench.match is None or events(bench) == []
