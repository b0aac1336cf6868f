"""Holds the desk against published results of tours, for whoever has them: `python -m tests.reference.archive PATH`.

PATH is the folder with the two workbooks of the archive, or the workbooks. Nothing of it is kept: names become letters,
and what is printed are numbers. docs/figures.md tells of them.
"""

import re
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tallyboard.desk import Tournament, as_object
from tallyboard.desk.matches import READY
from tallyboard.desk.objects import RowObject
from tallyboard.desk.presets import lines_of
from tallyboard.text.doubts import doubts_of_line

GAME, TO_WIN = "crokinole-championship rounds=4", "crokinole-championship best_of=5"
BY_TWENTIES, BY_HEAD = "points,twenties", "points,head,twenties"  # without a lot: who is level shares a place

_BOOKS = ("All Crokinole Results.xlsx", "Crokinole Match Detail.xlsx")
_XML = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_DAY_0 = date(1899, 12, 30)  # of a spreadsheet

Row = dict[str, str | int | float]
Key = tuple[str, ...]


def rows_of(book: Path) -> Iterator[Row]:
    """The rows of the first sheet of a workbook, by the words of its first row; empty cells are left out."""
    with zipfile.ZipFile(book) as parts:
        texts = ["".join(one.itertext()) for one in ElementTree.fromstring(parts.read("xl/sharedStrings.xml"))]
        heads: dict[str, str] = {}
        for row in ElementTree.fromstring(parts.read("xl/worksheets/sheet1.xml")).iter(f"{_XML}row"):
            cells: dict[str, str | int | float] = {}
            for cell in row:
                value = cell.findtext(f"{_XML}v")
                if value:
                    kind, column = cell.get("t", "n"), re.sub(r"\d", "", cell.get("r", ""))
                    cells[column] = _cell(value, kind, texts)
            if heads:
                yield {heads[column]: value for column, value in cells.items() if column in heads and value != ""}
            else:
                heads = {column: str(value) for column, value in cells.items()}


def _cell(value: str, kind: str, texts: Sequence[str]) -> str | int | float:
    if kind == "s":
        return texts[int(value)]
    if kind != "n":
        return value
    return int(value) if re.fullmatch(r"-?\d+", value) else float(value)


def key_of(row: Row) -> Key:
    """The pool that a row is of: day, tournament, division, category, stage, pool."""
    day = (_DAY_0 + timedelta(days=int(row["Date"]))).isoformat()
    return (day, *(str(row.get(name, "")) for name in ("Tournament", "Division", "Category", "Stage", "Pool")))


class Figures(NamedTuple):
    """What a player has in a pool: `place` as published, `twenties` where they are known."""

    points: float
    twenties: float | None
    place: int


class Pool(NamedTuple):
    """`published`: by player. `scores`, `twenties`: of a player against another, by both."""

    key: Key
    players: list[str]
    published: dict[str, Figures]
    scores: dict[tuple[str, str], int]
    twenties: dict[tuple[str, str], int]

    @property
    def is_complete(self) -> bool:
        """Whether each two have met, and both scores are known."""
        count = len(self.players)
        return count > 2 and len(self.scores) == count * (count - 1)


class Archive:
    """`published`: by pool and player, all that have points; `ranks`: the published places of all."""

    def __init__(self, books: Sequence[Path]) -> None:
        self.published: dict[Key, dict[str, Figures]] = defaultdict(dict)
        self.ranks: dict[Key, dict[str, int]] = defaultdict(dict)
        scores: dict[Key, dict[str, dict[tuple[str, str], int]]] = defaultdict(lambda: {"Pts": {}, "20s": {}})
        for row in rows_of(books[0]):
            if isinstance(row.get("Rank"), int):
                self.ranks[key_of(row)][str(row["Player"])] = int(row["Rank"])
            if row["Classification"] == "Scores" and "Pts" in row and isinstance(row.get("Rank"), int):
                twenties = float(row["20s"]) if "20s" in row else None
                self.published[key_of(row)][str(row["Player"])] = Figures(float(row["Pts"]), twenties, int(row["Rank"]))
        for row in rows_of(books[1]):
            if isinstance(row.get("Total"), int):
                scores[key_of(row)][str(row["Pts/20s"])][str(row["Player"]), str(row["Opponent"])] = int(row["Total"])
        self.pools = [
            Pool(
                key, sorted({x for both in of["Pts"] for x in both}), self.published.get(key, {}), of["Pts"], of["20s"]
            )
            for key, of in sorted(scores.items())
        ]


