"""The reference reading of the panel by itself: keys in, events and texts out, each line with its sentence in words.

A line is the sentence, the game, what is done, the events that were accepted since the game began, and what S may show
then: texts between bars, `*` for anything. That nothing else is allowed is tried with every text of VOCABULARY.
"""

import random

import pytest

from tests.board.panel_reference import PanelReference
from tests.board.side_by_side import outcomes
from tests.harness.gestures import gesture

OFFICIAL = "crokinole-official"
SHORT = "crokinole-official target=15"
LOSER = "crokinole-traditional start=loser"
THREE = "crokinole-traditional sides=3 scoring=simple target=20"
SHOOTOUT = "twenties-shootout"
SOUTHWEST = "pichenotte-southwest"
QUEBEC = "pichenottes-quebec"
WASHERS = "washers-ritzenthaler"

VOCABULARY = (
    "A20 A15 A10 A5 A25 A50 A3 A2 A1 B20 B15 B10 B5 B25 B50 -A20 -A15 -A25 -B20 A-PN B-PN AFFT A20+ "
    "AON ADED AKNK A*3 A*2 ADAM BDAM AC10 AC5 AGRN BGRN 1STA 1STB UNDO NEXT STOP AGRE AOK BOK "
    "DISC NONE TURN DONE HOLD DED? NO BUST CNCL BACK A+20 A+15 A+3 A-3 B+2 TOTL RND 20S LOW WINA WINB DRAW "
    "A> B> A>5 A>10 SHO1 SHO2 R1 R2 R3 G1 G2 M1 M2 1A1 2B1 2A1 3A2 *X*"
)
SCROLLED = "wait 30100"
SHOT_OUT = "press A1 ; press B1 ; press B1 ; press NEXT"  # a match that A has started and B has won
UNDO_A1 = "down UNDO ; wait 20 ; down A1 ; wait 90 ; up A1 ; wait 60 ; up UNDO ; wait 60"
A1_UNDO = "down A1 ; wait 20 ; down UNDO ; wait 90 ; up A1 ; wait 60 ; up UNDO ; wait 60"


def play(game: str, keys: str) -> PanelReference:
    panel = PanelReference(game, 3 if "sides=3" in game else 2)
    for command in keys.split(";"):
        if command.strip():
            panel.command(command)
    return panel


def allowed(panel: PanelReference, *more: str) -> set[str]:
    texts = {text for text in [*VOCABULARY.split(), *more] if panel.allows(text)}
    return {"*"} if "*X*" in texts else texts


def held(key: str, ms: int) -> str:
    return f"down {key} ; wait {ms} ; up {key} ; wait 60"


