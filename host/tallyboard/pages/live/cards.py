"""What a page shows of a table: facts, without the words for them. Where in the tournament in use the matches belong,
and who won which round."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from markupsafe import Markup

from shared_rules.games.events import SIDES
from tallyboard.desk import TournamentObject
from tallyboard.pages.drawing.digits import running
from tallyboard.pages.public.rounds import place_words
from tallyboard.pages.tournaments import Look
from tallyboard.shapes import ClosedRound, LiveScore, MatchObject
from tallyboard.store.hubs import is_radio
from tallyboard.store.seats import is_phone
from tallyboard.store.tournaments.calls import ASLEEP_MS, as_compared, next_games, prefix_of
from tallyboard.terminal.watch_line import BoardLine, Stage, stage
from tallyboard.text.language import Language, later
from tallyboard.text.match_words import game_word
from tallyboard.text.printable import printable
from tallyboard.text.tournament.matches import LEVEL_WORDS, decider, tally
from tallyboard.text.tournament.names import Names


class Where(NamedTuple):
    """The place of a match: its name, its round, its group where there are several, the format of its phase, and how
    many entrants that has. `scores`: what each side has of it, empty before the first game; `decider`: what is to
    decide a level one, see `matches.decider`."""

    match: str
    round: int
    group: str | None
    format: str
    entrants: int
    scores: tuple[int, ...] = ()
    decider: str = ""

    def words(self, language: Language) -> str:
        """`Round of 16`; `Group A · Round 2`."""
        return " · ".join(place_words(language, self.match, self.round, self.group, self.format, self.entrants))

    def level_words(self, language: Language) -> str:
        """`level, shootout to come`; empty where nothing is to decide a level one."""
        return language(LEVEL_WORDS[self.decider]) if self.decider else ""


class CalledMatch(NamedTuple):
    """A match that is called and to be played: the names of its sides, and the key of its call without the game's
    number."""

    where: Where
    sides: tuple[str, ...]
    call: str


class Called(NamedTuple):
    """The tournament in use: its name, how it stands, where its matches belong, by match and by the key of each call
    without the game's number, and by table, as names are compared, what is called there now."""

    name: str
    computed: TournamentObject
    places: Mapping[str, Where]
    by_key: Mapping[str, Where]
    at: Mapping[str, CalledMatch]

    def of_key(self, key: str | None) -> Where | None:
        """Of the match that has this key; None outside of the tournament."""
        return self.by_key.get(call_of(key))

    def is_on(self, where: Where) -> bool:
        """Whether this match is called, to whatever table."""
        return any(one.where.match == where.match for one in self.at.values())


def call_of(key: str | None) -> str:
    """The key of the call, without the game's number."""
    return (key or "").rpartition(".")[0]


def _places(look: Look) -> dict[str, Where]:
    return {
        match["match"]: Where(
            match["match"],
            match["round"],
            match["group"],
            phase["format"],
            len(phase["order"]),
            tuple(tally(match, its.options.best)),
            decider(match, its.options.best, its.options.level),
        )
        for phase, its in zip(look.seen.computed["phases"], look.tournament.phases, strict=True)
        for match in phase["matches"]
    }


def called(look: Look) -> Called:
    """What is known of all calls, also of those that are over: their matches still stand at the tables."""
    places, tournament = _places(look), look.tournament
    prefix = prefix_of(look.seen.about.id)
    calls = ((event.number, tournament.call_of_event(event.number)) for event in tournament.events)
    by_key = {f"{prefix}-{number}": places[call.match] for number, call in calls if call and call.match in places}
    is_awake = look.sql.now_ms() - look.seen.about.active <= ASLEEP_MS  # else no board is told
    at = {
        as_compared(game.table): CalledMatch(places[game.match], tuple(map(printable, game.names)), call_of(game.key))
        for game in (next_games(look.followed) if is_awake else ())
        if game.match in places
    }
    return Called(printable(look.seen.about.name), look.seen.computed, places, by_key, at)


WON, LEVEL, LOST, NOW, TO_COME = "wtlnu"
WORDS = {
    WON: later("win"),
    LEVEL: later("tie"),
    LOST: later("loss"),
    NOW: later("playing"),
}
_KEPT = 1000  # rows of dots: they come again and again
MOST = 9  # rounds that are shown


def pips(live: LiveScore, match: MatchObject | None, length: int) -> tuple[list[str], int]:
    """(of each side a letter a round in the order of time, how many rounds stand before those).

    `length`: rounds at most, 0 where that is open. A board may be ahead of the store by one round, which its totals
    tell; where more is not known, nothing is.
    """
    places = range(len(live["totals"]))
    closed = _closed(live, match)
    if closed is None:
        return ["" for _ in places], 0
    after = "" if live["finished"] else NOW
    letters = ["".join(one[place] for one in closed) + after for place in places]
    more = max(0, len(closed) + len(after) - MOST)
    to_come = 0 if live["finished"] else max(0, min(length, MOST) - len(closed) - 1)
    return [mine[more:] + to_come * TO_COME for mine in letters], more


