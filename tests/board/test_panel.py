"""Keys in, digits out: the virtual board against the reference reading of the panel.

Every test compares A, B, C and S with the reference after each command; directed ones also say what they expect in
so many words. --campaign plays more random scripts, and cuts the power at every byte.
"""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.board.panel_status import squeezed
from tests.board.side_by_side import SideBySide, random_script
from tests.harness.bench import buttons_of
from tests.harness.campaign import form, is_long
from tests.harness.gestures import GAMES, OVER, SCROLLED

SEEDS = form(range(len(GAMES)), range(600))
EACH_BYTE = form(range(0, 40, 9), range(40))

Table = Callable[..., SideBySide]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """Starts a board: `table("crokinole-official", sides=2, storage="fram")`."""
    started: list[SideBySide] = []

    def start(game: str, sides: int = 2, storage: str = "fram") -> SideBySide:
        folder = tmp_path / str(len(started))
        folder.mkdir()
        started.append(SideBySide(folder, game, sides, storage))
        return started[-1]

    yield start
    for both in started:
        both.close()


def after(both: SideBySide, *commands: str) -> list[str]:
    """What A, B, (C) and S show after these commands; S without its blanks."""
    both.run(*commands)
    lit = both.board.displays
    return [*(lit[name] for name in "ABC" if name in lit), squeezed(lit["S"])]


# --- Random scripts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_random_keys_give_the_digits_of_the_reference(tmp_path: Path, seed: int) -> None:
    """Each game first without and then with power cuts; then the same on nvm."""
    turn = seed // len(GAMES)
    cuts = turn % 2 == 1
    storage = "nvm" if turn % 4 >= 2 or (not is_long() and seed % 3 == 2) else "fram"
    gestures = (60 if cuts else 100) * (2 if is_long() and storage == "fram" else 1)
    random_script(tmp_path, GAMES[seed % len(GAMES)], storage, seed, gestures, cuts)


# --- Keys ----------------------------------------------------------------------------------------------------------


def test_a_bouncing_switch_is_one_press(table: Table) -> None:
    both = table("crokinole-official")
    assert after(both, "bounce A1") == ["° 20.", "   0.", "A20"]
    assert after(both, "bounce A1", "bounce B3") == ["° 40.", "  10.", "B10"]
    assert after(both, "bounce UNDO") == ["° 40.", "   0.", "UNDO"]
    assert after(both, "bounce B3", "bounce NEXT", OVER) == ["  30", "°  0", "R2"]


def test_a_tap_too_short_for_two_edges_is_one_press_and_the_next_one_counts(table: Table) -> None:
    both = table("crokinole-official")
    assert after(both, "down A1", "wait 10", "up A1", "wait 60") == ["° 20.", "   0.", "A20"]
    assert after(both, "press A1") == ["° 40.", "   0.", "A20"]


def test_a_key_with_a_hold_meaning_acts_on_release_or_while_still_held(table: Table) -> None:
    both = table("pichenotte-southwest")
    both.run("press A1", OVER)
    assert after(both, "down A5", "wait 700") == ["° 20.", "   0.", "G1"]
    assert after(both, "wait 200") == ["° 70.", "   0.", "A50"], "50 while the key is still down"
    assert after(both, "up A5", "wait 60") == ["° 70.", "   0.", "A50"]
    assert after(both, "down B5", "wait 100")[:2] == ["° 70.", "   0."]
    assert after(both, "up B5", "wait 60") == ["° 70.", "  25.", "B25"]
    assert after(both, "down B1") == ["° 70.", "  45.", "B20"], "a key without one acts on press"
    both.run("wait 1000", "up B1", "wait 60")


@pytest.mark.parametrize("held", [520, 780])
def test_a_hold_that_was_too_short_is_never_taken_for_a_count(table: Table, held: int) -> None:
    both = table("pichenotte-southwest")
    both.run("press A1", OVER)
    assert after(both, "down A5", f"wait {held}", "up A5", "wait 60") == ["° 20.", "   0.", "HOLD"]
    assert both.panel.standing == ["A 20"]


