"""What a scoresheet is told about a line that it cannot have: what is wrong, and what would be right."""

import pytest

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.events import DISC, NO, NONE, OVER, TURN, RefusedError, event
from shared_rules.games.scoresheet import from_words, to_text

OFFICIAL = "game crokinole-official discs=2 target=20"
THREE = "game crokinole-traditional sides=3 scoring=simple"
LOSER = "game crokinole-traditional scoring=simple target=50 start=loser"
SOUTHWEST = "game pichenotte-southwest games=1"
QUEBEC = "game pichenottes-quebec dames=1 counters=5,10"
WASHERS = "game washers-ritzenthaler"
GAMES = "the games are " + ", ".join(catalogue.IDS)

LINES = [
    # the sheet
    ("", "there is no game line, as in 'game crokinole-official'"),
    ("A 20", "the game line comes first, as in 'game crokinole-official'"),
    (f"{OFFICIAL}/game washers-ritzenthaler", "the game line comes only once"),
    ("game", f"the game is missing; {GAMES}"),
    ("game chess", f"unknown game chess; {GAMES}"),
    ("game crokinole-official rounds=2", "unknown option rounds=2; crokinole-official has format=, target=, discs="),
    ("game crokinole-official target", "unknown option target; crokinole-official has format=, target=, discs="),
    ("game crokinole-official discs=2 discs=2", "the option discs is given twice"),
    ("game crokinole-official discs=25", "discs=25 is out of range; discs is a whole number from 1 to 24"),
    ("game crokinole-official format=x", "format=x is not valid; format is one of singles, doubles"),
    ("game crokinole-official format=two-on-one", "format=two-on-one is not valid; format is one of singles, doubles"),
    ("game crokinole-traditional start=x", "start=x is not valid; start is one of clockwise, loser"),
    (
        "game pichenottes-quebec counters=5",
        "counters takes exactly 2 numbers, as in counters=5,10",
    ),
    ("game washers-ritzenthaler holes=3", "holes takes exactly 3 numbers, as in holes=5,10,15"),
    ("game washers-ritzenthaler holes=3,2,100", "holes=3,2,100: each is a whole number from 1 to 99"),
    ("game washers-ritzenthaler holes=3,2,3", "holes=3,2,3: 3 stands there twice; all are different"),
    ("game crokinole-traditional sides=3", "sides=3 needs scoring=simple"),
    ("game crokinole-traditional sides=3 scoring=simple start=loser", "sides=3 needs start=clockwise"),
    ("game crokinole-traditional sides=3 scoring=simple format=doubles", "sides=3 needs format=singles"),
    ("game twenties-shootout sides=3 format=doubles", "sides=3 needs format=singles"),
    ("game crokinole-championship rounds=2 best_of=3", "only one of rounds and best_of may be given"),
    ("game pichenotte-southwest games=2 target=50", "only one of games and target may be given"),
    # names
    (f"{OFFICIAL}/name", "a name line is 'name S TEXT', S one of A, B"),
    (f"{OFFICIAL}/name A", "a name line is 'name S TEXT', S one of A, B"),
    (f"{OFFICIAL}/name AB Ann", "a name line is 'name S TEXT', S one of A, B"),
    (f"{OFFICIAL}/name C Ann", "a name line is 'name S TEXT', S one of A, B"),
    (f"{THREE}/name D Ann", "a name line is 'name S TEXT', S one of A, B, C"),
    (f"{OFFICIAL}/name A A\u202enn", "a name has no characters like U+202E, which are not seen or move others"),
    # words
    (f"{OFFICIAL}/next 1", "'next' stands alone on its line"),
    (f"{OFFICIAL}/undo A", "'undo' stands alone on its line"),
    (f"{OFFICIAL}/first", "'first' is followed by one side, as in 'first B'"),
    (f"{OFFICIAL}/first A B", "'first' is followed by one side, as in 'first B'"),
    (f"{OFFICIAL}/first D", "there is no side D; the sides are A and B, in a three-player game also C"),
    (f"{OFFICIAL}/first AB", "there is no side AB; the sides are A and B, in a three-player game also C"),
    (
        f"{OFFICIAL}/hello",
        "unknown line 'hello'; a line is 'next', 'undo', 'first S', 'name S TEXT' or 'S EVENT'",
    ),
    (f"{OFFICIAL}/x 20", "there is no side X; the sides are A and B, in a three-player game also C"),
    (f"{OFFICIAL}/a", "what did side A do? a zone or a word is missing"),
    (f"{OFFICIAL}/a off", "'off' is followed by one number"),
    (f"{OFFICIAL}/a off 20 20", "'off' is followed by one number"),
    (f"{QUEBEC}/a colour", "'colour' is followed by one colour"),
    (f"{QUEBEC}/a dame 1", "'dame' is followed by nothing"),
    (f"{QUEBEC}/a colour blue", "unknown colour blue; it is green or red"),
    (f"{OFFICIAL}/a 20 20", "too many words after '20'"),
    (f"{OFFICIAL}/a twenty", "unknown zone or word twenty"),
    (f"{OFFICIAL}/a 256", "unknown zone or word 256"),
    (f"{OFFICIAL}/a off x", "x is not a value that this game has"),
    # the rules
    (f"{OFFICIAL}/c 20", "there is no side C in this match"),
    (f"{OFFICIAL}/a dame", "this game has no such event"),
    (f"{OFFICIAL}/a 255", "unknown zone 255; the zones are 20, 15, 10, 5"),
    (f"{OFFICIAL}/a off 25", "unknown zone 25; the zones are 20, 15, 10, 5"),
    (f"{OFFICIAL}/a off 15", "A has no disc counted in 15 to take off"),
    (f"{OFFICIAL}/b 5/b 5/b 5", "all 2 discs of B are counted already"),
    (f"{OFFICIAL}/undo", "there is nothing to undo"),
    (f"{OFFICIAL}/a 20/first b", "who is first is said before the first other event"),
    (f"{OFFICIAL}/a 20/next/a 20", "the match is finished; only undo is possible"),
    (f"{LOSER}/a 20/b 20/next/first b", "who is first in this round is not chosen"),
    (f"{SOUTHWEST}/a penalty 5", "the penalty is 20 points"),
    (f"{SOUTHWEST}/a forfeit/a forfeit", "A has forfeited this round already"),
    (f"{SOUTHWEST}/a agree", "there is nothing to agree to before the round is under review"),
    (f"{SOUTHWEST}/next/next", "the round is under review already; both sides agree to close it"),
    (f"{SOUTHWEST}/next/b agree/b agree", "B has agreed already"),
    (f"{SOUTHWEST}/next/a agree/b agree/a 25", "unknown zone 25; the zones are 20"),
    (f"{QUEBEC}/b stop", "it is the turn of A"),
    (f"{QUEBEC}/b counter 5", "it is the turn of A"),
    (f"{QUEBEC}/a dame/a dame", "A has no dame left"),
    (f"{QUEBEC}/b dame", "the first dame of the break is the breaker's: it gives the colour (10)"),
    (f"{QUEBEC}/a counter 7", "there is no counter of 7"),
    (f"{QUEBEC}/a dame/a counter 5/a counter 5", "the counter of 5 is pocketed already"),
    ("game pichenottes-quebec/a dame/a counter 5/a counter 5", "the counter of 5 is pocketed already"),
    (
        f"{QUEBEC}/a dame/b dame/a counter 5",
        "the turn is over and no dame is left to bury it: the counter goes back",
    ),
    (f"{QUEBEC}/next", "the round goes on until a side has no dame left"),
    (f"{WASHERS}/a 4", "unknown hole 4; the holes are 3, 2, 1"),
    (f"{WASHERS}/a board/a sunk 4", "unknown hole 4; the holes are 3, 2, 1"),
    (f"{WASHERS}/b 1/b 1/b 1/b dead", "all 3 washers of B are entered already"),
    (f"{WASHERS}/a knocked", "A has no washer lying on the board"),
    (f"{WASHERS}/a sunk 3", "A has no washer lying on the board"),
]


