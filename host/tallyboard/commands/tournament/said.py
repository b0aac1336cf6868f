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
from tallyboard.errors import nlater
from tallyboard.store.tournaments import Because
from tallyboard.text.doubts import doubt_words, doubts_of_line
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.tournament.matches import figures, find_match, outcome
from tallyboard.text.tournament.names import Names, listed, table_words, tables_words, with_verb

_TOLD = 5  # calls that last, of which each is told


def status_words(who: Collection[int], after: AfterChange) -> list[str]:
    """What became of the matches and calls of these, whose status is another now; `before` is their floor."""
    tournament = after.tournament
    found = changes(who, after.before, tournament)
    became = (
        nlater(
            "Fewer than half of the matches were played, so none counts: %(num)s match is void now.",
            "Fewer than half of the matches were played, so none counts: %(num)s matches are void now.",
            found.void,
        ),
        nlater("%(num)s match is a walkover now.", "%(num)s matches are walkovers now.", found.lost),
        nlater(
            "%(num)s match is not played any more: one of the four is out.",
            "%(num)s matches are not played any more: one of the four is out.",
            found.off,
        ),
        nlater("%(num)s match is to be played again.", "%(num)s matches are to be played again.", found.again),
        nlater("%(num)s match counts again.", "%(num)s matches count again.", found.counting),
    )
    told = [*(_(one) for one in became if one.number), *_ended(found.ended, tournament)]
    if len(found.last) > _TOLD:  # calls of those who are not here, which nobody ends but the organiser
        still = later(
            "%(count)s matches of theirs are still called; `tallyboard tournament tables` shows where, `free` ends a "
            "call."
        )
        return [*told, _(still, count=len(found.last))]
    last = [(call, x) for call in found.last for x in call.everybody]
    is_called = (
        later("%(name)s is called to %(table)s: `tallyboard tournament free %(free)s` frees it."),
        later("%(name)s are called to %(table)s: `tallyboard tournament free %(free)s` frees it."),
    )
    return told + [
        with_verb(tournament.entrant(x).name, *is_called, table=table_words(call.table), free=call.table)
        for call, x in last
        if x in who and not tournament.state.field.is_in(x)
    ]


def redrawn_words(before: FloorThen, tournament: Tournament) -> list[str]:
    """The calls that have ended since, and those whose match has other players since, or is gone."""
    now = floor_of(tournament)
    said, wrong = _ended(ended_calls(before, now), tournament), wrong_calls(before, now)
    if not wrong:
        return said
    wrong_now = ngettext(
        "The call to %(tables)s is wrong now, its match is another: `tallyboard tournament free %(free)s`, then "
        "`tallyboard tournament call`.",
        "The calls to %(tables)s are wrong now, their matches are others: `tallyboard tournament free %(free)s` frees "
        "the first, and so on; then `tallyboard tournament call`.",
        len(wrong),
        tables=tables_words([call.table for call in wrong]),
        free=wrong[0].table,
    )
    return [*said, wrong_now]


def _ended(calls: Sequence[Call], tournament: Tournament) -> list[str]:
    pairs = [" : ".join(tournament.entrant(x).name for x in call.entrants) for call in calls]
    ended = later("The call of %(names)s to %(table)s has ended.")
    both = zip(pairs, calls, strict=True)
    return [_(ended, names=pair, table=table_words(call.table)) for pair, call in both]


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
            _(
                "The shootout is kept, and ranks nobody: the chain of phase %(phase)s is %(chain)s.",
                phase=league.number,
                chain=",".join(chain),
            ),
            _("A phase whose shootouts are to rank is declared with `shootout` in its chain=, before it is drawn."),
        ]
    reached = [
        (step, (twenties[x], twenties[y]))
        for x, y in combinations(twenties, 2)
        for step in explained(league, x, y)
        if step.by == "shootout"
    ]
    if any(step.values == figures for step, figures in reached):
        return [_("The shootout counts in phase %(phase)s.", phase=league.number)]
    # Those who are level where no shootout had all of them.
    level = next((step.among for step, _figures in reached if step.values is None), ())
    if level:
        why = _("%(names)s are level, and it was not of all of them", names=listed(names[x] for x in level))
    elif reached:
        why = _("a shootout before it has parted them")
    else:
        why = _("%(names)s are not level where the chain comes to it", names=listed(names[x] for x in twenties))
    return [_("The shootout counts for nothing in phase %(phase)s: %(why)s.", phase=league.number, why=why)]


def _places(league: League, who: Collection[int], names: Mapping[int, str]) -> str:
    """`Places now: Ann 1, Bob 2.`; of several groups over all of them."""
    in_groups = league.places_in_groups()
    placed = {x: place for x, (_group, place) in in_groups.items()}
    said = later("Places now: %(places)s.")
    if len({group for x, (group, _place) in in_groups.items() if x in who}) > 1:
        before = 0
        for level in league.ranking():
            placed.update(dict.fromkeys(level, before + 1))
            before += len(level)
        said = later("Places over all groups now: %(places)s.")
    told = [f"{names[x]} {placed[x]}" for x in sorted(who, key=lambda x: placed.get(x, 0)) if x in placed]
    told += [_("%(name)s none", name=names[x]) for x in who if x not in placed]
    return _(said, places=", ".join(told))


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
        return _("a forfeit"), ""
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
    twenties = stands(what.match, what.game, after.tournament)[1]
    said = [outcome_of(what.match, after)]
    if twenties:
        said.append(_("Twenties %(twenties)s.", twenties=twenties))
    if stood:
        said.append(_("Before stood %(figures)s; the last word counts.", figures=stood))
    if twenties_then and not twenties:
        said.append(
            _("Now it has no twenties: if they were right, enter it with them, `twenties N N` behind the scores.")
        )
    phase = after.tournament.phases[phase_number(what.match) - 1]
    doubtful = doubts_of_line(phase.line_of(what.game), what.scores, what.twenties, not phase.is_league)
    doubts = [doubt_words(one) for one in doubtful]
    if doubts:
        confirm = later(
            "If it is right, `tallyboard tournament confirm %(match)s`; until then it stands beside the flags."
        )
        doubts.append(_(confirm, match=after.words[1]))
    return said + doubts


def outcome_of(name: str, after: AfterChange) -> str:
    """What the match has come to now."""
    match = find_match(after.computed, name)
    if match is None:
        return _("%(match)s is kept; no match has this name now.", match=name)
    told = outcome(match, Names(after.computed["entrants"]))
    options = after.tournament.phases[phase_number(name) - 1].options
    if match["due"] and match["due"] > options.best:
        decides = _("It is a shootout of twenties.") if options.level == "shootout" else _("It decides a level match.")
        told = f"{told} {decides}"
    return told