def test_key_4_held_before_the_first_event_is_we_start(table: Table) -> None:
    both = table("crokinole-official")
    assert after(both, "hold B4") == ["   0", "°  0", "1STB"]
    assert after(both, "hold A4") == ["°  0", "   0", "1STA"], "entered again it replaces the former"
    assert after(both, "press UNDO") == ["   0", "°  0", "UNDO"]
    assert after(both, "wait 600") == ["   0", "°  0", "1STA"]
    assert after(both, "down A4", "wait 60")[:2] == ["   0", "°  0"]
    assert after(both, "up A4", "wait 60") == ["   5.", "°  0.", "A5"]
    assert after(both, "hold A4") == ["  10.", "°  0.", "A5"], "after an event the key is a five again"
    assert both.panel.standing == ["first B", "A 5", "A 5"]


def test_the_loser_chooses_who_starts_the_next_round(table: Table) -> None:
    both = table("crokinole-traditional start=loser")
    both.run("press A1", "hold NEXT", OVER)
    assert after(both, "hold A4") == ["° 20", "   0", "1STA"]
    both.run("press A1", "press B1", "press NEXT", OVER)
    assert after(both, "hold A4", OVER) == ["   5.", "°  0.", "R3"], "after a tie it is clockwise, and 4 is a five"


def test_undo_does_nothing_when_held_or_when_a_side_key_went_with_it(table: Table) -> None:
    both = table("crokinole-official")
    both.run("press A1", "press A1", "press A2")
    assert after(both, "hold UNDO")[:2] == ["° 55.", "   0."]
    assert after(both, "down UNDO", "wait 60", "press A1") == ["° 35.", "   0.", "-A20"]
    assert after(both, "up UNDO", "wait 60") == ["° 35.", "   0.", "-A20"]
    assert after(both, "press UNDO", "wait 500") == ["° 55.", "   0.", "-A20"], "taking off is an event like any other"
    assert both.panel.accepted == ["A 20", "A 20", "A 15", "A off 20", "undo"]


@pytest.mark.parametrize("order", [("UNDO", "A1"), ("A1", "UNDO")])
def test_undo_and_a_side_key_at_once_are_one_off_whichever_came_first(table: Table, order: tuple[str, str]) -> None:
    both = table("crokinole-official")
    both.run("press A1", "press A1")
    one, other = order
    lit = after(
        both, f"down {one}", "wait 15", f"down {other}", "wait 90", f"up {one}", "wait 60", f"up {other}", "wait 60"
    )
    assert lit == ["° 20.", "   0.", "-A20"]
    assert both.panel.standing == ["A 20", "A 20", "A off 20"]


def test_undo_goes_back_over_round_ends_and_the_result_to_the_beginning(table: Table) -> None:
    both = table("crokinole-official target=20")
    both.run("press B3", "hold NEXT", OVER, "press A1")
    assert after(both, "press A1", "press A2", "hold NEXT", OVER) == ["  55", "  10", "WINA"]
    assert after(both, "press UNDO", OVER) == ["  55.", "°  0.", "R2"]
    assert after(both, *["press UNDO"] * 3, SCROLLED) == ["   0", "° 10", "R2"]
    assert after(both, "press UNDO", OVER) == ["°  0.", "  10.", "R1"]
    assert after(both, "press UNDO", SCROLLED) == ["°  0", "   0", "R1"]


def test_next_needs_a_hold_while_a_side_has_counted_nothing(table: Table) -> None:
    both = table("crokinole-championship rounds=2")
    assert after(both, "press NEXT") == ["°  0", "   0", "HOLD"]
    assert after(both, "hold NEXT", OVER) == ["   1", "°  1", "R2"]
    both.run("press A4", "down UNDO", "wait 60", "press A4", "up UNDO", "wait 60")
    assert after(both, "press NEXT") == ["   1", "°  1", "HOLD"], "what was taken off again does not count"
    both.run("press A4")
    assert after(both, "press NEXT") == ["   5.", "°  0.", "HOLD"], "B may have forgotten to count"
    assert after(both, "hold NEXT", OVER) == ["   3", "   1", "WINA"], "held or not: it closes one round and no more"