KEYS = [
    # Hold is 800 ms and acts while still held.
    ("acts on release when let go within 500 ms", SOUTHWEST, "down A5 ; wait 450", "", "*"),
    ("acts on release when let go within 500 ms", SOUTHWEST, held("A5", 450), "A 25", "A25"),
    ("let go later it does nothing and S says `HOLD`", SOUTHWEST, held("A5", 520), "", "HOLD"),
    ("let go later it does nothing and S says `HOLD`", SOUTHWEST, held("A5", 780), "", "HOLD"),
    ("*Hold* is 800 ms and acts while still held", SOUTHWEST, "down A5 ; wait 850", "A 50", "A50"),
    ("every other key acts on press", SOUTHWEST, "down A1", "A 20", "A20"),
    ("every other key acts on press, and is no hold", SOUTHWEST, held("A1", 1500) + "; press B1", "A 20, B 20", "B20"),
    ("a key that has a hold meaning in the present phase", OFFICIAL, held("A4", 600), "", "HOLD"),
    ("a key that has none in the present phase", OFFICIAL, "press A1 ; down A4 ; wait 600", "A 20, A 5", "A5"),
    ("MENU has a hold meaning", OFFICIAL, "press A1 ; wait 2000 ; " + held("MENU", 600), "A 20", "HOLD"),
    # Key tables.
    ("Québec 1: dame; hold: this side is green", QUEBEC, "press A1 ; hold B1", "A dame, B colour green", "BGRN"),
    ("Québec 2, 3: counters", QUEBEC, "press A1 ; press A2 ; press A3", "A dame, A counter 5, A counter 10", "AC10"),
    ("washers: far hole; hold: sunk into it", WASHERS, "press A4 ; hold A1", "A board, A sunk 3", "A*3"),
    ("washers: dead; hold: knocked", WASHERS, "press A4 ; press A5 ; hold A5", "A board, A dead, A knocked", "AKNK"),
    ("under review hold: agree", SOUTHWEST, "hold NEXT ; hold A1", "next, A agree", "AGRE|AOK"),
    ("a tap there is still a twenty", SOUTHWEST, "hold NEXT ; hold A1 ; press A1", "next, A agree, A 20", "A20"),
    ("under review a short hold of key 1 is no twenty", SOUTHWEST, "hold NEXT ; " + held("A1", 700), "next", "HOLD"),
    # UNDO.
    ("UNDO acts on release if held under 500 ms", OFFICIAL, "press A1 ; " + held("UNDO", 450), "A 20, undo", "UNDO"),
    ("and not if it was held longer", OFFICIAL, "press A1 ; " + held("UNDO", 520), "A 20", "A20|R1|HOLD"),
    ("and not while it is down", OFFICIAL, "press A1 ; wait 2000 ; down UNDO ; wait 450", "A 20", "R1"),
    ("UNDO and a side key: one off", OFFICIAL, "press A1 ; " + UNDO_A1, "A 20, A off 20", "-A20"),
    (
        "a count already written is undone first",
        OFFICIAL,
        "press A1 ; " + A1_UNDO,
        "A 20, A 20, undo, A off 20",
        "-A20",
    ),
    ("undone first, and then there is none to take off", OFFICIAL, A1_UNDO, "A 20, undo", "NONE"),
    ("a count not yet written is not written", OFFICIAL, A1_UNDO.replace("A1", "A4"), "", "NONE"),
    ("more than 50 ms apart", OFFICIAL, "down A1 ; wait 90 ; press UNDO ; up A1 ; wait 60", "A 20, undo", "UNDO"),
    ("1…5 with UNDO down: off", OFFICIAL, "press A1 ; down UNDO ; wait 400 ; press A1", "A 20, A off 20", "-A20"),
    ("1…5 with UNDO down: off", SOUTHWEST, "hold A5 ; press A5 ; down UNDO ; press A5", "A 50, A 25, A off 25", "-A25"),
    ("washers have no off", WASHERS, "press A1 ; wait 2000 ; down UNDO ; press A1", "A 3", "R1|NO|NONE|DISC|TURN|DONE"),
    # NEXT.
    ("a side has counted nothing in the round", OFFICIAL, "press A1 ; press NEXT", "A 20", "HOLD"),
    ("a side has counted nothing in the round", THREE, "press A1 ; press B1 ; press NEXT", "A 20, B 20", "HOLD"),
    ("a side has counted nothing in the round", SHOOTOUT, "press A1 ; press NEXT", "A 20", "HOLD"),
    ("a side has counted nothing in the round", SOUTHWEST, "press A1 ; press NEXT", "A 20", "HOLD"),
    (
        "where both have counted it acts on press",
        SOUTHWEST,
        "press A1 ; press B1 ; down NEXT",
        "A 20, B 20, next",
        "NEXT|AGRE",
    ),
    ("NEXT held acts at 800 ms", SHORT, "press A1 ; down NEXT ; wait 750", "A 20", "A20|R1|HOLD"),
    ("NEXT held acts at 800 ms", SHORT, "press A1 ; down NEXT ; wait 850", "A 20, next", "A+20"),
    ("nothing at all was entered", WASHERS, "press NEXT", "", "HOLD"),
    (
        "washers not all entered while a side stands at its target",
        WASHERS + " target=3",
        "press A1 ; press NEXT",
        "A 3",
        "DED?",
    ),
    ("all entered", WASHERS + " target=3 washers=1", "press A1 ; press NEXT", "A 3, next", "A+3"),
    ("the rules refuse `next`", QUEBEC, "press A1 ; press NEXT", "A dame", "NO"),
    ("a bouncing switch is one press", OFFICIAL, "bounce A1", "A 20", "A20"),
    ("before the first event of a match, hold key 4", OFFICIAL, "hold B4", "first B", "1STB"),
    ("entered again it replaces the former", OFFICIAL, "hold B4 ; hold A4", "first B, first A", "1STA"),
]

