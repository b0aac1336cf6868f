"""What a page shows of a table: facts, without the words for them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from shared_rules.games.events import SIDES
from tallyboard.desk import TournamentObject
from tallyboard.pages.drawing.digits import displays
from tallyboard.shapes import LiveScore, MatchObject
from tallyboard.store.seats import is_phone
from tallyboard.store.tournaments.calls import as_compared
from tallyboard.terminal.watch_line import BoardLine, Stage, stage
from tallyboard.text.match_words import game_word
from tallyboard.text.printable import printable
from tallyboard.text.tournament.names import Names

_LARGE_NAME = 14  # letters


class Side(NamedTuple):
    """A side of a match. `total` and `counted` (in the round) are None where no score is known; `digits`: what its
    display shows."""

    name: str
    total: int | None = None
    counted: int | None = None
    digits: str = ""
    won: bool = False


class Card(NamedTuple):
    """A table. `title`: its name, no other card's; `word`: the table in addresses; `names`: what finds it, as compared.

    `round`: what its game calls a round. `standing`: of a match without a score, "next" where NEXT starts it.
    `next_sides`: who plays next, where that is known. `heard`: when it was heard last, ms since 1970, None while it is
    there. `behind`: records that are not stored. `trouble`, `alarm`: sentences. `paper`: there is no board; then the
    `sides` are of the match that is called. `by_phone`: a phone is its board; `battery`: how full that is, in percent,
    where it is low.
    """

    title: str
    word: str
    names: frozenset[str]
    sides: tuple[Side, ...] = ()
    stage: Stage | None = None
    round: str = "round"
    standing: str = ""
    next_waits: bool = False
    next_sides: tuple[str, ...] = ()
    heard: int | None = None
    behind: int = 0
    trouble: str = ""
    alarm: str = ""
    paper: bool = False
    by_phone: bool = False
    battery: int | None = None

    @property
    def key(self) -> str:
        """What its fragment is known by."""
        return f"table:{self.title}"

    @property
    def sort(self) -> str:
        """Puts Table 10 behind Table 9 where texts are compared letter by letter."""
        return re.sub(r"[0-9]+", _sortable, self.title)

    @property
    def has_long_name(self) -> bool:
        """Whether a name is too long for one line in large type: then all its names are set smaller, as they belong
        together."""
        return any(len(side.name) > _LARGE_NAME for side in self.sides)

    @property
    def shows_round(self) -> bool:
        """Whether the digits are of the round that is on; else they are the totals."""
        return any(side.digits.endswith(".") for side in self.sides)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; all sides where it is a draw."""
        return tuple(side.name for side in self.sides if side.won)


def _sortable(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0")
    return f"{len(digits):03}{digits}"


def card_of(line: BoardLine, title: str, heard: int | None, now: float, battery: int | None = None) -> Card:
    """The card of a board. `heard` in ms since 1970; `now` by the clock of the line; `battery`: in percent, of a phone
    that will be out soon."""
    card = Card(
        title,
        word=line.board if set(title) <= {"."} else title,  # browsers take dots for folders
        names=frozenset(map(as_compared, (title, line.name, line.table, line.board))) - {""},
        heard=heard,
        behind=line.behind if line.away else line.not_stored(now),
        trouble=printable(line.trouble),
        alarm=printable(" ".join(part for part in (line.alarm, line.damage, line.flood) if part)),
        by_phone=is_phone(line.board),
        battery=battery,
    )
    if _is_next_all(line):
        return card._replace(sides=tuple(map(Side, line.next_sides())), standing="next")
    live, match, sides = line.live, line.match, tuple(map(Side, line.sides()))
    card = card._replace(sides=sides, next_waits=line.next_waits, next_sides=tuple(line.next_sides()))
    if live is not None:
        scored, round = _with_scores(sides, match, live), game_word(live["game"])
        return card._replace(sides=scored, stage=stage(live, match), round=round)
    if match is not None:
        return card._replace(standing="newer" if match.get("newer") else match["status"])
    return card


def _is_next_all(line: BoardLine) -> bool:
    """Whether the match that NEXT starts is all there is to show: nothing was entered in the one that is on."""
    if not line.waits or not line.next_sides():
        return False
    if line.match is not None and not line.match.get("untouched"):
        return False
    live = line.live
    return live is None or not (
        live["finished"] or live["closed"] or live["shootout"] or any(live["totals"]) or any(live["raw"])
    )


def _with_scores(sides: Sequence[Side], match: MatchObject | None, live: LiveScore) -> tuple[Side, ...]:
    winners = match["winners"] if live["finished"] and match is not None else []
    shown = displays(live, match)
    return tuple(
        side._replace(
            total=live["totals"][place],
            counted=None if live["finished"] else live["raw"][place],
            digits=shown[place],
            won=SIDES[place] in winners,
        )
        for place, side in enumerate(sides)
    )


def paper_cards(computed: TournamentObject) -> list[Card]:
    """The tables of a tournament that have a match, or are open, as cards without a board."""
    names = Names(computed["entrants"])
    matches = {match["match"]: match for phase in computed["phases"] for match in phase["matches"]}
    cards = []
    for table in computed["tables"]:
        match = matches.get(table["match"] or "")
        if match is None and not table["open"]:
            continue
        title = printable(table["table"])
        sides = () if match is None else tuple(Side(printable(names[side])) for side in match["sides"])
        cards.append(Card(title, title, frozenset([as_compared(title)]), sides, paper=True))
    return cards