def day_of(players: Sequence[str]) -> Tournament:
    """A tournament in which entrant i is the i-th of these."""
    day = Tournament("tournament singles")
    for number in range(1, len(players) + 1):
        day.enter(f"add P{number}")
    return day


def play(day: Tournament, phase: int, players: Sequence[str], pools: Iterable[Pool]) -> int:
    """Enter what these pools have of the matches of the phase that can be played, again and again; how many results
    are missing in the end."""
    results = {both: pool for pool in pools for both in pool.scores if both[::-1] in pool.scores}
    missing: set[str] = set()
    while now := [one for one in _ready(day, phase) if one[0] not in missing]:
        for match, a, b in now:
            both = players[a - 1], players[b - 1]
            pool = results.get(both)
            if pool is None:
                missing.add(match)
                continue
            (x, n), (y, m) = ((pool.scores[one], pool.twenties.get(one, 0)) for one in (both, both[::-1]))
            day.enter(f"result {match} {a} {x} {b} {y} twenties {n} {m}")
    return len(missing)


def _ready(day: Tournament, phase: int) -> list[tuple[str, int, int]]:
    drawn = day.phases[phase - 1]
    found = [(match.name, drawn.standing(match)) for match in drawn.matches()]
    return [(name, *one.players) for name, one in found if one.state == READY and one.players]


def computed(pool: Pool, chain: str) -> dict[str, RowObject]:
    """The rows of the pool, by player, as the desk computes them from its scores."""
    day = day_of(pool.players)
    day.enter(f"phase 1 round-robin chain={chain} game {GAME}")
    day.enter("draw 1")
    play(day, 1, pool.players, [pool])
    [standings] = as_object(day)["phases"][0]["standings"]
    return {pool.players[row["entrant"] - 1]: row for row in standings["rows"]}


def round_robins(pools: Sequence[Pool]) -> Counter[str]:
    """How many rows of complete round robins agree with what was published, and where the others do not."""
    found = Counter(pools=len(pools))
    for pool in pools:
        by_twenties, by_head = computed(pool, BY_TWENTIES), computed(pool, BY_HEAD)
        for player in pool.players:
            row, figures = by_twenties[player], pool.published.get(player)
            if figures is None:
                found["rows that are not published by this name"] += 1
                continue
            found["rows"] += 1
            wrong = [row["points"] != figures.points, figures.twenties not in (None, row["twenties"])]
            places = row["place"], by_head[player]["place"]
            found["points contradict scores"] += wrong[0]
            found["twenties contradict scores"] += wrong[1]
            found["no twenties published"] += figures.twenties is None
            found["totals agree"] += not any(wrong)
            found["place agrees by twenties"] += places[0] == figures.place
            found["place agrees by head"] += places[1] == figures.place
            found["place agrees by one of them"] += figures.place in places
            found["all agrees by twenties"] += not any(wrong) and places[0] == figures.place
            found["all agrees by one of them"] += not any(wrong) and figures.place in places
    return found


def ties(published: Mapping[Key, Mapping[str, Figures]], years: range) -> tuple[int, int]:
    """Of those level on points in a pool of the World Championship behind the preliminary round: (how many groups of
    them stand by twenties, how many there are). Those who are level on twenties too are left out."""
    by_twenties = groups = 0
    for key, rows in published.items():
        if key[1] != "WCC" or key[4] == "Prelim" or int(key[0][:4]) not in years or len(rows) < 3:
            continue
        for points in {one.points for one in rows.values()}:
            level = sorted((one for one in rows.values() if one.points == points), key=lambda one: one.place)
            twenties = [one.twenties for one in level if one.twenties is not None]
            if len(level) > 1 and len({*twenties}) == len(level):
                groups += 1
                by_twenties += twenties == sorted(twenties, reverse=True)
    return by_twenties, groups


