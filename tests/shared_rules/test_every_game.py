"""What a game has to declare, of every game in the catalogue: a new one is held to it without a line here."""

import random
import re

import pytest

from shared_rules.games import catalogue, options, scoresheet
from shared_rules.games.crokinole import DiscGame
from shared_rules.games.events import AGREE, FORFEIT, NEXT, OFF, OWN, PENALTY, UNDO, RefusedError, event
from shared_rules.games.match import Match
from shared_rules.games.options import CHOICE, LIST, NUMBER, OPTIONS, OptionError
from shared_rules.games.scoresheet import from_words, to_text
from tableside import views
from tests.harness.random_matches import STEPS, events_of, state, try_event

games = pytest.mark.parametrize("game", catalogue.IDS)


Meaning = tuple[int, int] | None  # a kind of event and its argument
Key = tuple[Meaning, Meaning]  # of a tap and of a hold


def class_of(game: str) -> type[Match]:
    return catalogue.by_id(game)


def kind_of_option(name: str) -> tuple[int, object]:
    _, kind, limit = OPTIONS[options.code_of(name)]
    return kind, limit


def key_maps(game: str) -> list[list[Key]]:
    """Those that a match of the game has while it is played at random, each once."""
    rng = random.Random(game)
    steps = [events_of([step], game) for step in STEPS[game]]
    found: list[list[Key]] = []
    for _ in range(20):
        match = catalogue.new(game)
        for _ in range(60):
            keys = list(match.key_map())
            if keys not in found:
                found.append(keys)
            for each in rng.choice(steps):
                try_event(match, each)
    return found


@games
def test_its_catalogue_line(game: str) -> None:
    assert game == class_of(game).ID
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", game)
    assert catalogue.TITLES[catalogue.IDS.index(game)].isupper()


def test_a_record_has_room_for_the_numbers_of_games_and_options() -> None:
    assert len(catalogue.IDS) <= 64
    assert len(OPTIONS) <= 31


def test_no_option_and_no_beginning_of_a_title_stands_twice() -> None:
    names = [name for name, _, _ in OPTIONS]
    assert [name for name in names if names.count(name) > 1] == [], "options that stand twice in options.py"
    begins = [title[:4] for title in catalogue.TITLES]
    twice = [title for title in catalogue.TITLES if begins.count(title[:4]) > 1]
    assert twice == [], "titles that begin with the same four characters"


@games
def test_what_it_declares_is_known(game: str) -> None:
    """Else a word that is spelled wrong would be passed over without a sound."""
    played = class_of(game)
    known = {*dir(DiscGame), "CMN", "SAYS"}  # what all games of discs share is among them
    declared = {name for name in dir(played) if name.isupper() and not name.startswith("_")}
    assert declared - known == set(), f"{played.__name__} declares what nothing reads; a name of its own begins with _"
    missing = {method for method in played.ACTIONS.values() if not hasattr(played, method)}
    assert missing == set(), f"ACTIONS names methods that {played.__name__} does not have"
    options_of_it = {name for name, _ in played.OPTIONS}
    not_there = options_of_it - {name for name, _, _ in OPTIONS}
    assert not_there == set(), "options that are missing in OPTIONS of shared_rules/games/options.py"
    if played.LENGTH != Match.LENGTH:
        assert set(played.LENGTH) - options_of_it == set(), "LENGTH names options that the game does not have"


@games
def test_each_key_means_what_the_game_has(game: str) -> None:
    actions = class_of(game).ACTIONS
    for keys in key_maps(game):
        assert len(keys) <= 5
        for tap, hold in keys:
            for kind, argument in [each for each in (tap, hold) if each]:
                assert kind in actions, (tap, hold)
                assert 0 <= argument <= 255, (tap, hold)


@games
def test_whatever_can_happen_in_it_can_be_pressed(game: str) -> None:
    """By a key, with UNDO down, by NEXT or by the menu; a zone by its value."""
    played = class_of(game)
    meant = {act for keys in key_maps(game) for key in keys for act in key if act}
    by_other_keys = {NEXT, OFF, FORFEIT} | ({PENALTY} if played.PENALTY_POINTS else set())
    on_no_key = set(played.ACTIONS) - by_other_keys - {kind for kind, _ in meant}
    assert on_no_key == set(), "kinds of events in ACTIONS that no key of key_map enters"
    zones = {slot for slot in catalogue.new(game).slots if isinstance(slot, int)}
    assert zones - {argument for _, argument in meant} == set(), "zones that are on no key of key_map"


@games
def test_its_actions_are_there(game: str) -> None:
    played = class_of(game)
    for kind, name in played.ACTIONS.items():
        assert callable(getattr(played, name)), name
        assert kind < OWN or kind - OWN < len(played.WORDS), f"{name} has no word in WORDS"
    for kind, back in played.REVERSES.items():
        assert {kind, back} <= set(played.ACTIONS)
    if AGREE in played.ACTIONS:
        assert played.ACTIONS[NEXT]


