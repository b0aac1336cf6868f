"""The menu by its keys: what it offers, what it says, and that it loses nothing by a slip."""

import pytest

from shared_rules.games import catalogue
from shared_rules.games.events import FORFEIT
from shared_rules.games.options import OPTIONS, code_of
from shared_rules.journal.record import FULL_LIGHT
from tableside.displays import Face
from tableside.menu import texts as say
from tableside.menu.levels import Options
from tableside.menu.menu import Menu
from tableside.panel import Panel
from tableside.pins import MOST_LIGHT
from tests.harness.bench import Bench

SOUTHWEST = "pichenotte-southwest"


def in_menu(game: str = "crokinole-official", presses: str = "", sides: int = 2) -> Bench:
    bench = Bench(game, sides=sides)
    bench.press(presses)
    bench.hold("MENU")
    return bench


def menu_of(bench: Bench) -> Menu:
    """The menu that is open."""
    menu = bench.panel._menu
    assert isinstance(menu, Menu)
    return menu


def read(bench: Bench) -> str:
    """The whole text that goes round on the status, once."""
    window = bench.status
    text = window
    for _ in range(20_000):
        bench.wait(1)
        if bench.status != window:
            window = bench.status
            text += window[-1]
            if text.endswith("   " + text[:4]):
                return text[:-4].rstrip()
    return text.rstrip()


def walk_to(bench: Bench, text: str, key: str = "A2") -> None:
    """Press down until the status begins with this text."""
    for _ in range(30):
        if bench.status == (text + "    ")[:4]:
            return
        bench.press(key)
    raise AssertionError(f"{text} is not there")


@pytest.mark.parametrize("game", catalogue.IDS)
def test_holding_menu_opens_it_and_a_tap_leaves_it_with_nothing_changed(game: str) -> None:
    bench = Bench(game)
    before, length = bench.shown, bench.table.journal.next
    bench.hold("MENU")
    assert bench.shown != before
    bench.press("MENU")
    assert bench.shown == before
    assert bench.table.journal.next == length


def test_it_says_what_stands_there_and_what_the_keys_do() -> None:
    bench = in_menu()
    assert read(bench) == say.GAME + say.WALK


@pytest.mark.parametrize("side", "ABC")
def test_the_keys_of_every_side_walk(side: str) -> None:
    bench = in_menu(sides=3)
    bench.press(side + "2")
    assert bench.status == say.AGAIN[:4]
    bench.press(f"{side}1 {side}1")
    assert bench.status == say.ABOUT[:4]


def test_undo_goes_back_level_by_level() -> None:
    bench = in_menu()
    bench.press("NEXT NEXT A2")
    assert bench.status == "FORM"
    bench.press("UNDO")
    assert bench.status == catalogue.TITLES[0][:4]
    bench.press("UNDO")
    assert bench.status == say.GAME[:4]
    bench.press("UNDO")
    bench.settle()
    assert bench.status == "R 1 "


def test_a_minute_without_a_press_ends_it() -> None:
    bench = in_menu()
    texts = say.GAME + say.WALK + "   "
    bench.wait(59_000)
    assert bench.status in texts + texts
    bench.wait(2_000)
    bench.settle()
    assert bench.shown == ["°  0", "   0", "R 1 "]


@pytest.mark.parametrize("game", catalogue.IDS)
def test_the_sides_displays_keep_the_score_while_it_is_open(game: str) -> None:
    """But for where they show a number to be changed, or the game's."""
    bench = Bench(game)
    bench.press("A1")
    bench.settle()
    score = bench.shown[:2]
    bench.hold("MENU")
    for _ in range(12):
        assert bench.shown[:2] == score
        bench.press("A2")
    bench.wait(10_000)
    assert bench.shown[:2] == score
    walk_to(bench, say.GAME)
    bench.press("NEXT")
    assert bench.shown[:2] == [f"{catalogue.IDS.index(game) + 1:4}"] * 2
    bench.press("NEXT")
    assert bench.shown[:2] == score
    bench.press("MENU")
    assert bench.shown[:2] == score


