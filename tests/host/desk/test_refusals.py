"""Every refusal of the desk: its code, what is wrong, and what to do next."""

import pytest

from tallyboard.desk import Refusal, ScriptError, read_script
from tests.host.desk.days import WASHERS, begun

FIRST = "tournament singles seed=7"
FOUR = [FIRST, "add Ann", "add Bob", "add Cid", "add Dot"]
SINGLE = [*FOUR, f"phase 1 single {WASHERS}", "draw 1"]
ROUND_ROBIN = [*FOUR, f"phase 1 round-robin {WASHERS}", "draw 1"]
SWISS = [*FOUR, f"phase 1 swiss rounds=2 {WASHERS}", "draw 1"]

EVENTS = (
    "The events are add, rename, in, absent, withdraw, disqualify, contest, seeds, open, close, phase, draw, redraw, "
    "end, call, free, result, forfeit, clear, shootout, note, undo."
)
GAMES = (
    "The game is not valid: unknown game chess; the games are crokinole-official, crokinole-traditional, "
    "crokinole-championship, twenties-shootout, pichenotte-southwest, pichenottes-quebec, washers-ritzenthaler."
)

# The code, the lines of which the last is refused, what is wrong, and what to do.
REFUSED = [
    (
        "first-line",
        ["tournament triples"],
        "A tournament's first line is `tournament singles` or `tournament doubles`, with or without `seed=N`.",
        "Begin with that line; N is a number of at most nine digits.",
    ),
    (
        "first-line",
        [*FOUR, "tournament singles"],
        "The tournament has begun already.",
        "Begin another one in a script of its own.",
    ),
    ("syntax", [*FOUR, "hello"], "There is no event hello.", EVENTS),
    (
        "syntax",
        [*FOUR, "result 1:1-2 1 5"],
        "There are too few words in `result 1:1-2 1 5`.",
        "Write it as `result M[/G] X S Y S [twenties N N] [won X] [board ID]`.",
    ),
    ("time", [*FOUR, "at 9:00", "note x", "at 8:59"], "It is 9:00 already.", "Give that time or a later one."),
    ("syntax", [*FOUR, "at 9:60"], "`at 9:60` is no time.", "Write it as `at 9:05`, up to 99999:59."),
    ("syntax", [*FOUR, "at 100000:00"], "`at 100000:00` is no time.", "Write it as `at 9:05`, up to 99999:59."),
    ("syntax", [*FOUR, "at 099:00"], "`at 099:00` is no time.", "Write it as `at 9:05`, up to 99999:59."),
    ("names", [*FOUR, "add"], "An entrant here is one player's name, and none is given.", "Write it as `Ann`."),
    ("names", [*FOUR, "add Eva & Fay"], "An entrant here is one player's name, not `Eva & Fay`.", "Write it as `Ann`."),
    (
        "names",
        ["tournament doubles", "add Ann"],
        "An entrant here is two players' names with & between them, not `Ann`.",
        "Write it as `Ann & Bob`.",
    ),
    ("names", [*FOUR, "add " + "x" * 61], "The name has 61 characters; 60 is the most.", "Shorten it."),
    ("duplicate", [*FOUR, "add ANN"], "ANN is there already.", "Tell them apart, as in `Ann P` and `Ann R`."),
    ("duplicate", [*FOUR, "rename 2 ann"], "ann is there already.", "Tell them apart, as in `Ann P` and `Ann R`."),
    ("duplicate", [*FOUR, "seeds 1 2 1"], "Ann stands there twice.", "Name everybody once."),
    ("duplicate", [*ROUND_ROBIN, "shootout 1 1 3 1 4"], "Ann stands there twice.", "Name everybody once."),
    ("unknown-entrant", [*FOUR, "withdraw 5"], "There is no entrant 5.", "`tallyboard tournament entrant` lists them."),
    (
        "unknown-entrant",
        [*ROUND_ROBIN, "add Eva", "shootout 1 1 3 5 4"],
        "Eva is not in phase 1.",
        "Name entrants who were drawn into it.",
    ),
    (
        "unknown-table",
        [*FOUR, "close 1"],
        "There is no table 1.",
        "`tallyboard tournament tables` lists them; `tallyboard tournament open 1` opens it.",
    ),
    (
        "unknown-table",
        [*SINGLE, "open 1", "close 1", "call 1:W1.1 1"],
        "Table 1 is closed.",
        "Open it with `tallyboard tournament open 1`.",
    ),
    (
        "in-use",
        [*SINGLE, "open 1", "call", "close 1"],
        "1:W1.1 is called to table 1.",
        "Enter its result, or `tallyboard tournament free 1`.",
    ),
    (
        "in-use",
        [*SINGLE, "open 1", "call 1:W1.1 1", "call 1:W1.2 1"],
        "1:W1.1 is called to table 1.",
        "Enter its result, or `tallyboard tournament free 1`.",
    ),
    (
        "unknown-phase",
        [*FOUR, "draw 1"],
        "There is no phase 1.",
        "`tallyboard tournament phase` declares the next one.",
    ),
    ("unknown-phase", [*FOUR, f"phase 2 single {WASHERS}"], "Phase 2 is not the next.", "The next is 1."),
    (
        "unknown-match",
        [*SINGLE, "call 1:W9.1 1"],
        "There is no match 1:W9.1 in phase 1.",
        "`tallyboard tournament schedule` lists the matches.",
    ),
    (
        "unknown-match",
        [*SINGLE, "clear x"],
        "`X` is no match of this tournament.",
        "A match is called 1:2-5 in a league, or 1:W2.1, 1:L3.2, 1:T, 1:F1 in a bracket: see the schedule.",
    ),
    (
        "unknown-match",
        [*FOUR, f"phase 1 single {WASHERS}", "forfeit 1:W1.1 1"],
        "There is no match 1:W1.1 in phase 1, which is not drawn.",
        "`tallyboard tournament schedule` lists the matches.",
    ),
    (
        "drawn",
        [*SINGLE, "draw 1"],
        "Phase 1 is drawn already.",
        "`tallyboard tournament redraw 1` draws it again; what was played counts as soon as the same two meet.",
    ),
    ("drawn", [*SINGLE, f"phase 1 double {WASHERS}"], "Phase 1 is drawn already.", "Declare another one: phase 2."),
    (
        "drawn",
        [
            *SWISS,
            "forfeit 1:1-3 1",
            "forfeit 1:2-4 2",
            "draw 1",
            "forfeit 1:3-4 3",
            "forfeit 1:1-2 1",
            f"phase 2 single of=1 {WASHERS}",
            "draw 2",
            "redraw 1",
        ],
        "Phase 2 takes its entrants from phase 1 and is drawn already.",
        "Leave the draw as it is: a correction changes the standings all the same.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 triple {WASHERS}"],
        "There is no format triple.",
        "The formats are round-robin, swiss, partners, single, double.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 double reset=maybe {WASHERS}"],
        "`reset=maybe` is not valid.",
        "It is one of yes, no.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 single third=maybe {WASHERS}"],
        "`third=maybe` is not valid.",
        "It is one of no, yes.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 single best=2 {WASHERS}"],
        "`best=2` could end level.",
        "It is an odd number from 1 to 9.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 swiss {WASHERS}"],
        "A Swiss phase needs its number of rounds.",
        "Give it, as in rounds=5.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 single rounds=3 {WASHERS}"],
        "single has no option `rounds=3`.",
        "It has of=, take=, across=, order=, third=, best=, level=, minutes=, rest=.",
    ),
    (
        "option",
        [*FOUR, "phase 1 single game chess"],
        GAMES,
        "Write it as in a scoresheet, as in game crokinole-official.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 single take=1-8 {WASHERS}"],
        "`take` chooses from another phase.",
        "Name that phase with of=K, or leave `take` out.",
    ),
    (
        "option",
        [*FOUR, f"phase 1 single across=points {WASHERS}"],
        "`across` is for the ranking of another phase.",
        "Name that with of=K, or leave `across` out.",
    ),
    (
        "option",
        [*SINGLE, f"phase 2 single of=1 take=early {WASHERS}"],
        "`take=early` is no range of places.",
        "Write it as take=1-8, or as take=lost.",
    ),
    (
        "format",
        [*ROUND_ROBIN, f"phase 2 single of=1 take=lost {WASHERS}", "draw 2"],
        "Phase 2 takes who lost their first match in phase 1, which is no `single`.",
        "Declare phase 2 with places of its ranking, as in take=1-8.",
    ),
    (
        "unfinished",
        [*SINGLE, f"phase 2 single of=1 take=lost {WASHERS}", "draw 2"],
        "Phase 2 takes its entrants from phase 1, whose first matches are not all decided.",
        "Play or end phase 1 first; `tallyboard tournament schedule` shows what is left of it.",
    ),
    (
        "format",
        [*FOUR, f"phase 1 single {WASHERS}", "draw 1 1-2 3-4"],
        "Phase 1 is single, and only a Swiss round is paired by hand.",
        "`tallyboard tournament draw 1` draws it without pairs.",
    ),
    ("syntax", [*SWISS, "draw 1 12"], "`12` is no pair in `draw 1 12`.", "Write it as `draw K [X-Y…]`."),
    (
        "not-these",
        [*FOUR, f"phase 1 swiss rounds=2 {WASHERS}", "absent 4", "draw 1 1-4 2-3"],
        "Dot would not be drawn into phase 1 now.",
        "Pair those who are in the phase and in the hall.",
    ),
    (
        "duplicate",
        [*FOUR, f"phase 1 swiss rounds=2 {WASHERS}", "draw 1 1-4 2-1"],
        "Ann stands there twice.",
        "Name everybody once.",
    ),
    (
        "unpaired",
        [*FOUR, f"phase 1 swiss rounds=2 {WASHERS}", "draw 1 1-4"],
        "Bob, Cid are in no pair.",
        "Pair all who are in; of an odd number one is left over, and has the bye.",
    ),
    (
        "too-few",
        ["tournament singles", "add Ann", f"phase 1 single {WASHERS}", "draw 1"],
        "There are too few entrants to draw phase 1: 2 are the least.",
        "Add entrants, or bring back who is absent with `tallyboard tournament in`.",
    ),
    (
        "too-few",
        [*FOUR, f"phase 1 round-robin groups=3 {WASHERS}", "draw 1"],
        "There are too few entrants to draw phase 1: every group needs two, so 6 are the least.",
        "Add entrants, or bring back who is absent with `tallyboard tournament in`.",
    ),
    (
        "unfinished",
        [*SWISS, "draw 1"],
        "Matches of phase 1 are not decided yet.",
        "Enter their results, or a forfeit, then draw the next round; `tallyboard tournament schedule` lists them.",
    ),
    (
        "unfinished",
        [*SINGLE, f"phase 2 single of=1 {WASHERS}", "draw 2"],
        "Phase 2 takes its entrants from phase 1, which is not finished.",
        "Play or end phase 1 first; `tallyboard tournament schedule` shows what is left of it.",
    ),
    ("over", [*SWISS, "end 1", "draw 1"], "Phase 1 was ended.", "Draw the next phase, or see the standings."),
    (
        "over",
        [*ROUND_ROBIN, "end 1", "redraw 1"],
        "Phase 1 was ended.",
        "`tallyboard tournament undo` takes the end back, if it came last.",
    ),
    (
        "over",
        [*FOUR, f"phase 1 swiss rounds=1 {WASHERS}", "draw 1", "forfeit 1:1-3 1", "forfeit 1:2-4 2", "draw 1"],
        "Phase 1 has all its rounds (1).",
        "Draw the next phase, or see the standings.",
    ),
    (
        "tied",
        [
            *FOUR,
            f"phase 1 round-robin chain=points {WASHERS}",
            "draw 1",
            "end 1",
            f"phase 2 single of=1 take=1-2 {WASHERS}",
            "draw 2",
        ],
        "Ann, Bob, Cid, Dot are level, and a border of the places 1 to 2 lies between them.",
        "Enter a `shootout` of them if the chain has it, or declare the phase with other places.",
    ),
    (
        "not-drawn",
        [*FOUR, f"phase 1 single {WASHERS}", "redraw 1"],
        "Phase 1 is not drawn yet.",
        "`tallyboard tournament draw 1` draws it.",
    ),
    (
        "not-drawn",
        [*FOUR, f"phase 1 swiss rounds=2 {WASHERS}", "end 1"],
        "Phase 1 is not drawn yet.",
        "`tallyboard tournament draw 1` draws it.",
    ),
    ("format", [*SINGLE, "end 1"], "Phase 1 is a knock-out.", "This is for round robins and Swiss phases."),
    (
        "not-ready",
        [*SINGLE, "open 1", "call 1:W2.1 1"],
        "1:W2.1 cannot be called: its players are not known yet.",
        "`tallyboard tournament schedule` shows what can be called.",
    ),
    (
        "not-ready",
        [*SINGLE, "open 1", "absent 4", "call 1:W1.1 1"],
        "1:W1.1 cannot be called: Dot is absent.",
        "`tallyboard tournament schedule` shows what can be called.",
    ),
    (
        "not-ready",
        [*SINGLE, "result 1:W2.1 1 21 2 10"],
        "Who plays 1:W2.1 is not known yet.",
        "Enter what it waits for first; `tallyboard tournament bracket` shows it.",
    ),
    (
        "not-ready",
        [*SINGLE, "open 1 2", "call 1:W1.1 1", "call 1:W1.1 2"],
        "1:W1.1 cannot be called: Ann is called to table 1, Dot is called to table 1.",
        "`tallyboard tournament schedule` shows what can be called.",
    ),
    (
        "not-ready",
        [
            "tournament singles",
            "add Ann",
            "add Bob",
            "add Cid",
            f"phase 1 single {WASHERS}",
            "draw 1",
            "forfeit 1:W1.1 1",
        ],
        "Who plays 1:W1.1 is not known: nobody is there.",
        "Enter what it waits for first; `tallyboard tournament bracket` shows it.",
    ),
    (
        "not-these",
        [*SINGLE, "result 1:W1.1 1 21 2 10"],
        "1:W1.1 is between Ann and Dot.",
        "Name these, or another match.",
    ),
    ("not-these", [*SINGLE, "forfeit 1:W1.1 2"], "1:W1.1 is between Ann and Dot.", "Name these, or another match."),
    (
        "game-number",
        [*SINGLE, "result 1:W1.1 1 21 4 10", "result 1:W1.1/2 1 21 4 10"],
        "Game 2 of 1:W1.1 is not due and has no result.",
        "The games have decided the match; 1:W1.1/1 names its first game, which can be corrected.",
    ),
    (
        "game-number",
        [*SINGLE, "result 1:W1.1/2 1 21 4 10"],
        "Game 2 of 1:W1.1 is not due and has no result.",
        "Game 1 is due.",
    ),
    (
        "winner",
        [*SINGLE, "result 1:W1.1 1 21 4 10 won 4"],
        "`won` says who won a game with equal scores, and is one of the two who played it.",
        "Leave it out where one has the higher score.",
    ),
    (
        "winner",
        [*SINGLE, "result 1:W1.1 1 21 4 21 won 2 board Ab1"],
        "`won` says who won a game with equal scores, and is one of the two who played it.",
        "Leave it out where one has the higher score.",
    ),
    (
        "nothing",
        ["tournament singles seed=7", "undo"],
        "There is nothing to take back.",
        "`tallyboard tournament log` lists what happened.",
    ),
    ("nothing", [*FOUR, "open 1", "free 1"], "No match is called to table 1.", "There is nothing to do."),
    (
        "nothing",
        [*SINGLE, "clear 1:W1.1 1 4"],
        "Nothing stands for 1:W1.1 and these two.",
        "`tallyboard tournament flags` lists what does.",
    ),
    (
        "depends",
        [*SINGLE, "result 1:W1.1 1 21 4 10 board b1", "undo", "undo"],
        "`phase 1 single game washers-ritzenthaler` cannot be taken back: "
        "`result 1:W1.1 1 21 4 10 board b1` came after it and needs it.",
        "Correct it with a new event instead.",
    ),
]


