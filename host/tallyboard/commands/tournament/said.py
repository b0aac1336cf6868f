"""What is said of a result, or of a shootout, that was entered, and of what follows from it."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from tallyboard.commands.tournament.opened import AfterChange
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.changes import Changes, FloorThen, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.events import Shootout
from tallyboard.desk.explaining import ChainStep, explained
from tallyboard.desk.league import League
from tallyboard.desk.matches import phase_number
from tallyboard.desk.objects import DeskMatchObject, match_object
from tallyboard.desk.options import Options
from tallyboard.desk.state import Call
from tallyboard.text.doubts import doubt_words, doubts_of_line
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.matches import figures, outcome
from tallyboard.text.tournament.names import Names, listed, tables_words, with_verb

_TOLD = 5  # calls that last, of which each is told


def status_words(who: Collection[int], before: FloorThen, tournament: Tournament) -> list[str]:
    """What became of the matches and calls of these, whose status is another now."""
    found = changes(who, before, tournament)
    return [*_match_words(found), *_ended(found.ended, tournament), *_lasting(who, found.last, tournament)]


def redrawn_words(before: FloorThen, tournament: Tournament) -> list[str]:
    """The calls that have ended since, and those whose match has other players since, or is gone."""
    now = floor_of(tournament)
    return [*_ended(ended_calls(before, now), tournament), *_wrong(wrong_calls(before, now))]


def _match_words(found: Changes) -> list[str]:
    """How many matches are walkovers, void, or to be played, that were not so before."""
    said = []
    if found.void:
        were = counted(found.void, "match is", "matches are")
        said.append(f"Fewer than half of the matches were played, so none counts: {were} void now.")
    if found.lost:
        said.append(f"{counted(found.lost, 'match is a walkover', 'matches are walkovers')} now.")
    if found.again:
        said.append(f"{counted(found.again, 'match is', 'matches are')} to be played again.")
    if found.counting:
        said.append(f"{counted(found.counting, 'match counts', 'matches count')} again.")
    return said


def _ended(calls: Sequence[Call], tournament: Tournament) -> list[str]:
    return [f"The call of {_sides(call, tournament)} to {_tables([call])} has ended." for call in calls]


def _lasting(who: Collection[int], calls: Sequence[Call], tournament: Tournament) -> list[str]:
    """The calls of those who are not here, which nobody ends but the organiser."""
    if len(calls) > _TOLD:
        where = "`tallyboard tournament tables` shows where, `free` ends a call"
        return [f"{len(calls)} matches of theirs are still called; {where}."]
    return [
        f"{with_verb(tournament.entrants[x - 1].name, 'is', 'are')} called to {_tables([call])}: "
        f"`tallyboard tournament free {call.table}` frees it."
        for call in calls
        for x in call.entrants
        if x in who and not tournament.state.field.is_in(x)
    ]


def _wrong(wrong: Sequence[Call]) -> list[str]:
    if not wrong:
        return []
    free, call = f"`tallyboard tournament free {wrong[0].table}`", "`tallyboard tournament call`"
    if len(wrong) == 1:
        return [f"The call to {_tables(wrong)} is wrong now, its match is another: {free}, then {call}."]
    calls = f"The calls to {_tables(wrong)} are wrong now, their matches are others"
    return [f"{calls}: {free} frees the first, and so on; then {call}."]


def _sides(call: Call, tournament: Tournament) -> str:
    return " : ".join(tournament.entrants[x - 1].name for x in call.entrants)


def _tables(calls: Sequence[Call]) -> str:
    """`table 3`, `tables 1 and 3`."""
    return tables_words([call.table for call in calls])


def shootout_words(tournament: Tournament) -> list[str]:
    """The sentences after a shootout, the tournament's last event."""
    what = tournament.events[-1].what
    assert isinstance(what, Shootout)
    league = tournament.phases[what.phase - 1]
    assert isinstance(league, League)
    names = {one.number: one.name for one in tournament.entrants}
    twenties = dict(what.twenties)
    return [*_counts(league, twenties, names), _places(league, [*twenties], names)]


def _counts(league: League, twenties: Mapping[int, int], names: Mapping[int, str]) -> list[str]:
    """Whether it counts; why not, where it does not."""
    chain = league.options.chain
    if "shootout" not in chain:
        return [
            f"The shootout is kept, and ranks nobody: the chain of phase {league.number} is {','.join(chain)}.",
            "A phase whose shootouts are to rank is declared with `shootout` in its chain=, before it is drawn.",
        ]
    reached = [
        (step, (twenties[x], twenties[y]))
        for x, y in combinations(twenties, 2)
        for step in explained(league, x, y)
        if step.by == "shootout"
    ]
    if any(step.values == figures for step, figures in reached):
        return [f"The shootout counts in phase {league.number}."]
    nothing = f"The shootout counts for nothing in phase {league.number}:"
    if not reached:
        return [f"{nothing} {listed(names[x] for x in twenties)} are not level where the chain comes to it."]
    level = _level_with_others([step for step, _ in reached])
    if level:
        return [f"{nothing} {listed(names[x] for x in level)} are level, and it was not of all of them."]
    return [f"{nothing} a shootout before it has parted them."]


