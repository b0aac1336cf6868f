"""What the panel of the board does with keys, once more, written from a description in words by somebody
who had not seen the firmware: an oracle.

It takes the commands of the virtual board (`press A1`, `hold NEXT`, `down UNDO`, `wait 500` ...) in board time and says
which match events they enter, what must be lit afterwards, and which texts S may show. The rules behind it are those of
the other reference.

    panel = PanelReference("crokinole-official target=50")
    panel.command("press A1")
    panel.displays()       # {"A": "° 20.", "B": "   0."}
    panel.allows("A 20")   # True: every accepted press is seen, for 1.5 s
    panel.standing         # ["A 20"]

Readings, where the description leaves a choice. Of keys:

- What a key means (tap only, or tap and hold) is decided when it goes down; what a tap enters, when it acts. A key
  that has acted does nothing more until it is let go: a held `NEXT` that closed a round starts no rematch.
- Key 4 has its hold meaning, "we start", whenever the rules accept a `first` now: before the first event other than
  `first`, and again before a round of `start=loser`.
- "A match without events" is one in which no event stands: one that was undone to its beginning is one too.
- A rematch has its starter from the record that starts it: it is no event, `UNDO` never takes it, and it is not in
  `standing` or `accepted`. A `first S` by hold of key 4 is an event, in a rematch too; taken back, the starter is who
  it was.
- "One step": a match that goes on after a `BACK` has no match before it, until another match is started from it. There
  holding `UNDO` says `NONE`, like in the first match of a board.
- A match that was begun and left (abandoned) is the match before like any other.
- "The round's count" and "has counted nothing" mean the counts of the round, not its events: a disc that was taken off
  again leaves nothing counted. A penalty or a forfeit is a count, as in the result object.
- "Washers not all entered while a side stands at its target": the washers of that side. With nothing entered at all,
  `HOLD` and `DED?` are both allowed.
- Where a `NEXT` that needs a hold would be refused by the rules too, `HOLD` and `NO` are both allowed; after a result
  `HOLD` and `DONE`. Whether it says so when it goes down or when it is let go too early is open.
- A chord of `UNDO` and a side key acts when the second of them goes down, with either of them held for as long as it
  likes; the first must still be down. `UNDO` of a chord enters nothing else, and starts no `BACK`. `UNDO` with key 5 of
  Southwest takes a 25 off.
- A side key that has been down for more than 50 ms when `UNDO` goes down was not pressed with it: both act alone.
- `UNDO` let go after 500 ms where it has no hold meaning enters nothing; whether S says `HOLD` is open.
- A side key that has no meaning (key 5 of crokinole, `UNDO` with a side key in Québec and washers) enters nothing; that
  it says `NO` is open. A count that such a key wrote less than 50 ms before `UNDO` is undone.
- Key 5 of Southwest in a shootout: whether it has a hold meaning there is open; it is refused in any case.

Of the toss:

- How the menu is walked is not modelled. Whoever drives both says `toss()` when `NEXT` chose it there, and `won(side)`
  when the ring is lit; in between the displays roll, for a second, and show anything.
- A key that is down before the ring is lit has no meaning; nothing comes of letting it go. `MENU` leaves, at any time.
- "They" of three are the next side clockwise.
- On the others' displays no ring is lit. `1ST?` stands for 3 s from the ring and from each key; then S may say more.

Of what S says:

- What a press before said ends when the next key goes down, or when that press acts or is refused; if that comes to
  nothing, it may as well go on.
- `stop` may be said, or whose turn it is; `agree` is `AGRE` or `A OK`; `next` without an award to anybody is said, or
  what there is to say without it. A side that is awarded 0 has no award.
- An award of up to four characters with its sign stands for 3 s. Of several or longer ones anything is allowed for
  as long as they may scroll.
- What an undo took is said until 1.5 to 2 s after the undo.
- Before the first event, a `first` not counted, and while a loser may choose who starts: anything for as long as a
  scroll may take, from each press, power-on or return to there; then the next item of the list.
- `LOW` may stand when a match starts. `MENU` may show any view; whether a press ends it is open.
- In `two-on-one` the seat may be shown or not, and a twenties shootout is a round and a shootout. Which form pending
  counters have is open, and before the first event of a round in Québec the round may be shown instead of the turn.
- A draw between some of three sides names them somehow.
- A review with penalties or forfeits may show anything for 3 s for each, after the press.
"""