REFUSALS = [
    ("`DISC` too many", "crokinole-official discs=1", "press A1 ; press A2", "DISC"),
    ("`NONE` nothing to take off", OFFICIAL, "press A2 ; " + UNDO_A1, "NONE"),
    ("`TURN` not your turn", QUEBEC, "press B2", "TURN"),
    ("`DONE` match is over", SHOOTOUT, SHOT_OUT + "; press A1", "DONE"),
    ("a result wants NEXT held", SHOOTOUT, SHOT_OUT + "; press NEXT", "HOLD|DONE"),
    ("`NO` else", SOUTHWEST, "press A1 ; press B1 ; press NEXT ; press NEXT", "NO"),
    ("agree is entered once a review", SOUTHWEST, "hold NEXT ; hold A1 ; hold A1", "NO"),
    ("refusals, 2 s", "crokinole-official discs=1", "press A1 ; press A2 ; wait 1700", "DISC"),
    ("refusals, 2 s", "crokinole-official discs=1", "press A1 ; press A2 ; wait 2100", "R1"),
    (
        "a new press ends what the one before it said",
        "crokinole-official discs=1",
        "press A1 ; press A2 ; press B1",
        "B20",
    ),
    ("a new press ends what the one before it said", "crokinole-official discs=1", "press A1 ; down A2", "DISC"),
    ("a refusal ends it too", WASHERS + " target=2", "press A1 ; hold A5", "NONE|NO"),
]

