"""The cards in English."""

from hardware.face.card_type import Card, Meaning, Three, Words
from shared_rules.games.catalogue import new
from shared_rules.games.events import COUNT, OFF, event
from shared_rules.games.facts import facts_of
from shared_rules.games.match import Match
from shared_rules.games.scoresheet import to_text

_ENGLISH = Words(
    language="en",
    key="Key",
    tap="Tap",
    hold="Hold",
    tap_and_hold="A tap is short, a hold nearly a second. In between nothing counts: S says HOLD.",
    ring="Ring: this side is first.",
    says="The small display, S, says",
    print_it="Print at 100 %, cut along the lines.",
    measure="measure this: 100 mm",
)

# ---- every game

_UNDO = ("UNDO", "takes back the last press and says which; again, the one before.")
_HOLD_UNDO = ("Hold UNDO", "when all is taken back: the match before.")
_NEXT_MATCH = ("Hold NEXT", "after the result: next match, other side first.")
_NAMES = ("Names on S:", "that match is next. NEXT starts it; after a result, hold it.")
_WHO_STARTS = ("Who starts?", "Hold MENU, key 2 until S says TOSS, NEXT.")
_HOLD_MENU = ("Hold MENU:", "toss, game, options, light. S says the keys.")
_LEGEND_UNDO = ("one press back", "match before")
_LEGEND_UNDO_OFF = ("one press back; with a key: one off", "match before")
_LEGEND_MENU = ("other numbers", "toss, game, options, light")


def _legend_next(tap: str) -> Meaning:
    return (tap, "next match")


_WE_START = "before the match: we start"
_TOSSED = ("1ST?", "ring side: 1 we start, 2 they")
_NEXT_WAITS = ("NEXT", "a match waits: press NEXT")
_DONE = ("DONE", "the match is over")
_HOLD = ("HOLD", "hold that key")
_NO = ("NO", "not now")
_BACK = ("BACK", "the match before goes on")
_BOX = (
    ("LOW", "memory nearly full"),
    ("FULL", "full: plug in the laptop"),
    ("MEM?", "memory fault: get help"),
    ("SYNC", "the laptop reads: play on"),
)

# ---- crokinole

_PRESS_TWENTIES = "A twenty falls: press 20 at once."
_BOTH_READ = "Both read both displays."
_CLOSE_ROUND = ("NEXT", "closes the round. A side counted nothing? Hold it.")

CROKINOLE = Card(
    name="crokinole",
    words=_ENGLISH,
    title="Crokinole",
    kinds="official · traditional · championship",
    steps=(
        _PRESS_TWENTIES,
        "After the last disc leave them all lying. Each side presses its own, one press a disc.",
        _BOTH_READ,
        "Press NEXT. The round is closed.",
        "S says who gets what. Clear the board. The side with the ring shoots first.",
    ),
    keys=(("20", ""), ("15", ""), ("10", ""), ("5", _WE_START), ("", "")),
    middle=(_LEGEND_UNDO_OFF, _legend_next("close the round"), _LEGEND_MENU),
    display="° 45.",
    point="Last point lit: this round. Not lit: the match.",
    beside=(
        ("One disc too many:", "keep UNDO down and tap its key."),
        _UNDO,
        ("If the loser chooses who starts:", "before the first press of the round that side holds key 4."),
    ),
    notes=(
        _HOLD_UNDO,
        _CLOSE_ROUND,
        _NEXT_MATCH,
        _NAMES,
        ("MENU:", "other numbers for three seconds. TOTL match, RND round, 20S twenties."),
        _WHO_STARTS,
        _HOLD_MENU,
    ),
    says=(
        ("A 20", "one 20 more for A"),
        ("-A20", "one 20 off A"),
        ("A+20", "A gets 20 for the round"),
        ("R 3", "round 3"),
        ("3 A2", "doubles: round 3, A2 first"),
        _TOSSED,
        ("1STA", "A starts"),
        ("WINA", "A wins"),
        ("DRAW", "nobody wins"),
        _BACK,
        _HOLD,
        ("DISC", "all its discs are counted"),
        ("NONE", "nothing to take off"),
        _DONE,
        _NEXT_WAITS,
        _NO,
        *_BOX,
    ),
    three=Three("three sides: traditional", "All read all displays."),
)