def test_next_needs_a_hold_while_a_side_at_its_target_has_washers_left(table: Table) -> None:
    both = table("washers-ritzenthaler target=3 washers=2")
    both.run("press B4")
    assert after(both, "press A1", "press NEXT") == ["°  3", "   0", "DED?"]
    assert after(both, "press A4", "press NEXT", OVER) == ["   3", "   0", "WINA"]
    both.run("press UNDO", "press UNDO")
    assert after(both, "hold NEXT", OVER) == ["°  3", "   0", "R2"], "held, the missing one is dead"


def test_both_hold_their_own_key_1_to_agree(table: Table) -> None:
    both = table("pichenotte-southwest games=1")
    assert after(both, "press A1", "press B4", "press NEXT", OVER) == ["° 20.", "   5.", "AGRE"]
    assert after(both, "hold B1", OVER) == ["° 20.", "   5.", "BOK"]
    assert after(both, "press A1", OVER) == ["° 40.", "   5.", "G1"], "a tap is a twenty and reopens the count"
    assert after(both, "press NEXT", "down A1", "wait 90", "down B1", "wait 600")[:2] == ["° 40.", "   5."]
    assert after(both, "wait 150")[:2] == ["° 40.", "   5."]
    assert after(both, "wait 200")[:2] == ["  40", "   5"]
    assert after(both, "up A1", "wait 60", "up B1", "wait 60", OVER) == ["  40", "   5", "WINA"]
    assert after(both, "press UNDO", OVER) == ["° 40.", "   5.", "AOK"], "what undo restores it restores whole"


def test_the_other_view_is_on_for_three_seconds(table: Table) -> None:
    both = table("crokinole-official")
    both.run("press A1", "hold NEXT", OVER)
    before = after(both, "press A1", OVER)
    assert before == ["  20.", "°  0.", "R2"]
    lit = after(both, "press MENU", "wait 2500")
    assert lit != before
    assert lit[-1] in ("TOTL", "RND", "20S")
    assert after(both, "wait 700") == before


# --- The toss ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game",
    [
        "crokinole-official format=doubles",
        "twenties-shootout sides=3",
        "pichenotte-southwest",
        "pichenottes-quebec",
        "washers-ritzenthaler",
    ],
)
def test_who_wins_a_toss_says_who_starts_and_nobody_else_says_anything(table: Table, game: str) -> None:
    sides = 3 if "sides=3" in game else 2
    rng = random.Random(game)
    both = table(game, sides=sides)
    winners = set()
    for say in (*"12", *rng.choices("12", k=form(2, 40))):
        won = both.toss()
        winners.add(won)
        others = [key for key in buttons_of(sides) if key not in (won + "1", won + "2", "MENU")]
        both.run(*[f"{rng.choice(('press', 'press', 'bounce', 'hold'))} {key}" for key in rng.sample(others, 4)])
        both.run(f"press {won}{say}")
        if rng.random() < 0.3:
            both.run("press UNDO", SCROLLED)
    assert winners <= set("ABC"[:sides])
    both.switch_on()
    both.run(*["press UNDO"] * 3, f"press {both.panel.position.place[0]}1")


@pytest.mark.parametrize("storage", ["fram", "nvm"])
def test_a_toss_that_is_left_or_loses_its_power_changes_nothing(table: Table, storage: str) -> None:
    both = table("crokinole-official", storage=storage)
    both.run("hold B4")
    both.roll()
    both.run("press A1", "press MENU", SCROLLED)
    assert both.panel.accepted == ["first B"]
    both.toss()
    both.run("press MENU", SCROLLED)
    both.roll()
    both.switch_on()
    both.run(SCROLLED)
    both.toss()
    both.switch_on()
    assert after(both, SCROLLED) == ["   0", "°  0", "R1"]
    assert both.panel.accepted == ["first B"]


