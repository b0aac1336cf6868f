"""The events of a tournament in sentences, as the log and the desk tell them."""

from markupsafe import Markup

from tallyboard.desk import DeskEvent, Refusal, Tournament, events
from tallyboard.desk.lines import read
from tallyboard.desk.matches import as_sides, sides_named
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.errors import later
from tallyboard.pages.desk.declared import format_name, game_said, options_said, who_plays
from tallyboard.pages.desk.words import Words, text
from tallyboard.text.tournament.bracket import bracket_name

_STATUSES = {
    events.IN: later("in: %(who)s"),
    events.ABSENT: later("absent: %(who)s"),
    events.WITHDRAWN: later("withdrawn: %(who)s"),
    events.DISQUALIFIED: later("disqualified: %(who)s"),
}


def round_drawn(event: DeskEvent, tournament: Tournament) -> int:
    """The round that this event of the list draws, or drew before it was taken back; 0 of other events, and where a
    phase is not drawn in rounds."""
    what = event.what
    formats = {phase.number: phase.format for phase in tournament.phases}
    if not isinstance(what, events.Draw) or formats.get(what.phase) not in IN_ROUNDS:
        return 0
    before = (one.what for one in tournament.events[: event.number - 1] if one.stands)
    return 1 + sum(isinstance(one, events.Draw) and one.phase == what.phase for one in before)


def event_words(line: str, words: Words, at: int = 0, is_formal: bool = False) -> Markup:
    """What this line of the list says. `at`: the round that it draws, 0 where that is not to be told; `is_formal`:
    whether matches have their formal names, as in the log."""
    try:
        what = read(line)
    except Refusal:  # of a newer version
        return text(line)
    _ = words._
    match what:
        case events.Add(name):
            return _("entrant %(name)s", name=text(name))
        case events.Rename(number, name):
            return _("entrant %(number)s is called %(name)s", number=number, name=text(name))
        case events.SetStatus(status, who):
            return _(_STATUSES[status], who=_("all") if who is None else words.names(who))
        case events.ContestTwenties(number, twenties):
            return _("contest: %(who)s has %(twenties)s", who=words.name(number), twenties=twenties)
        case events.Seeds(who):
            return _("seeds as in the contest") if who is None else _("seeds: %(who)s", who=words.names(who) or "-")
        case events.Open(tables):
            return _("tables opened: %(tables)s", tables=Markup(", ").join(map(text, tables)))
        case events.Close(table):
            return _("table closed: %(table)s", table=text(table))
        case events.Declare():
            return _("phase %(phase)s: %(said)s", phase=words.phase(what.phase), said=_declared(what, words))
        case events.Draw(phase, ()) if at:
            return _("draw of round %(at)s of phase %(phase)s", at=at, phase=words.phase(phase))
        case events.Draw(phase, ()):
            return _("draw of phase %(phase)s", phase=words.phase(phase))
        case events.Draw(phase, pairs):
            said = Markup("; ").join(map(words.pair, pairs))
            return _("round of phase %(phase)s, paired by hand: %(pairs)s", phase=words.phase(phase), pairs=said)
        case events.Redraw(phase):
            return _("phase %(phase)s drawn again", phase=words.phase(phase))
        case events.End(phase):
            return _("end of phase %(phase)s", phase=words.phase(phase))
        case events.CallAll():
            return _("all called that can be")
        case events.CallMatch(name, table):
            both = _match(name, words, is_formal, with_pair=True)
            return _("%(match)s called to table %(table)s", match=both, table=text(table))
        case events.Free(table):
            return _("table freed: %(table)s", table=text(table))
        case events.Result():
            name = _match(what.match, words, is_formal)
            name += f"/{what.game}" if what.game > 1 else ""
            if not name:
                return _("result: %(said)s", said=_result(what, words))
            return _("result %(match)s: %(said)s", match=name, said=_result(what, words))
        case events.Forfeit(name, who):
            match = _match(name, words, is_formal, with_pair=True)
            return _("forfeit %(match)s: %(who)s", match=match, who=words.names(who))
        case events.Clear(name, who) if who is not None and (is_formal or not sides_named(name)):
            return _(
                "result taken away: %(match)s, %(who)s", match=_match(name, words, is_formal), who=words.names(who)
            )
        case events.Clear(name):
            return _("result taken away: %(match)s", match=_match(name, words, is_formal, with_pair=True))
        case events.Shootout(phase, twenties):
            figures = Markup(", ").join(Markup("{} {}").format(words.name(x), count) for x, count in twenties)
            return _("shootout in phase %(phase)s: %(said)s", phase=words.phase(phase), said=figures)
        case events.Note(said):
            return _("note: %(said)s", said=text(said))
        case _:
            return _("taken back")


def _match(name: str, words: Words, is_formal: bool, with_pair: bool = False) -> Markup:
    """A match by its name: of a league, where that is not to be formal, by who plays it or not at all."""
    sides = sides_named(name)
    if not is_formal:
        return words.pair(sides) if with_pair and sides else text(bracket_name(name)) if not sides else Markup("")
    return Markup("{} ({})").format(words.pair(sides), name) if with_pair and sides else text(name)


def _declared(what: events.Declare, words: Words) -> Markup:
    parts = [format_name(what.format, words), options_said(what.options, words)]
    parts += [who_plays(what.options, words) if what.phase > 1 else Markup(""), game_said(" ".join(what.game), words)]
    return Markup("; ").join(filter(None, parts))


def _result(what: events.Result, words: Words) -> Markup:
    (x, y), (first, second) = as_sides(what.match, what.entrants), what.scores
    said = Markup("{} {} : {} {}").format(words.name(x), first, second, words.name(y))
    if any(what.twenties):
        said += words._(", twenties %(first)s : %(second)s", first=what.twenties[0], second=what.twenties[1])
    if what.won is not None:
        said += words._(", won by %(who)s", who=words.name(what.won))
    return said