def _level_with_others(steps: Sequence[ChainStep]) -> Sequence[int]:
    """Those who are level where no shootout had all of them; empty where one had."""
    return next((step.among for step in steps if step.values is None), ())


def _places(league: League, who: Sequence[int], names: Mapping[int, str]) -> str:
    """`Places now: Ann 1, Bob 2.`; of several groups over all of them."""
    in_groups = league.places_in_groups()
    placed = {x: place for x, (_, place) in in_groups.items()}
    over = ""
    if len({group for x, (group, _) in in_groups.items() if x in who}) > 1:
        before = 0
        for level in league.ranking():
            placed.update(dict.fromkeys(level, before + 1))
            before += len(level)
        over = " over all groups"
    told = [f"{names[x]} {placed[x]}" for x in sorted(who, key=lambda x: placed.get(x, 0)) if x in placed]
    told += [f"{names[x]} none" for x in who if x not in placed]
    return f"Places{over} now: {', '.join(told)}."


class Stands(NamedTuple):
    """What stands for a game: `8 : 4 with twenties 5 : 2`, or `a forfeit`; and its twenties as `5 : 2`, empty without
    any. A is first."""

    words: str
    twenties: str = ""


def stands(named: str, tournament: Tournament) -> Stands | None:
    """What stands for this game of the match and its players; None for nothing."""
    try:
        match, found = tournament.match(_name(named))
    except Refusal:
        return None  # it is refused, or kept without counting
    if found.pair is None:
        return None
    record = tournament.state.field.records.of(match.name, found.pair)
    if record.forfeit:
        return Stands("a forfeit")
    number = named.partition("/")[2]
    game = record.game(int(number) if number.isdecimal() else 1)
    if game is None:
        return None
    seen = found.a_first(game)
    twenties = f"{seen.twenties[0]} : {seen.twenties[1]}" if any(seen.twenties) else ""
    return Stands(figures(seen.scores, seen.twenties), twenties)


def result_words(line: str, before: Stands | None, after: AfterChange) -> list[str]:
    """The sentences after a result."""
    words = line.split()
    now = stands(words[1], after.tournament)
    said = [outcome_of(words[1], after)]
    if now and now.twenties:
        said.append(f"Twenties {now.twenties}.")
    if before:
        said.append(f"Before stood {before.words}; the last word counts.")
    if before and before.twenties and not (now and now.twenties):
        said.append("Now it has no twenties: if they were right, enter it with them, `twenties N N` behind the scores.")
    return [*said, *_slip(words, after)]


def outcome_of(named: str, after: AfterChange) -> str:
    """What the match has come to now."""
    match = _object(_name(named), after.tournament)
    if match is None:
        return f"{_name(named)} is kept; no match has this name now."
    told = outcome(match, Names(after.computed["entrants"]))
    options = _options_of(named, after.tournament)
    if match["due"] and match["due"] > options.best:
        told += " It is a shootout of twenties." if options.level == "shootout" else " It decides a level match."
    return told


def _slip(words: Sequence[str], after: AfterChange) -> list[str]:
    """A word of doubt where the figures cannot be what the game gives."""
    match, _, game = words[1].partition("/")
    phase = after.tournament.phases[phase_number(match) - 1]
    at = words.index("twenties") if "twenties" in words else 0
    twenties = (int(words[at + 1]), int(words[at + 2])) if at else (0, 0)
    line = phase.line_of(int(game or 1))
    said = [doubt_words(one) for one in doubts_of_line(line, (int(words[3]), int(words[5])), twenties)]
    right = f"If it is right, `tallyboard tournament confirm {words[1]}`; until then it stands beside the flags."
    return [*said, right] if said else []


def _name(named: str) -> str:
    return named.partition("/")[0].upper()


def _options_of(named: str, tournament: Tournament) -> Options:
    return tournament.phases[phase_number(named) - 1].options


def _object(name: str, tournament: Tournament) -> DeskMatchObject | None:
    """The JSON object of the match; None where it is gone."""
    phase = tournament.phases[phase_number(name) - 1]
    match = phase.find(name)
    return None if match is None else match_object(phase, match, phase.standing(match), False)