def power_pools(archive: Archive) -> Counter[str]:
    """How tours filled their power pools from pools: on how many days no border contradicts points per match over all
    pools; on how many all is as by these, then twenties, as `across=points` has it; on how many by place first."""
    found: Counter[str] = Counter()
    for day in sorted({key[:4] for key in archive.published}):
        pools = {key: rows for key, rows in archive.published.items() if (*key[:4], key[4]) == (*day, "Prelim")}
        power = [rows for key, rows in sorted(archive.ranks.items()) if (*key[:4], key[4]) == (*day, "Power Pool")]
        if len(pools) < 2 or len(power) < 2 or any(key[5] == "All" for key in pools):
            continue
        goes_on = {x for rows in power for x in rows}
        by_figures = {
            x: (one.points / (len(rows) - 1), (one.twenties or 0) / (len(rows) - 1))
            for rows in pools.values()
            for x, one in rows.items()
            if x in goes_on
        }
        place = {x: -one.place for rows in pools.values() for x, one in rows.items()}
        found["days"] += 1
        found["by points, whoever is level"] += all(
            min(by_figures.get(x, (0,))[0] for x in above) >= max(by_figures.get(x, (0,))[0] for x in below)
            for above, below in pairwise(power)
        )
        found["by points, then twenties"] += _as_filled(sorted(by_figures, key=by_figures.__getitem__)[::-1], power)
        in_order = sorted(by_figures, key=lambda x: (place[x], by_figures[x]))[::-1]
        found["by place, then points"] += _as_filled(in_order, power)
    return found


def _as_filled(order: list[str], power: Sequence[Mapping[str, int]]) -> bool:
    left = iter(order)
    return all({*islice(left, len(pool))} == set(pool) for pool in power)


def whole_day(archive: Archive, day: Key) -> tuple[int, int, int]:
    """A tour day with four power pools by the preset: (players, who of them come into the power pool that they played
    in, whose place in the end is as published, or one of those that they share). A power pool is computed with those
    who played in it."""
    own = [pool for pool in archive.pools if pool.key[:4] == day]
    first, power = ([pool for pool in own if pool.key[4] == stage] for stage in ("Prelim", "Power Pool"))
    players = [x for pool in first for x in pool.players]
    tournament = day_of(players)
    # seeds with which the snake makes these pools
    rows = [[players.index(x) + 1 for x in row] for row in zip(*(pool.players for pool in first), strict=True)]
    seeds = [x for number, row in enumerate(rows) for x in (row[::-1] if number % 2 else row)]
    lines = lines_of("nca-power-pools", tournament, 1)
    for line in ("seeds " + " ".join(map(str, seeds)), *lines, "draw 1"):
        tournament.enter(line)
    play(tournament, 1, players, first)
    goes_on = placed = above = 0
    for number, pool in enumerate(power, 2):
        tournament.enter(f"draw {number}")
        goes_on += sum(players[x - 1] in pool.players for x in tournament.phases[number - 1].order)
        its = day_of(pool.players)
        its.enter(f"phase 1 round-robin game {GAME}")
        its.enter("phase 2 single of=1 take=1-4 game crokinole-championship best_of=8")
        for phase in (1, 2):
            its.enter(f"draw {phase}")
            play(
                its,
                phase,
                pool.players,
                [pool] if phase == 1 else [one for one in archive.pools if _is_play_off(one, day)],
            )
        final = archive.ranks[(*day, "", "")]
        shared = Counter(place for place, _ in its.placing)
        placed += sum(0 <= final[pool.players[x - 1]] - above - place < shared[place] for place, x in its.placing)
        above += len(pool.players)
    return len(players), goes_on, placed


def _is_play_off(pool: Pool, day: Key) -> bool:
    return pool.key[:4] == day and pool.key[4].startswith(("Semi", "Final"))


