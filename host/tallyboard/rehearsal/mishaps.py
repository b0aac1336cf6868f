"""What goes wrong on a day, one after the other: each is tried when so much has been played, until it can be done."""

import random
from typing import TYPE_CHECKING

from tallyboard.desk.matches import NOTHING, members
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.rehearsal.board_table import BoardTable, CountedFigures, PlayedAlong
from tallyboard.rehearsal.day import Mishap, RehearsalDay
from tallyboard.store import read_store
from tallyboard.text.language import _, later
from tallyboard.text.tournament.names import Names

if TYPE_CHECKING:
    from tallyboard.desk import Tournament
    from tallyboard.desk.objects import DeskMatchObject

_HUB_AWAY_S = 3.0
_ROUTER_OFF_S = 20.0
_LEFT = 2  # matches that are still to be played when somebody goes home


def all_of_them(joins_at: float, phones: bool = False) -> list[Mishap]:
    """In their order; `phones`: those of phones too."""
    others = [
        Mishap(later("phone closed") if phones else later("plug pulled"), 0.08, _pull_a_plug),
        Mishap(later("result by hand"), 0.15, _play_on_paper),
        Mishap(later("corrected at the desk"), 0.25, _correct_at_the_desk),
        Mishap(later("hub killed"), 0.35, _kill_the_hub),
        Mishap(later("withdrawal"), 0.45, _go_home),
        Mishap(later("corrected at the board"), 0.55, _correct_at_the_board),
    ]
    if phones:
        others += [
            Mishap(later("router off"), 0.2, _switch_the_router_off),
            Mishap(later("phone dropped"), 0.4, _drop_a_phone),
        ]
    late = Mishap(later("late player"), joins_at, _come_late)
    return sorted([late, *others], key=lambda one: one.share)


def _come_late(day: RehearsalDay) -> str | None:
    late = len(day.plan.names)
    name = day.plan.names[-1]
    day.organiser.desk("in", str(late))
    phase = day.organiser.computed["phases"][0]
    if phase["format"] in IN_ROUNDS:
        return _("%(name)s comes late, and is drawn from the next round on", name=name)
    day.organiser.desk("redraw", "1")
    return _("%(name)s comes late, and is drawn in", name=name)


def _pull_a_plug(day: RehearsalDay) -> str | None:
    table = day.upset(BoardTable.pull_the_plug)
    if table is None:
        return None
    if day.router is not None:
        return _("the page of table %(name)s is closed in the middle of a match, and opened again", name=table.name)
    return _("the plug of table %(name)s is pulled in the middle of a match, and put in again", name=table.name)


def _switch_the_router_off(day: RehearsalDay) -> str | None:
    router = day.router
    if router is None or not day.playing:
        return None
    router.switch(False)
    day.is_away(_ROUTER_OFF_S, lambda: router.switch(True), _("Hall"), _("the router is there again"))
    return _("the router is off; the phones go on without the laptop")


def _drop_a_phone(day: RehearsalDay) -> str | None:
    def has_arrived(table: BoardTable) -> bool:
        return day.organiser.presses_of(table.board) == len(table.entered)

    table = day.upset(lambda table: table.drop_the_phone(has_arrived))
    if table is None:
        return None
    return _(
        "the phone of table %(name)s is dropped in the middle of a match, and another one takes it over",
        name=table.name,
    )


def _play_on_paper(day: RehearsalDay) -> str | None:
    """A match that was called is played without the box."""
    waiting = [one for one in day.organiser.at_tables if one.state == "waits" and day.is_free(one)]
    if not waiting:
        return None
    at = waiting[0]
    match = next(match for match in day.organiser.matches if match["match"] == at.match)
    a, b = (members(side)[0] for side in match["sides"])
    figures = _decided_on_paper(day, match["match"])
    words = [match["match"], str(a), str(figures.scores[0]), str(b), str(figures.scores[1])]
    if any(figures.twenties):
        words += ["--twenties", *map(str, figures.twenties)]
    if figures.winner is not None and figures.scores[0] == figures.scores[1]:
        words += ["--won", str(match["sides"][figures.winner])]
    day.organiser.desk("result", *words, "--reason", "played on paper")
    names = Names(day.organiser.computed["entrants"])
    score = f"{figures.scores[0]} : {figures.scores[1]}"
    return _(
        "%(one)s : %(other)s (%(match)s) play on paper: %(score)s, entered by hand",
        one=names[a],
        other=names[b],
        match=match["match"],
        score=score,
    )


