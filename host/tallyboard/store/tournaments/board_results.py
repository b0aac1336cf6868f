"""Results that were recorded: by boards, as events of the tournaments that called their matches, and elsewhere, in a
file. A match without a call counts in a tournament when somebody at the desk says whose it was; from then on it is
followed like any other."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from tallyboard.desk import Refusal, Tournament, events, lines
from tallyboard.desk.matches import as_sides, members, side_of
from tallyboard.desk.season import RosterPlayer
from tallyboard.errors import TallyboardError, nlater
from tallyboard.shapes import MatchObject, OtherResult
from tallyboard.store.matches import kept
from tallyboard.store.reader import MatchObjects
from tallyboard.store.tables.rows import table_names
from tallyboard.store.tables.sql import Sql, among
from tallyboard.store.tokens import is_phone
from tallyboard.store.tournaments import notices
from tallyboard.store.tournaments.appending import BOARD, REASON, Because, Decide, append
from tallyboard.store.tournaments.calls import CallKey, as_compared, prefix_of, read_key
from tallyboard.store.tournaments.follow import Followed, FollowedSeason, each_followed, replayed
from tallyboard.store.tournaments.rows import (
    About,
    StoredEvent,
    has_its_state,
    listed,
    seasons,
    sound_lines,
    without_row,
)
from tallyboard.store.transactions import Writable
from tallyboard.text.near_names import same
from tallyboard.text.tournament.cmn import AlsoCalled, CmnMatch, CmnOutcome, cids_in, id_in, kept_id, results_of

_OF_A_BOARD = "result % board %"  # the lines of boards' results
_LIKE_A_CALLS = '%"key": "________-%'  # of a match as it is kept: the few others are sorted out by what they say


class Finished(NamedTuple):
    """A finished match: its id, what its key says where that is a call's, and the figures of A and B. `won`: 0 or 1
    where the game itself decided a level one, else None. `corrected`: by whom and why, "" where it is as recorded.
    `table`: of a phone's match the phone's own: what it says of a call elsewhere is not believed."""

    match: str
    key: CallKey | None
    scores: tuple[int, int]
    twenties: tuple[int, int]
    won: int | None
    corrected: str = ""
    table: str | None = None

    def line(self, tournament: Tournament, last: str | None) -> str | None:
        """The line of this result: of the match and the entrants that its `last` line names, else of its call. None
        where the tournament knows of no such call, or has made it at another table than this phone's."""
        if last is not None:
            said = _said(last)
            match, game, entrants = said.match, said.game, said.entrants
        else:
            call = tournament.call_of_event(self.key.number) if self.key else None
            if call is None or self.key is None:
                return None
            if self.table is not None and as_compared(self.table) != as_compared(call.table):
                return None
            match, game = call.match, self.key.game
            entrants = (members(call.entrants[0])[0], members(call.entrants[1])[0])
        (a, b), (for_a, for_b) = entrants, self.scores
        words = [f"result {match}/{game} {a} {for_a} {b} {for_b}"]
        words += [f"twenties {self.twenties[0]} {self.twenties[1]}"] if any(self.twenties) else []
        words += [] if self.won is None else [f"won {entrants[self.won]}"]
        return " ".join([*words, f"board {self.match}"])

    def stands_as(self, line: str) -> bool:
        """Whether this line of the same match has the same figures: A stands first in all of them."""
        said = _said(line)
        sides = as_sides(said.match, said.entrants)
        won = None if said.won is None else [side_of(said.won, [side]) is not None for side in sides].index(True)
        return (said.scores, said.twenties, won) == (self.scores, self.twenties, self.won)


def _said(line: str) -> events.Result:
    said = lines.read(line)
    assert isinstance(said, events.Result)
    return said


def finished(sql: Sql, boards: Collection[str] | None = None) -> list[Finished]:
    """The finished matches of calls, and those that a desk has entered as whose they were, at these boards, one at
    least, None: at all, as they stand now."""
    of_them, values = ("", {}) if boards is None else among(boards)
    only = f"AND board {of_them}" if of_them else ""
    rows = list(sql.rows(f"{kept.SELECT} WHERE result LIKE :like {only}", like=_LIKE_A_CALLS, **values))
    found = {match["match"]: match for match in map(kept.object_of, rows) if match and read_key(match["key"])}
    by_hand = "SELECT line FROM tournament_events WHERE line LIKE :like AND who <> :who"
    entered_so = _last_by_board(line for (line,) in sql.rows(by_hand, like=_OF_A_BOARD, who=BOARD))
    for entered in sorted(entered_so.keys() - found.keys()):
        for row in sql.rows(f"{kept.SELECT} WHERE id = :id", id=entered):
            match = kept.object_of(row)
            if match and (boards is None or match["board"] in boards):
                found[entered] = match
    if not found:
        return []
    objects = MatchObjects(sql, ())
    in_order = sorted(found.values(), key=lambda match: (match["board"], match["epoch"], match["first_seq"]))
    tables = {board: table for board, table in table_names(sql).items() if is_phone(board)}
    made = (_finished(objects.of(match), tables.get(match["board"])) for match in in_order)
    return [one for one in made if one is not None]