def test_a_running_count_keeps_its_point_in_the_menu() -> None:
    bench = in_menu(presses="A1 B3")
    assert bench.shown[:2] == ["° 20.", "  10."]


@pytest.mark.parametrize("sides", [2, 3])
@pytest.mark.parametrize("game", catalogue.IDS)
def test_the_rows_of_a_level_differ_in_their_first_four_characters(game: str, sides: int) -> None:
    bench = in_menu(game, sides=sides)
    for _ in range(3):  # what there is to do, the games, the options
        rows = menu_of(bench)._levels[-1].texts
        seen = []
        for _ in rows:
            seen.append(bench.status)
            bench.press("A2")
        assert bench.status == seen[0]
        assert len(set(seen)) == len(rows) > 1
        if len(menu_of(bench)._levels) == 1:
            walk_to(bench, say.GAME)
        if len(menu_of(bench)._levels) < 3:
            bench.press("NEXT")


def test_every_game_has_a_title_that_the_status_can_show() -> None:
    assert len(set(catalogue.TITLES)) == len(catalogue.IDS)
    assert all(32 <= ord(letter) < 96 for title in catalogue.TITLES for letter in title)


@pytest.mark.parametrize("number", range(len(catalogue.IDS)))
def test_every_game_can_be_chosen(number: int) -> None:
    bench = in_menu()
    bench.press("NEXT")
    bench.press("B2 " * number)
    assert bench.shown[:2] == [f"{number + 1:4}"] * 2
    assert read(bench) == catalogue.TITLES[number] + say.WALK
    bench.press("NEXT NEXT")
    assert catalogue.IDS[number] == bench.match.ID
    assert bench.match.options == catalogue.settle(catalogue.IDS[number], {})


def test_the_options_begin_with_those_of_the_match_that_is_on() -> None:
    bench = in_menu("crokinole-traditional scoring=simple target=50")
    bench.press("NEXT NEXT")
    walk_to(bench, "TARGET")
    assert bench.shown[0] == "  50"
    bench.press("B4 B4 B3 NEXT NEXT")
    assert catalogue.to_line(bench.match) == catalogue.to_line(
        catalogue.new("crokinole-traditional scoring=simple target=51")
    )


def test_a_held_key_goes_fast_and_stops_at_the_end_of_the_range() -> None:
    bench = in_menu()
    bench.press("NEXT NEXT")
    walk_to(bench, "TARGET")
    bench.press("A4", 2_000)
    assert int(bench.shown[0] or "") > 150
    bench.press("A3", 30_000)
    assert bench.shown[0] == "   1"
    bench.press("A3")
    assert bench.shown[0] == "   1"


def test_a_word_is_said_when_it_is_chosen() -> None:
    bench = in_menu()
    bench.press("NEXT NEXT A2")
    assert read(bench) == "FORMAT SINGLES" + say.CHANGE
    bench.press("A4")
    assert read(bench) == "DOUBLES FORMAT" + say.CHANGE
    bench.press("NEXT NEXT")
    assert bench.match.options["format"] == "doubles"


@pytest.mark.parametrize("game", catalogue.IDS)
def test_no_way_of_changing_options_leads_out_of_the_game(game: str) -> None:
    """Every option up and down, in order and backwards: what is started is what the rules accept, in every range."""
    bench = in_menu(game, sides=3)
    walk_to(bench, say.GAME)
    bench.press("NEXT NEXT")
    rows = len(menu_of(bench)._levels[-1].texts)
    assert rows == 1 + sum(OPTIONS[code_of(n)][2] if OPTIONS[code_of(n)][1] == 2 else 1 for n, _ in game_options(game))
    for key in ("A4", "A4", "A3", "A4"):
        for _ in range(rows):
            bench.press("A2")
            bench.press(key)
            level = menu_of(bench)._levels[-1]
            assert isinstance(level, Options)
            choices = level._choices
            assert catalogue.settle(game, choices.options) == choices.options
    bench.press("NEXT NEXT")
    assert game == bench.match.ID
    assert bench.match.options == choices.options


def game_options(game: str) -> tuple[tuple[str, object], ...]:
    return catalogue.by_id(game).OPTIONS