@games
def test_its_own_words(game: str) -> None:
    match = catalogue.new(game)
    assert len(match.WORDS) <= 32 - OWN
    for place, (word, what, on_the_status) in enumerate(match.WORDS):
        assert re.fullmatch("[a-z]{2,}", word)
        assert what in ("", "number")
        assert bool(re.search("%[0-9]?d", on_the_status)) == (what == "number")
        assert "?" in on_the_status
        for argument in (0, 7) if what else (0,):
            entered = event(OWN + place, 1, argument)
            assert from_words(to_text(entered, match).lower().split(), match) == entered, "the word is taken"
            assert len(views.press_text(match, entered)) <= 4
    assert re.fullmatch("[a-zà-ÿ]+", match.ROUND)
    assert len(match.TOO_MANY) == 4 and match.TOO_MANY.upper() == match.TOO_MANY


@games
def test_its_options(game: str) -> None:
    played = class_of(game)
    defaults = dict(played.OPTIONS)
    assert len(defaults) == len(played.OPTIONS)
    for name, default in played.OPTIONS:
        kind, limit = kind_of_option(name)
        begins = played.BEGINS_AT.get(name, default)
        if begins is not None:
            assert options.parse_value(name, options.to_text(begins)) == begins
        assert begins is not None or kind == NUMBER, f"{name} has no value to begin with"
        if name == "format":
            assert default == played.FORMATS[0]
    assert set(played.BEGINS_AT) <= set(defaults)
    for name, labels in played.LABELS.items():
        kind, limit = kind_of_option(name)
        assert (kind, limit) == (LIST, len(labels))
        assert len({label[:4] for label in labels}) == len(labels)
    assert set(played.SINCE) <= set(defaults)


@games
def test_what_laptops_ask_for(game: str) -> None:
    played = class_of(game)
    worth, rounds = getattr(played, "CMN", None) or (1, None)
    assert worth >= 1 and (rounds is None or rounds >= 1)
    for slot, says in getattr(played, "SAYS", ()):
        assert slot in catalogue.new(game).slots
        assert says.replace("%d", "") != ""


def test_the_words_of_a_choice_stay_as_they_are() -> None:
    """A word that was added for one game would be valid in every other that has the choice."""
    choices = {name: words for name, kind, words in OPTIONS if kind == CHOICE}
    assert choices["format"] == ("singles", "doubles", "two-on-one")
    assert choices["scoring"] == ("differential", "simple")
    assert choices["start"] == ("clockwise", "loser")


@games
def test_whatever_is_pressed_undo_restores_it_and_a_refusal_changes_nothing(game: str) -> None:
    """At random, and more of it in test_properties.py, which draws from the lines of all games."""
    rng = random.Random(game)
    steps = [events_of([step], game) for step in STEPS[game]]
    for _ in range(8):
        match = catalogue.new(game)
        before = [state(match)]
        for entered in [each for _ in range(25) for each in rng.choice(steps)]:
            if try_event(match, entered):
                before.append(state(match))
            else:
                assert state(match) == before[-1], f"{to_text(entered, match)} was refused, and changed something"
        assert state(scoresheet.read(scoresheet.write(match)).match) == before[-1]
        while len(before) > 1:
            assert state(match) == before.pop()
            match.play(event(UNDO))


class NoKeys(Match):
    """A game whose key map was forgotten."""

    ID = "no-keys"
    OPTIONS = (("format", "singles"),)
    ACTIONS = {NEXT: "end_round"}  # noqa: RUF012

    def end_round(self, side: int, arg: int) -> None:
        self.close([0, 0])


def test_a_game_without_a_key_map_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shared_rules.games.washers.Washers", NoKeys)
    for refused in (lambda: catalogue.by_number(6), lambda: catalogue.new("washers-ritzenthaler")):
        with pytest.raises(OptionError, match="washers-ritzenthaler has no key map"):
            refused()


