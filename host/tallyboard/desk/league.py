"""A league: matches that the draw made, and what each entrant has of them."""

from abc import abstractmethod
from dataclasses import dataclass

from tallyboard.desk.chain import LeagueFigures, LeagueTable, Row, ranked
from tallyboard.desk.events import DISQUALIFIED
from tallyboard.desk.field import Field
from tallyboard.desk.matches import CANCELLED, DECIDED, PLAYED, READY, VOID, Match, Pair, Standing, Verdict, judge, pair
from tallyboard.desk.options import LOT, Options
from tallyboard.desk.phase import Phase


@dataclass(frozen=True)
class Drawn:
    """A match as it was drawn: `sides` are A and B."""

    match: Match
    sides: tuple[int, int]


class League(Phase):
    """Round robin or Swiss."""

    def __init__(self, number: int, format: str, options: Options, field: Field) -> None:
        super().__init__(number, format, options, field)
        self.groups: list[list[int]] = []
        self.byes: list[tuple[int, int]] = []  # (entrant, round), by round
        self.ended = False
        self.shootouts: list[dict[int, int]] = []
        self._drawn: dict[str, Drawn] = {}
        self._of: dict[int, list[Drawn]] = {}
        self._void: dict[int, bool] = {}
        self._known: dict[str, Standing] = {}
        self._tables: list[list[Row]] | None = None
        self._ranking: list[list[int]] | None = None
        self._by_figures: list[list[int]] | None = None

    @property
    @abstractmethod
    def counts_byes(self) -> bool:
        """Whether a bye gives points: not in a full round robin, where all have as many."""

    @property
    @abstractmethod
    def is_full(self) -> bool:
        """Whether everybody of a group meets everybody."""

    def forget(self) -> None:
        self._void, self._known = {}, {}
        self.forget_tables()

    def forget_tables(self) -> None:
        """There are more matches or entrants now, and what stands of those before is as it was."""
        self._tables = self._ranking = self._by_figures = self._finished = None

    def forget_match(self, name: str, players: Pair) -> None:
        if any(self.field.is_out(x) for x in players):
            self.forget()  # all matches of theirs may now be void, or no longer
            return
        self._known.pop(name, None)
        self.forget_tables()

    def matches(self) -> list[Match]:
        return [drawn.match for drawn in self._drawn.values()]

    def find(self, name: str) -> Match | None:
        drawn = self._drawn.get(name)
        return drawn.match if drawn else None

    def _add(self, sides: tuple[int, int], round: int, group: int, place: int) -> None:
        """Put a match down; matches come by round, group and place."""
        low, high = pair(*sides)
        meeting = 1 + self.meetings(low, high)
        name = f"{self.number}:{low}-{high}" + (f".{meeting}" if meeting > 1 else "")
        drawn = Drawn(Match(name, self.number, round, group, place), sides)
        self._drawn[name] = drawn
        for entrant in sides:
            self._of.setdefault(entrant, []).append(drawn)

    def _start_anew(self) -> None:
        self._drawn, self._of, self.byes = {}, {}, []

    def meetings(self, x: int, y: int) -> int:
        """How often these two have been drawn against one another."""
        return sum(1 for drawn in self._of.get(x, ()) if y in drawn.sides)

    def standing(self, match: Match) -> Standing:
        found = self._known.get(match.name)
        if found is None:
            found = self._known[match.name] = self._work_out(match)
        return found

    def _work_out(self, match: Match) -> Standing:
        drawn = self._drawn[match.name]
        sides, verdict = drawn.sides, self._judged(drawn)
        if any(self.is_void(x) for x in sides):
            state = VOID
        elif verdict.how:
            state = DECIDED
        else:
            state = CANCELLED if self.ended else READY
        return Standing(sides, state, verdict)

    def is_void(self, entrant: int) -> bool:
        """Whether the entrant's matches count for nobody: out of a full round robin with fewer than half of them played
        (FIDE Handbook C.05, annex 1)."""
        if not self.is_full or not self.field.is_out(entrant):
            return False
        if entrant not in self._void:
            own = self._of.get(entrant, [])
            played = sum(1 for drawn in own if self._judged(drawn).how == PLAYED)
            self._void[entrant] = 2 * played < len(own)
        return self._void[entrant]

    def _judged(self, drawn: Drawn) -> Verdict:
        """What has come of the match, whether it counts or not."""
        players = pair(*drawn.sides)
        return judge(self.field.records.of(drawn.match.name, players), players, None, self.field.is_out)

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
        table = LeagueTable(
            entrants,
            {x: LeagueFigures() for x in entrants},
            {x: self.field.lot("lot", self.number, x) for x in entrants},
            self.shootouts,
        )
        members = set(entrants)
        for drawn in self._drawn.values():
            if not members.issuperset(drawn.sides):
                continue
            found = self.standing(drawn.match)
            if found.state == DECIDED:
                self._count(table, drawn, found)
        for entrant, _ in self.counted_byes():
            table.figures[entrant].byes += 1
            table.figures[entrant].points += self.options.bye
        return table

    def counted_byes(self) -> list[tuple[int, int]]:
        """(entrant, round) of the byes that give points by now: every match of their round is decided."""
        if not self.counts_byes:
            return []
        open_rounds = {match.round for match in self.matches() if self.standing(match).state != DECIDED}
        return [bye for bye in self.byes if bye[1] not in open_rounds]

    def matches_of(self, entrant: int) -> list[Match]:
        """The matches of the entrant, by round."""
        return [drawn.match for drawn in self._of.get(entrant, [])]

    def points_of(self, found: Standing, entrant: int) -> int:
        """What a decided match gives one of its two."""
        verdict, players = found.verdict, found.pair
        if verdict.how != PLAYED:
            return self.options.bye if verdict.winner == entrant else 0
        game = verdict.games[0]
        if self.options.points is None:
            return game.scores[players.index(entrant)] if players else 0
        win, level, defeat = self.options.points
        return level if game.winner is None else win if game.winner == entrant else defeat

    def _count(self, table: LeagueTable, drawn: Drawn, found: Standing) -> None:
        """Add a decided match to the figures of both."""
        verdict = found.verdict
        players = pair(*drawn.sides)
        for index, x in enumerate(players):
            figures = table.figures[x]
            if verdict.how != PLAYED:
                won = verdict.winner == x
                figures.won += won
                figures.lost += not won
                continue
            game = verdict.games[0]
            figures.played += 1
            figures.won += game.winner == x
            figures.level += game.winner is None
            figures.lost += game.winner not in (x, None)
            figures.scored += game.scores[index]
            figures.conceded += game.scores[1 - index]
            figures.twenties += game.twenties[index]
        points = {x: self.points_of(found, x) for x in players}
        for x in players:
            table.figures[x].points += points[x]
        other = players[0] + players[1]
        for x in players:
            table.add_meeting(x, other - x, points[x], verdict.how == PLAYED)

    def ranking(self) -> list[list[int]]:
        if self._ranking is None:
            self._ranking = self._ranked_whole() if self.drawn else []
        return self._ranking

    def _ranked_whole(self) -> list[list[int]]:
        tables = [[row for row in rows if row.place is not None] for rows in self.tables()]
        if len(tables) == 1:
            return _shared(tables[0])
        return self._across(tables)

    def _across(self, tables: list[list[Row]], chain: tuple[str, ...] | None = None) -> list[list[int]]:
        """All firsts, then all seconds, …, each by what a match brought on average."""
        whole = self.table_of(self.order)
        groups: list[list[int]] = []
        for place in sorted({row.place for rows in tables for row in rows if row.place is not None}):
            level = {row.entrant for rows in tables for row in rows if row.place == place}
            share = [x for x in whole.entrants if x in level]
            groups += _shared(ranked(share, chain or self.options.chain, whole, on_average=True))
        return groups

    def ranking_by_figures(self) -> list[list[int]]:
        """The entrants of all groups by what a match brought on average, whatever their place in the group; of one
        group as in its standings."""
        if len(self.groups) < 2:
            return self.ranking()
        if self._by_figures is None:
            self._by_figures = self._all_together(self.options.chain)
        return self._by_figures

    def _all_together(self, chain: tuple[str, ...]) -> list[list[int]]:
        whole, places = self.table_of(self.order), self.places_in_groups()
        return _shared(ranked([x for x in whole.entrants if x in places], chain, whole, on_average=True))

    def parted_by_lot(self, by_figures: bool = False) -> list[list[int]]:
        """Those whom nothing but the lot parts, in their group or across the groups: each time all who are level. By
        figures: in the ranking that goes by these alone."""
        chain = self.options.chain
        if not self.drawn or chain[-1] != LOT:
            return []
        if by_figures and len(self.groups) > 1:
            return [level for level in self._all_together(chain[:-1]) if len(level) > 1]
        levels = []
        for group in self._groups():
            table = self.table_of(group)
            placed = [x for x in table.entrants if not self._is_last(x)]
            levels += _shared(ranked(placed, chain[:-1], table))
        tables = [[row for row in rows if row.place is not None] for rows in self.tables()]
        levels += self._across(tables, chain[:-1]) if len(tables) > 1 else []
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
    groups: list[list[int]] = []
    last = None
    for row in rows:
        if row.place != last:
            groups.append([])
        groups[-1].append(row.entrant)
        last = row.place
    return groups