def test_three_sides_bring_what_they_need_and_give_way_again() -> None:
    bench = in_menu("crokinole-traditional start=loser", sides=3)
    bench.press("NEXT NEXT")
    walk_to(bench, "SIDES")
    bench.press("A4")
    assert bench.shown[0] == "   3"
    walk_to(bench, "SCORING", "A1")
    bench.press("A4")  # differential is for two
    walk_to(bench, "SIDES")
    assert bench.shown[0] == "   2"


def test_a_board_of_two_sides_offers_no_third() -> None:
    bench = in_menu("twenties-shootout")
    bench.press("NEXT NEXT")
    walk_to(bench, "SIDES")
    bench.press("A4")
    assert bench.shown[0] == "   2"


def test_games_and_target_exclude_each_other() -> None:
    bench = in_menu(SOUTHWEST)
    walk_to(bench, say.GAME)
    bench.press("NEXT NEXT")
    walk_to(bench, "TARGET")
    assert bench.shown[:2] == [say.EXCLUDED, say.EXCLUDED], "it has no number, and a score would pass for one"
    bench.press("A4")
    assert bench.shown[0] == " 500"
    walk_to(bench, "GAMES", "A1")
    assert bench.shown[:2] == [say.EXCLUDED, say.EXCLUDED]
    bench.press("A4")
    assert bench.shown[0] == "   8"
    walk_to(bench, "TARGET")
    assert bench.shown[0] == say.EXCLUDED
    walk_to(bench, "FORMAT", "A1")
    assert bench.shown[0] == "°  0", "a word stands on the status, and the score where it always stands"


def test_holes_stay_different() -> None:
    bench = in_menu("washers-ritzenthaler")
    bench.press("NEXT NEXT")
    walk_to(bench, "FAR HOLE")
    assert bench.shown[0] == "   3"
    walk_to(bench, "MIDDLE HOLE")
    assert bench.shown[0] == "   2"
    walk_to(bench, "NEAR HOLE")
    assert bench.shown[0] == "   1"
    bench.press("A4")  # up from 1: past 2 and 3
    assert bench.shown[0] == "   4"


@pytest.mark.parametrize("way", ["NEW ", "GAME"])
def test_an_unfinished_match_is_given_up_only_with_a_hold(way: str) -> None:
    bench = in_menu(presses="A1 B2")
    walk_to(bench, way)
    bench.press("NEXT NEXT" if way == "GAME" else "")
    match = bench.match
    bench.press("NEXT")
    assert read(bench).startswith(say.HOLD_TO_LEAVE)
    bench.press("MENU")
    assert bench.match is match
    assert bench.shown[0] == "° 20."
    bench.hold("MENU")
    walk_to(bench, way)
    bench.press("NEXT NEXT" if way == "GAME" else "")
    bench.hold("NEXT")
    assert bench.match is not match
    bench.settle()
    assert bench.shown == ["°  0", "   0", "R 1 "]


def test_a_match_that_has_not_begun_or_is_over_is_left_with_a_tap() -> None:
    bench = in_menu("twenties-shootout", "A1 B1 NEXT")
    assert bench.match.finished
    walk_to(bench, "NEW ")
    bench.press("NEXT")
    assert not bench.match.finished
    assert bench.shown[:2] == ["   0", "°  0"]  # the other side starts


def test_a_match_begun_anew_keeps_who_is_first() -> None:
    bench = Bench()
    bench.hold("B4")
    bench.press("A1")
    bench.hold("MENU")
    walk_to(bench, "NEW ")
    bench.hold("NEXT")
    assert bench.shown[:2] == ["   0", "°  0"]


def test_who_is_first_before_the_match_and_not_in_it() -> None:
    bench = in_menu()
    walk_to(bench, "1STA")
    bench.press("A2 NEXT")
    assert bench.shown == ["   0", "°  0", "1STB"]
    bench.press("A1")
    bench.hold("MENU")
    with pytest.raises(AssertionError, match="not there"):
        walk_to(bench, "1STA")


