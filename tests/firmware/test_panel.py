"""Keys in, texts out: what the black-box tests of tests/board cannot reach."""

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import COUNT, FORFEIT, PENALTY, UNDO, event
from shared_rules.games.match import BUST, CANCEL
from tableside import texts, views
from tests.harness.bench import Bench
from tests.harness.memory_chips import FramChip


def test_a_press_writes_each_display_that_changed_once_and_no_other() -> None:
    bench = Bench()
    bench.press("A1")
    bench.settle()
    before = [face.writes for face in bench.faces]
    bench.press("A2")
    assert [face.writes for face in bench.faces] == [before[0] + 1, before[1], before[2] + 1]


def test_menu_shows_the_other_numbers_for_three_seconds() -> None:
    bench = Bench()
    bench.press("A1 B2 NEXT A1 A3")
    bench.wait(3000)
    assert bench.shown == ["  30.", "°  0.", "R 2 "]
    bench.press("MENU")
    assert bench.shown[:2] == ["   5", "°  0"]
    bench.press("MENU")
    assert bench.shown[:2] == ["   1", "°  0"]  # twenties of closed rounds
    bench.wait(3000)
    assert bench.shown[:2] == ["  30.", "°  0."]


def test_the_views_are_named_while_menu_shows_them() -> None:
    bench = Bench()
    bench.press("A1 B2 NEXT")
    bench.settle()
    seen = []
    for _ in range(4):
        bench.press("MENU")
        seen.append((bench.status, bench.shown[0]))
    assert seen == [("20S ", "   1"), ("RND ", "   0."), ("TOTL", "   5"), ("20S ", "   1")]
    bench.wait(2_900)
    assert bench.status == "20S "
    bench.wait(100)
    assert bench.shown == ["   5", "°  0", "R 2 "]


@pytest.mark.parametrize("game", ["washers-ritzenthaler", "pichenottes-quebec"])
def test_games_without_twenties_have_two_views(game: str) -> None:
    bench = Bench(game)
    seen = []
    for _ in range(3):
        bench.press("MENU")
        seen.append(bench.status)
    assert seen == ["RND ", "TOTL", "RND "]


def test_awards_of_several_sides_scroll() -> None:
    bench = Bench("crokinole-traditional scoring=simple")
    bench.press("A1 A1 A1 B1 NEXT")
    seen = bench.windows(6_000)
    assert seen[0] == "A+60"
    assert "B+20" in seen
    assert seen.count("A+60") == 1, "once"
    assert seen[-1] == "R 2 "
    assert bench.shown[:2] == ["  60", "° 20"]


@pytest.mark.parametrize(
    ("game", "presses", "text"),
    [
        ("crokinole-official", "A1 A1 B1 NEXT", "A+20"),
        ("crokinole-official", "A1 B1 B1 NEXT", "B+20"),
        ("washers-ritzenthaler target=2", "A1 NEXT", "A-3 "),
        ("crokinole-official target=9999 discs=24", "A1 " * 6 + "B1 NEXT", "A+10"),
    ],
)
def test_an_award_is_said_with_its_sign(game: str, presses: str, text: str) -> None:
    bench = Bench(game)
    bench.press(presses)
    seen = bench.windows(3_200)
    assert seen[0] == text
    assert seen[-1] == "R 2 "


def test_a_round_that_awards_nothing_says_nothing() -> None:
    bench = Bench()
    bench.press("A1 B1 NEXT")
    assert bench.status == "R 2 "


SOUTHWEST = "pichenotte-southwest"
QUEBEC = "pichenottes-quebec"
WASHERS = "washers-ritzenthaler"


