"""What a phase is declared with, and all other events of a tournament, in the reader's words."""

from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from shared_rules.games import catalogue
from shared_rules.games.options import CHOICE, NUMBER, OPTIONS, code_of, to_text
from tallyboard.desk import DeskEvent, Refusal, Tournament, events
from tallyboard.desk.lines import read
from tallyboard.desk.matches import as_sides, sides_named
from tallyboard.desk.options import ADJUST, IN_ROUNDS, LAST, LOST, USUAL
from tallyboard.errors import later
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.tables.words import choice_name, option_name
from tallyboard.text import game_words
from tallyboard.text.tournament.bracket import bracket_name

USUAL_GAME = "crokinole-championship"  # what a club's tournament plays
GAMES = (USUAL_GAME, *(game for game in catalogue.IDS if game != USUAL_GAME))

_FORMATS = {
    "round-robin": later("Everybody plays everybody (round robin)"),
    "swiss": later("Rounds drawn from the standings (Swiss)"),
    "partners": later("A new partner every round, each ranked alone"),
    "single": later("Knock-out, one defeat"),
    "double": later("Knock-out, two defeats"),
}
_OPTIONS = {
    "across": later("all groups ranked together by figures alone"),
    "order": later("the order by lot"),
    "groups": later("%(count)s groups"),
    "times": later("each two meet twice"),
    "rotation": later("players move from table to table"),
    "bye": later("%(points)s for a bye"),
    "third": later("a match for third place"),
    "reset": later("no second final"),
    "best": later("best of %(count)s games"),
    "level": later("another game decides a level match"),
    "minutes": later("%(count)s min a game"),
    "rest": later("%(count)s min of rest"),
}
_CHAIN = {
    "points": later("points"),
    "twenties": later("twenties"),
    "head": later("the matches among them"),
    "difference": later("the difference of points made and given"),
    "for": later("points made"),
    "wins": later("wins"),
    "buchholz": later("the points of their opponents"),
    "shootout": later("a shootout"),
    "lot": later("the lot"),
}
# An option of games to what stands in front of its field, and beside it; those of the tournament are no fields.
_GAME_OPTIONS = {
    "rounds": (later("Rounds in a game"), ""),
    "best_of": (later("or best of"), later("instead of rounds")),
    "games": (later("Games to a match"), ""),
    "target": (later("Points to play to"), later("empty: 100 in crokinole, 31 in Québec, 21 in washers")),
    "scoring": (later("What counts"), ""),
    "start": (later("Who starts a round"), ""),
    "discs": (later("Discs a side"), ""),
    "washers": (later("Washers a side"), ""),
    "dames": (later("Dames a side"), ""),
}
_GAME_CHOICES = {
    "differential": later("the difference"),
    "simple": later("all points"),
    "clockwise": later("clockwise"),
    "loser": later("the loser says"),
}
_OF_THE_TOURNAMENT = ("format", "sides")


def format_name(format: str, words: Words) -> Markup:
    """`Round robin`."""
    return words._(_FORMATS[format]) if format in _FORMATS else escape(format)


def who_plays(options: Sequence[str], words: Words) -> Markup:
    """`places 1 to 4 of phase 1` of `of=1 take=1-4`; `all who are in` of none of the kind."""
    given = dict(word.split("=", 1) for word in options if "=" in word)
    of = given.get("of", "0")
    if of == "0":
        return words._("all who are in")
    source = words.phase(int(of))
    if "take" not in given:
        return words._("all of phase %(number)s", number=source)
    if given["take"] == LOST:
        return words._("who lost their first match in phase %(number)s", number=source)
    first, _, last = given["take"].partition("-")
    if last == str(LAST):
        return words._("from place %(first)s of phase %(number)s on", first=first, number=source)
    return words._("places %(first)s to %(last)s of phase %(number)s", first=first, last=last, number=source)


def options_said(options: Sequence[str], words: Words) -> Markup:
    """`2 groups, the order by lot` of `groups=2 order=lot`; empty where there is nothing but what holds anyway."""
    wanted = [word for word in options if word not in USUAL and word.partition("=")[0] not in ("of", "take")]
    return Markup(", ").join(_option_said(word, words) for word in wanted)