import copy
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.board.panel_status import (
    ANYTHING,
    AWARDS_AT_LATEST_MS,
    HAPPENING,
    HAPPENING_MS,
    LATE_MS,
    PRESS,
    PRESS_MS,
    REFUSAL,
    REFUSAL_MS,
    SCROLL_AT_LATEST_MS,
    TOSS_STANDS_MS,
    UNDO_AT_LATEST_MS,
    UNDO_MS,
    VIEW,
    VIEW_MS,
    Status,
    press_texts,
    resting,
    squeezed,
)
from tests.reference.reference import Crokinole, Position, ReferenceMatch, Refused, Washers

TAP_MS = 500  # a key with a hold meaning, let go later than that, is no tap
HOLD_MS = 800
CHORD_MS = 50
LOW_AT_LATEST_MS = 5000  # 3 s, and a press before it
KEY = re.compile(r"([ABC])([1-5])$")
CROKINOLE = ("20", "15", "10", "5")
SHOWS_RAW = (
    "crokinole-official",
    "crokinole-traditional",
    "crokinole-championship",
    "twenties-shootout",
    "pichenotte-southwest",
)
ANY_REFUSAL = ("NO", "NONE", "DISC", "TURN")


class PowerOff(Exception):  # noqa: N818 - it is asked for
    """No record more is written."""


@dataclass
class Down:
    """A key that is down. `waits`: its hold meaning, or None when there is none; `acted`: nothing more comes of it."""

    since: int
    waits: list[str] | None = None
    acted: bool = False
    why: tuple[str, ...] = ()  # what S says if it is let go too early, or says already
    wrote: bool = False  # it entered an event when it went down


@dataclass
class Played:
    """One match: its game line and rules, and every event that was accepted, `undo` too, as scoresheet lines.

    `starter`: who starts it by the record that began it; an event that replaces it is a `first` like any other.
    """

    words: list[str]
    starter: str | None = None
    accepted: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.match = ReferenceMatch(self.words)
        if self.starter is not None:
            self.match.line(["first", self.starter])

    @property
    def events(self) -> list[list[str]]:
        return self.match.events[0 if self.starter is None else 1 :]

    @property
    def standing(self) -> list[str]:
        return [line(event) for event in self.events]


def line(words: list[str]) -> str:
    """The scoresheet line of an event: sides are capitals."""
    return " ".join(word.upper() if word in ("a", "b", "c") else word for word in words)