@pytest.mark.parametrize(
    ("game", "before", "gesture", "text"),
    [
        ("crokinole-official", "", "A1", "A 20"),
        ("crokinole-official", "", "B4", "B  5"),
        ("crokinole-official", "A1", "A1-", "-A20"),
        ("crokinole-official", "B4", "B4-", "-B 5"),
        ("crokinole-official", "", "B4~", "1STB"),
        ("twenties-shootout", "", "B1", "B 20"),
        (SOUTHWEST, "", "A5", "A 25"),
        (SOUTHWEST, "", "B5~", "B 50"),
        (SOUTHWEST, "", "B4~", "1STB"),
        (SOUTHWEST, "A1 B1 NEXT", "A1", "A 20"),
        (QUEBEC, "", "A1", "ADAM"),
        (QUEBEC, "A1", "B1", "BDAM"),
        (QUEBEC, "A1", "A2", "AC5 "),
        (QUEBEC, "A1", "A3", "AC10"),
        (QUEBEC, "", "A1~", "AGRN"),
        (QUEBEC, "", "B1~", "BGRN"),
        (WASHERS, "", "A1", "A  3"),
        (WASHERS, "", "A4", "A ON"),
        (WASHERS, "", "B5", "BDED"),
        (WASHERS, "A4", "A1~", "A*3 "),
        (WASHERS, "B4", "B5~", "BKNK"),
        ("washers-ritzenthaler target=2", "", "A1", "BUST"),
        (WASHERS, "A1", "B1", "CNCL"),
        (WASHERS, "A1 B1", "B1", "B  3"),
    ],
)
def test_every_press_that_counts_is_told(game: str, before: str, gesture: str, text: str) -> None:
    bench = Bench(game)
    bench.press(before)
    number = bench.table.journal.next
    bench.settle()
    lit = make(bench, gesture)
    assert bench.table.journal.next == number + 1
    shown = lit.count(text)
    while bench.status == text:
        bench.wait(1)
        shown += 1
    assert abs(shown - (3_000 if text in ("BUST", "CNCL") else 1_500)) <= 2


def make(bench: Bench, gesture: str) -> list[str]:
    """A tap; with ~ a hold; with - a tap while UNDO is down. What the status shows at each ms of it."""
    name = gesture.rstrip("~-")
    edges = [(0, name, True), (801 if gesture.endswith("~") else 40, name, False)]
    if gesture.endswith("-"):
        edges = [(0, "UNDO", True), (60, name, True), (100, name, False), (140, "UNDO", False)]
    lit = []
    for ms in range(edges[-1][0] + 32):
        for at, key, down in edges:
            if at == ms:
                (bench.down if down else bench.up)(key)
        bench.wait(1)
        lit.append(bench.status)
    return lit


@pytest.mark.parametrize(
    ("game", "presses", "text"),
    [
        ("crokinole-official", "A1", "A 20"),
        ("crokinole-official", "A1 B1 NEXT", "NEXT"),
        ("crokinole-official", "B4~", "1STB"),
        ("crokinole-official", "A1 A1-", "-A20"),
        (SOUTHWEST, "A1 B1 NEXT", "NEXT"),
        (SOUTHWEST, "A1 B1 NEXT A1~", "AGRE"),
        (SOUTHWEST, "A1 B1 NEXT A1~ B1~", "AGRE"),
        (QUEBEC, "A1", "ADAM"),
        (QUEBEC, "A1 A3", "AC10"),
        (QUEBEC, "A4", "STOP"),
        (QUEBEC, "B1~", "BGRN"),
        (WASHERS, "A4 A1~", "A*3 "),
        (WASHERS, "A4 A5~", "AKNK"),
        ("washers-ritzenthaler target=2", "A1", "A  3"),
    ],
)
def test_an_undo_says_so_and_then_what_it_took(game: str, presses: str, text: str) -> None:
    bench = Bench(game)
    for gesture in presses.split():
        make(bench, gesture)
    bench.press("UNDO", 40)
    assert bench.status == "UNDO"
    bench.wait(430)
    assert bench.status == "UNDO"
    bench.wait(30)
    assert bench.status == text
    bench.wait(940)
    assert bench.status == text
    bench.wait(100)
    assert bench.status != text or bench.match.review


def test_what_is_said_ends_with_the_next_press() -> None:
    bench = Bench("washers-ritzenthaler target=2")
    bench.press("A1")  # 3 is too much: -3
    assert bench.status == "BUST"
    bench.press("B4")
    assert bench.status == "B ON"
    bench.press("B4 B4 B4")
    assert bench.status == "DISC"
    bench.press("A4")
    assert bench.status == "A ON"
    bench.wait(1_500)
    assert bench.status == "R 1 ", "and does not come again"


def test_a_refusal_ends_after_two_seconds() -> None:
    bench = Bench("crokinole-official discs=1")
    bench.press("A1 A1")
    assert bench.status == "DISC"
    bench.wait(1_870)
    assert bench.status == "DISC"
    bench.wait(30)
    assert bench.status == "R 1 "