def _closed(live: LiveScore, match: MatchObject | None) -> list[str] | None:
    """Of each round that is over the letters of all sides; None where not all are known."""
    known: Sequence[ClosedRound] = () if match is None else match["rounds"][: live["closed"]]
    found = [_letters(_weights(one)) for one in known]
    if match is not None and match["winners"] and known and known[-1]["kind"] == "shootout":
        found[-1] = _letters([int(side in match["winners"]) for side in match["sides"]])
    if len(found) == live["closed"] - 1:
        before = list(known[-1]["totals"].values()) if known else [0] * len(live["totals"])
        found.append(_letters([now - then for now, then in zip(live["totals"], before, strict=True)]))
    return found if len(found) == live["closed"] else None


def _weights(one: ClosedRound) -> list[int]:
    return list((one["raw"] if one["kind"] == "shootout" else one["awarded"]).values())


def _letters(weights: Sequence[int]) -> str:
    best = max(weights)
    top = WON if weights.count(best) == 1 else LEVEL
    return "".join(top if weight == best else LOST for weight in weights)


@lru_cache(_KEPT)
def dots(letters: str, more: int, language: Language) -> Markup:
    """The rounds of a side as dots, with their words for who sees none; nothing where nothing is known."""
    if not letters:
        return Markup("")
    said = ", ".join(language(WORDS[letter]) for letter in letters if letter != TO_COME)
    drawn = "".join(f"<i class={letter}></i>" for letter in letters)
    before = f"+{more} " if more else ""
    return Markup(f'<span class=pips role=img aria-label="{before}{said}">{before}{drawn}</span>')


_NUMBERED = re.compile(r"(?:table ?)?([0-9]{1,3})", re.IGNORECASE)
_LONG_NAME = 20  # letters
_SILENT_S = 10.0  # after which a score that goes on is old
_RESULT_S = 60.0  # that a result stays where another match is called to its table

Source = Literal["box", "radio", "phone", "paper"]
State = Literal["free", "next", "called", "live", "won", "stale"]


class Side(NamedTuple):
    """A side of a match. `total` is None where no score is known; `running`: what its display shows of the round that
    is on, None where it shows the total.

    `pips`: a letter a round, see `pips`; `twenties`: of the rounds that are over, None where the game counts none.
    `first`: it starts this round. `lead`: it alone has most. `won`: it is one of the winners.
    """

    name: str
    total: int | None = None
    running: int | None = None
    pips: str = ""
    twenties: int | None = None
    first: bool = False
    lead: bool = False
    won: bool = False


class Card(NamedTuple):
    """A table. `title`: its name, no other card's; `word`: the table in addresses; `names`: what finds it, as compared.

    `round`: what its game calls a round; `more`: rounds before the pips. `standing`: of a match without a score, "next"
    where NEXT starts it, "called" where the board does not have it yet. `where`: in the tournament in use, None of a
    match outside of it. `next_sides`: who plays next, where that is known. `heard`: when it was heard last, ms since
    1970, None while it is there; `is_silent`: that is long ago. `behind`: records that are not stored. `trouble`,
    `alarm`: sentences. `source`: what is at the table; on paper the `sides` are of the match that is called. `battery`:
    how full the phone is, in percent, where it is low.
    """

    title: str
    word: str
    names: frozenset[str]
    sides: tuple[Side, ...] = ()
    stage: Stage | None = None
    round: str = "round"
    more: int = 0
    standing: str = ""
    where: Where | None = None
    next_waits: bool = False
    next_sides: tuple[str, ...] = ()
    heard: int | None = None
    is_silent: bool = False
    behind: int = 0
    trouble: str = ""
    alarm: str = ""
    source: Source = "box"
    battery: int | None = None

    @property
    def key(self) -> str:
        """What its fragment is known by."""
        return f"table:{self.title}"

    @property
    def number(self) -> str:
        """Its digits where it is called by a number alone, `Table 3` or `3`; else ""."""
        found = _NUMBERED.fullmatch(self.title)
        return "" if found is None else found[1]

    @property
    def sort(self) -> str:
        """Puts Table 10 behind Table 9 where texts are compared letter by letter; `10` is Table 10."""
        return re.sub(r"[0-9]+", _sortable, self.number or self.title)

    @property
    def match(self) -> str:
        """The tournament's name of its match; "" outside of it."""
        return "" if self.where is None else self.where.match

    @property
    def state(self) -> State:
        """How it stands, in a word: `stale` goes on as far as anybody knows, but was not heard for a while."""
        if self.stage is not None:
            if self.stage.kind in ("won", "finished"):
                return "won"
            return "stale" if self.is_silent else "live"
        if self.standing in ("next", "called") or self.source == "paper":
            return ("called" if self.where else "next") if self.sides else "free"
        return "free"

    @property
    def first(self) -> str:
        """The name of who starts this round, a long one without its first word; "" where nobody does."""
        name = next((side.name for side in self.sides if side.first), "")
        return name.partition(" ")[2] or name if len(name) > _LONG_NAME else name

    @property
    def winners(self) -> tuple[str, ...]:
        """Who has won; all sides where it is a draw."""
        return tuple(side.name for side in self.sides if side.won)