@pytest.mark.parametrize(("sheet", "cause"), LINES, ids=[sheet for sheet, _ in LINES])
def test_the_last_line_is_refused_with_its_cause(sheet: str, cause: str) -> None:
    lines = sheet.split("/")
    with pytest.raises(scoresheet.SheetError) as refused:
        scoresheet.read("\n".join(lines))
    assert (refused.value.line, refused.value.cause) == (len(lines), cause)
    assert str(refused.value) == f"line {len(lines)}: {cause}"


@pytest.mark.parametrize(
    ("sheet", "press", "code"),
    [
        ("game crokinole-official discs=1\nA 20", "a 20", DISC),
        ("game crokinole-official", "a off 20", NONE),
        ("game crokinole-official", "undo", NONE),
        ("game crokinole-official target=20\nA 20\nnext", "a 20", OVER),
        ("game crokinole-official", "a 25", NO),
        ("game crokinole-official", "c 20", NO),
        ("game crokinole-official", "a stop", NO),
        ("game crokinole-official\nA 20", "first b", NO),
        ("game pichenottes-quebec", "b stop", TURN),
        ("game pichenottes-quebec", "b dame", TURN),
        ("game pichenottes-quebec dames=1\nA dame", "a dame", DISC),
        ("game pichenottes-quebec", "next", NO),
        ("game washers-ritzenthaler washers=1\nA 1", "a board", DISC),
        ("game washers-ritzenthaler", "a knocked", NONE),
        ("game pichenotte-southwest", "a agree", NO),
    ],
)
def test_a_board_is_told_which_kind_of_refusal_it_is(sheet: str, press: str, code: int) -> None:
    match = scoresheet.read(sheet).match
    with pytest.raises(RefusedError) as refused:
        match.play(from_words(press.split()))
    assert refused.value.code == code
    assert refused.value.said % refused.value.values == str(refused.value)