@pytest.mark.parametrize(
    ("row", "why", "said"),
    [
        ("A-PN", say.HOLD_TO_PENALISE % 20, "A-PN"),
        ("B-PN", say.HOLD_TO_PENALISE % 20, "B-PN"),
        ("AFFT", say.HOLD_TO_FORFEIT, "AFFT"),
        ("BFFT", say.HOLD_TO_FORFEIT, "BFFT"),
    ],
)
def test_a_penalty_and_a_forfeit_cost_a_hold(row: str, why: str, said: str) -> None:
    bench = in_menu(SOUTHWEST, "A1 A1 B1")
    walk_to(bench, row)
    bench.press("NEXT")
    assert read(bench).startswith(why)
    bench.press("NEXT", 700)
    assert bench.match.length == 3, "that was no hold"
    bench.hold("NEXT")
    assert (bench.match.length, bench.status) == (4, said)
    bench.wait(1_500)
    assert bench.status == "G 1 "


def test_a_hold_amid_which_the_row_changes_does_nothing() -> None:
    """Whoever held it saw the other row."""
    bench = in_menu("pichenotte-southwest", "A1")
    before = list(bench.match.events)
    walk_to(bench, say.FORFEIT % "A")
    bench.down("NEXT")
    bench.wait(300)
    bench.press("B2")
    bench.wait(1000)
    bench.up("NEXT")
    bench.wait(60)
    assert list(bench.match.events) == before
    bench.wait(100)
    bench.hold("NEXT")
    assert len(bench.match.events) > len(before), "held anew, it is for the row that stands there"


def test_penalties_and_forfeits_of_southwest() -> None:
    bench = in_menu(SOUTHWEST, "A1 A1 B1")
    assert read(bench) == "A-PN PENALTY" + say.WALK
    bench.hold("NEXT")
    assert bench.shown[0] == "° 20."
    bench.press("NEXT")
    assert bench.status == "A-PN", "under review it is said first"
    bench.settle()
    assert bench.status == "AGRE"
    bench.hold("A1")
    bench.hold("B1")
    assert bench.match.awarded == [20, 20]
    bench.press("A1")
    bench.hold("MENU")
    bench.press("B2 B2 B2")
    assert read(bench) == "BFFT FORFEIT" + say.WALK
    bench.hold("NEXT")
    bench.press("NEXT")
    assert bench.status == "BFFT"
    bench.hold("A1")
    bench.hold("B1")
    assert bench.match.awarded == [20, 0]
    assert bench.match.totals == [40, 20]


def test_a_side_that_forfeits_a_shootout_shows_nought_whatever_it_was_fined() -> None:
    bench = Bench("pichenotte-southwest games=1")
    for key in ("NEXT", "A1", "B1"):
        bench.hold(key)
    bench.press("A1 A1 B1")
    bench.hold("MENU")
    bench.hold("NEXT")
    assert bench.shown == ["   1.", "°  1.", "A-PN"]
    bench.hold("MENU")
    walk_to(bench, "AFFT")
    bench.hold("NEXT")
    assert bench.shown == ["   0.", "°  1.", "AFFT"]


def test_a_forfeit_can_be_undone() -> None:
    bench = in_menu(SOUTHWEST, "A1")
    walk_to(bench, "AFFT")
    bench.hold("NEXT")
    assert bench.match.counts[0][7] == 1
    bench.press("UNDO")
    assert bench.match.counts[0][7] == 0
    bench.wait(500)
    assert bench.status == "AFFT"


@pytest.mark.parametrize("game", [game for game in catalogue.IDS if FORFEIT not in catalogue.by_id(game).ACTIONS])
def test_other_games_have_no_penalties(game: str) -> None:
    bench = in_menu(game)
    assert bench.status == say.GAME[:4]


def test_brightness_changes_at_once_and_is_there_after_power_on() -> None:
    bench = in_menu()
    walk_to(bench, say.LIGHT)
    bench.press("NEXT")
    assert bench.shown[:2] == [f"{MOST_LIGHT:4}"] * 2
    bench.press("A3 A3 A3")
    chosen = [MOST_LIGHT - 3] * 3
    assert [face.level for face in bench.faces] == chosen
    bench.press("NEXT MENU")
    again = Bench(chip=bench.chip)
    assert [face.level for face in again.faces] == chosen
    again.press("A1 NEXT")
    again.hold("MENU")
    walk_to(again, "NEW ")
    again.hold("NEXT")
    assert [face.level for face in Bench(chip=bench.chip).faces] == chosen