# What a game declares that leaves it out; docs/adding-a-game.md counts on it.
LEFT_OUT = {
    "FORMATS": ("singles", "doubles"),
    "SINCE": {},
    "REVERSES": {},
    "TWENTIES": False,
    "SEATED": True,
    "ROUND": "round",
    "SHOWS_RUNNING": False,
    "TOO_MANY": "DISC",
    "PENALTY_POINTS": 0,
    "LENGTH": ("target", "games", "rounds", "best_of"),
    "BEGINS_AT": {},
    "LABELS": {},
    "WORDS": (),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_what_a_game_leaves_out(name: str) -> None:
    assert getattr(NoKeys, name) == LEFT_OUT[name]


def test_a_game_that_leaves_all_methods_out_counts_nothing_and_goes_on() -> None:
    match = NoKeys({})
    assert (match.sides, match.seats, match.slots, match.counts) == (2, (0, 1), (), [[], []])
    assert (match.slot_names(), match.key_map(), match.outcome(), match.faults()) == ((), (), (), [])
    assert [match.raw(side) for side in (0, 1)] == [match.running(side) for side in (0, 1)] == [0, 0]
    assert match.close_costs_win() is match.counted() is match.finished is False
    assert match.closes_early() is match.can_choose_first() is match.untouched() is True
    assert (match.chooser(), match.opener(), match.seat_name(0)) == (None, 0, None)
    for closed in (1, 2, 3):
        match.play(event(NEXT))
        assert (match.closed, match.first, match.totals) == (closed, closed % 2, [0, 0]), "clockwise"
        assert match.can_choose_first() is False
    assert NoKeys({"format": "doubles"}).seats == (0, 1, 0, 1)
    assert NoKeys({"format": "two-on-one"}).seats == (0, 1, 0)
    assert NoKeys({"sides": 3}).seats == (0, 1, 2)
    assert [NoKeys({"format": "doubles"}).seat_name(seat) for seat in range(4)] == ["A1", "B1", "A2", "B2"]


# What displays, menus and exports take from each game besides its rules, where it is not what is left out.
DECLARED: dict[str, dict[str, object]] = {
    "crokinole-official": {"TWENTIES": True, "SHOWS_RUNNING": True, "CMN": (1, None)},
    "crokinole-traditional": {
        "TWENTIES": True,
        "SHOWS_RUNNING": True,
        "CMN": (1, None),
        "FORMATS": ("singles", "doubles", "two-on-one"),
    },
    "crokinole-championship": {
        "TWENTIES": True,
        "SHOWS_RUNNING": True,
        "CMN": (1, None),
        "BEGINS_AT": {"best_of": 3},
    },
    "twenties-shootout": {"TWENTIES": True, "SHOWS_RUNNING": True, "CMN": (20, 1), "SINCE": {"format": 3}},
    "pichenotte-southwest": {
        "TWENTIES": True,
        "SHOWS_RUNNING": True,
        "CMN": (1, None),
        "ROUND": "game",
        "BEGINS_AT": {"target": 500},
        "PENALTY_POINTS": 20,
    },
    "pichenottes-quebec": {"ROUND": "manche", "LABELS": {"counters": ("1ST COUNTER", "2ND COUNTER")}},
    "washers-ritzenthaler": {
        "SEATED": False,
        "SINCE": {"format": 3},
        "LABELS": {"holes": ("FAR HOLE", "MIDDLE HOLE", "NEAR HOLE")},
    },
}


@pytest.mark.parametrize("game", DECLARED)
def test_what_the_games_of_the_rule_books_declare(game: str) -> None:
    played = class_of(game)
    expected = {**LEFT_OUT, "CMN": None, **DECLARED[game]}
    found = {name: getattr(played, name, None) for name in expected if name != "REVERSES"}
    assert found == {name: expected[name] for name in found}


class Bags(class_of("crokinole-official")):  # type: ignore[misc]
    """A game of bags instead of discs."""

    PIECES = "washers"
    TOO_MANY = "WSHR"


def test_a_refusal_has_the_games_own_word() -> None:
    match = Bags({"format": "singles", "target": 100, "washers": 1})
    match.play(event(1, 0, 20))
    with pytest.raises(RefusedError, match="all 1 washers of A are counted already"):
        match.play(event(1, 0, 20))
    with pytest.raises(RefusedError, match="B has no washer counted in 5 to take off"):
        match.play(event(OFF, 1, 5))


class Own(class_of("crokinole-official")):  # type: ignore[misc]
    """A game with words of its own."""

    ACTIONS = {**class_of("crokinole-official").ACTIONS, OWN: "bonus", OWN + 1: "pass_on"}  # noqa: RUF012
    WORDS = (("bonus", "number", "?BN%d"), ("pass", "", "?PAS"))


def test_words_of_its_own_are_read_and_written() -> None:
    match = Own({"format": "singles", "target": 100, "discs": 1})
    for line, entered in (("A bonus 7", event(OWN, 0, 7)), ("B pass", event(OWN + 1, 1))):
        assert from_words(line.lower().split(), match) == entered
        assert to_text(entered, match) == line
        with pytest.raises(ValueError):
            to_text(entered)
        with pytest.raises(ValueError):
            to_text(entered, catalogue.new("crokinole-official"))
    assert [views.press_text(match, event(OWN + place, 1, 7)) for place in (0, 1)] == ["BBN7", "BPAS"]
    with pytest.raises(RefusedError, match="'bonus' is followed by one number"):
        from_words(["a", "bonus"], match)
    with pytest.raises(RefusedError, match="unknown zone or word bonus"):
        from_words(["a", "bonus"])