class PanelReference:
    """`PanelReference("crokinole-traditional sides=3 scoring=simple", sides=3)`; `sides` are those of the box.

    `command` raises ValueError for what is not modelled (MENU held). `matches` are the matches so far, without those
    that `BACK` took; `standing` and `accepted` the events of the present one; `records` how many events, new matches
    and returns were written so far.
    """

    def __init__(self, game_line: str, sides: int = 2) -> None:
        self.box = "ABC"[:sides]
        self.matches: list[Played] = []
        self.now = 0
        self.down: dict[str, Down] = {}
        self.status_line = Status()
        self.view_until = 0
        self.scroll_until = 0
        self.low_until = 0
        self.review_until = 0
        self.records = 0
        self.records_allowed: int | None = None
        self.tossed: str | None = None  # the side that has won a toss, "" while the displays roll
        self.toss_until = 0  # until then S says no more than 1ST?
        self.begin(game_line)

    # What can be asked.

    @property
    def played(self) -> Played:
        return self.matches[-1]

    @property
    def match(self) -> ReferenceMatch:
        return self.played.match

    @property
    def position(self) -> Position:
        return self.match.position

    @property
    def standing(self) -> list[str]:
        return self.played.standing

    @property
    def accepted(self) -> list[str]:
        return self.played.accepted

    def allows(self, text: str) -> bool:
        """Whether S may show this now."""
        if self.tossed is not None:
            return self.tossed == "" or self.now >= self.toss_until or squeezed(text) == "1ST?"
        return self.status_line.allows(text, self.now, self.base)

    def expected(self) -> str:
        """For people: what S may show now."""
        if self.tossed is not None:
            return "1ST?"
        return self.status_line.expected(self.now, self.base)

    def clone(self) -> "PanelReference":
        return copy.deepcopy(self)

    def power_cut(self) -> None:
        """What is left after power-off: the matches. Held keys and texts on S are gone."""
        self.down = {}
        self.tossed = None
        self.status_line.clear(self.now)
        self.view_until = self.review_until = self.low_until = 0
        self.stir()

    def interrupted(self, command: str, records: int) -> "PanelReference":
        """A copy that has done of a command what it does until it has written so many records."""
        panel = self.clone()
        panel.records_allowed = records
        try:
            panel.command(command)
        except PowerOff:
            pass
        finally:
            panel.records_allowed = None
        return panel

    # What is lit.

    def displays(self) -> dict[str, str]:
        """What A, B (and C in a match of three) must show. Not while another view is on (`view_until`)."""
        position = self.position
        if self.tossed is not None:
            return {side: f"{'°' if side == self.tossed else ' '}  0" for side in position.sides if self.tossed}
        running = self.shows_running()
        shown = {}
        for side in position.sides:
            text = f"{self.running(side) if running else position.totals[side]:>4}"
            if not position.finished and position.place[0] == side and text[0] == " ":
                text = "°" + text[1:]
            shown[side] = text + ("." if running else "")
        return shown

    def shows_running(self) -> bool:
        return self.match.game in SHOWS_RAW and not self.position.finished and self.has_count()

    def running(self, side: str) -> int:
        """The running number of a round; in Southwest "what the round would award now", and "in its shootout twenties
        less penalties, 0 for a side that forfeits"."""
        position = self.position
        if self.match.game != "pichenotte-southwest":
            return position.raw(side)
        if position.kind == "shootout":
            if position.counted(side, "forfeit"):
                return 0
            return position.counted(side, "20") - position.counted(side, "penalty")
        return position.awards()[side]

    def has_count(self) -> bool:
        return any(any(counts.values()) for counts in self.position.counts.values())

    # What S shows when nothing is being said.

    def status(self) -> re.Pattern[str]:
        """Without blanks; fullmatch it."""
        return self.base(self.now)

    def base(self, moment: int) -> re.Pattern[str]:
        if (moment < self.scroll_until and self.may_scroll()) or (moment < self.review_until and self.position.review):
            return ANYTHING
        texts = resting(self.match)
        return re.compile(texts + "|LOW" if moment < self.low_until else texts)

    def may_scroll(self) -> bool:
        """Before the first event, and where a loser may choose."""
        position = self.position
        if position.finished or position.review or position.events_in_round:
            return False
        return not position.closed or any(self.first_accepted(side) for side in position.sides)

    def stir(self) -> None:
        """Something was pressed, or the power has come: a scroll may begin, or go on after it."""
        if self.may_scroll():
            self.scroll_until = self.now + SCROLL_AT_LATEST_MS

    # Commands.

    def command(self, text: str) -> None:
        """One command of the virtual board; `unplug`, `plug` and `quit` change nothing here."""
        verb, _, what = text.strip().partition(" ")
        if verb in ("press", "bounce"):
            self.press(what, 60)
        elif verb == "hold":
            self.press(what, 1000)
        elif verb == "down":
            self.key_down(what)
        elif verb == "up":
            self.key_up(what)
        elif verb == "wait":
            self.advance(int(what))
        elif verb not in ("unplug", "plug", "quit"):
            raise ValueError(f"not a command: {text!r}")

    def press(self, key: str, ms: int) -> None:
        self.key_down(key)
        self.advance(ms)
        self.key_up(key)
        self.advance(60)

    def advance(self, ms: int) -> None:
        """Time passes; holds act when they are HOLD_MS old."""
        end = self.now + ms
        while True:
            ripe = [
                (down.since + HOLD_MS, key, down.waits)
                for key, down in self.down.items()
                if down.waits is not None and not down.acted and down.since + HOLD_MS <= end
            ]
            if not ripe:
                break
            at, key, words = min(ripe)
            self.now = max(self.now, at)
            self.down[key].acted = True
            self.act(words)
        self.now = end

    def key_down(self, key: str) -> None:
        if key in self.down:
            raise ValueError(f"{key} is down already")
        down = self.down[key] = Down(self.now)
        if self.tossed is not None:
            down.acted = True
            self.toss_key(key)
            return
        self.status_line.press_begins()
        if key == "UNDO":
            self.undo_down(down)
        elif key == "NEXT":
            self.next_down(down)
        elif key != "MENU":
            self.side_down(*self.side_key(key), down)
        self.stir()

    def key_up(self, key: str) -> None:
        down = self.down.pop(key)
        age = self.now - down.since
        if down.acted:
            pass
        elif key == "MENU":
            self.menu_up(age)
        else:
            if key == "NEXT":
                self.refuse(*down.why, *(["HOLD"] if age >= TAP_MS else []), said_since=down.since)
            elif age < TAP_MS:
                self.act(["undo"] if key == "UNDO" else self.tap_words(*self.side_key(key)))
            elif down.waits is not None:
                self.refuse("HOLD", *down.why, said_since=down.since if down.why else None)
            else:
                self.may_refuse("HOLD")
        self.stir()

    def side_key(self, key: str) -> tuple[str, int]:
        named = KEY.match(key)
        assert named is not None
        side, number = named.groups()
        return side, int(number)

    def menu_up(self, age: int) -> None:
        if age >= HOLD_MS:
            raise ValueError("MENU held is not modelled")
        if age >= TAP_MS:
            self.refuse("HOLD")
            return
        or_not = self.now < self.view_until or self.may_scroll()  # it may as well end the view, or scroll
        self.view_until = self.now + VIEW_MS
        views = ["TOTL", "RND", "20S"]
        self.status_line.say(VIEW, views, self.now, 0 if or_not else VIEW_MS, at_latest=self.view_until)

    def undo_down(self, down: Down) -> None:
        together = [
            (key, side_down)
            for key, side_down in self.down.items()
            if KEY.match(key) and self.now - side_down.since <= CHORD_MS
        ]
        for key, side_down in reversed(together):
            down.acted = side_down.acted = True
            if side_down.wrote:
                self.act(["undo"])
            self.act(self.off_words(*self.side_key(key)))
        if not together and not self.played.events:
            down.waits = ["back"]

    def next_down(self, down: Down) -> None:
        """Acts on press, "but needs a hold where a slip would hurt, and S says so"."""
        if self.position.finished:
            down.waits, down.why = ["rematch"], ("HOLD", "DONE")
        else:
            down.why = self.next_needs_hold()
            if not down.why:
                down.acted = True
                self.act(["next"])
                return
            down.waits = ["next"]
        self.may_refuse(*down.why)

    def next_needs_hold(self) -> tuple[str, ...]:
        """What S says where `next` needs a hold; empty: it needs none."""
        game, position = self.match.game, self.position
        texts = []
        if game in SHOWS_RAW:
            if not all(any(position.counts[side].values()) for side in position.sides):
                texts.append("HOLD")
        elif not position.events_in_round:
            texts.append("HOLD")
        if texts and (position.review or game == "pichenottes-quebec"):
            texts.append("NO")  # the rules would refuse it anyway
        if isinstance(position, Washers) and any(
            position.totals[side] == self.match.options["target"]
            and position.entered(side) < self.match.options["washers"]
            for side in position.sides
        ):
            texts.append("DED?")
        return tuple(texts)

    def side_down(self, side: str, number: int, down: Down) -> None:
        undo = self.down.get("UNDO")
        if undo is not None:
            undo.acted = down.acted = True
            self.act(self.off_words(side, number))
            return
        down.waits = self.hold_words(side, number)
        if down.waits is None:
            down.acted = True
            down.wrote = self.act(self.tap_words(side, number))
        elif self.position.kind == "shootout" and number == 5:
            down.why = ("NO", "NONE", "DISC")
            self.may_refuse(*down.why)

    # What keys mean: the words of an event, [] for nothing, None for no hold meaning.

    def tap_words(self, side: str, number: int) -> list[str]:
        game, options = self.match.game, self.match.options
        if game == "pichenotte-southwest":
            columns = [*CROKINOLE, "25"]
        elif game == "pichenottes-quebec":
            columns = ["dame", *(f"counter {value}" for value in options["counters"]), "stop"]
        elif game == "washers-ritzenthaler":
            columns = [*map(str, options["holes"]), "board", "dead"]
        else:
            columns = list(CROKINOLE)
        if number > len(columns) or side not in self.position.sides:
            return []
        return [side, *columns[number - 1].split()]

    def hold_words(self, side: str, number: int) -> list[str] | None:
        game, position = self.match.game, self.position
        if position.finished or side not in position.sides:
            return None
        if number == 4 and self.first_accepted(side):
            return ["first", side]
        if game == "pichenotte-southwest":
            if number == 1 and position.review:
                return [side, "agree"]
            if number == 5:
                return [side, "50"]
        elif game == "pichenottes-quebec" and number == 1:
            return [side, "colour", "green"]
        elif game == "washers-ritzenthaler" and number != 4:
            if number == 5:
                return [side, "knocked"]
            return [side, "sunk", str(self.match.options["holes"][number - 1])]
        return None

    def off_words(self, side: str, number: int) -> list[str]:
        if self.match.game not in SHOWS_RAW:
            return []
        words = self.tap_words(side, number)
        return [words[0], "off", words[1]] if words else []

    def first_accepted(self, side: str) -> bool:
        try:
            copy.deepcopy(self.position).play(["first", side.lower()])
        except Refused:
            return False
        return True

    # The toss.

    def toss(self) -> None:
        """`NEXT` has gone down on it."""
        self.tossed = ""

    def won(self, side: str) -> None:
        """The ring is lit there now."""
        self.tossed = side
        self.toss_until = self.now + TOSS_STANDS_MS

    def toss_key(self, key: str) -> None:
        """ "That side's key 1: we start, key 2: they start (one `first` event), anything else: nothing." """
        self.toss_until = self.now + TOSS_STANDS_MS
        won, sides = self.tossed, self.position.sides
        if key == "MENU":
            self.tossed = None
        elif won and key in (won + "1", won + "2"):
            self.tossed = None
            self.act(["first", won if key[1] == "1" else sides[(sides.index(won) + 1) % len(sides)]])
        self.stir()

    # Events.

    def enter(self, text: str) -> bool:
        """An event that comes from the menu and not from a key: `enter("A penalty 20")`."""
        return self.act(text.split())

    def act(self, words: list[str]) -> bool:
        """Enters an event, starts a match or goes back to one, or says why not. True: a record was written."""
        if words == []:
            self.may_refuse(*ANY_REFUSAL, "DONE")
        elif words == ["rematch"]:
            return self.rematch()
        elif words == ["back"]:
            return self.back()
        elif self.position.finished and words != ["undo"]:
            self.refuse("DONE")
        elif words == ["undo"] and not self.played.events:
            self.refuse("NONE", "NO")
        else:
            return self.event(words)
        return False

    def event(self, words: list[str]) -> bool:
        before = copy.deepcopy(self.position)
        took = self.match.events[-1] if words == ["undo"] else None
        try:
            copy.deepcopy(self.match).line(words)
        except Refused:
            self.refuse(*self.reasons(words))
            return False
        self.write()
        self.match.line(words)
        words = [word.lower() for word in words]
        self.accepted.append(line(words))
        if took is not None:
            self.status_line.say(PRESS, ["UNDO"], self.now, UNDO_MS)
            self.status_line.say(
                PRESS,
                press_texts(took),
                self.now + UNDO_MS,
                PRESS_MS - UNDO_MS,
                at_latest=self.now + UNDO_AT_LATEST_MS,
            )
        else:
            self.tell(words, before)
        self.stir()
        self.stir_review()
        return True

    def write(self) -> None:
        """ "A press counts when it is in the journal; only then is it shown." """
        if self.records_allowed == 0:
            raise PowerOff
        if self.records_allowed is not None:
            self.records_allowed -= 1
        self.records += 1
        self.status_line.press_acts(self.now)

    def begin(self, game_line: str, starter: str | None = None) -> None:
        """A new match, as from the menu: what goes on is left as it is."""
        words = game_line.split()
        self.matches.append(Played(words if words[0] == "game" else ["game", *words], starter))
        self.one_back = len(self.matches) > 1
        self.low_until = self.now + LOW_AT_LATEST_MS
        self.stir()

    def rematch(self) -> bool:
        if not self.position.finished:  # somebody took the result back meanwhile
            self.may_refuse(*ANY_REFUSAL)
            return False
        self.write()
        started = self.position.closed[0]["first"]
        sides = self.position.sides
        starter = sides[(sides.index(started) + 1) % len(sides)]
        self.begin(" ".join(self.played.words), None if starter == "A" else starter)
        self.say_if_it_likes(["NEXT"])
        return True

    def back(self) -> bool:
        """ "The match before goes on, result or not; one step; `NONE` where the match before is not whole." """
        if not self.one_back or self.played.events:
            self.refuse("NONE")
            return False
        self.write()
        self.matches.pop()
        self.one_back = False
        self.low_until = 0
        self.status_line.say(HAPPENING, ["BACK"], self.now, HAPPENING_MS)
        self.stir()
        self.stir_review()
        return True

    # Texts.

    def refuse(self, *texts: str, said_since: int | None = None) -> None:
        """ "A refused press changes nothing and says why on S", and ends what the one before it said.

        `said_since`: when it may have begun to say so.
        """
        sure = REFUSAL_MS if said_since is None else said_since + REFUSAL_MS - self.now
        self.status_line.press_acts(self.now)
        self.status_line.say(REFUSAL, texts, self.now, sure, at_latest=self.now + REFUSAL_MS)
        self.stir()

    def may_refuse(self, *texts: str) -> None:
        self.status_line.say(REFUSAL, texts, self.now, 0, at_latest=self.now + REFUSAL_MS)

    def reasons(self, words: list[str]) -> list[str]:
        """The texts that the description allows for a refusal by the rules."""
        position = self.position
        side, what = words[0], words[1:]
        if words == ["next"] or what == ["agree"] or words[0] == "first":
            return ["NO"]
        if "off" in what:
            assert isinstance(position, Crokinole), "in no other game is anything taken off"
            return ["NONE"] if what[1] in position.zones else ["NONE", "NO"]
        if self.match.game == "washers-ritzenthaler":
            return ["NONE", "NO"] if what[0] in ("knocked", "sunk") else ["DISC"]
        if self.match.game == "pichenottes-quebec":
            if what[0] in ("counter", "stop") and position.turn != side:
                return ["TURN"]
            return list(ANY_REFUSAL)
        assert isinstance(position, Crokinole)
        return ["DISC"] if what[0] in position.zones else ["NO"]

    def tell(self, words: list[str], before: Position) -> None:
        """What S says of an event other than `undo`; `before` is where the match stood."""
        texts = press_texts(words)
        if len(self.position.closed) > len(before.closed):
            self.tell_awards(self.position.closed[-1]["awarded"])
            self.say_if_it_likes([*texts, "NEXT"])
        elif words == ["next"] or words[-1] == "stop":
            self.say_if_it_likes(texts)
        else:
            self.tell_washer(words, before)
            self.status_line.say(PRESS, texts, self.now, PRESS_MS)

    def say_if_it_likes(self, texts: list[str]) -> None:
        self.status_line.say(PRESS, texts, self.now, 0, at_latest=self.now + PRESS_MS)

    def tell_awards(self, awarded: dict[str, int]) -> None:
        texts = [f"{side}{points:+d}" for side, points in awarded.items() if points != 0]
        if len(texts) == 1 and len(texts[0]) <= 4:
            self.status_line.say(HAPPENING, texts, self.now, HAPPENING_MS)
        elif texts:
            self.status_line.say(HAPPENING, None, self.now, 0, at_latest=self.now + AWARDS_AT_LATEST_MS)

    def tell_washer(self, words: list[str], before: Position) -> None:
        if not isinstance(before, Washers) or words[-1] not in before.holes:
            return
        side = words[0].upper()
        other = "B" if side == "A" else "A"
        if self.position.totals[other] < before.totals[other]:
            self.status_line.say(HAPPENING, ["CNCL"], self.now, HAPPENING_MS)
        elif self.position.totals[side] < before.totals[side]:
            self.status_line.say(HAPPENING, ["BUST"], self.now, HAPPENING_MS)

    def stir_review(self) -> None:
        """ "First, for 3 s, a penalty or forfeit of the round." """
        if self.position.review:
            counts = self.position.counts.values()
            to_show = sum(side.get("penalty", 0) + side.get("forfeit", 0) for side in counts)
            self.review_until = self.now + (UNDO_AT_LATEST_MS + to_show * HAPPENING_MS if to_show else 0)


def disagreement(panel: PanelReference, lit: Mapping[str, str]) -> str | None:
    """What of that which is lit the reference does not allow."""
    if panel.now >= panel.view_until + LATE_MS:
        for name, text in panel.displays().items():
            if lit.get(name) != text:
                return f"{name} shows {lit.get(name)!r} and not {text!r}"
    if not panel.allows(lit.get("S", "")):
        return f"S shows {lit.get('S')!r} and not {panel.expected()!r}"
    return None