SAID = [
    # The press, 1.5 s.
    ("side and what, 1.5 s", OFFICIAL, "press A1 ; wait 1300", "A20"),
    ("side and what, 1.5 s", OFFICIAL, "press A1 ; wait 1500", "R1"),
    ("`A ON` board", WASHERS, "press A4", "AON"),
    ("`ADED`", WASHERS, "press A5", "ADED"),
    ("a hole", WASHERS, "press A2", "A2"),
    ("`ADAM`", QUEBEC, "press A1", "ADAM"),
    ("`STOP`, or whose turn it is", QUEBEC, "press A1 ; press A4", "STOP|B>"),
    ("an undo `UNDO` for 0.5 s, then what it took", OFFICIAL, "press A2 ; press UNDO ; wait 300", "UNDO"),
    ("an undo `UNDO` for 0.5 s, then what it took", OFFICIAL, "press B1 ; press A2 ; press UNDO ; wait 600", "A15"),
    ("1.5 s, or 0.5 and 1.5", OFFICIAL, "press B1 ; press A2 ; press UNDO ; wait 1700", "A15|R1"),
    ("and no longer", OFFICIAL, "press B1 ; press A2 ; press UNDO ; wait 2100", "R1"),
    ("also NEXT", OFFICIAL, "press A1 ; hold NEXT ; press UNDO ; wait 600", "NEXT"),
    ("also STOP", QUEBEC, "press A1 ; press A4 ; press UNDO ; wait 600", "STOP"),
    ("also AGRE", SOUTHWEST, "hold NEXT ; hold A1 ; press UNDO ; wait 600", "AGRE|AOK"),
    ("one off, taken back", OFFICIAL, "press A1 ; " + UNDO_A1 + "; press UNDO ; wait 600", "-A20"),
    ("an undo ends what was said before", SHORT, "press A1 ; hold NEXT ; press UNDO", "UNDO"),
    # Happenings, 3 s.
    ("`BUST`", WASHERS + " target=4", "press A1 ; press A2 ; wait 2700", "BUST"),
    ("`BUST` for 3 s", WASHERS + " target=4", "press A1 ; press A2 ; wait 3000", "R1"),
    ("`CNCL`", WASHERS, "press A1 ; press B1", "CNCL"),
    ("the award with its sign", OFFICIAL, "press A1 ; hold NEXT ; wait 2600", "A+20"),
    ("and then the round", OFFICIAL, "press A1 ; hold NEXT ; wait 3000", "R2"),
    ("the award with its sign", WASHERS + " target=2", "press A1 ; press NEXT", "A-3"),
    ("longer ones scrolled once", "crokinole-traditional scoring=simple", "press A1 ; press B2 ; press NEXT", "*"),
    (
        "and then the round",
        "crokinole-traditional scoring=simple",
        "press A1 ; press B2 ; press NEXT ; wait 8100",
        "R2",
    ),
    ("no award to anybody", OFFICIAL, "press A1 ; press B1 ; press NEXT", "NEXT|R2"),
    ("no award to anybody", OFFICIAL, "press A1 ; press B1 ; press NEXT ; wait 1500", "R2"),
    # The view, the result, the review.
    (
        "the name of the view while MENU shows one",
        OFFICIAL,
        "press A1 ; wait 2000 ; press MENU ; wait 2500",
        "TOTL|RND|20S",
    ),
    ("for 3 s", OFFICIAL, "press A1 ; wait 2000 ; press MENU ; wait 3100", "R1"),
    ("result", SHOOTOUT, SHOT_OUT + " ; wait 8100", "WINB"),
    ("result", SHOOTOUT, "press A1 ; press B1 ; press NEXT ; wait 8100", "DRAW"),
    ("after the award", SHOOTOUT, "press A1 ; hold NEXT ; wait 3100", "WINA"),
    ("`AGRE`, then `A OK`", SOUTHWEST, "hold NEXT ; wait 1600", "AGRE"),
    ("`AGRE`, then `A OK`", SOUTHWEST, "hold NEXT ; hold B1 ; wait 1600", "BOK"),
    # Before the first event.
    ("before the first event: scrolled", OFFICIAL, "wait 100", "*"),
    ("scrolled once", OFFICIAL, SCROLLED, "R1"),
    ("and again at MENU", OFFICIAL, f"{SCROLLED} ; press MENU ; wait 5000", "*"),
    ("after a round with start=loser who may choose", LOSER, "press A1 ; hold NEXT ; wait 3100", "*"),
    ("scrolled, too", LOSER, f"press A1 ; hold NEXT ; {SCROLLED}", "R2"),
    ("after a tie nobody may choose", LOSER, "press A1 ; press B1 ; press NEXT ; wait 1600", "R2"),
    ("the next event ends it", LOSER, "press A1 ; hold NEXT ; press A1 ; wait 1600", "R2"),
    ("`LOW` for 3 s at the start of a match", OFFICIAL, "press A1 ; wait 1600", "LOW|R1"),
    # Turn, shootout, round.
    ("Québec turn with pending counters", QUEBEC, "press A1 ; press A2 ; wait 6000", "A>5"),
    ("`STOP` when it is over", QUEBEC, "press A1 ; press A4 ; press A1 ; wait 6000", "STOP"),
    ("until it is stopped", QUEBEC, "press A1 ; press A4 ; press A1 ; press B4 ; wait 6000", "A>"),
    (
        "in doubles number and seat",
        "crokinole-official format=doubles",
        "press A1 ; hold NEXT ; press A1 ; wait 6000",
        "2B1",
    ),
    ("washers have no seats", WASHERS + " format=doubles", "press A1 ; wait 6000", "R1"),
    ("Southwest `G 3`", SOUTHWEST, "press A1 ; wait 6000", "G1"),
]
SAID_EARLY = ("LOW",)  # a text of the first seconds of a match, which may stand wherever the rest stands


@pytest.mark.parametrize(("sentence", "game", "keys", "events", "texts"), KEYS)
def test_keys(sentence: str, game: str, keys: str, events: str, texts: str) -> None:
    panel = play(game, keys)
    assert ", ".join(panel.accepted) == events, sentence
    assert allowed(panel) - set(SAID_EARLY) == set(texts.split("|")), sentence