def _decided_on_paper(day: RehearsalDay, match: str) -> CountedFigures:
    """Those of a match that is not level, for a knock-out would want another game."""
    for attempt in range(100):
        played = PlayedAlong(day.settings.game, random.Random(f"paper {day.settings.seed} {match} {attempt}"))
        for _press in played.presses():
            pass
        if played.figures.winner is not None:
            break
    return played.figures


def _correct_at_the_desk(day: RehearsalDay) -> str | None:
    """The winner of a board's match has a point more: who meets whom stays."""
    match = _a_won_match(day)
    if match is None:
        return None
    scores = list(match["games"][0]["scores"])
    scores[match["sides"].index(match["winner"])] += 1
    a, b = match["sides"]
    reason = ("--reason", "the sheet says otherwise")
    day.organiser.desk("result", match["match"], str(a), str(scores[0]), str(b), str(scores[1]), *reason)
    day.corrected.add(match["match"])
    return _(
        "the result of %(match)s is corrected at the desk, to %(score)s",
        match=match["match"],
        score=f"{scores[0]} : {scores[1]}",
    )


def _correct_at_the_board(day: RehearsalDay) -> str | None:
    """The same of what the board recorded; the desk is to hear of it by itself."""
    match = _a_won_match(day)
    if match is None:
        return None
    with read_store(day.organiser.db) as reader:
        recorded = reader.match(of_boards(day.organiser.followed.tournament)[match["match"]])
    (winner,) = recorded["winners"]
    totals = {**recorded["totals"], winner: recorded["totals"][winner] + 1}
    score = " ".join(f"{side} {totals[side]}" for side in recorded["sides"])
    short = recorded["match"][:8]
    day.organiser.do("correct", short, "--result", score, "--reason", "a disc was miscounted")
    day.corrected.add(match["match"])
    return _(
        "the board's match %(short)s (%(match)s) is corrected, to %(score)s",
        short=short,
        match=match["match"],
        score=f"{totals['A']} : {totals['B']}",
    )


def _a_won_match(day: RehearsalDay) -> "DeskMatchObject | None":
    """The last match that a board's single game has decided, not level, and nobody has corrected."""
    boards = of_boards(day.organiser.followed.tournament)
    for match in reversed(day.organiser.matches):
        scores = [game["scores"] for game in match["games"]]
        is_won = match["how"] == "played" and match["winner"] is not None and len(scores) == 1
        if is_won and scores[0][0] != scores[0][1] and match["match"] in boards and match["match"] not in day.corrected:
            return match
    return None


def _kill_the_hub(day: RehearsalDay) -> str | None:
    if not day.playing:
        return None
    day.hub.kill()
    day.is_away(_HUB_AWAY_S, day.hub.start, _("Hub"), _("%(name)s is started again", name=day.hub.name))
    return _("%(name)s is killed; the boards go on without it", name=day.hub.name)


def _go_home(day: RehearsalDay) -> str | None:
    """Somebody who still has matches, and is not called just now."""
    open_matches = [match for match in day.organiser.matches if match["state"] in ("waiting", "ready", "called")]
    has_some = {x for match in open_matches for x in members(*match["sides"])}
    floor = day.organiser.followed.tournament.state.floor
    called = {x for call in floor.calls_now() for x in call.everybody}
    can = sorted(has_some - called)
    if len(open_matches) < _LEFT or not can:
        return None
    who = random.Random(f"home {day.settings.seed}").choice(can)
    day.organiser.desk("withdraw", str(who))
    return _("%(name)s goes home: what was left to play is lost without playing", name=day.plan.names[who - 1])


def of_boards(tournament: "Tournament") -> dict[str, str]:
    """By match the board's match that counts as its first game: none where the desk has entered that by hand, before
    the board's result or behind it."""
    found = {}
    for phase in tournament.phases:
        for match in phase.matches():
            players = phase.standing(match).pair
            record = phase.field.records.of(match.name, players) if players else NOTHING
            if 1 in record.played and 1 not in record.hand:
                found[match.name] = record.played[1].id
    return found