def _finished(match: MatchObject, table: str | None) -> Finished | None:
    key = read_key(match["key"])
    if match["status"] != "finished" or match["sides"] != ["A", "B"]:
        return None
    totals, twenties, winners = match["totals"], match["twenties"], match["winners"]
    scores = totals["A"], totals["B"]
    is_decided = scores[0] == scores[1] and len(winners) == 1
    won = match["sides"].index(winners[0]) if is_decided else None
    correction = match["correction"]
    words = f"corrected by {correction['by']}: {correction['reason']}" if correction else ""
    return Finished(match["match"], key, scores, (twenties.get("A", 0), twenties.get("B", 0)), won, words, table)


def untaken(sql: Sql, about: About, those: Collection[Finished]) -> list[Finished]:
    """Those of these that the tournament has not, or not so; for this nothing is computed."""
    if not those:
        return []
    last = last_of_boards(sql, about)
    prefix = prefix_of(about.id)
    called = (one for one in those if one.match in last or (one.key is not None and one.key.tournament == prefix))
    return [one for one in called if not _is_there(one, last)]


def _is_there(one: Finished, last: Mapping[str, str]) -> bool:
    """Whether the last line of the match has its figures."""
    return one.match in last and one.stands_as(last[one.match])


def last_of_boards(sql: Sql, about: About) -> dict[str, str]:
    """The last line that was entered for each board's match, by its id."""
    return _last_by_board(sound_lines(sql, about.id, _OF_A_BOARD))


def _last_by_board(said: Iterable[str]) -> dict[str, str]:
    """The last line of each board's match by its id, which stands at the end of the line."""
    return {words[-1]: line for line in said if (words := line.split())[:1] == ["result"] and words[-2:-1] == ["board"]}


class CountedIn(NamedTuple):
    """Where a board's match counts: the tournament's name, and the match as it is called there."""

    tournament: str
    match: str


def counted_in(sql: Sql, match: str) -> list[CountedIn]:
    """The tournaments of which this board's match is a result."""
    last = ((about, last_of_boards(sql, about).get(match)) for about in listed(sql))
    return [CountedIn(about.name, _said(line).match) for about, line in last if line is not None]


def take_results(store: Writable, followed: Followed, those: Iterable[Finished]) -> Iterator[tuple[Finished, Refusal]]:
    """Enter these results of boards, as far as nobody else has; those that the tournament refuses, and why. Raises
    TallyboardError where the store fails."""
    for one in those:

        def decide(tournament: Tournament, one: Finished = one) -> list[Because]:
            last = _last_by_board(event.line for event in followed.events)
            line = one.line(tournament, last.get(one.match))
            return [] if line is None or _is_there(one, last) else [Because(line, one.corrected[:REASON])]

        try:
            append(store, followed, decide, BOARD)
        except Refusal as refusal:
            yield one, refusal


class TakenResults(NamedTuple):
    """What became of the results of boards: how many a tournament has now that it had not, or not so; and why some are
    not taken."""

    tournament: str
    entered: int
    refused: tuple[str, ...]


def take_all(store: Writable, boards: Collection[str] | None = None) -> list[TakenResults]:
    """Enter the results of these boards, None: of all, into every tournament that has them not, or not as they stand.
    Tournaments without any are left out, and one that is damaged keeps no other from having its own."""
    with store.reading() as sql:
        known = listed(sql)
        those = finished(sql, boards) if known else []
        wanted = [(about, some) for about in known if (some := untaken(sql, about, those))]
    taken = []
    for about, some in wanted:
        try:
            refused = [f"{one.match}: {why}" for one, why in take_results(store, Followed(about), some)]
            taken.append(TakenResults(about.name, len(some) - len(refused), tuple(refused)))
        except TallyboardError as error:
            taken.append(TakenResults(about.name, 0, (str(error),)))
    return taken


class EnteredCorrection(NamedTuple):
    """A board's result that was entered as somebody had corrected its match: the event's number, the match of the
    tournament, `Ann 3 : 1 Dee`, and who corrected it and why."""

    number: int
    match: str
    result: str
    reason: str