@pytest.mark.parametrize(("sentence", "game", "keys", "texts"), REFUSALS + SAID)
def test_texts(sentence: str, game: str, keys: str, texts: str) -> None:
    panel = play(game, keys)
    early = set() if "LOW" in texts else set(SAID_EARLY)
    assert allowed(panel, *texts.split("|")) - early == set(texts.split("|")), sentence


@pytest.mark.parametrize(
    ("sentence", "event", "texts"),
    [
        ("`A-PN` penalty", "A penalty 20", "A-PN"),
        ("`AFFT` forfeit", "A forfeit", "AFFT"),
        ("colour", "A colour red", "ARED"),
    ],
)
def test_what_the_menu_enters_is_said_like_a_press(sentence: str, event: str, texts: str) -> None:
    panel = PanelReference(QUEBEC if "colour" in event else SOUTHWEST)
    assert panel.enter(event)
    assert allowed(panel, texts) == {texts}, sentence


def test_a_review_shows_a_penalty_first_for_3_s() -> None:
    panel = play(SOUTHWEST, "press A1 ; press B1 ; wait 6000")
    panel.enter("B penalty 20")
    panel.command("press NEXT")
    assert {"A-PN", "B-PN", "AGRE", "NEXT"} <= {text for text in VOCABULARY.split() if panel.allows(text)}
    panel.command("wait 5100")
    assert allowed(panel) == {"AGRE"}


# --- A, B, C -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "game", "keys", "lit"),
    [
        ("the match total", OFFICIAL, "", ["°  0", "   0"]),
        ("as soon as any side has a count, on all sides, last point lit", OFFICIAL, "press B1", ["°  0.", "  20."]),
        ("until its close", OFFICIAL, "press B1 ; hold NEXT", ["   0", "° 20"]),
        ("what was taken off is no count", OFFICIAL, "press A1 ; " + UNDO_A1, ["°  0", "   0"]),
        ("in its leftmost digit", OFFICIAL, "press A1 ; " * 5 + "wait 1", ["°100.", "   0."]),
        (
            "if that is free",
            "crokinole-official discs=24 target=9999",
            "press A1;" * 24 + "hold NEXT;" * 2,
            ["°480", "   0"],
        ),
        ("a shootout shows twenties", SHOOTOUT, "press A1 ; press B1 ; press B1", ["°  1.", "   2."]),
        ("after the result nobody is first", SHOOTOUT, SHOT_OUT, ["   1", "   2"]),
        ("washers always the total, negative with a minus", WASHERS + " target=2", "press A1", ["° -3", "   0"]),
        ("Québec the total", QUEBEC, "press A1", ["°  0", "   0"]),
        ("during a review it still is the round", SOUTHWEST, "press A1 ; hold NEXT", ["° 20.", "   0."]),
        ("of three", THREE, "hold C4 ; press A1", ["  20.", "   0.", "°  0."]),
    ],
)
def test_digits(sentence: str, game: str, keys: str, lit: list[str]) -> None:
    assert list(play(game, keys).displays().values()) == lit, sentence


@pytest.mark.parametrize(
    ("sentence", "events", "lit"),
    [
        ("what the round would award now: penalties", "A 20, B 15, A penalty 20, A penalty 20", ["°-20.", "  15."]),
        ("what the round would award now: a forfeit", "A 20, B 15, A forfeit", ["°  0.", "  15."]),
        ("a side that does not forfeit not less than 0", "A forfeit, B penalty 20", ["°  0.", "   0."]),
    ],
)
def test_the_running_number_of_southwest(sentence: str, events: str, lit: list[str]) -> None:
    panel = PanelReference(SOUTHWEST)
    for event in events.split(", "):
        assert panel.enter(event)
    assert list(panel.displays().values()) == lit, sentence


def test_a_shootout_of_southwest_shows_twenties_less_penalties() -> None:
    panel = play(
        "pichenotte-southwest games=1", "hold NEXT ; hold A1 ; hold B1 ; press A1 ; press B1 ; press B1 ; wait 6000"
    )
    assert allowed(panel) == {"SHO1"}
    panel.enter("A penalty 20")
    assert list(panel.displays().values()) == ["   0.", "°  2."]
    panel.enter("A forfeit")
    panel.enter("B forfeit")
    assert list(panel.displays().values()) == ["   0.", "°  0."], "0 for a side that forfeits"