# --- The next match and the one before -----------------------------------------------------------------------------


def test_the_other_side_starts_the_match_after_a_result(table: Table) -> None:
    both = table("twenties-shootout")
    both.run("press A1", "hold NEXT", OVER)
    assert after(both, "press NEXT")[:2] == ["   1", "   0"], "not without holding it"
    assert after(both, "hold NEXT")[:2] == ["   0", "°  0"]
    both.run("press B1", "hold NEXT", OVER)
    assert after(both, "press UNDO")[:2] == ["   0.", "°  1."]
    assert after(both, "hold NEXT", OVER, "hold NEXT")[:2] == ["°  0", "   0"]
    assert len(both.panel.matches) == 3


def test_of_three_sides_the_next_one_starts_the_match_after_a_result(table: Table) -> None:
    both = table("crokinole-traditional sides=3 scoring=simple target=20", sides=3)
    both.run("hold B4", "press A1", "hold NEXT", OVER)
    assert after(both, "hold NEXT")[:3] == ["   0", "   0", "°  0"]
    both.run("press A1", "hold NEXT", OVER)
    assert after(both, "hold NEXT")[:3] == ["°  0", "   0", "   0"]


def test_a_rematch_keeps_its_starter_and_holding_undo_takes_its_start_back(table: Table) -> None:
    both = table("twenties-shootout")
    both.run("press A1", "hold NEXT", OVER, "hold NEXT")
    assert after(both, "press UNDO")[:2] == ["   0", "°  0"], "there is nothing to take back"
    assert after(both, "hold A4", "press UNDO")[:2] == ["   0", "°  0"]
    assert after(both, "down UNDO", "wait 700", "up UNDO", "wait 60") == ["   0", "°  0", "HOLD"]
    assert after(both, "down UNDO", "wait 900") == ["   1", "   0", "BACK"]
    assert after(both, "up UNDO", "wait 60", OVER) == ["   1", "   0", "WINA"]
    assert after(both, "press UNDO")[:2] == ["°  1.", "   0."], "it goes on like before"
    assert after(both, "press UNDO", "hold UNDO") == ["°  0", "   0", "NONE"]


def test_going_back_is_one_step(table: Table) -> None:
    both = table("twenties-shootout")
    both.run("press A1", "hold NEXT", OVER, "hold NEXT", "press B1", "hold NEXT", OVER, "hold NEXT")
    assert after(both, "hold UNDO") == ["   0", "   1", "BACK"]
    both.run("press UNDO", "press UNDO")
    assert after(both, "hold UNDO") == ["   0", "°  0", "NONE"], "the first match is not to be had from here"
    both.switch_on()
    assert after(both, "hold UNDO") == ["   0", "°  0", "NONE"]
    both.run("press B1", "hold NEXT", OVER, "hold NEXT")
    assert after(both, "hold UNDO") == ["   0", "   1", "BACK"], "but one step from the next one is"


@pytest.mark.parametrize("storage", ["fram", "nvm"])
def test_a_match_that_was_gone_back_to_goes_on_after_a_power_cut(table: Table, storage: str) -> None:
    both = table("twenties-shootout", storage=storage)
    both.run("press A1", "hold NEXT", OVER, "hold NEXT", "press B1", "press UNDO")
    both.switch_on()
    both.run("hold UNDO")
    both.switch_on()
    assert after(both, "wait 0") == ["   1", "   0", "WINA"]
    assert after(both, "press UNDO")[:2] == ["°  1.", "   0."]
    assert after(both, "hold NEXT", OVER, "hold NEXT")[:2] == ["   0", "°  0"]
    both.switch_on()
    assert after(both, "hold UNDO") == ["   1", "   0", "BACK"]


