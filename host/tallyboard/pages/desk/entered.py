"""What came of what was entered, in sentences."""

from collections.abc import Sequence

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.changes import Changes, FloorThen, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.matches import phase_number
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.desk.options import SHOOTOUT, Options
from tallyboard.desk.state import Call
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Seen
from tallyboard.text.doubts import Doubt, doubts_of_line
from tallyboard.text.tournament.matches import score
from tallyboard.text.tournament.names import NOBODY


def find_match(seen: Seen, name: str) -> DeskMatchObject | None:
    """The match of this name, None where there is none."""
    return next((one for phase in seen.computed["phases"] for one in phase["matches"] if one["match"] == name), None)


def options_of(tournament: Tournament, match: str) -> Options:
    """The options of the phase of this match."""
    return tournament.phases[phase_number(match) - 1].options


def outcome(match: DeskMatchObject, words: Words, options: Options) -> Markup:
    """What a match of a phase with these options has come to: `Ann wins`, `game 2 comes next`."""
    _, winner = words._, match["winner"]
    if match["state"] == "void":
        return _("does not count, for somebody has left")
    if match["state"] == "cancelled":
        return _("is not played any more")
    if match["state"] != "decided":
        if not match["games"] or not match["due"]:
            return _("to be played")
        if match["due"] > options.best and options.level == SHOOTOUT:
            return _("a shootout comes next")
        return _("game %(game)s comes next", game=match["due"])
    if match["how"] == "double forfeit":
        return _("both gave it up")
    if match["how"] == "bye":
        return _("%(who)s goes on without playing", who=words.name(winner))
    if winner in (None, NOBODY):
        return _("a level match")
    if match["how"] == "walkover":
        return _("%(who)s wins without playing", who=words.name(winner))
    return _("%(who)s wins", who=words.name(winner))


def match_words(match: DeskMatchObject, words: Words, options: Options) -> Markup:
    """`Ann : Bob (1:1-2) 8 : 4: Ann wins.`"""
    points = score(match)
    said = Markup("{} {}").format(words.match(match), points) if points else words.match(match)
    return words._("%(match)s: %(outcome)s.", match=said, outcome=outcome(match, words, options))


def result_said(after: Entered, words: Words, match: str, game: int, before: str) -> list[Markup]:
    """The sentences after a result; `before`: the figures that stood, "" for none."""
    found = find_match(after.seen, match)
    if found is None:
        return [words._("It is kept; no match is called %(match)s now.", match=match)]
    options = options_of(after.tournament, match)
    said = [match_words(found, words, options)]
    if found["due"] and found["due"] > options.best:
        shootout = options.level == SHOOTOUT
        said.append(
            words._("It was level, so a shootout of twenties decides.")
            if shootout
            else words._("It was level, so another game decides.")
        )
    if before:
        said.append(words._("Before stood %(figures)s; the last word counts.", figures=before))
    return [*said, *_doubts(after, words, found, game)]


def _doubts(after: Entered, words: Words, match: DeskMatchObject, game: int) -> list[Markup]:
    """Words of doubt where the figures cannot be what the game gives."""
    if not 0 < game <= len(match["games"]):
        return []
    line = after.tournament.phases[phase_number(match["match"]) - 1].line_of(game)
    found = match["games"][game - 1]
    return doubts_said(doubts_of_line(line, found["scores"], found["twenties"]), words)


def doubts_said(doubts: Sequence[Doubt], words: Words) -> list[Markup]:
    """Why these figures cannot be."""
    return [_doubt_said(doubt, words) for doubt in doubts]


def _doubt_said(doubt: Doubt, words: Words) -> Markup:
    _ = words._
    least, most, found = doubt.least, doubt.most, doubt.found
    if doubt.kind == "together" and least == most:
        return words.ngettext(
            "Look again: %(num)s round awards %(awarded)s points, and these are %(points)s.",
            "Look again: %(num)s rounds award %(awarded)s points, and these are %(points)s.",
            most // 2,
            awarded=most,
            points=found,
        )
    return {
        "together": lambda: _(
            "Look again: so many rounds award %(least)s to %(most)s points, and these are %(points)s.",
            least=least,
            most=most,
            points=found,
        ),
        "negative": lambda: _("Look again: %(points)s points; in this game no score is below 0.", points=found),
        "most": lambda: _(
            "Look again: %(points)s points; a side can have at most %(most)s here.", points=found, most=most
        ),
        "step": lambda: _(
            "Look again: %(points)s points; in this game all that counts is a multiple of %(step)s.",
            points=found,
            step=most,
        ),
        "twenties": lambda: _(
            "Look again: %(points)s twenties; a side can make at most %(most)s here.", points=found, most=most
        ),
        "no-twenties": lambda: _("Look again: this game counts no twenties."),
        "not-twenties": lambda: _("Look again: in a shootout the score is the number of twenties, and these differ."),
    }[doubt.kind]()


def status_said(who: Sequence[int], before: FloorThen, after: Tournament, words: Words) -> list[Markup]:
    """What became of the matches and calls of these, whose status is another now."""
    return changes_said(changes(who, before, after), words)


def changes_said(found: Changes, words: Words) -> list[Markup]:
    """The same of changes that are known, or would be."""
    said = []
    if found.void:
        said.append(
            words.ngettext(
                "Fewer than half of the matches were played, so %(num)s match no longer counts.",
                "Fewer than half of the matches were played, so %(num)s matches no longer count.",
                found.void,
            )
        )
    if found.lost:
        said.append(
            words.ngettext("%(num)s match is a walkover now.", "%(num)s matches are walkovers now.", found.lost)
        )
    if found.again:
        said.append(
            words.ngettext(
                "%(num)s match is to be played again.", "%(num)s matches are to be played again.", found.again
            )
        )
    if found.counting:
        said.append(words.ngettext("%(num)s match counts again.", "%(num)s matches count again.", found.counting))
    return [*said, *_ended(found.ended, words), *(_lasting(call, words) for call in found.last)]


def redrawn_said(before: FloorThen, after: Tournament, words: Words) -> list[Markup]:
    """The calls that a new draw has ended, and those that are wrong now."""
    now = floor_of(after)
    wrong = [
        words._("The call to %(table)s is wrong now, its match is another: free it.", table=words.table(call.table))
        for call in wrong_calls(before, now)
    ]
    return [*_ended(ended_calls(before, now), words), *wrong]


def _ended(calls: Sequence[Call], words: Words) -> list[Markup]:
    return [
        words._(
            "The call of %(pair)s to %(table)s has ended.",
            pair=words.pair(call.entrants),
            table=words.table(call.table),
        )
        for call in calls
    ]


def _lasting(call: Call, words: Words) -> Markup:
    return words._(
        "%(pair)s are still called to %(table)s: free it.",
        pair=words.pair(call.entrants),
        table=words.table(call.table),
    )


def called_said(after: Entered, words: Words) -> list[Markup]:
    """Which matches were called where."""
    said = []
    for event in after.made:
        parts = event.line.split()
        if parts[0] != "call":
            continue
        match = find_match(after.seen, parts[1])
        who = words.match(match) if match else Markup("{}").format(parts[1])
        said.append(words._("Called to %(table)s: %(match)s.", table=words.table(parts[2]), match=who))
    return said or [words._("Nothing can be called now.")]