def test_the_ring_is_left_out_where_the_number_has_four_characters() -> None:
    panel = play("washers-ritzenthaler holes=99,98,97 target=1", "press A1 ; press B1")
    assert panel.displays() == {"A": "-198", "B": "   0"}


# --- Matches -------------------------------------------------------------------------------------------------------

REMATCH = SHOT_OUT + " ; wait 8100 ; hold NEXT"
TWO_MATCHES = f"{REMATCH} ; {REMATCH}"


@pytest.mark.parametrize(
    ("sentence", "keys", "matches", "texts"),
    [
        ("hold NEXT: a new match, the other side starts", REMATCH, 2, "*"),
        ("a rematch keeps its starter", REMATCH + " ; press UNDO", 2, "NONE|NO"),
        ("a rematch keeps its starter", REMATCH + " ; press A1 ; press UNDO ; press UNDO", 2, "NONE|NO"),
        ("let go between 500 and 800 ms", REMATCH + " ; " + held("UNDO", 700), 2, "HOLD"),
        ("holding UNDO there takes the start back, while still held", REMATCH + " ; down UNDO ; wait 850", 1, "BACK"),
        ("happenings, 3 s", REMATCH + " ; hold UNDO ; wait 2600", 1, "BACK"),
        ("the match before goes on, result or not", REMATCH + " ; hold UNDO ; wait 3000", 1, "WINB"),
        ("`UNDO` still reopens the result", REMATCH + " ; hold UNDO ; press UNDO ; wait 600", 1, "NEXT"),
        ("one step", REMATCH + " ; hold UNDO" + "; press UNDO" * 4 + " ; hold UNDO", 1, "NONE"),
        ("one step", TWO_MATCHES + " ; hold UNDO" + "; press UNDO" * 4 + " ; hold UNDO", 2, "NONE"),
        ("the match before is there again", REMATCH + " ; hold UNDO ; hold NEXT ; hold UNDO", 1, "BACK"),
        ("a match without events", REMATCH + " ; press A1 ; press UNDO ; hold UNDO", 1, "BACK"),
        ("an event stands", REMATCH + " ; press A1 ; wait 6000 ; hold UNDO", 2, "SHO1|R1|HOLD"),
        ("`first` is an event", REMATCH + " ; hold A4 ; wait 6000 ; hold UNDO", 2, "*"),
        ("`NONE` where there is none before", "hold UNDO", 1, "NONE"),
        ("a side key with it: one off and no BACK", REMATCH + " ; down UNDO ; press A1 ; wait 900", 2, "NONE"),
    ],
)
def test_the_match_before(sentence: str, keys: str, matches: int, texts: str) -> None:
    panel = play(SHOOTOUT, keys)
    assert len(panel.matches) == matches, sentence
    assert allowed(panel) - set(SAID_EARLY) == set(texts.split("|")), sentence


def test_the_starter_of_a_rematch_is_no_event_and_a_first_by_key_4_is() -> None:
    panel = play(SHOOTOUT, REMATCH)
    assert (panel.displays(), panel.accepted) == ({"A": "   0", "B": "°  0"}, [])
    panel.command("hold A4")
    assert (panel.displays(), panel.accepted) == ({"A": "°  0", "B": "   0"}, ["first A"])
    panel.command("press UNDO")
    assert (panel.displays(), panel.standing) == ({"A": "   0", "B": "°  0"}, [])
    panel.command("press UNDO")
    assert (panel.displays(), panel.accepted) == ({"A": "   0", "B": "°  0"}, ["first A", "undo"])


def test_an_abandoned_match_goes_on_after_back_as_what_it_was() -> None:
    panel = play(SOUTHWEST, "press A1 ; hold NEXT ; hold B1")
    panel.begin(SHOOTOUT)
    panel.command("hold UNDO")
    assert panel.match.game == SOUTHWEST
    assert panel.displays() == {"A": "° 20.", "B": "   0."}
    panel.command("wait 3100")
    assert allowed(panel) == {"BOK"}


