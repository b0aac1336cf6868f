"""Games, formats and options of a phase in the reader's words."""

from typing import NamedTuple

from markupsafe import Markup, escape

from shared_rules.games import catalogue
from shared_rules.games.options import CHOICE, NUMBER, OPTIONS, code_of, to_text
from tallyboard.pages.desk.posted import Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tables.words import choice_name, option_name
from tallyboard.text import game_words

USUAL = "crokinole-championship"  # what a club's tournament plays
GAMES = (USUAL, *(game for game in catalogue.IDS if game != USUAL))
_OF_NO_PHASE = ("format", "sides")  # the tournament says them


class GameField(NamedTuple):
    """An option of games as a field: `games`: those that have it; `choices`: one of these, "" what holds without it;
    else a number from `least` to `most`, or a list (None). `usual`: what holds without it, where all games agree."""

    option: str
    label: Markup
    hint: Markup
    games: tuple[str, ...]
    usual: str
    choices: tuple[tuple[str, Markup], ...] = ()
    least: int | None = None
    most: int | None = None


def options_of(game: str) -> tuple[str, ...]:
    """The options that a phase can give the game."""
    return tuple(name for name, _ in catalogue.by_id(game).OPTIONS if name not in _OF_NO_PHASE)


def game_fields(words: Words) -> list[GameField]:
    """The options of all games, each once."""
    _ = words._
    said = {
        "rounds": (_("Rounds in a game"), ""),
        "best_of": (_("or best of"), _("instead of rounds")),
        "games": (_("Games to a match"), ""),
        "target": (_("Points to play to"), _("empty: 100 in crokinole, 31 in Québec, 21 in washers")),
        "scoring": (_("What counts"), ""),
        "start": (_("Who starts a round"), ""),
        "discs": (_("Discs a side"), ""),
        "washers": (_("Washers a side"), ""),
        "dames": (_("Dames a side"), ""),
    }
    chosen = {
        "differential": _("the difference"),
        "simple": _("all points"),
        "clockwise": _("clockwise"),
        "loser": _("the loser says"),
    }
    has = {game: options_of(game) for game in GAMES}
    found = []
    for option in dict.fromkeys([*said, *(name for name, *_ in OPTIONS if name not in _OF_NO_PHASE)]):
        games = tuple(game for game in GAMES if option in has[game])
        if not games:
            continue
        defaults = {dict(catalogue.by_id(game).OPTIONS)[option] for game in games}
        usual = to_text(defaults.pop()) if len(defaults) == 1 and None not in defaults else ""
        label, hint = said.get(option) or (escape(option_name(words.language, option)), "")
        field = GameField(option, label, Markup(hint), games, usual)
        kind, limit = OPTIONS[code_of(option)][1:]
        if kind == CHOICE:
            ordered = sorted(limit, key=lambda word: word != usual)
            names = {word: chosen.get(word) or escape(choice_name(words.language, word)) for word in limit}
            field = field._replace(choices=tuple(("" if word == usual else word, names[word]) for word in ordered))
        elif kind == NUMBER:
            field = field._replace(least=limit[0], most=limit[1])
        found.append(field)
    return found


def given_options(form: Posted, game: str, words: Words) -> list[str]:
    """What the form says of the options of this game, as a game line has it: numbers, then what is chosen."""
    fields = [field for field in game_fields(words) if game in field.games and form.has(f"g-{field.option}")]
    return [f"{field.option}={_value(form, field)}" for field in sorted(fields, key=lambda field: bool(field.choices))]


def _value(form: Posted, field: GameField) -> str:
    name = f"g-{field.option}"
    if field.choices:
        return form.choice(name, tuple(word or field.usual for word, _ in field.choices))
    if field.least is None or field.most is None:
        return "".join(form.text(name).split())
    return str(form.number(name, field.least, field.most))


def style_of_games() -> str:
    """That of the options only those are seen which the chosen game has; desk.css says it of the formats."""
    shown = ",\n".join(f'  .declare:has([value="{game}"]:checked) .in-{game}' for game in GAMES)
    return f"@supports selector(:has(*)) {{\n{shown} {{ display: flex; }}\n}}\n"


def game_name(game: str, words: Words) -> Markup:
    """`Championship crokinole` of `crokinole-championship`."""
    return Markup("{}").format(game_words.game_name(words.language, game))


def game_said(line: str, words: Words) -> Markup:
    """A game line without the word `game` in words."""
    return Markup("{}").format(game_words.game_words(words.language, line))


def format_name(format: str, words: Words) -> Markup:
    """`Round robin`."""
    _ = words._
    known = {
        "round-robin": _("Everybody plays everybody (round robin)"),
        "swiss": _("Rounds drawn from the standings (Swiss)"),
        "single": _("Knock-out, one defeat"),
        "double": _("Knock-out, two defeats"),
    }
    return known.get(format) or Markup("{}").format(format)