def test_brightness_stays_between_1_and_what_the_supply_allows() -> None:
    bench = in_menu()
    walk_to(bench, say.LIGHT)
    bench.press("NEXT A4")
    assert bench.shown[0] == f"{MOST_LIGHT:4}"
    bench.press("B3", 5_000)
    assert bench.shown[0] == "   1"
    bench.press("B4", 5_000)
    assert bench.shown[0] == f"{MOST_LIGHT:4}"


def test_looking_at_the_light_keeps_what_a_laptop_wanted_brighter() -> None:
    bench = Bench()
    bench.table.dim(FULL_LIGHT, bench.now)
    kept = bench.table.journal.next
    bench.hold("MENU")
    walk_to(bench, say.LIGHT)
    bench.press("NEXT A4 NEXT MENU")
    assert (bench.table.light, bench.table.journal.next) == (FULL_LIGHT, kept)
    bench.hold("MENU")
    walk_to(bench, say.LIGHT)
    bench.press("NEXT A3 NEXT MENU")
    assert bench.table.light == MOST_LIGHT - 1


def test_the_self_test_lights_everything_and_each_key_its_digit() -> None:
    bench = in_menu(sides=3)
    walk_to(bench, say.TEST)
    bench.press("NEXT")
    assert bench.shown == ["ALL "] * 4
    for name in bench.buttons[:-3]:
        bench.down(name)
        bench.wait(50)
        expected = ["    "] * 4
        expected["ABC".index(name[0])] = "   " + name[1]
        assert bench.shown == expected
        bench.up(name)
        bench.wait(50)
    for name in ("UNDO", "NEXT", "MENU"):
        bench.down(name)
        bench.wait(50)
        assert bench.shown == ["    "] * 3 + [name]
        bench.up(name)
        bench.wait(50)
    bench.hold("MENU")
    bench.settle()
    assert bench.shown == ["°  0", "   0", "    ", "R 1 "]


def test_about_says_how_much_is_held_and_not_yet_on_a_laptop() -> None:
    bench = in_menu(presses="A1 A1")
    held = bench.table.journal.next
    bench.table.journal.ack(held - 2)
    walk_to(bench, say.ABOUT)
    bench.press("NEXT")
    assert bench.shown[:2] == [f"{held:4}", "   2"]
    assert read(bench).startswith("TALLYBOARD 0.")


def test_a_menu_that_fails_costs_nothing_but_itself() -> None:
    bench = Bench()
    bench.press("A1")

    class Broken(Menu):
        def begin(self, at_ms: int) -> None:
            pass

        def step(self, now_ms: int) -> None:
            pass

        def draw(self, faces: list[Face], now_ms: int) -> int:
            raise ZeroDivisionError("a fault in the menu")

    bench.panel._load_menu = lambda panel: Broken(panel, bench.table, bench.screen, list, int)
    bench.hold("MENU")
    assert [type(fault) for fault in bench.faults] == [ZeroDivisionError]
    bench.press("A2")
    assert bench.shown == ["° 35.", "   0.", "A 15"]


def test_it_is_loaded_before_the_hold_comes_due_and_its_memory_is_given_back_whenever_it_is_left() -> None:
    bench = Bench()
    told: list[str] = []
    load = bench.panel._load_menu

    def loaded(panel: Panel) -> Menu:
        told.append("loaded")
        menu = load(panel)
        assert isinstance(menu, Menu)
        return menu

    bench.panel._load_menu = loaded
    bench.panel._forget_menu = lambda: told.append("forgotten")
    bench.press("MENU MENU")
    assert told == [], "taps"
    bench.down("MENU")
    bench.wait(510)
    assert told == ["loaded"]
    bench.up("MENU")
    bench.wait(10)
    assert (told, bench.status) == (["loaded", "forgotten"], "HOLD")
    bench.hold("MENU")
    assert told[2:] == ["loaded"]
    bench.press("MENU")
    assert told[3:] == ["forgotten"]