# --- What S says ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "commands", "text"),
    [
        ("crokinole-official discs=1", ["press A1", "press A2"], "DISC"),
        ("crokinole-official", ["press A1", "down UNDO", "wait 60", "press A2"], "NONE"),
        ("twenties-shootout", ["press A1", "hold NEXT", "press A1"], "DONE"),
        ("pichenotte-southwest", ["press A1", "press B1", "press NEXT", "press NEXT"], "NO"),
        ("pichenotte-southwest", ["press A1", "hold NEXT", "hold A1", "hold A1"], "NO"),
        ("crokinole-official", ["press A1", "press NEXT"], "HOLD"),
        ("washers-ritzenthaler target=3", ["press A1", "press NEXT"], "DED?"),
        ("pichenottes-quebec", ["press A1", "press B2"], "TURN"),
        ("pichenottes-quebec", ["press A1", "press NEXT"], "NO"),
    ],
)
def test_a_refused_press_changes_nothing_and_says_why_for_two_seconds(
    table: Table, game: str, commands: list[str], text: str
) -> None:
    both = table(game)
    before, standing = after(both, *commands[:-1], "wait 4000"), both.panel.standing
    assert after(both, commands[-1]) == [*before[:-1], text]
    assert both.panel.standing == standing
    assert after(both, "wait 1600")[-1] == text or commands[-1].startswith("hold")
    assert after(both, "wait 400") == before


@pytest.mark.parametrize(
    ("game", "commands", "text"),
    [
        ("washers-ritzenthaler target=4", ["press A1", "press A2"], "BUST"),
        ("washers-ritzenthaler", ["press A1", "press B1"], "CNCL"),
        ("crokinole-official", ["press A1", "press B4", "press NEXT"], "A+15"),
        ("crokinole-championship", ["press A4", "press B1", "press NEXT"], "B+2"),
        ("washers-ritzenthaler target=2 washers=1", ["press A1", "press B4", "press NEXT"], "A-3"),
    ],
)
def test_a_happening_is_said_for_three_seconds(table: Table, game: str, commands: list[str], text: str) -> None:
    both = table(game)
    assert after(both, *commands)[-1] == text
    assert after(both, "wait 2700")[-1] == text
    assert after(both, "wait 300")[-1] != text


@pytest.mark.parametrize(
    ("game", "commands", "text"),
    [
        ("crokinole-official", ["press A1"], "A20"),
        ("pichenotte-southwest", ["press A1", "press A1"], "A20"),
        ("pichenotte-southwest", ["press B1", "hold B5"], "B50"),
        ("pichenottes-quebec", ["press A1"], "ADAM"),
        ("pichenottes-quebec", ["press A1", "press A3"], "AC10"),
        ("pichenottes-quebec", ["press A1", "hold B1"], "BGRN"),
        ("washers-ritzenthaler", ["press A4"], "AON"),
        ("washers-ritzenthaler", ["press A5"], "ADED"),
        ("washers-ritzenthaler", ["press A4", "hold A5"], "AKNK"),
        ("washers-ritzenthaler", ["press A4", "hold A1"], "A*3"),
        ("washers-ritzenthaler", ["press A3"], "A1"),
    ],
)
def test_every_accepted_press_is_seen(table: Table, game: str, commands: list[str], text: str) -> None:
    both = table(game)
    assert after(both, *commands)[-1] == text
    assert after(both, "wait 1000")[-1] == text
    assert after(both, OVER)[-1] != text


def test_a_new_press_ends_what_the_one_before_said(table: Table) -> None:
    both = table("crokinole-official discs=1 target=999")
    assert after(both, "press A1", "press A1")[-1] == "DISC"
    assert after(both, "press B1")[-1] == "B20", "a refusal does not cover it"
    assert after(both, "press UNDO", "press B2", "press NEXT")[-1] == "A+5"
    assert after(both, "press A4")[-1] == "A5", "nor does an award"
    assert after(both, "press UNDO")[-1] == "UNDO"
    assert after(both, "press UNDO", "wait 500")[-1] == "NEXT"