def _option_said(word: str, words: Words) -> Markup:
    name, _, value = word.partition("=")
    if name == "rounds":
        return words.ngettext("%(num)s round to draw", "%(num)s rounds to draw", int(value))
    if word == f"bye={ADJUST}":
        return words._("nothing for a bye: ranked by the average per match")
    if name == "chain":
        return words._("ranked by %(items)s", items=chain_said(value.split(","), words))
    if word == "points=score":
        return words._("the scores themselves are the points")
    if name == "points":
        brings = dict(zip(("win", "level", "defeat"), value.split(","), strict=True))
        return words._("%(win)s for a win, %(level)s for a level match, %(defeat)s for a defeat", **brings)
    return words._(_OPTIONS[name], count=value, points=value) if name in _OPTIONS else text(word)


def chain_said(items: Sequence[str], words: Words) -> Markup:
    """`points, then twenties, then the lot`: what ranks, in its sequence."""
    return words._(", then ").join(words._(_CHAIN[item]) if item in _CHAIN else text(item) for item in items)


def game_name(game: str, words: Words) -> Markup:
    """`Championship crokinole` of `crokinole-championship`."""
    return escape(game_words.game_name(words.language, game))


def game_said(line: str, words: Words) -> Markup:
    """A game line without the word `game` in words."""
    return escape(game_words.game_words(words.language, line))


class GameField(NamedTuple):
    """An option of games as a field: `games`: those that have it; `choices`: one of these, "" what holds without it;
    else a number of the `numbers`, or a list (None). `usual`: what holds without it, where all games agree."""

    option: str
    label: Markup
    hint: Markup
    games: tuple[str, ...]
    usual: str
    choices: tuple[tuple[str, Markup], ...] = ()
    numbers: range | None = None

    @property
    def allowed(self) -> tuple[str, ...] | range | None:
        """What can stand for it in a game line; None for a list."""
        return tuple(word or self.usual for word, _ in self.choices) or self.numbers


def game_fields(words: Words) -> list[GameField]:
    """The options of all games, each once."""
    has = {game: dict(catalogue.by_id(game).OPTIONS) for game in GAMES}
    found = []
    for option in dict.fromkeys([*_GAME_OPTIONS, *(name for name, *_ in OPTIONS if name not in _OF_THE_TOURNAMENT)]):
        games = tuple(game for game in GAMES if option in has[game])
        if not games:
            continue
        defaults = {has[game][option] for game in games}
        usual = to_text(defaults.pop()) if len(defaults) == 1 and None not in defaults else ""
        label, hint = _GAME_OPTIONS.get(option, ("", ""))
        said = words._(label) if label else escape(option_name(words.language, option))
        field = GameField(option, said, words._(hint) if hint else Markup(""), games, usual)
        _, kind, limit = OPTIONS[code_of(option)]
        if kind == CHOICE:
            ordered = sorted(limit, key=lambda word: word != usual)
            choices = [("" if word == usual else word, _choice_name(word, words)) for word in ordered]
            field = field._replace(choices=tuple(choices))
        elif kind == NUMBER:
            field = field._replace(numbers=range(limit[0], limit[1] + 1))
        found.append(field)
    return found


def _choice_name(word: str, words: Words) -> Markup:
    known = _GAME_CHOICES.get(word)
    return words._(known) if known else escape(choice_name(words.language, word))


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
            said = words._("; ").join(map(words.pair, pairs))
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
    return words._("; ").join(filter(None, parts))


def _result(what: events.Result, words: Words) -> Markup:
    (x, y), (first, second) = as_sides(what.match, what.entrants), what.scores
    said = Markup("{} {} : {} {}").format(words.name(x), first, second, words.name(y))
    if any(what.twenties):
        said += words._(", twenties %(first)s : %(second)s", first=what.twenties[0], second=what.twenties[1])
    if what.won is not None:
        said += words._(", won by %(who)s", who=words.name(what.won))
    return said