@pytest.mark.parametrize(
    ("game", "before", "key", "tap", "hold"),
    [
        (SOUTHWEST, "", "A5", 1, 1),
        (SOUTHWEST, "A1 B1 NEXT", "A1", 1, 1),
        (QUEBEC, "", "A1", 1, 1),
        (WASHERS, "A4", "A1", 1, 1),
        (WASHERS, "A4", "A5", 1, 1),
        ("crokinole-official", "", "B4", 1, 1),
        ("crokinole-official", "A1", "NEXT", 0, 1),
        ("crokinole-official", "", "UNDO", 0, 0),
        ("crokinole-official", "", "MENU", 0, 0),
    ],
)
def test_let_go_between_tap_and_hold_a_key_does_nothing_and_says_hold(
    game: str, before: str, key: str, tap: int, hold: int
) -> None:
    for ms, entered in ((480, tap), (520, 0), (780, 0), (820, hold)):
        bench = Bench(game)
        bench.press(before)
        bench.settle()
        length = bench.match.length
        bench.press(key, ms)
        assert bench.match.length == length + entered, ms
        assert (bench.status == "HOLD") == (500 < ms < 800 or (key, ms) == ("NEXT", 480)), ms


@pytest.mark.parametrize("ms", [60, 480, 520, 780, 820, 2_000])
def test_a_key_without_a_hold_acts_at_once_however_long_it_is_down(ms: int) -> None:
    bench = Bench()
    bench.down("A1")
    bench.wait(1)
    assert bench.match.length == 1
    bench.wait(ms)
    bench.up("A1")
    bench.wait(60)
    assert bench.match.length == 1
    assert bench.status != "HOLD"


@pytest.mark.parametrize(
    ("game", "presses"),
    [
        ("crokinole-official", ""),
        ("crokinole-official", "A1"),
        ("crokinole-official", "B1"),
        ("crokinole-official", "A1 B1 A1-"),
        ("crokinole-traditional scoring=simple sides=3", "A1 B1"),
        ("twenties-shootout", "B1"),
        (SOUTHWEST, "A1"),
        (QUEBEC, ""),
        (WASHERS, ""),
        ("washers-ritzenthaler target=3", "A1"),
    ],
)
def test_next_wants_a_hold_where_a_slip_would_hurt(game: str, presses: str) -> None:
    bench = Bench(game, sides=3)
    for gesture in presses.split():
        make(bench, gesture)
    length = bench.match.length
    bench.press("NEXT")
    assert bench.status == ("DED?" if "target=3" in game else "HOLD")
    assert bench.match.length == length
    bench.hold("NEXT")
    if game == QUEBEC:  # whose rounds are closed by nobody before a side has finished
        assert bench.status == "NO  "
    else:
        assert bench.match.length == length + 1


@pytest.mark.parametrize(
    ("game", "presses"),
    [
        ("crokinole-official", "A1 B4"),
        ("crokinole-traditional scoring=simple sides=3", "A1 B1 C1"),
        (SOUTHWEST, "A1 B5"),
        (WASHERS, "A4"),
        ("washers-ritzenthaler target=3", "A1 A4 A4"),
        ("pichenottes-quebec dames=1", "A1"),
    ],
)
def test_next_acts_on_press_elsewhere(game: str, presses: str) -> None:
    bench = Bench(game, sides=3)
    bench.press(presses)
    length = bench.match.length
    bench.down("NEXT")
    bench.wait(1)
    assert bench.match.length == length + 1
    bench.wait(2_000)
    bench.up("NEXT")
    bench.wait(60)
    assert bench.match.length == length + 1, "one press is one event"


def text_of(windows: list[str]) -> str:
    """What scrolled by."""
    return windows[0] + "".join(window[-1] for window in windows[1:])


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("crokinole-official", "OFFICIAL TO 100  A STARTS"),
        ("crokinole-traditional target=50", "TRADITIONAL TO 50  A STARTS"),
        ("crokinole-championship", "CHAMPIONSHIP 4 ROUNDS  A STARTS"),
        ("crokinole-championship best_of=5", "CHAMPIONSHIP BEST OF 5  A STARTS"),
        ("twenties-shootout", "TWENTIES  A STARTS"),
        (SOUTHWEST, "SOUTHWEST 8 GAMES  A STARTS"),
        ("pichenotte-southwest target=500", "SOUTHWEST TO 500  A STARTS"),
        (QUEBEC, "QUEBEC TO 31  A STARTS"),
        (WASHERS, "WASHERS TO 21  A STARTS"),
    ],
)
def test_before_the_first_event_the_game_its_length_and_who_starts_scroll_once(game: str, text: str) -> None:
    bench = Bench(game)
    seen = bench.windows(15_000)
    round_one = seen.pop()
    assert text_of(seen) == text
    assert round_one == bench.match.ROUND[0].upper() + " 1 "
    bench.press("MENU")
    bench.wait(3_000)
    again = bench.windows(15_000)
    assert text_of(again[:-1]) == text
    assert again[-1] == round_one
    bench.press("A1")
    bench.press("UNDO")
    bench.wait(1_500)
    assert bench.windows(3_000) == [round_one], "it was read"