def odd_and_even(archive: Archive) -> tuple[int, int]:
    """Of World Championships with two pools: (in how many the odd places of the preliminary round made one of them and
    the even ones the other, how many there are)."""
    found = [0, 0]
    for key, prelim in archive.ranks.items():
        if key[1:] == ("WCC", "Competitive-Fingers", "Singles", "Prelim", "All"):
            pools = [archive.ranks.get((*key[:4], "R16", one), {}) for one in "AB"]
            if all(len(pool) == 8 and pool.keys() <= prelim.keys() for pool in pools):
                found[1] += 1
                found[0] += all(len({prelim[x] % 2 for x in pool}) == 1 for pool in pools)
    return found[0], found[1]


def championships(archive: Archive) -> Counter[str]:
    """World Championships, as far as ranks are published: whether those go on whom the presets let go on."""
    found: Counter[str] = Counter()
    for day in sorted({key[:4] for key in archive.ranks if key[1:4] == ("WCC", "Competitive-Fingers", "Singles")}):
        stage = {(key[4], key[5]): rows for key, rows in archive.ranks.items() if key[:4] == day}
        pools = [stage.get(("R16", one), {}) for one in "AB"]
        firsts = [{place: x for x, place in pool.items()} for pool in pools]
        if not all(1 in one and 2 in one for one in firsts):
            continue
        found["years with two pools"] += 1
        best = {one[place] for one in firsts for place in (1, 2)}
        four = stage.get(("Final 4", "All"), {})
        final = stage.get(("Final G1", "1v2"), {})
        if four:
            found["a pool of the best two of each"] += four.keys() == best
            found["a final of its best two"] += max(four[x] for x in final) <= min(four[x] for x in best - final.keys())
        elif ("Semi G1", "1Av2B") in stage:
            cross = [{firsts[0][1], firsts[1][2]}, {firsts[1][1], firsts[0][2]}]
            found["semifinals of the first of one against the second of the other"] += [
                {*stage["Semi G1", name]} for name in ("1Av2B", "1Bv2A")
            ] == cross
    return found


def play_offs(archive: Archive) -> Counter[str]:
    """Single games of finals and semifinals, and whether their scores can be such of best of five rounds."""
    found: Counter[str] = Counter()
    for key, rows in archive.published.items():
        scores = [int(one.points) for one in rows.values()]
        if " G" in key[4] and len(scores) == 2:
            found["games"] += 1
            found["can be best of five"] += not doubts_of_line(TO_WIN, scores, (0, 0))
    return found


def main(words: Sequence[str]) -> None:
    archive = Archive(books_in(Path(words[0])))
    complete = [pool for pool in archive.pools if pool.is_complete]
    print("Complete round robins, computed from their matches:")
    for what, count in round_robins(complete).items():
        print(f"  {count:4} {what}")
    print("Ties in pools of the World Championship by twenties:")
    for years in (range(1999, 2017), range(2017, 2020)):
        print("  {} of {} groups of players".format(*ties(archive.published, years)), f"{years[0]} to {years[-1]}")
    print("Its pools are the odd and the even places in {} of {} years.".format(*odd_and_even(archive)))
    print("Who went on:", ", ".join(f"{count} {what}" for what, count in championships(archive).items()))
    print("Power pools:", ", ".join(f"{count} {what}" for what, count in power_pools(archive).items()))
    players, pools, final = whole_day(archive, ("2018-05-05", "Ontario Singles", "Competitive-Fingers", "Singles"))
    print(f"Ontario Singles of 2018: {players} players, {pools} in their power pools, {final} on their places")
    print("Play-offs:", ", ".join(f"{count} {what}" for what, count in play_offs(archive).items()))


def books_in(path: Path) -> list[Path]:
    """The two workbooks, wherever they are below the folder."""
    found = [next(path.rglob(name.replace(" ", "?")), None) for name in _BOOKS]
    if None in found:
        raise SystemExit(f"{path} has not the workbooks {' and '.join(_BOOKS)}. Name the folder that has them.")
    return [book for book in found if book]


if __name__ == "__main__":
    main(sys.argv[1:] or ["."])