@pytest.mark.parametrize(("code", "lines", "cause", "next_step"), REFUSED)
def test_a_refusal_says_what_is_wrong_and_what_to_do(code: str, lines: list[str], cause: str, next_step: str) -> None:
    with pytest.raises(ScriptError) as raised:
        read_script("\n".join(lines))
    assert raised.value.line == len(lines)
    refusal = raised.value.refusal
    assert (refusal.code, refusal.cause, refusal.next_step) == (code, cause, next_step)


def test_every_code_of_the_rules_is_here() -> None:
    codes = """first-line syntax time names duplicate too-many unknown-entrant unknown-table in-use unknown-phase
        unknown-match drawn option too-few unfinished over tied not-drawn format not-ready not-these game-number winner
        nothing depends unpaired"""
    assert {code for code, *_ in REFUSED} | {"too-many"} == set(codes.split())


def test_a_double_of_129_and_a_thousand_and_first_entrant_are_too_many() -> None:
    day = begun(129, f"phase 1 double {WASHERS}")
    with pytest.raises(Refusal, match="A double bracket takes 128 entrants, and there would be 129") as raised:
        day.enter("draw 1")
    assert raised.value.code == "too-many"
    assert raised.value.next_step == "Play groups or a Swiss phase first, and take the best of them with take=1-128."
    day = begun(1000)
    with pytest.raises(Refusal, match="1000 entrants are the most") as raised:
        day.enter("add Zoe")
    assert raised.value.code == "too-many"


def test_a_script_without_a_line_is_refused_at_its_last() -> None:
    for text, line in (("", 1), ("\n\n# nothing\n", 3)):
        with pytest.raises(ScriptError, match="There is no line that begins a tournament") as raised:
            read_script(text)
        assert (raised.value.line, raised.value.refusal.code) == (line, "first-line")