def _sortable(number: re.Match[str]) -> str:
    digits = number[0].lstrip("0")
    return f"{len(digits):03}{digits}"


def card_of(
    line: BoardLine, title: str, heard: int | None, now: float, battery: int | None = None, of: Called | None = None
) -> Card:
    """The card of a board. `heard` in ms since 1970; `now` by the clock of the line; `battery`: in percent, of a phone
    that will be out soon; `of`: the tournament in use."""
    card = Card(
        title,
        word=line.board if set(title) <= {"."} else title,  # browsers take dots for folders
        names=frozenset(map(as_compared, (title, line.name, line.table, line.board))) - {""},
        heard=heard,
        is_silent=line.heard_at is not None and now - line.heard_at >= _SILENT_S,
        behind=line.behind if line.away else line.not_stored(now),
        trouble=printable(line.trouble),
        alarm=printable(" ".join(part for part in (line.alarm, line.damage, line.flood) if part)),
        source="phone" if is_phone(line.board) else "radio" if is_radio(line.port) else "box",
        battery=battery,
    )
    called = next((of.at[name] for name in card.names if name in of.at), None) if of else None
    if of and called and not _goes_before(line, called, of, now):
        is_told = call_of(line.upcoming["key"] if line.upcoming else None) == called.call
        return card._replace(
            sides=tuple(map(Side, called.sides)),
            standing="next" if is_told and line.waits else "called",
            where=called.where,
            next_sides=() if is_told else tuple(line.next_sides()),
        )
    return _card_of_board(card, line, of)


def _card_of_board(card: Card, line: BoardLine, of: Called | None) -> Card:
    if _is_next_all(line):
        key = line.upcoming["key"] if line.upcoming else None
        sides = tuple(map(Side, line.next_sides()))
        return card._replace(sides=sides, standing="next", where=of.of_key(key) if of else None)
    live, match, sides = line.live, line.match, tuple(map(Side, line.sides()))
    where = of.of_key(match.get("key")) if of and match is not None else None
    card = card._replace(sides=sides, where=where, next_waits=line.next_waits, next_sides=tuple(line.next_sides()))
    if live is not None:
        at = stage(live, match)
        letters, more = pips(live, match, at.of)
        scored, round_ = _with_scores(sides, match, live, letters), game_word(live["game"])
        return card._replace(sides=scored, stage=at, round=round_, more=more)
    if match is not None:
        return card._replace(standing="newer" if match.get("newer") else match["status"])
    return card


def _goes_before(line: BoardLine, called: CalledMatch, of: Called, now: float) -> bool:
    """Whether what the board has is shown all the same: this very match, a result of a moment ago, or another one in
    which people press. Of the tournament nobody plays a match that is no longer called."""
    key = line.match.get("key") if line.match is not None else None
    if call_of(key) == called.call:
        return True
    if line.live is None:
        return False
    if line.live["finished"]:
        return line.finished_at is not None and now - line.finished_at < _RESULT_S
    if line.heard_at is not None and now - line.heard_at >= _SILENT_S:
        return False
    where = of.of_key(key)
    return _has_score(line.live) and (where is None or of.is_on(where))


def _has_score(live: LiveScore) -> bool:
    return bool(live["closed"] or live["shootout"] or any(live["totals"]) or any(live["raw"]))


def _is_next_all(line: BoardLine) -> bool:
    """Whether the match that NEXT starts is all there is to show: nothing was entered in the one that is on."""
    if not line.waits or not line.next_sides():
        return False
    if line.match is not None and not line.match.get("untouched"):
        return False
    return line.live is None or not (line.live["finished"] or _has_score(line.live))


def _with_scores(
    sides: Sequence[Side], match: MatchObject | None, live: LiveScore, letters: Sequence[str]
) -> tuple[Side, ...]:
    winners = match["winners"] if live["finished"] and match is not None else []
    twenties = {} if match is None else match["twenties"]
    shown, totals = running(live, match), live["totals"]
    best = max(totals)
    return tuple(
        side._replace(
            total=totals[place],
            running=None if shown is None else shown[place],
            pips=letters[place],
            twenties=twenties.get(SIDES[place]),
            first=live["first"] == place and not live["finished"],
            lead=winners == [SIDES[place]] if winners else totals[place] == best and totals.count(best) == 1,
            won=SIDES[place] in winners,
        )
        for place, side in enumerate(sides)
    )


def paper_cards(of: Called) -> list[Card]:
    """The tables of a tournament that have a match, or are open, as cards without a board."""
    computed = of.computed
    names = Names(computed["entrants"])
    matches = {match["match"]: match for phase in computed["phases"] for match in phase["matches"]}
    cards = []
    for table in computed["tables"]:
        match = matches.get(table["match"] or "")
        if match is None and not table["open"]:
            continue
        title = printable(table["table"])
        card = Card(title, title, frozenset([as_compared(title)]), source="paper")
        if match is not None:
            where = of.places[match["match"]]
            totals = where.scores or (None, None)
            sides = tuple(Side(printable(names[x]), total) for x, total in zip(match["sides"], totals, strict=True))
            card = card._replace(sides=sides, where=where)
        cards.append(card)
    return cards
