"""What is said of a result, or of a shootout, that was entered, and of what follows from it."""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from tallyboard.commands.tournament.opened import AfterChange
from tallyboard.desk import Refusal, Tournament, events
from tallyboard.desk.changes import FloorThen, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.explaining import explained
from tallyboard.desk.league import League
from tallyboard.desk.lines import read
from tallyboard.desk.matches import phase_number
from tallyboard.desk.state import Call
from tallyboard.store.tournaments import Because
from tallyboard.text.doubts import doubt_words, doubts_of_line
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.matches import figures, find_match, outcome
from tallyboard.text.tournament.names import Names, listed, tables_words, with_verb

_TOLD = 5  # calls that last, of which each is told


def status_words(who: Collection[int], after: AfterChange) -> list[str]:
    """What became of the matches and calls of these, whose status is another now; `before` is their floor."""
    tournament = after.tournament
    found = changes(who, after.before, tournament)
    were = counted(found.void, "match is", "matches are")
    said = {
        f"Fewer than half of the matches were played, so none counts: {were} void now.": found.void,
        f"{counted(found.lost, 'match is a walkover', 'matches are walkovers')} now.": found.lost,
        f"{counted(found.off, 'match is', 'matches are')} not played any more: one of the four is out.": found.off,
        f"{counted(found.again, 'match is', 'matches are')} to be played again.": found.again,
        f"{counted(found.counting, 'match counts', 'matches count')} again.": found.counting,
    }
    told = [sentence for sentence, count in said.items() if count] + _ended(found.ended, tournament)
    if len(found.last) > _TOLD:  # calls of those who are not here, which nobody ends but the organiser
        where = "`tallyboard tournament tables` shows where, `free` ends a call"
        return [*told, f"{len(found.last)} matches of theirs are still called; {where}."]
    last = [(call, x) for call in found.last for x in call.everybody]
    return told + [
        f"{with_verb(tournament.entrant(x).name, 'is', 'are')} called to {_tables([call])}: "
        f"`tallyboard tournament free {call.table}` frees it."
        for call, x in last
        if x in who and not tournament.state.field.is_in(x)
    ]


def redrawn_words(before: FloorThen, tournament: Tournament) -> list[str]:
    """The calls that have ended since, and those whose match has other players since, or is gone."""
    now = floor_of(tournament)
    said, wrong = _ended(ended_calls(before, now), tournament), wrong_calls(before, now)
    if not wrong:
        return said
    free, call = f"`tallyboard tournament free {wrong[0].table}`", "`tallyboard tournament call`"
    if len(wrong) == 1:
        return [*said, f"The call to {_tables(wrong)} is wrong now, its match is another: {free}, then {call}."]
    calls = f"The calls to {_tables(wrong)} are wrong now, their matches are others"
    return [*said, f"{calls}: {free} frees the first, and so on; then {call}."]


def _ended(calls: Sequence[Call], tournament: Tournament) -> list[str]:
    pairs = [" : ".join(tournament.entrant(x).name for x in call.entrants) for call in calls]
    return [f"The call of {pair} to {_tables([call])} has ended." for pair, call in zip(pairs, calls, strict=True)]


def _tables(calls: Sequence[Call]) -> str:
    """`table 3`, `tables 1 and 3`."""
    return tables_words([call.table for call in calls])


def shootout_words(tournament: Tournament) -> list[str]:
    """The sentences after a shootout, the tournament's last event."""
    what = tournament.events[-1].what
    assert isinstance(what, events.Shootout)
    league = tournament.phases[what.phase - 1]
    assert isinstance(league, League)
    names = {one.number: one.name for one in tournament.entrants}
    twenties = dict(what.twenties)
    return [*_counts(league, twenties, names), _places(league, twenties, names)]


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
    # Those who are level where no shootout had all of them.
    level = next((step.among for step, _ in reached if step.values is None), ())
    if level:
        why = f"{listed(names[x] for x in level)} are level, and it was not of all of them"
    elif reached:
        why = "a shootout before it has parted them"
    else:
        why = f"{listed(names[x] for x in twenties)} are not level where the chain comes to it"
    return [f"The shootout counts for nothing in phase {league.number}: {why}."]


def _places(league: League, who: Collection[int], names: Mapping[int, str]) -> str:
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


def stands(match: str, game: int, tournament: Tournament) -> tuple[str, str]:
    """What stands for this game of the match and its players, A first: `8 : 4 with twenties 5 : 2`, or `a forfeit`; and
    its twenties, `5 : 2`. Empty for nothing."""
    try:
        meant, found = tournament.match(match)
    except Refusal:
        return "", ""  # it is kept without counting
    if found.pair is None:
        return "", ""
    record = tournament.state.field.records.of(meant.name, found.pair)
    if record.forfeit:
        return "a forfeit", ""
    played = record.game(game)
    if played is None:
        return "", ""
    seen = found.a_first(played)
    twenties = f"{seen.twenties[0]} : {seen.twenties[1]}" if any(seen.twenties) else ""
    return figures(seen.scores, seen.twenties), twenties


def result_before(tournament: Tournament, lines: Sequence[str | Because]) -> tuple[str, str]:
    """What stands for the match and the game of this result."""
    what = read(str(lines[0]))
    assert isinstance(what, events.Result)
    return stands(what.match, what.game, tournament)


def result_words(after: AfterChange) -> list[str]:
    """The sentences after a result, the tournament's last event; `before` is what stood."""
    what = after.tournament.events[-1].what
    assert isinstance(what, events.Result)
    stood, twenties_then = after.before
    _, twenties = stands(what.match, what.game, after.tournament)
    said = [outcome_of(what.match, after)]
    if twenties:
        said.append(f"Twenties {twenties}.")
    if stood:
        said.append(f"Before stood {stood}; the last word counts.")
    if twenties_then and not twenties:
        said.append("Now it has no twenties: if they were right, enter it with them, `twenties N N` behind the scores.")
    phase = after.tournament.phases[phase_number(what.match) - 1]
    doubtful = doubts_of_line(phase.line_of(what.game), what.scores, what.twenties, not phase.is_league)
    doubts = [doubt_words(one) for one in doubtful]
    if doubts:
        confirm = f"`tallyboard tournament confirm {after.words[1]}`"
        doubts.append(f"If it is right, {confirm}; until then it stands beside the flags.")
    return said + doubts


def outcome_of(name: str, after: AfterChange) -> str:
    """What the match has come to now."""
    match = find_match(after.computed, name)
    if match is None:
        return f"{name} is kept; no match has this name now."
    told = outcome(match, Names(after.computed["entrants"]))
    options = after.tournament.phases[phase_number(name) - 1].options
    if match["due"] and match["due"] > options.best:
        told += " It is a shootout of twenties." if options.level == "shootout" else " It decides a level match."
    return told
