"""A league: matches that the draw made, and what each entrant has of them."""

from itertools import groupby

from tallyboard.desk.chain import LeagueFigures, LeagueTable, Row, ranked
from tallyboard.desk.events import DISQUALIFIED
from tallyboard.desk.field import Field
from tallyboard.desk.matches import (
    CANCELLED,
    DECIDED,
    PLAYED,
    READY,
    VOID,
    Match,
    Pair,
    Standing,
    Verdict,
    judge,
    members,
    pair,
    side_of,
    side_text,
)
from tallyboard.desk.options import LOT, Options
from tallyboard.desk.phase import Phase


class League(Phase):
    """Round robin or Swiss."""

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        super().__init__(number, format, options, field)
        self.byes: list[tuple[int, int]] = []  # (entrant, round), by round
        self.ended = False
        self.shootouts: list[dict[int, int]] = []
        self._of: dict[int, list[Match]] = {}
        self._void: dict[int, bool] = {}
        self._tables: list[list[Row]] | None = None
        self._rankings: dict[bool, list[list[int]]] = {}

    @property
    def is_full(self) -> bool:
        """Whether everybody of a group meets everybody; then a bye gives no points, for all have as many."""
        return False

    def forget(self) -> None:
        super().forget()
        self._void = {}
        self.forget_tables()

    def forget_tables(self) -> None:
        """There are more matches or entrants now, and what stands of those before is as it was."""
        self._tables, self._rankings, self._finished = None, {}, None

    def forget_match(self, name: str, players: Pair) -> None:
        if any(self.field.is_out(x) for x in players):
            self.forget()  # all matches of theirs may now be void, or no longer
            return
        self._known.pop(name, None)
        self.forget_tables()

    def _add(self, sides: tuple[int, int], round: int, group: int, place: int, seat: int | None = None) -> None:
        """Put a match down; matches come by round, group and place."""
        low, high = pair(*sides)
        everybody = members(low, high)
        meeting = 1 + sum({low, high} == set(match.drawn) for match in self._of.get(everybody[0], ()))
        name = f"{self.number}:{side_text(low)}-{side_text(high)}" + (f".{meeting}" if meeting > 1 else "")
        match = self._matches[name] = Match(name, round, group, place, sides, seat)
        for entrant in everybody:
            self._of.setdefault(entrant, []).append(match)

    def _start_anew(self) -> None:
        self._matches, self._of, self.byes = {}, {}, []

    def _work_out(self, match: Match) -> Standing:
        verdict = self._judged(match)
        if any(self.is_void(x) for x in match.drawn):
            state = VOID
        elif verdict.how:
            state = DECIDED
        else:
            state = CANCELLED if self._is_off(match) else READY
        return Standing(match.drawn, state, verdict)

    def is_void(self, entrant: int) -> bool:
        """Whether the entrant's matches count for nobody: out of a full round robin with fewer than half of them played
        (FIDE Handbook C.05, annex 1)."""
        if not self.is_full or not self.field.is_out(entrant):
            return False
        if entrant not in self._void:
            own = self.matches_of(entrant)
            played = sum(self._judged(match).how == PLAYED for match in own)
            self._void[entrant] = 2 * played < len(own)
        return self._void[entrant]

    def _judged(self, match: Match) -> Verdict:
        """What has come of the match, whether it counts or not."""
        players = pair(*match.drawn)
        return judge(self.field.records.of(match.name, players), players, None, self._loses_by_leaving)

    def _loses_by_leaving(self, own: int) -> bool:
        """Whether this side has left, and so loses what it has not played."""
        return self.field.is_out(own)

    def _is_off(self, match: Match) -> bool:
        """Whether the match, which is undecided, will not be played."""
        return self.ended

    def tables(self) -> list[list[Row]]:
        """The standings of each group, best first."""
        if self._tables is None:
            self._tables = [self._ranked(group) for group in self._groups()] if self.drawn else []
        return self._tables

    def _groups(self) -> list[list[int]]:
        return self.groups or [self.order]

    def _ranked(self, group: list[int]) -> list[Row]:
        table = self.table_of(group)
        placed = [x for x in table.entrants if not self._is_last(x)]
        rows = ranked(placed, self.options.chain, table)
        return rows + [Row(None, x, table.figures[x]) for x in table.entrants if self._is_last(x)]

    def _is_last(self, entrant: int) -> bool:
        """Disqualified or void: without a place."""
        return self.field.entrant(entrant).status == DISQUALIFIED or self.is_void(entrant)

    def table_of(self, group: list[int]) -> LeagueTable:
        """What these entrants have, by seed."""
        seeds = {entrant: seed for seed, entrant in enumerate(self.order)}
        entrants = sorted(group, key=seeds.__getitem__)
        lots = {x: self.field.lot("lot", self.number, x) for x in entrants}
        table = LeagueTable(entrants, {x: LeagueFigures() for x in entrants}, lots, self.shootouts, self.options.adjust)
        for match in self._matches.values():
            if table.figures.keys() >= set(members(*match.drawn)):
                found = self.standing(match)
                if found.state == DECIDED:
                    self._count(table, found, pair(*match.drawn))
        for entrant, _ in self.counted_byes():
            table.figures[entrant].byes += 1
            table.figures[entrant].points += self.options.bye
        return table

    def counted_byes(self) -> list[tuple[int, int]]:
        """(entrant, round) of the byes that give points by now: every match of their round is decided."""
        if self.is_full:
            return []
        open_rounds = {match.round for match in self.matches() if self._keeps_byes_open(match)}
        return [bye for bye in self.byes if bye[1] not in open_rounds]

    def _keeps_byes_open(self, match: Match) -> bool:
        """Whether the byes of its round do not count yet for this match."""
        return self.standing(match).state != DECIDED

    def matches_of(self, entrant: int) -> list[Match]:
        """The matches of the entrant, by round."""
        return self._of.get(entrant, [])

    def points_of(self, found: Standing, entrant: int) -> int:
        """What a decided match gives one of its two, or one of a side."""
        verdict, players = found.verdict, found.pair or ()
        own = side_of(entrant, players)
        if verdict.how != PLAYED:
            return self.options.bye if verdict.winner == own else 0
        game = verdict.games[0]
        if self.options.points is None:
            return game.scores[players.index(own)] if own else 0
        win, level, defeat = self.options.points
        return level if game.winner is None else win if game.winner == own else defeat

    def _count(self, table: LeagueTable, found: Standing, players: Pair) -> None:
        """Add a decided match to the figures of both, or of all four."""
        verdict = found.verdict
        is_played = verdict.how == PLAYED
        is_counted = is_played or not self.options.adjust  # then a walkover gives its winner nothing
        for index, own in enumerate(players):
            points, other = self.points_of(found, members(own)[0]), players[1 - index]
            for x in members(own):
                figures = table.figures[x]
                if is_counted:
                    table.met[x][other] = table.met[x].get(other, 0) + points
                figures.points += points
                figures.won += is_counted and verdict.winner == own
                figures.level += is_played and verdict.winner is None
                figures.lost += verdict.winner != own and not (is_played and verdict.winner is None)
                if not is_played:
                    continue
                table.played[x].append(other)
                game = verdict.games[0]
                figures.played += 1
                figures.scored += game.scores[index]
                figures.conceded += game.scores[1 - index]
                figures.twenties += game.twenties[index]

    def ranking(self, by_figures: bool = False) -> list[list[int]]:
        if by_figures not in self._rankings:
            if len(self.tables()) == 1:
                found = _shared([row for row in self.tables()[0] if row.place is not None])
            else:
                found = self._across(self.options.chain, by_figures)
            self._rankings[by_figures] = found
        return self._rankings[by_figures]

    def _across(self, chain: tuple[str, ...], by_figures: bool) -> list[list[int]]:
        """The entrants of all groups by what a match brought on average: all firsts, then all seconds, …, or all
        together."""
        whole, places = self.table_of(self.order), self.places_in_groups()
        tier = {x: 1 if by_figures else place for x, (_, place) in places.items()}
        levels: list[list[int]] = []
        for place in sorted(set(tier.values())):
            share = [x for x in whole.entrants if tier.get(x) == place]
            levels += _shared(ranked(share, chain, whole, on_average=True))
        return levels

    def parted_by_lot(self, by_figures: bool = False) -> list[list[int]]:
        """Those whom nothing but the lot parts, in their group or across the groups: each time all who are level. By
        figures: in the ranking that goes by these alone."""
        *chain, last = self.options.chain
        if not self.drawn or last != LOT:
            return []
        levels = []
        is_one = len(self.tables()) == 1
        for group in self._groups() if is_one or not by_figures else ():
            table = self.table_of(group)
            placed = [x for x in table.entrants if not self._is_last(x)]
            levels += _shared(ranked(placed, tuple(chain), table))
        if not is_one:
            levels += self._across(tuple(chain), by_figures)
        return [level for level in levels if len(level) > 1]

    def places_in_groups(self) -> dict[int, tuple[int, int]]:
        """(group, place in it) of everybody who has a place."""
        tables = enumerate(self.tables())
        return {row.entrant: (group, row.place) for group, rows in tables for row in rows if row.place is not None}

    def champion(self) -> int | None:
        if not self.finished or len(self.tables()) > 1:
            return None
        firsts = [row.entrant for row in self.tables()[0] if row.place == 1]
        return firsts[0] if len(firsts) == 1 else None


def _shared(rows: list[Row]) -> list[list[int]]:
    """The entrants of rows, those with the same place together."""
    return [[row.entrant for row in level] for _, level in groupby(rows, key=lambda row: row.place)]
