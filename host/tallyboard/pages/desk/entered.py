"""What came of what was entered, in sentences."""

from collections.abc import Sequence

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.changes import Changes, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.matches import phase_number
from tallyboard.desk.objects import DeskMatchObject
from tallyboard.desk.options import SHOOTOUT, Options
from tallyboard.desk.state import Call
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered
from tallyboard.text.doubts import Doubt, doubt_words, doubts_of_line
from tallyboard.text.tournament.matches import find_match, score
from tallyboard.text.tournament.names import NOBODY


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
    found = find_match(after.seen.computed, match)
    if found is None:
        return [words._("It is kept; no match is called %(match)s now.", match=match)]
    phase = after.tournament.phases[phase_number(match) - 1]
    said = [match_words(found, words, phase.options)]
    if found["due"] and found["due"] > phase.options.best:
        shootout, another = (
            words._("It was level, so a shootout of twenties decides."),
            words._("It was level, so another game decides."),
        )
        said.append(shootout if phase.options.level == SHOOTOUT else another)
    if before:
        said.append(words._("Before stood %(figures)s; the last word counts.", figures=before))
    if 0 < game <= len(found["games"]):
        played = found["games"][game - 1]
        said += doubts_said(
            doubts_of_line(phase.line_of(game), played["scores"], played["twenties"], not phase.is_league), words
        )
    return said


def doubts_said(doubts: Sequence[Doubt], words: Words) -> list[Markup]:
    """Why these figures cannot be."""
    return [Markup(doubt_words(doubt, words.language)) for doubt in doubts]


def status_said(who: Sequence[int], after: Entered, words: Words) -> list[Markup]:
    """What became of the matches and calls of these, whose status is another now; `before` is their floor."""
    return changes_said(changes(who, after.before, after.tournament), words)


def changes_said(found: Changes, words: Words) -> list[Markup]:
    """The same of changes that are known, or would be."""
    void, lost, off, again, counting = found.void, found.lost, found.off, found.again, found.counting
    told = {
        words.ngettext(
            "Fewer than half of the matches were played, so %(num)s match no longer counts.",
            "Fewer than half of the matches were played, so %(num)s matches no longer count.",
            void,
        ): void,
        words.ngettext("%(num)s match is a walkover now.", "%(num)s matches are walkovers now.", lost): lost,
        words.ngettext(
            "%(num)s match is not played any more: one of its four is out.",
            "%(num)s matches are not played any more: one of their four is out.",
            off,
        ): off,
        words.ngettext("%(num)s match is to be played again.", "%(num)s matches are to be played again.", again): again,
        words.ngettext("%(num)s match counts again.", "%(num)s matches count again.", counting): counting,
    }
    lasting = [
        words._("%(pair)s are still called to %(table)s: free it.", **_of_call(one, words)) for one in found.last
    ]
    return [*(sentence for sentence, count in told.items() if count), *_ended(found.ended, words), *lasting]


def redrawn_said(after: Entered, words: Words) -> list[Markup]:
    """The calls that a new draw has ended, and those that are wrong now; `before` is the floor."""
    before, now = after.before, floor_of(after.tournament)
    wrong = [
        words._("The call to %(table)s is wrong now, its match is another: free it.", table=words.table(call.table))
        for call in wrong_calls(before, now)
    ]
    return [*_ended(ended_calls(before, now), words), *wrong]


def _ended(calls: Sequence[Call], words: Words) -> list[Markup]:
    return [words._("The call of %(pair)s to %(table)s has ended.", **_of_call(call, words)) for call in calls]


def _of_call(call: Call, words: Words) -> dict[str, Markup]:
    return {"pair": words.pair(call.entrants), "table": words.table(call.table)}


def called_said(after: Entered, words: Words) -> list[Markup]:
    """Which matches were called where."""
    said = []
    for kind, *parts in (event.line.split() for event in after.made):
        if kind == "call":
            name, table = parts
            match = find_match(after.seen.computed, name)
            who = words.match(match) if match else Markup("{}").format(name)
            said.append(words._("Called to %(table)s: %(match)s.", table=words.table(table), match=who))
    return said or [words._("Nothing can be called now.")]
