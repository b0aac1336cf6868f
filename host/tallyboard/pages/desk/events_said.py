"""The events of a tournament in sentences, as the log and the desk tell them."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from tallyboard.desk import Refusal, events
from tallyboard.desk.lines import read
from tallyboard.pages.desk.declared import options_said, who_plays
from tallyboard.pages.desk.games import format_name, game_said
from tallyboard.pages.desk.words import Words, text


def event_words(line: str, words: Words) -> Markup:
    """What this line of the list says."""
    try:
        what = read(line)
    except Refusal:  # of a newer version
        return text(line)
    return _SAID[type(what)](what, words)


def _listed(tables: Sequence[str]) -> Markup:
    return Markup(", ").join(map(text, tables))


def _add(what: events.Add, words: Words) -> Markup:
    return words._("entrant %(name)s", name=text(what.name))


def _rename(what: events.Rename, words: Words) -> Markup:
    return words._("entrant %(number)s is called %(name)s", number=what.entrant, name=text(what.name))


def _status(what: events.SetStatus, words: Words) -> Markup:
    _ = words._
    who = _("all") if what.entrants is None else words.names(what.entrants)
    return {
        events.IN: lambda: _("in: %(who)s", who=who),
        events.ABSENT: lambda: _("absent: %(who)s", who=who),
        events.WITHDRAWN: lambda: _("withdrawn: %(who)s", who=who),
        events.DISQUALIFIED: lambda: _("disqualified: %(who)s", who=who),
    }[what.status]()


def _contest(what: events.ContestTwenties, words: Words) -> Markup:
    return words._("contest: %(who)s has %(twenties)s", who=words.name(what.entrant), twenties=what.twenties)


def _seeds(what: events.Seeds, words: Words) -> Markup:
    if what.entrants is None:
        return words._("seeds as in the contest")
    return words._("seeds: %(who)s", who=words.names(what.entrants) or "-")


def _declare(what: events.Declare, words: Words) -> Markup:
    parts = [format_name(what.format, words), options_said(what.options, words)]
    parts += [who_plays(what.options, words) if what.phase > 1 else Markup(""), game_said(" ".join(what.game), words)]
    return words._("phase %(phase)s: %(said)s", phase=what.phase, said=Markup("; ").join(filter(None, parts)))


def _draw(what: events.Draw, words: Words) -> Markup:
    if not what.pairs:
        return words._("draw of phase %(phase)s", phase=what.phase)
    pairs = Markup("; ").join(map(words.pair, what.pairs))
    return words._("round of phase %(phase)s, paired by hand: %(pairs)s", phase=what.phase, pairs=pairs)


def _result(what: events.Result, words: Words) -> Markup:
    (x, y), (first, second) = what.entrants, what.scores
    said = Markup("{} {} : {} {}").format(words.name(x), first, second, words.name(y))
    if any(what.twenties):
        said += words._(", twenties %(first)s : %(second)s", first=what.twenties[0], second=what.twenties[1])
    if what.won is not None:
        said += words._(", won by %(who)s", who=words.name(what.won))
    where = what.match + (f"/{what.game}" if what.game > 1 else "")
    return words._("result %(match)s: %(said)s", match=text(where), said=said)


def _forfeit(what: events.Forfeit, words: Words) -> Markup:
    return words._("forfeit %(match)s: %(who)s", match=text(what.match), who=words.names(what.entrants))


def _clear(what: events.Clear, words: Words) -> Markup:
    if what.entrants is None:
        return words._("result taken away: %(match)s", match=text(what.match))
    return words._("result taken away: %(match)s, %(who)s", match=text(what.match), who=words.names(what.entrants))


def _shootout(what: events.Shootout, words: Words) -> Markup:
    figures = Markup(", ").join(Markup("{} {}").format(words.name(x), count) for x, count in what.twenties)
    return words._("shootout in phase %(phase)s: %(said)s", phase=what.phase, said=figures)


_SAID: dict[type, Callable[..., Markup]] = {
    events.Add: _add,
    events.Rename: _rename,
    events.SetStatus: _status,
    events.ContestTwenties: _contest,
    events.Seeds: _seeds,
    events.Open: lambda what, words: words._("tables opened: %(tables)s", tables=_listed(what.tables)),
    events.Close: lambda what, words: words._("table closed: %(table)s", table=text(what.table)),
    events.Declare: _declare,
    events.Draw: _draw,
    events.Redraw: lambda what, words: words._("phase %(phase)s drawn again", phase=what.phase),
    events.End: lambda what, words: words._("end of phase %(phase)s", phase=what.phase),
    events.CallAll: lambda _, words: words._("all called that can be"),
    events.CallMatch: lambda what, words: words._(
        "%(match)s called to table %(table)s", match=text(what.match), table=text(what.table)
    ),
    events.Free: lambda what, words: words._("table freed: %(table)s", table=text(what.table)),
    events.Result: _result,
    events.Forfeit: _forfeit,
    events.Clear: _clear,
    events.Shootout: _shootout,
    events.Note: lambda what, words: words._("note: %(said)s", said=text(what.text)),
    events.Undo: lambda _, words: words._("taken back"),
}
