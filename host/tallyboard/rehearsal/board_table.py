"""What players press: a plausible match to its end, drawn at random, event by event, and the keys of each event.

The match is played along in memory by the rules of the box, so that nothing is pressed which they refuse, and its
score is known without the box.
"""

import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.crokinole import DiscGame
from shared_rules.games.events import AGREE, BOARD, COUNT, DAME, DEAD, NEXT, SIDES, STOP, UNDO, event
from shared_rules.games.match import Match
from shared_rules.games.quebec import Quebec
from shared_rules.games.washers import Washers
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.processes import BoardProcess
from tallyboard.text.language import _, later
from tallyboard.virtual.run import match_of

_SLIPS = 0.03  # how often a count is pressed that was none, and taken back
_MOST_PRESSES = 5_000  # a match of the longest options has fewer


def checked_game(line: str) -> str:
    """The game line, where two sides can play it. Raises TallyboardError."""
    match = match_of(line)
    if match.sides != 2 or match.options.get("format", "singles") != "singles":
        raise TallyboardError(
            "--game %(line)s is not for two players.", "Leave `sides` and `format` out.", line=f"{line!r}"
        )
    return line


class CountedFigures(NamedTuple):
    """How a match ended as its players counted it. `winner`: 0 or 1 for A and B, None where it is level."""

    scores: tuple[int, int]
    twenties: tuple[int, int]
    winner: int | None


class PlayedAlong:
    """A match that is being played: `match` is how it stands by the rules, `entered` all that was pressed in it."""

    def __init__(self, line: str, draw: random.Random) -> None:
        self.match = catalogue.new(line)
        self.entered: list[int] = []
        self._draw = draw
        self._next = next(play for kind, play in _PLAYS.items() if isinstance(self.match, kind))

    def presses(self) -> Iterator[tuple[int, str]]:
        """Each event of the rest of the match with the key that enters it, when it is to be pressed."""
        while not self.match.finished:
            if len(self.entered) > _MOST_PRESSES:
                raise TallyboardError("A match of this game does not come to an end.", "Rehearse with a shorter game.")
            wanted = self._next(self.match, self._draw)
            yield from self._press(wanted)
            slips = wanted >> 10 == COUNT and not self.match.review and self._draw.random() < _SLIPS
            if slips and _is_taken(self.match, wanted):  # the same once more by mistake, and UNDO
                yield from self._press(wanted)
                yield from self._press(event(UNDO))

    def _press(self, wanted: int) -> Iterator[tuple[int, str]]:
        yield wanted, key_of(wanted, self.match)
        self.match.play(wanted)
        self.entered.append(wanted)

    @property
    def figures(self) -> CountedFigures:
        """Those of a match that has come to its end."""
        match = self.match
        winner = match.winners[0] if len(match.winners) == 1 else None
        return CountedFigures((match.totals[0], match.totals[1]), (match.twenties[0], match.twenties[1]), winner)


def key_of(wanted: int, match: Match) -> str:
    """The command of a virtual board that enters this event now."""
    kind, side, argument = wanted >> 10, wanted >> 8 & 3, wanted & 255
    if kind == UNDO:
        return "press UNDO"
    if kind == NEXT:
        return "hold NEXT"  # where a slip would hurt the box wants it held, and elsewhere holding does no harm
    for row, (tap, hold) in enumerate(match.key_map()):
        if tap == (kind, argument):
            return f"press {SIDES[side]}{row + 1}"
        if hold == (kind, argument):
            return f"hold {SIDES[side]}{row + 1}"
    raise ValueError(f"no key enters the event {wanted} now")


# ---- what is next in each kind of game