TWENTIES = Card(
    name="twenties",
    words=_ENGLISH,
    title="Twenties shootout",
    kinds="",
    steps=(
        _PRESS_TWENTIES,
        "Any other disc: press nothing.",
        "After the last disc both read both displays.",
        "Press NEXT. The shootout is over.",
        "Most twenties wins. S says WINA, WINB or DRAW.",
    ),
    keys=(("20", ""), ("", ""), ("", ""), ("", _WE_START), ("", "")),
    middle=(_LEGEND_UNDO_OFF, ("end the shootout", "next shootout"), _LEGEND_MENU),
    display="°  7.",
    point="Last point lit: the twenties of this shootout.",
    beside=(
        ("One twenty too many:", "keep UNDO down and tap key 1."),
        _UNDO,
    ),
    notes=(
        ("Hold UNDO", "in a shootout that nobody has touched: back to the one before."),
        ("NEXT", "ends the shootout. A side has no twenty? Hold it."),
        ("Hold NEXT", "after the result: the next, other side first."),
        _NAMES,
        ("MENU:", "other numbers for three seconds."),
        _WHO_STARTS,
        _HOLD_MENU,
    ),
    says=(
        ("A 20", "one twenty more for A"),
        ("-A20", "one twenty off A"),
        ("A+7", "7 twenties for A"),
        _TOSSED,
        ("1STA", "A starts"),
        ("WINA", "A wins"),
        ("DRAW", "nobody wins"),
        ("BACK", "the one before goes on"),
        _HOLD,
        ("DISC", "all its discs are counted"),
        ("NONE", "nothing to take off"),
        ("DONE", "the shootout is over"),
        _NEXT_WAITS,
        _NO,
        *_BOX,
    ),
    three=Three("for two or three sides", "After the last disc all read all displays."),
)

# ---- pichenotte, Southwest

SOUTHWEST = Card(
    name="southwest",
    words=_ENGLISH,
    title="Southwest pichenotte",
    kinds="",
    steps=(
        _PRESS_TWENTIES,
        "After the last puck touch nothing. Each side presses its own, one press a puck.",
        _BOTH_READ,
        "Press NEXT. S asks: AGRE.",
        "You agree: both hold their key 1. Only then clear the board.",
    ),
    keys=(
        ("20", "at AGRE: we agree"),
        ("15", ""),
        ("10", ""),
        ("5", _WE_START),
        ("25 leaning", "50, on top of a post"),
    ),
    middle=(_LEGEND_UNDO_OFF, _legend_next("the game is counted"), ("other numbers", "toss, penalty, forfeit, game")),
    display="° 45.",
    point="Last point lit: this game. Not lit: the match.",
    beside=(
        ("You do not agree:", "count on or take off, then NEXT again."),
        ("Penalty, forfeit:", "hold MENU. Tap 1 or 2 until S says A-PN (20 off) or AFFT (forfeit). Hold NEXT."),
        ("One puck too many:", "keep UNDO down and tap its key; for a 50 hold key 5."),
        ("UNDO", "takes back the last press, then those before."),
    ),
    notes=(
        ("A tap at AGRE", "counts a 20: UNDO. After a forfeit: NEXT, and agree."),
        _HOLD_UNDO,
        ("NEXT:", "the game is counted. A side has nothing? Hold it."),
        _NEXT_MATCH,
        _NAMES,
        ("MENU:", "other numbers for three seconds. TOTL match, RND game, 20S twenties."),
        _HOLD_MENU,
    ),
    says=(
        ("A 20", "one 20 more for A"),
        ("-A20", "one 20 off A"),
        ("A-PN", "a penalty for A"),
        ("AFFT", "A forfeits the game"),
        ("AGRE", "agree? Both hold key 1"),
        ("A OK", "A agrees, B not yet"),
        ("A+65", "A gets 65 for the game"),
        ("G 3", "game 3"),
        ("3 A2", "doubles: game 3, A2 breaks"),
        _TOSSED,
        ("SHO1", "a tie: count twenties only"),
        _BACK,
        _HOLD,
        ("DISC", "all its pucks are counted"),
        ("NONE", "nothing to take off"),
        _DONE,
        _NEXT_WAITS,
        _NO,
        *_BOX,
    ),
)