def test_the_first_press_ends_the_scrolling() -> None:
    bench = Bench()
    bench.wait(500)
    bench.press("A1")
    assert bench.status == "A 20"
    bench.wait(1_500)
    assert bench.windows(10_000) == ["R 1 "]


def test_a_rematch_says_who_starts() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    bench.hold("NEXT")
    seen = bench.windows(15_000)
    assert text_of(seen[:-1]) == "TWENTIES  B STARTS"


def test_with_the_loser_starting_it_says_who_may_choose() -> None:
    bench = Bench("crokinole-traditional start=loser target=200")
    bench.press("A1 B2 NEXT")
    bench.wait(3_000)
    seen = bench.windows(20_000)
    assert text_of(seen[:-1]) == "B CHOOSES  WHO STARTS HOLDS KEY 4"
    assert seen[-1] == "R 2 "
    bench.press("A1 A1 B1 B1 NEXT")  # a tie is nobody's
    assert bench.windows(10_000)[-1] == bench.status == "R 3 "


def test_a_rematch_keeps_its_starter_which_is_nothing_to_take_back() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    bench.hold("NEXT")
    assert (bench.shown[:2], bench.match.length, bench.match.untouched()) == (["   0", "°  0"], 1, True)
    bench.press("UNDO")
    assert (bench.status, bench.shown[:2]) == ("NONE", ["   0", "°  0"])
    bench = Bench("twenties-shootout", bench.chip)
    assert bench.shown[:2] == ["   0", "°  0"]
    bench.press("UNDO")
    assert (bench.status, bench.shown[:2]) == ("NONE", ["   0", "°  0"])
    bench.press("A1 UNDO")
    assert bench.shown[:2] == ["   0", "°  0"]


def test_the_ring_is_in_the_leftmost_digit_and_gives_way_to_a_number() -> None:
    bench = Bench("crokinole-official target=9999 discs=24")
    assert bench.shown[:2] == ["°  0", "   0"]
    bench.press("A1 " * 5)
    assert bench.shown[0] == "°100."
    bench.match.totals[0] = 1234
    bench.press("UNDO UNDO UNDO UNDO UNDO")
    bench.hold("B4")
    assert bench.shown[1] == "°  0"
    assert views.side_text(bench.match, 1, 1234) == "1234"
    assert views.side_text(bench.match, 1, 999) == "°999"
    assert views.side_text(bench.match, 1, -99) == "°-99"
    assert views.side_text(bench.match, 1, -999) == "-999"


def test_a_result_has_no_ring() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    assert bench.shown == ["   1", "   1", "A+1 "]


@pytest.mark.parametrize(
    ("presses", "texts_in_turn"),
    [("A1 B1 C1 NEXT", ["DRAW", "ABC "]), ("A1 C1 NEXT~", ["DRAW", "A=C "]), ("C1 NEXT~", ["WINC"])],
)
def test_of_three_sides_it_says_between_whom_a_draw_is(presses: str, texts_in_turn: list[str]) -> None:
    bench = Bench("twenties-shootout sides=3", sides=3)
    for gesture in presses.split():
        make(bench, gesture)
    bench.settle()
    assert bench.match.finished
    assert set(bench.windows(8_000)) == set(texts_in_turn)


def test_under_review_penalties_and_forfeits_are_read_before_who_agrees() -> None:
    bench = Bench(SOUTHWEST)
    bench.press("A1 B1")
    for side, kind in ((1, PENALTY), (0, FORFEIT)):
        assert bench.panel.enter(event(kind, side, 20 if kind == PENALTY else 0), bench.now)
    bench.press("NEXT")
    assert bench.windows(3_000) == ["AFFT", "B-PN", "AGRE"]
    bench.hold("B1")
    assert bench.status == "B OK"
    bench.press("A1")  # reopens the count, and at the next review they are read again
    bench.press("NEXT")
    assert bench.windows(3_000) == ["AFFT", "B-PN", "AGRE"]


def test_a_turn_of_quebec_that_is_over_says_stop() -> None:
    bench = Bench(QUEBEC)
    bench.press("A1 A2 A3")
    bench.settle()
    assert bench.status == "A>15"
    bench.press("B1")
    bench.settle()
    assert bench.status == "STOP"
    bench.press("A4")
    assert bench.status == "B > "


