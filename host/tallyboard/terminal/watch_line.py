"""What `watch` knows of one board, and the words for it: how far the match is, who plays, what is wrong."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from shared_rules.games.events import SIDES
from tallyboard.shapes import LiveScore, MatchObject, NextMatch, ResultObject, WatchEvent
from tallyboard.store import Alarm
from tallyboard.store.hubs import is_radio
from tallyboard.store.tokens import is_phone
from tallyboard.terminal.cells import cut, width
from tallyboard.text import match_words
from tallyboard.text.board_names import table_or_digits
from tallyboard.text.game_words import round_word
from tallyboard.text.language import _, here, later, ngettext
from tallyboard.text.printable import printable

_LENGTHS = ("rounds", "best_of", "games")  # options that say after how many rounds a match ends at the latest


def recorded(match: ResultObject) -> LiveScore | None:
    """The score that is stored, as a board would tell it; None of a match that is neither being played nor finished."""
    if match.get("newer") or match["status"] not in ("playing", "finished"):
        return None
    sides, current = match["sides"], match["current"]
    latest = current or match["rounds"][-1]
    shootouts = sum(entry["kind"] == "shootout" for entry in match["rounds"])
    return {
        "game": match["game"],
        "finished": current is None,
        "review": current is not None and current["review"],
        "first": sides.index(latest["first"]),
        "shootout": shootouts + 1 if current and current["kind"] == "shootout" else 0,
        "closed": len(match["rounds"]),
        "totals": [match["totals"][side] for side in sides],
        "raw": [latest["raw"][side] for side in sides],
    }


def same(live: LiveScore, match: ResultObject) -> bool:
    """Whether the stored match can be the one that the board tells of: a board may be ahead of the store by one."""
    if (match["game"], len(match["sides"])) != (live["game"], len(live["totals"])) or match["status"] == "abandoned":
        return False
    return live["finished"] or match["status"] != "finished"


class Stage(NamedTuple):
    """How far a match is, for whoever puts it into words.

    `kind`: `to go`: so many points (`number`) to the target; `round`: the one that is on, of so many (`of`), 0 where
    that is open; `shootout`: which one; `won`: by those of `winners` (letters of sides), all of them where it is a
    draw; `finished`: nobody knows by whom.
    """

    kind: Literal["to go", "round", "shootout", "won", "finished"]
    number: int = 0
    of: int = 0
    review: bool = False
    winners: Sequence[str] = ()


def stage(live: LiveScore, match: ResultObject | None) -> Stage:
    """How far the match is; `match`: the same one, where it is known."""
    if live["finished"]:
        winners = [] if match is None else match["winners"]
        return Stage("won", winners=winners) if winners else Stage("finished")
    review = live["review"]
    if live["shootout"]:
        return Stage("shootout", live["shootout"], review=review)
    options = match["options"] if match is not None else {}
    target = options.get("target")
    if isinstance(target, int) and target > max(live["totals"]):
        return Stage("to go", target - max(live["totals"]), review=review)
    length = next((options[name] for name in _LENGTHS if name in options), 0)
    return Stage("round", live["closed"] + 1, length if isinstance(length, int) else 0, review)


def progress(live: LiveScore, match: ResultObject | None, room: int | None = None) -> str:
    """`round 3`, `round 3 of 8`, `12 to go`, `game 8 of 8, review`, `shootout 1`, `Ann wins`, `finished`. `match`: the
    same one, where it is known. `room`: cells that there are, where that is not enough it is said shorter."""
    at = stage(live, match)
    if at.kind == "won" and match is not None:
        return _won(match, room)
    round_ = f"{round_word(here(), live['game'])} {live['closed'] + 1}"
    words = round_
    if at.kind == "finished":
        words = _("finished")
    elif at.kind == "shootout":
        words = _("shootout %(number)s", number=at.number)
    elif at.kind == "to go":
        words = _("%(points)s to go", points=at.number)
    elif at.of:
        words = _("%(round)s of %(of)s", round=round_, of=at.of)
    review = _("review")
    return _longest([f"{words}, {review}", f"{round_}, {review}", review], room) if at.review else words


def _won(match: ResultObject, room: int | None) -> str:
    winners = match["winners"]
    names = [match_words.side_name(match, side) for side in winners]
    if len(names) == 1:
        wins = later("%(name)s wins")
        return _(wins, name=names[0] if room is None else cut(names[0], room - width(_(wins, name=""))))
    if len(names) == len(match["sides"]):
        return _("draw")
    both = (_("%(names)s draw", names=_(" and ").join(some)) for some in (names, winners))
    return _longest([*both], room)


def _longest(texts: Sequence[str], room: int | None) -> str:
    """The first that fits, else the last."""
    return next((text for text in texts if room is None or width(text) <= room), texts[-1])


def not_stored(records: int, of_several: bool = False) -> str:
    """`Not stored: 3 records wait on the board.`, or on the boards."""
    if of_several:
        return ngettext(
            "Not stored: %(num)s record waits on the boards.",
            "Not stored: %(num)s records wait on the boards.",
            records,
        )
    return ngettext(
        "Not stored: %(num)s record waits on the board.", "Not stored: %(num)s records wait on the board.", records
    )


_STORING_S = 2.0  # that a record may take to be stored before it is worth a word


@dataclass
class BoardLine:
    """What is known of a board, as its last events told it. Times are of the clock of its Lines.

    `hub`: the other laptop that has it, empty for this one. `behind_at`: since when records of it are not stored, None
    where all are. `heard_at`: when it was last heard, None while it is there. `live`: the score that is shown, `match`:
    the stored match that it is of, where that is known; `finished_at`: since when that is finished, None before.
    `damaged`: records that its memory has damaged; `held_back`: how many wait, for it brings too many.
    """

    board: str
    port: str = ""
    hub: str = ""
    table: str = ""
    behind: int = 0
    behind_at: float | None = None
    heard_at: float | None = None
    trouble: str = ""
    alarm: str = ""
    damaged: int = 0
    held_back: int = 0
    waits: bool = False
    upcoming: NextMatch | None = None
    live: LiveScore | None = None
    match: MatchObject | None = None
    finished_at: float | None = None

    @property
    def name(self) -> str:
        """The table's name, or the end of the board's id."""
        return printable(table_or_digits(self.table, self.board))

    @property
    def away(self) -> bool:
        """Whether it is not there, unplugged or in trouble."""
        return self.heard_at is not None

    def sides(self) -> list[str]:
        """Who plays: names where the laptop gave them, else letters."""
        if self.match is not None:
            return [match_words.side_name(self.match, side) for side in self.match["sides"]]
        return list(SIDES[: len(self.live["totals"])]) if self.live else []

    def score(self) -> str:
        """The totals: `45 : 20`."""
        return " : ".join(map(str, self.live["totals"])) if self.live else ""

    def counted(self) -> str:
        """What is counted in the round, from the first disc to the close: `15 : 0`."""
        if self.live is None or self.live["finished"] or not any(self.live["raw"]):
            return ""
        return " : ".join(map(str, self.live["raw"]))

    def state(self, room: int | None = None) -> str:
        """How far the match is, see `progress`; without one whether one waits. `room`: cells that there are."""
        if self.live is not None:
            return progress(self.live, self.match, room)
        if self.match is not None:
            return match_words.standing(self.match)
        return _("next one waits") if self.next_waits else _("no match")

    @property
    def next_waits(self) -> bool:
        """Whether a match waits, to be started now or after the one that is on."""
        return self.waits or self.upcoming is not None

    def next_sides(self) -> list[str]:
        """Who plays next, where that is known: names, else letters; empty where nobody has a name."""
        names = self.upcoming["names"] if self.upcoming is not None else {}
        return [printable(names[side] or side) for side in sorted(names)] if any(names.values()) else []

    def not_stored(self, now: float) -> int:
        """How many records are not stored, of those that had the time to be."""
        return self.behind if self.behind_at is not None and now - self.behind_at >= _STORING_S else 0

    def not_stored_words(self, now: float) -> str:
        """`not stored: 3`, empty where all is."""
        return _("not stored: %(records)s", records=self.not_stored(now)) if self.not_stored(now) else ""

    def take(self, event: WatchEvent, now: float) -> None:
        """Note an event of this board."""
        self.table = event["table"]
        self.port, self.hub = event["port"], event["hub"]
        self.trouble = trouble(event)
        self.heard_at = None
        if event["event"] == "disconnected" or event["event"] == "unplugged":
            self._is_behind(event["behind"], now)
            self.heard_at = now - (event["silent_s"] or 0)
        elif event["event"] == "score":
            live, match = event["live"], event["match"]
            if self.hub and live is None and match is not None:
                live = recorded(match)  # a board of another laptop tells nothing here: what is stored of it is shown
            elif live is None or match is None or not same(live, match):
                match = None
            self._finishes(live, match, now)
            self.live, self.match = live, match
            self.waits, self.upcoming = event["waits"], event["upcoming"]
            self._is_behind(event["behind"], now)
        elif event["event"] == "connected":
            self.damaged = 0
        elif event["event"] == "damaged":
            self.damaged = event["records"]
        elif event["event"] == "held_back":
            self.held_back = event["records"]
        elif event["event"] == "alarm":
            alarm = Alarm(self.board, event["epoch"], tuple(event["numbers"]))
            self.alarm = self.alarm or str(alarm)  # where the histories part stays the first

    def _finishes(self, live: LiveScore | None, match: MatchObject | None, now: float) -> None:
        """Before it takes the two: they are finished since now, unless they were so already."""
        is_same = match is None or self.match is None or match.get("match") == self.match.get("match")
        if live is None or not live["finished"]:
            self.finished_at = None
        elif self.finished_at is None or not is_same:
            self.finished_at = now

    def _is_behind(self, records: int, now: float) -> None:
        self.behind = records
        if not records:
            self.behind_at = None
        elif self.behind_at is None:
            self.behind_at = now

    @property
    def damage(self) -> str:
        """What its memory has damaged; empty for nothing."""
        if not self.damaged:
            return ""
        return ngettext(
            "%(num)s record is damaged in its memory: matches that need it are incomplete. "
            "`tallyboard results` marks those.",
            "%(num)s records are damaged in its memory: matches that need them are incomplete. "
            "`tallyboard results` marks those.",
            self.damaged,
        )

    @property
    def flood(self) -> str:
        """That it brings more than anybody presses, and what helps; empty where it does not."""
        if not self.held_back:
            return ""
        return _(
            "This phone makes records faster than anybody can press: they wait there, and come bit by bit. Look who "
            "has that phone, or take its keys on the page Tables."
        )

    def note(self) -> str:
        """The alarm, what is damaged or not stored, why it is away and what helps; empty where all is well."""
        waiting = not_stored(self.behind) if self.behind and self.away else ""
        return printable(
            " ".join(part for part in (self.alarm, self.damage, self.flood, waiting, self.trouble) if part)
        )

    def words(self, now: float) -> str:
        """`Ann : Bob, 45 : 20, (15 : 0), round 3 of 8, next: Cleo : Dan`, or why it is away."""
        if self.away:
            gone = _("out of reach") if is_phone(self.board) or is_radio(self.port) else _("unplugged")
            return self.note() or (_("no longer there") if self.hub else gone)
        next_sides = " : ".join(self.next_sides())
        parts = (
            " : ".join(self.sides()),
            self.score(),
            f"({self.counted()})" if self.counted() else "",
            "" if next_sides and not self.sides() else self.state(),
            _("next: %(names)s", names=next_sides) if next_sides else "",
            self.not_stored_words(now),
            self.note(),
        )
        return ", ".join(part for part in parts if part)


def trouble(event: WatchEvent) -> str:
    """What is wrong at a port and what helps, empty where nothing is."""
    if event["event"] == "disconnected" or event["event"] == "no_data_port":
        return f"{event['cause']} {event['next_step']}"
    return ""