# ---- pichenottes, Québec

QUEBEC = Card(
    name="quebec",
    words=_ENGLISH,
    title="Québec pichenottes",
    kinds="",
    steps=(
        "A dame falls: key 1 of the side of its colour, whoever shot it.",
        "A counter falls: key 2 or 3 of the shooter. Their next dame buries it.",
        "A miss, a fault, or S says STOP: press stop.",
        "A side has no dame left, play is over: NEXT.",
        "S says who gets what. Both read both displays. The side with the ring breaks.",
    ),
    keys=(("dame", "we play green"), ("counter 5", ""), ("counter 10", ""), ("stop", _WE_START), ("", "")),
    middle=(_LEGEND_UNDO, _legend_next("close the manche"), ("the dames pocketed", "toss, game, options, light")),
    display="° 14",
    point="The number: the points of the match.",
    beside=(
        ("In one shot", "press whatever fell, in that order, then stop if the turn is over. If nobody saw the order:"),
        ("With a fond:", "counters, own dames, the other colour's."),
        ("Without a fond:", "own dames, counters, the other colour's."),
        ("A fond:", "one of yours in, this manche. If not, a counter is a fault: stop."),
    ),
    notes=(
        (
            "At the break both colours fall, or none:",
            "the other chooses; green: hold 1. Then breaker's dames, others, stop.",
        ),
        ("A counter with the other colour,", "not buried: back to the centre. Do not press it."),
        _UNDO,
        _HOLD_UNDO,
        ("NEXT", "closes the manche, once a side has no dame left."),
        ("Hold NEXT", "after the result: the next match."),
        ("MENU:", "dames pocketed. Held: toss, game, options, light."),
    ),
    says=(
        ("A >", "A shoots"),
        ("A>10", "A shoots, to bury the 10"),
        ("STOP", "turn over: shooter's stop"),
        ("ADAM", "a dame of A's colour"),
        ("AC10", "A's counter of 10"),
        ("AGRN", "A plays green"),
        ("A+14", "dames left + counters"),
        ("3 A2", "doubles: manche 3, A2 first"),
        _TOSSED,
        _BACK,
        ("TURN", "not this side's turn"),
        ("DISC", "this side has no dame left"),
        ("NONE", "nothing to take back"),
        _HOLD,
        _DONE,
        _NEXT_WAITS,
        _NO,
        *_BOX,
    ),
)

# ---- washers