def entered_corrections(followed: Followed, since: int) -> Iterator[EnteredCorrection]:
    """Those among the events with a greater number than `since`."""
    for event in followed.events[since:]:
        if event.who == BOARD and event.reason:
            said = _said(event.line)
            a, b = (followed.tournament.entrant(side).name for side in as_sides(said.match, said.entrants))
            result = f"{a} {said.scores[0]} : {said.scores[1]} {b}"
            yield EnteredCorrection(event.number, said.match, result, event.reason)


def checked(sql: Sql) -> tuple[list[OtherResult], list[str]]:
    """The finished matches of calls whose tournament has no result of them, or another one; and the names of
    tournaments of which something is damaged or missing, an id where the name is lost too."""
    results: list[OtherResult] = []
    damaged: list[str] = []
    if not sql.has("tournaments"):
        return results, damaged
    known, those = listed(sql), finished(sql)
    for about in seasons(sql):
        its = FollowedSeason(about)
        try:
            its.catch_up(sql)
            is_sound = has_its_state(sql, about, len(its.events))
        except TallyboardError:
            is_sound = False
        damaged += [] if is_sound else [about.name]
    for about, followed in each_followed(sql, known):
        if followed is None or not has_its_state(sql, about, len(followed.events)):
            damaged.append(about.name)
        if followed is None:
            continue
        some = untaken(sql, about, those)
        entered = last_of_boards(sql, about) if some else {}
        for one in some:
            last = entered.get(one.match)
            line = one.line(followed.tournament, last)
            if line is not None:  # else its call was taken back
                results.append({"tournament": about.name, "match": one.match, "entered": last, "recorded": line})
    names = {about.id: about.name for about in known}
    noted = {names[one] for one, _ in notices.damaged(sql) if one in names}
    return results, [*damaged, *sorted(noted - {*damaged}), *without_row(sql)]


_CID = re.compile(r"[A-Za-z]{2,}-\d+")  # among a roster's other names: CRK-00142


def taking(
    followed: Followed, matches: Sequence[CmnMatch], also: AlsoCalled, outcome: list[CmnOutcome], reason: str = ""
) -> Decide:
    """What enters the results of these matches, all that can be; `outcome` is filled with what becomes of each.

    Raises TallyboardError where none of them can be, and it is not because all of them are there.
    """

    def decide(_: Tournament) -> list[str | Because]:
        trial = replayed(followed.about.first_line, followed.events)
        outcome[:] = results_of(trial, matches, taken_ids(followed), also, reason)
        lines: list[str | Because] = [Because(one.line, one.reason) for one in outcome if one.line]
        against = [one for one in outcome if not one.line and not one.is_known]
        if against and not lines:
            others = len(against) - 1
            more = nlater(" Nor is %(num)s other.", " Nor are %(num)s others.", others) if others else ""
            raise TallyboardError(
                "Match %(title)s is no result here: %(why)s.%(more)s",
                "Nothing was entered. `tallyboard tournament schedule` shows who plays whom, `tallyboard tournament "
                "phase --help` which game a phase plays.",
                title=against[0].match.title,
                why=against[0].why,
                more=more,
            )
        return lines

    return decide


def taken_ids(followed: Followed) -> set[str]:
    """The ids of the matches that stand as results: of the notation as `kept_id` has them, and of boards."""
    found = set()
    for stored, event in _standing(followed):
        if isinstance(event, events.Result) and event.board is not None:
            found.add(kept_id(event.board))
        found.add(id_in(stored.reason))
    return found - {""}


def _standing(followed: Followed) -> Iterable[tuple[StoredEvent, events.What]]:
    both = zip(followed.events, followed.tournament.events, strict=True)
    return ((stored, event.what) for stored, event in both if event.stands)


def roster(sql: Sql) -> list[RosterPlayer]:
    """Everybody of all seasons, but those that a disk has damaged."""
    found: list[RosterPlayer] = []
    for about in seasons(sql):
        one = FollowedSeason(about)
        with suppress(TallyboardError):
            one.catch_up(sql)
            found += one.season.roster
    return found


def also_called(sql: Sql) -> AlsoCalled:
    """All names of whoever has another name in a season's roster, by what is the same as that one."""
    found: dict[str, list[str]] = {}
    for player in roster(sql):
        for name in player.names[1:]:
            found.setdefault(same(name), []).extend(player.names)
    return found


def known_cids(sql: Sql) -> dict[str, str]:
    """The `cid` of whoever has one, by what is the same as their name: as it was taken in, or as a roster has it."""
    found: dict[str, str] = {}
    for _, followed in each_followed(sql, listed(sql)):
        if followed is None:
            continue
        for stored, _ in _standing(followed):
            for number, at, cid in cids_in(stored.reason):
                found[same(followed.tournament.entrants[number - 1].players[at])] = cid
    for player in roster(sql):
        ids = [name for name in player.names if _CID.fullmatch(name)]
        found |= {same(name): ids[0] for name in player.names if ids}
    return found