def test_quebec_says_that_a_turn_is_over_until_it_is_stopped(table: Table) -> None:
    both = table("pichenottes-quebec")
    assert after(both, "press A1", "press A2", OVER)[-1].startswith("A>")
    assert after(both, "press B1", OVER)[-1] == "STOP"
    assert after(both, "press A4", OVER)[-1] == "B>"


def test_in_doubles_the_number_and_the_seat(table: Table) -> None:
    both = table("crokinole-official format=doubles")
    both.run("press A1", "hold NEXT", "press A1", "hold NEXT", "press A1")
    assert after(both, OVER) == ["° 20.", "   0.", "3A2"]


def test_before_the_first_event_something_scrolls_once(table: Table) -> None:
    both = table("crokinole-official")
    texts = {after(both, "wait 250")[-1] for _ in range(40)}
    assert len(texts) > 4
    assert after(both, SCROLLED)[-1] == "R1"


# --- Digits --------------------------------------------------------------------------------------------------------


def test_a_hundred_with_the_ring_is_no_clock(table: Table) -> None:
    both = table("crokinole-official")
    assert after(both, *["press A1"] * 5, OVER) == ["°100.", "   0.", "R1"]


def test_busts_and_cancelled_washers_go_below_nought(table: Table) -> None:
    both = table("washers-ritzenthaler target=2")
    assert after(both, "press A1") == ["° -3", "   0", "BUST"]
    assert after(both, "hold A1", OVER)[:2] == ["° -3", "   0"], "no washer lies on the board"
    both.run("press A4", "hold A1", "press B4", "hold B5")
    assert both.panel.standing == ["A 3", "A board", "A sunk 3", "B board", "B knocked"]


def test_a_display_that_is_plugged_in_again_shows_the_score(table: Table) -> None:
    both = table("crokinole-official")
    both.board.run("press A1", "unplug A", "press A1", "unplug S", "press B1")
    both.board.run("plug A", "plug S", "wait 6000")
    lit = both.board.displays
    assert [lit["A"], lit["B"], squeezed(lit["S"])] == ["° 40.", "  20.", "R1"]


# --- Power cuts ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("storage", ["fram", "nvm"])
def test_after_a_power_cut_undo_goes_back_to_the_beginning(table: Table, storage: str) -> None:
    both = table("crokinole-official target=20", storage=storage)
    both.run("hold B4", "press A1", "hold NEXT")
    both.switch_on()
    assert after(both, "wait 0") == ["  20", "   0", "WINA"]
    assert after(both, "press UNDO", OVER) == ["  20.", "°  0.", "R1"]
    both.switch_on()
    assert after(both, "press UNDO")[:2] == ["   0", "°  0"]
    both.switch_on()
    assert after(both, "press UNDO")[:2] == ["°  0", "   0"]


@pytest.mark.parametrize("storage", ["fram", "nvm"])
@pytest.mark.parametrize("cut", EACH_BYTE)
def test_a_power_cut_at_any_byte_of_a_new_match(table: Table, storage: str, cut: int) -> None:
    """Shown is the old result or the new match, whose starter is B; and the board is as good as before."""
    both = table("twenties-shootout", storage=storage)
    both.run("press A1", "hold NEXT", OVER)
    both.switch_on(cut=cut + 1)
    if both.on:
        both.run("hold NEXT", "press B1", "press A1", OVER)
    both.switch_on()
    both.run("press UNDO", "press A1", "press B1", OVER)
    both.switch_on()


@pytest.mark.parametrize("storage", ["fram", "nvm"])
@pytest.mark.parametrize("cut", EACH_BYTE)
def test_a_power_cut_at_any_byte_of_going_back(table: Table, storage: str, cut: int) -> None:
    """Shown is the empty match or the result before it, and from either the table plays on."""
    both = table("twenties-shootout", storage=storage)
    both.run("press A1", "hold NEXT", OVER, "hold NEXT")
    both.switch_on(cut=cut + 1)
    if both.on:
        both.run("hold UNDO", "press UNDO", OVER)
    both.switch_on()
    both.run("press A1", "press B1", OVER)
    both.switch_on()