WASHERS = Card(
    name="washers",
    words=_ENGLISH,
    title="Washers",
    kinds="",
    steps=(
        "A washer comes to rest: press where it lies, on the keys of its side.",
        "It is on the ground: press dead.",
        "One that lay on the board is knocked in or off: its side holds the key.",
        "All are tossed: both read both displays.",
        "Press NEXT. The round is closed. The side with the ring tosses first.",
    ),
    keys=(
        ("far hole (3)", "knocked into it"),
        ("middle hole (2)", "knocked into it"),
        ("near hole (1)", "knocked into it"),
        ("on the board", _WE_START),
        ("dead", "knocked off"),
    ),
    middle=(_LEGEND_UNDO, _legend_next("close the round"), _LEGEND_MENU),
    display="° 17",
    point="The number: the points of the match.",
    beside=(
        _WHO_STARTS,
        _UNDO,
        _HOLD_UNDO,
        ("21 with a dead one:", "no win yet. Play on."),
    ),
    notes=(
        ("NEXT", "closes the round. A washer not pressed is dead. If none is pressed, hold it."),
        ("DED?", "A side has 21 and washers are missing. Press them, or hold NEXT: they are dead."),
        _NEXT_MATCH,
        _NAMES,
        ("MENU:", "other numbers for three seconds. TOTL match, RND round."),
        _HOLD_MENU,
    ),
    says=(
        ("A 3", "A: in the hole of 3"),
        ("A*3", "A: knocked into that hole"),
        ("A ON", "A: on the board"),
        ("ADED", "A: dead"),
        ("AKNK", "A: knocked off"),
        ("BUST", "over 21: subtracted"),
        ("UNDO", "then what it took back"),
        ("CNCL", "taken off the other side"),
        ("A+5", "the round brought A 5"),
        ("R 3", "round 3"),
        _TOSSED,
        ("1STA", "A starts"),
        ("WINA", "A wins: 21, none dead"),
        _BACK,
        _HOLD,
        ("DISC", "all its washers are in"),
        ("NONE", "nothing there to change"),
        _DONE,
        _NEXT_WAITS,
        _NO,
        *_BOX,
    ),
)

ENGLISH = (CROKINOLE, TWENTIES, SOUTHWEST, QUEBEC, WASHERS)


def card_of_keys(game: str) -> Card:
    """The card of a game that has none of its own: what its class says of keys, displays and words."""
    match = new(game)
    word = match.ROUND
    keys = [(_meant(match, tap), _meant(match, hold)) for tap, hold in match.key_map()] + [("", "")] * 5
    keys[3] = (keys[3][0], keys[3][1] or _WE_START)
    counted = next((act[1] for key in match.key_map() for act in key if act and act[0] == COUNT), None)
    return Card(
        name=game,
        words=_ENGLISH,
        title=facts_of(game).name,
        kinds="",
        steps=(
            "What counts: press its key, once for each.",
            "A slip: UNDO takes it back.",
            _BOTH_READ,
            f"Press NEXT. The {word} is closed.",
            "S says who gets what. The side with the ring is first.",
        ),
        keys=tuple(keys[:5]),
        middle=(
            _LEGEND_UNDO_OFF if OFF in match.ACTIONS else _LEGEND_UNDO,
            _legend_next(f"close the {word}"),
            _LEGEND_MENU,
        ),
        display="°  3" + "." * match.SHOWS_RUNNING,
        point=f"Last point lit: this {word}. Not lit: the match." if match.SHOWS_RUNNING else "",
        beside=(_UNDO,),
        notes=(
            _HOLD_UNDO,
            ("NEXT", f"closes the {word}. Nothing entered? Hold it."),
            _NEXT_MATCH,
            _NAMES,
            ("MENU:", "other numbers for three seconds."),
            _WHO_STARTS,
            _HOLD_MENU,
        ),
        says=(
            *([(f"A{counted:3d}", f"one {counted} more for A")] if counted is not None else []),
            *((code.replace("?", "A").replace("%d", "1"), f"{said} of A") for said, _, code in match.WORDS),
            _TOSSED,
            ("1STA", "A starts"),
            ("WINA", "A wins"),
            ("DRAW", "nobody wins"),
            _BACK,
            _HOLD,
            (match.TOO_MANY, "a side has no more of them"),
            ("NONE", "nothing to take off"),
            _DONE,
            _NEXT_WAITS,
            _NO,
            *_BOX,
        ),
        three=Three("for two or three sides", "All read all displays.") if "sides" in match.options else None,
    )


def _meant(match: Match, act: tuple[int, int] | None) -> str:
    """The words of a scoresheet for what a key means, without the side."""
    return to_text(event(act[0], 0, act[1]), match)[2:] if act else ""