def test_low_is_said_for_three_seconds_where_fewer_than_two_matches_have_room() -> None:
    bench = Bench("twenties-shootout", FramChip(size=64 + 8 * 580))
    bench.press("A1 B1 NEXT")
    bench.hold("NEXT")
    assert bench.status == "TWEN", "there is room for two long ones"
    for _ in range(60):
        bench.table.enter(event(COUNT, 0, 20), bench.now)
        bench.table.enter(event(UNDO), bench.now)
    bench.press("A1 B1 NEXT")
    bench.wait(3_000)
    bench.down("NEXT")
    bench.wait(801)
    assert bench.status == "LOW "
    bench.wait(2_990)
    assert bench.status == "LOW "
    bench.wait(20)
    bench.up("NEXT")
    assert bench.status == "TWEN"
    bench.press("A1 B1 NEXT")
    bench.table.acknowledge(bench.table.journal.next)
    bench.hold("NEXT")
    assert bench.status == "TWEN", "what a laptop has is room"


def test_without_its_memory_the_board_refuses_and_recovers() -> None:
    chip = FramChip()
    Bench(chip=chip).press("A1 B2")
    bench = Bench(chip=chip, answers=False)
    assert bench.shown == [None, None, "MEM?"]
    bench.press("A1")
    assert bench.status == "MEM?"
    bench.answers = True
    bench.wait(1100)
    bench.wait(2000)
    assert bench.shown == ["° 20.", "  15.", "R 1 "]


def test_with_undo_down_a_key_takes_off_what_its_tap_and_its_hold_count() -> None:
    bench = Bench("pichenotte-southwest")
    bench.press("A5 A1")
    bench.hold("A5")
    assert bench.shown[0] == "° 95."  # 25 + 20 + 50
    bench.down("UNDO")
    bench.wait(60)
    bench.hold("A5")
    assert bench.shown[0] == "° 45."
    bench.press("A5")
    assert bench.shown[0] == "° 20."
    bench.press("A1")
    bench.up("UNDO")
    bench.wait(60)
    assert bench.shown[0] == "°  0"


def test_a_result_reopened_while_next_is_held_is_not_given_up() -> None:
    bench = Bench("twenties-shootout")
    bench.press("A1 B1 NEXT")
    bench.down("NEXT")
    bench.wait(100)
    bench.press("UNDO")
    bench.wait(800)
    bench.up("NEXT")
    bench.wait(60)
    assert not bench.table.match.finished
    assert bench.table.match.counts[0][0] == 1


def test_a_full_journal_is_said_and_next_still_works() -> None:
    bench = Bench("crokinole-official target=9999", FramChip(size=64 + 8 * 90))
    for _ in range(40):
        bench.press("A1")
        if bench.status == "FULL":
            break
        bench.press("UNDO")
    assert bench.status == "FULL"
    before = bench.shown[0]
    bench.press("A2")
    assert bench.shown[0] == before
    assert bench.status == "FULL"
    closed = bench.table.match.closed
    bench.hold("NEXT")
    assert bench.table.match.closed == closed + 1


def test_damage_is_said_at_power_on() -> None:
    chip = FramChip()
    bench = Bench(chip=chip)
    bench.press("A1 A2 A3")
    chip.memory[bench.table.journal._address(bench.table.journal.next - 2)] ^= 1
    bench = Bench(chip=chip)
    assert bench.status == "DAMA"
    bench.wait(3100)
    assert bench.shown == ["° 20.", "   0.", "R 1 "]


def test_a_setting_that_names_no_game_is_said() -> None:
    bench = Bench("tiddlywinks")
    assert bench.shown == ["    ", "    ", "GAM?"]
    bench.press("A1 NEXT UNDO MENU")
    assert bench.status == "NO  "


def test_syncing_is_said_for_a_moment() -> None:
    bench = Bench()
    bench.screen.synced(bench.now)
    bench.wait(1)
    assert bench.status == "SYNC"
    bench.wait(1100)
    assert bench.status in "OFFICIAL TO 100"


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "   0"), (-3, "  -3"), (-999, "-999"), (9999, "9999"), (10_000, "----"), (-1000, "----")],
)
def test_numbers_fit_their_four_digits(number: int, text: str) -> None:
    assert views.number_text(number) == text


def test_every_text_has_four_characters() -> None:
    short = (*texts.REFUSALS[1:], BUST, CANCEL, *texts.UNNAMED.values(), *texts.VIEWS[1:])
    short += (texts.SYNC, texts.NO_GAME, texts.BACK, texts.LOW, texts.UNDONE, texts.OVER, texts.DRAW)
    assert {len(text) for text in short} == {4}


@pytest.mark.parametrize("game", catalogue.IDS)
def test_every_game_has_a_meaning_for_its_keys(game: str) -> None:
    bench = Bench(game)
    bench.press("A1")
    assert bench.table.match.length == 1