WRITTEN = [
    "game crokinole-official format=singles target=100 discs=12/name A Ann Lee/A 20/B off 20/next/undo",
    "game pichenotte-southwest format=singles games=8 discs=12/name B Bo/first B/A penalty 20/B forfeit/next/A agree",
    "game pichenottes-quebec format=singles target=31 dames=12 counters=5,10/B colour green/A colour red/A dame/"
    "A counter 10/A stop",
    "game washers-ritzenthaler format=singles washers=3 target=21 holes=3,2,1/A 3/A board/A knocked/B board/B sunk 1/"
    "B dead",
]


@pytest.mark.parametrize("sheet", WRITTEN)
def test_every_event_is_written_as_it_is_read(sheet: str) -> None:
    events = [line for line in sheet.split("/") if not line.startswith(("game", "name"))]
    assert [to_text(from_words(line.lower().split())) for line in events] == events


@pytest.mark.parametrize("sheet", WRITTEN)
def test_a_match_is_written_as_its_sheet(sheet: str) -> None:
    text = sheet.replace("/", "\n") + "\n"
    if "off 20" in text:
        text = text.replace("B off 20\nnext\nundo\n", "B 20\nB off 20\nnext\n")
    read = scoresheet.read(text)
    assert scoresheet.write(read.match, read.names) == text


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_on_any_machine(end: str) -> None:
    read = scoresheet.read(
        end.join(["# club day", "GAME crokinole-official", "", "name a Ann\tLee # 1", "a 20", "Next", ""])
    )
    assert read.match.totals == [20, 0]
    assert read.names == ["Ann Lee", None, None]
    with pytest.raises(scoresheet.SheetError) as refused:
        scoresheet.read(end.join(["game crokinole-official", "", "A 21", ""]))
    assert refused.value.line == 3


def test_an_empty_sheet_is_refused_in_its_last_line() -> None:
    for text, line in [("", 1), ("\n", 1), ("# a\n# b\n", 2)]:
        with pytest.raises(scoresheet.SheetError) as refused:
            scoresheet.read(text)
        assert refused.value.line == line


def test_an_event_that_no_sheet_can_say() -> None:
    with pytest.raises(ValueError, match=r"^no event has the code 31744$"):
        to_text(event(31, 0, 0))


def test_the_numbers_of_events_stay_what_they_are_in_journals() -> None:
    lines = (
        "a 20/a off 20/next/a agree/a penalty 20/a forfeit/a knocked/a sunk 3/a dame/a counter 5/a stop/a colour red"
    )
    lines += "/first a/undo/a board/a dead"
    kinds = [from_words(line.split()) >> 10 for line in lines.split("/")]
    assert kinds == list(range(1, 17))
    assert from_words(["next"]) >> 8 & 3 == from_words(["undo"]) >> 8 & 3 == 3
    assert from_words(["c", "colour", "red"]) & 0x3FF == 2 << 8 | 1


SEATS = [
    ("crokinole-official", [None, None]),
    ("crokinole-official format=doubles", ["A1", "B1", "A2", "B2"]),
    ("crokinole-traditional format=two-on-one", ["A1", "B1", "A2"]),
    ("crokinole-traditional sides=3 scoring=simple", [None, None, None]),
    ("washers-ritzenthaler format=doubles", [None, None]),
]


@pytest.mark.parametrize(("game", "names"), SEATS)
def test_the_seats_have_the_names_that_players_call_out(game: str, names: list[str | None]) -> None:
    match = catalogue.new(game)
    assert [match.seat_name(seat) for seat in range(len(match.seats))] == names