def test_undo_goes_back_over_round_ends_and_the_result() -> None:
    panel = play(SHORT, "hold B4 ; press A3 ; hold NEXT ; press A3 ; hold NEXT ; wait 8100")
    assert allowed(panel) == {"WINA"}
    digits = []
    for _ in range(5):
        panel.command("press UNDO")
        digits.append(" ".join(panel.displays().values()))
    assert digits == ["° 10.    0.", "° 10    0", "  10. °  0.", "   0 °  0", "°  0    0"]


def test_a_handshake_closes_the_round() -> None:
    panel = play(SOUTHWEST, "press A1 ; press B2 ; press NEXT ; down A1 ; wait 90 ; down B1 ; wait 750")
    assert panel.accepted[-1] == "A agree"
    panel.command("wait 150")
    assert panel.accepted[-1] == "B agree"
    assert panel.displays() == {"A": "  20", "B": "° 15"}


def test_a_draw_of_three_says_whose() -> None:
    panel = play(THREE, "press A1 ; press B1 ; hold NEXT ; wait 8100")
    assert panel.allows("DRAB")
    assert panel.allows("A=B")
    assert not panel.allows("A=C")
    assert not panel.allows("WINA")


# --- The toss ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sentence", "keys", "events"),
    [
        ("that side's key 1: we start", "press C1", "first C"),
        ("key 2: they start, of three the next clockwise", "press C2", "first A"),
        ("one `first` event, and the keys are as ever", "press C2 ; press C2", "first A, C 15"),
        ("anything else: nothing", "press A1 ; hold B4 ; press C3 ; hold NEXT ; hold UNDO ; press C1", "first C"),
        ("MENU leaves", "press MENU ; press C1", "C 20"),
    ],
)
def test_the_side_that_won_a_toss_says_who_starts(sentence: str, keys: str, events: str) -> None:
    panel = play(THREE, "hold B4 ; press UNDO")
    panel.toss()
    panel.command("press C1")
    panel.won("C")
    assert panel.displays() == {"A": "   0", "B": "   0", "C": "°  0"}
    assert allowed(panel, "1ST?") == {"1ST?"}
    for command in keys.split(" ; "):
        panel.command(command)
    assert ", ".join(panel.accepted) == "first B, undo, " + events, sentence


# --- Power ---------------------------------------------------------------------------------------------------------


def test_a_power_cut_ends_what_was_said_and_forgets_the_keys() -> None:
    panel = play(OFFICIAL, "press B1 ; down A1")
    panel.power_cut()
    assert allowed(panel) == {"R1"}
    panel.command("press A1")
    assert panel.standing == ["B 20", "A 20", "A 20"]


def test_a_command_that_writes_two_records_may_be_cut_between_them() -> None:
    panel = play(OFFICIAL, "press A1 ; down A1 ; wait 20")
    assert [each.standing for each in outcomes(panel, "down UNDO")] == [
        ["A 20", "A 20"],
        ["A 20"],
        ["A 20", "A off 20"],
    ]
    assert panel.standing == ["A 20", "A 20"]


# --- Random gestures -----------------------------------------------------------------------------------------------


def test_random_gestures_meet_what_there_is_to_meet() -> None:
    """The scripts that are played beside the board reach these; otherwise they would hold nothing about them."""
    seen: set[str] = set()
    for seed, game in enumerate(
        [SHORT + " discs=2", "pichenotte-southwest games=1 discs=2", SHOOTOUT, QUEBEC + " dames=2"] * 3
    ):
        rng = random.Random(seed)
        panel = PanelReference(game)
        for _ in range(120):
            for command in gesture(rng, panel):
                panel.command(command)
                seen |= {text for said in panel.status_line.said if said.until > panel.now for text in said.texts or ()}
        assert panel.match.result()["totals"].keys() == {"A", "B"}
    wanted = {"UNDO", "HOLD", "BACK", "NONE", "DISC", "-A20", "AGRE", "A+20", "A50", "1STB", "STOP", "TURN", "DONE"}
    assert wanted - seen <= {"STOP"}  # which may be said, and never has to be