def _discs(match: Match, draw: random.Random) -> int:
    """Each counts a few discs, then NEXT; where the round is reviewed, both agree."""
    assert isinstance(match, DiscGame)
    if match.review:
        return event(AGREE, 1 if 0 in match.agreed else 0)
    counted = [sum(match.counts[side][: len(match.ZONES)]) for side in range(2)]
    few = max(2, match.limit // 3)
    side = draw.randrange(2)
    if counted[side] > counted[1 - side] and draw.random() < 0.5:
        side = 1 - side
    if counted[side] >= few or (min(counted) > 0 and draw.random() < 0.2):
        return event(NEXT)
    zones = [zone for zone in match.zones if zone <= 20]  # nobody leans on a post
    return event(COUNT, side, draw.choice(zones))


def _washers(match: Match, draw: random.Random) -> int:
    """Each enters all washers. Who stands at the target keeps the rest on the board, and nobody busts; a washer of the
    other side is cancelled now and then."""
    assert isinstance(match, Washers)
    left = [match.options["washers"] - match.entered(side) for side in range(2)]
    if not any(left):
        return event(NEXT)
    side = 0 if left[0] >= left[1] else 1
    lacking = match.options["target"] - match.totals[side]
    fitting = [hole for hole in match.options["holes"] if hole <= lacking]
    (what,) = draw.choices(("hole", "board", "dead"), (12, 3, 1))
    if what == "hole" and fitting:
        hole = draw.choice(fitting)
        slot = match.options["holes"].index(hole)
        if match.counts[1 - side][slot] <= match.counts[side][slot] or draw.random() < 0.2:
            return event(COUNT, side, hole)
    return event(DEAD if what == "dead" else BOARD, side)


def _quebec(match: Match, draw: random.Random) -> int:
    """A few dames a turn, until a side has none left."""
    assert isinstance(match, Quebec)
    assert match.turn is not None
    if match.finisher is not None:
        return event(NEXT)
    if match.touched and draw.random() < 0.15:
        return event(STOP, match.turn)
    return event(DAME, match.turn)


def _any(match: Match, draw: random.Random) -> int:
    """In a game that is not known here, whatever its keys enter and its rules take; NEXT now and then."""
    meant = [act for key in match.key_map() for act in key if act]
    tried = [event(kind, side, argument) for kind, argument in meant for side in range(2)]
    draw.shuffle(tried)
    tried.insert(0 if draw.random() < 0.2 else len(tried), event(NEXT))
    return next(one for one in tried if _is_taken(match, one))


def _is_taken(match: Match, wanted: int) -> bool:
    try:
        match.play(wanted)
    except ValueError:
        return False
    match.play(event(UNDO))
    return True


_PLAYS: dict[type[Match], Callable[[Match, random.Random], int]] = {
    DiscGame: _discs,
    Washers: _washers,
    Quebec: _quebec,
    Match: _any,
}


_PRESS_S = 0.35  # between two presses, at speed 1
_SETTLE = "wait 3100"  # until the status says nothing that is only for a moment
_LOOK_ON = "wait 700"
_LOOKS = 40  # so long a status that says several things in turn is looked at, as names letter by letter
_LIMIT_S = 10
_LOOK_S = 0.1


class Upset:
    """Something that befalls the first table that is in the middle of a round. `table`: which, once it is over."""

    def __init__(self, do: "Callable[[BoardTable], None]") -> None:
        self.table: BoardTable | None = None
        self._do = do
        self._once = threading.Lock()

    def befall(self, table: "BoardTable") -> None:
        """This one, if no other was before it."""
        if self._once.acquire(blocking=False):
            self._do(table)
            self.table = table


class BoardTable:
    """The table of this name, with a board whose memory is in `folder`. With a `card`, its address, that is a phone.

    `entered`: the events of every press that counted, in order. `counted`: by key the figures of the matches that were
    played to their end. `wrong`: sentences about what a display should have shown.
    """

    def __init__(self, name: str, folder: Path, seed: int, speed: float, card: str = "") -> None:
        self.name = name
        self.entered: list[int] = []
        self.counted: dict[str, CountedFigures] = {}
        self.begun: set[str] = set()  # keys
        self.wrong: list[str] = []
        self.failure: BaseException | None = None
        self._seed = seed
        self._pause_s = _PRESS_S / speed
        self.upset: Upset | None = None
        """What is to befall it in the middle of a round, unless it befalls another one before."""
        self._ended = threading.Event()
        self._playing: threading.Thread | None = None
        folder.mkdir()
        self.port = folder / "port"
        """Where its cable is plugged in."""
        self._folder, self._memory = folder, folder / "memory"
        self._link = card or self.port
        self._said: set[str] = set()  # by the status, since it was emptied
        self._board = self._switched_on()
        self.board = (self._memory / "uid").read_bytes().hex()

    @property
    def is_playing(self) -> bool:
        """Whether a match is on."""
        return self._playing is not None and self._playing.is_alive()

    def play(self, key: str, match: str, game: str) -> None:
        """Start the match that waits at the board, and play it to its end beside whatever else happens."""
        self.begun.add(key)
        draw = random.Random(f"{self._seed} {match} {key.rpartition('.')[2]}")
        self._playing = threading.Thread(target=self._play, args=(key, game, draw), daemon=True)
        self._playing.start()

    def close(self) -> None:
        """Nobody plays, and the board is off."""
        self._ended.set()
        if self._playing is not None:
            self._playing.join(_LIMIT_S)
        self._board.end()

    # ---- what befalls it between two presses

    def pull_the_plug(self) -> None:
        """And put it in again: the same numbers are to be there afterwards."""
        self._board.do(_SETTLE)
        self._go_on_with(self._memory, _("its plug was pulled"))

    def drop_the_phone(self, has_arrived: "Callable[[BoardTable], bool]") -> None:
        """It is gone for good, and another one with nothing in its memory takes the match over: the same numbers again.
        Once everything that was pressed `has_arrived`: the rest would be lost with the phone."""
        self._board.do(_SETTLE)
        while not has_arrived(self):
            if self._ended.wait(_LOOK_S):
                return
        self._go_on_with(self._folder / "another memory", _("its phone was dropped"))

    # ---- playing

    def _play(self, key: str, game: str, draw: random.Random) -> None:
        try:
            self._board.do("hold NEXT")
            played = PlayedAlong(game, draw)
            for event, command in played.presses():
                time.sleep(self._pause_s * draw.uniform(0.5, 1.5))
                if self._ended.is_set():
                    return
                if self.upset is not None and played.match.counted():
                    self.upset.befall(self)
                self._board.do(command)
                self.entered.append(event)
            self._see_result(played)
            self.counted[key] = played.figures
        except BaseException as failure:  # for whoever looks after this thread
            self.failure = failure

    def _go_on_with(self, memory: Path, what: str) -> None:
        before = self._numbers()
        self._board.pull_the_plug()
        self._memory = memory
        self._board = self._switched_on()
        after = self._numbers()
        if after != before:
            showed = later("Table %(table)s showed %(before)s before %(what)s, and %(after)s after it.")
            self.wrong.append(_(showed, table=self.name, before=before, what=what, after=after))

    def _switched_on(self) -> BoardProcess:
        return BoardProcess(self._link, self._memory, on_change=lambda displays: self._said.add(displays["S"]))

    def _numbers(self) -> dict[str, str]:
        return {side: self._board.displays[side] for side in "AB"}

    def _see_result(self, played: PlayedAlong) -> None:
        """The box is to say who has won."""
        winners = played.match.winners
        wanted = f"WIN{SIDES[winners[0]]}" if len(winners) == 1 else "DRAW"
        self._board.do(_SETTLE)
        self._said = {self._board.displays["S"]}
        for _look in range(_LOOKS):
            if wanted in self._said:  # for a moment at least: looks now and then could miss it each time
                return
            self._board.do(_LOOK_ON)
        said = ", ".join(sorted(self._said))
        says = later("Table %(table)s says %(said)s at the end of a match, where %(wanted)s was played.")
        self.wrong.append(_(says, table=self.name, said=said, wanted=wanted))