def test_a_menu_that_cannot_be_loaded_is_told_once_and_leaves_no_memory_behind() -> None:
    bench = Bench()
    forgotten: list[bool] = []

    def fail(panel: Panel) -> Menu:
        raise MemoryError

    bench.panel._load_menu = fail
    bench.panel._forget_menu = lambda: forgotten.append(bench.panel._menu is None)
    bench.hold("MENU")
    assert [type(fault) for fault in bench.faults] == [MemoryError]
    assert forgotten[-1]
    bench.press("A1")
    assert bench.shown == ["° 20.", "   0.", "A 20"]


def test_keys_that_are_down_while_it_opens_do_nothing_afterwards() -> None:
    bench = Bench()
    bench.down("UNDO")
    bench.wait(10)
    bench.hold("MENU")
    bench.up("UNDO")
    bench.wait(50)
    bench.press("MENU")
    bench.press("A1")
    assert bench.shown[0] == "° 20."


def test_without_its_memory_the_menu_opens_and_starts_nothing() -> None:
    bench = Bench(answers=False)
    bench.hold("MENU")
    bench.press("NEXT NEXT NEXT")
    assert bench.status == "MEM?"
    assert bench.match is None
    assert bench.faults == []


def test_it_is_left_sixty_seconds_after_the_last_press() -> None:
    bench = in_menu()
    opened = bench.now - 1060 + 800  # the hold came due then, and the key was let go 200 ms later
    for _ in range(2):
        bench.now = opened + 59_998
        bench.wait(1)
        assert bench.screen.menu is not None
        bench.down("A2")
        opened = bench.now
        bench.wait(40)
        bench.up("A2")
    bench.now = opened + 59_998
    bench.wait(1)
    assert bench.screen.menu is not None
    bench.wait(1)
    assert bench.screen.menu is None


@pytest.mark.parametrize(
    ("target", "key", "values"),
    [
        (28, "A4", [(1, 29), (800, 30), (950, 31), (1100, 41), (1250, 51), (1400, 61)]),
        (52, "B3", [(1, 51), (800, 41), (950, 31), (1100, 21), (1250, 20), (1400, 19)]),
    ],
)
def test_a_held_key_steps_each_150_ms_and_by_tens_above_30(
    target: int, key: str, values: list[tuple[int, int]]
) -> None:
    bench = in_menu(f"crokinole-traditional scoring=simple target={target}")
    bench.press("NEXT NEXT")
    walk_to(bench, "TARGET")
    bench.down(key)
    seen: list[tuple[int, int]] = []
    for ms in range(1, 1450):
        bench.wait(1)
        if not seen or int(bench.shown[0] or "") != seen[-1][1]:
            seen.append((ms, int(bench.shown[0] or "")))
    assert seen == values
    bench.up(key)
    bench.wait(1000)
    assert int(bench.shown[0] or "") == values[-1][1]


def test_a_held_key_keeps_the_menu_open() -> None:
    bench = in_menu("crokinole-official target=9000")
    bench.press("NEXT NEXT")
    walk_to(bench, "TARGET")
    bench.down("A3")
    bench.wait(9_900)
    assert bench.screen.menu is not None
    bench.up("A3")
    bench.now += 52_000
    bench.wait(1)
    assert bench.screen.menu is not None, "its last step was less than a minute ago"


def test_the_menu_says_how_the_radio_stands_where_there_is_one() -> None:
    bench = in_menu()
    with pytest.raises(AssertionError, match="is not there"):
        walk_to(bench, "AIR")
    bench = Bench()
    bench.air = lambda: 0
    bench.hold("MENU")
    walk_to(bench, "AIR")
    assert read(bench).startswith("AIR  NONE   ")
    menu = menu_of(bench)
    menu.air = lambda: 1
    bench.press("NEXT")
    assert read(bench).startswith("AIR  WRONG KEY   ")
    menu.air = lambda: 2
    bench.press("NEXT")
    assert read(bench).startswith("AIR  HALL   ")
