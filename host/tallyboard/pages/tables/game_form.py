"""The fields of a match that is assigned by hand, and what was typed into them."""

from collections.abc import Mapping
from typing import NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.events import SIDES
from shared_rules.games.options import CHOICE, LIST, OPTIONS, OptionError, code_of, parse_value, to_text
from tallyboard.errors import TallyboardError
from tallyboard.pages.tables.words import choice_name, option_name
from tallyboard.store.wanted_match import WantedMatch, wanted_match
from tallyboard.text.game_words import game_name
from tallyboard.text.language import Language

GAMES = catalogue.IDS


class Choice(NamedTuple):
    """Something that can be chosen: what the form sends, and what people read."""

    value: str
    words: str


class OptionField(NamedTuple):
    """An option of the game: `choices`: one of these; else a number from `least` to `most`, or a list (None)."""

    name: str
    words: str
    value: str
    choices: tuple[Choice, ...] = ()
    least: int | None = None
    most: int | None = None


class MatchForm(NamedTuple):
    """The form as it is shown: `sides`: the letters of those that there can be."""

    game: str
    games: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    sides: str
    names: dict[str, str]
    first: str


def match_form(_: Language, game: str, typed: Mapping[str, str]) -> MatchForm:
    """The form of this game, as somebody filled it in; `typed`: what it sent."""
    chosen = game if game in GAMES else GAMES[0]
    options = catalogue.by_id(chosen).OPTIONS
    fields = tuple(_field(_, chosen, name, default, typed) for name, default in options)
    sides = SIDES if "sides" in dict(options) else SIDES[:2]
    return MatchForm(
        chosen,
        tuple(Choice(one, game_name(_, one)) for one in GAMES),
        fields,
        sides,
        {side: typed.get(f"name_{side}", "") for side in sides},
        typed.get("first", ""),
    )


def _field(
    _: Language, game: str, name: str, default: int | str | tuple[int, ...] | None, typed: Mapping[str, str]
) -> OptionField:
    value = typed.get(f"option_{name}", "" if default is None else to_text(default))
    kind, limit = OPTIONS[code_of(name)][1:]
    words = option_name(_, name)
    if kind == CHOICE:
        allowed = catalogue.by_id(game).FORMATS if name == "format" else limit
        return OptionField(name, words, value, tuple(Choice(one, choice_name(_, one)) for one in allowed))
    if kind == LIST:
        return OptionField(name, words, value)
    if name == "sides":
        return OptionField(name, words, value, tuple(Choice(str(n), str(n)) for n in range(limit[0], limit[1] + 1)))
    return OptionField(name, words, value, (), *limit)


def match_of(_: Language, form: MatchForm) -> WantedMatch:
    """The match that was asked for. Raises TallyboardError."""
    given = dict(catalogue.by_id(form.game).OPTIONS)
    words = [form.game]
    for field in form.options:
        value = "".join(field.value.split())
        default = given[field.name]
        if value and (default is None or value != to_text(default)):
            _check(_, field, value)
            words.append(f"{field.name}={value}")
    names = [" ".join(form.names[side].split()) for side in form.sides]
    while names and not names[-1]:
        names.pop()
    return wanted_match(" ".join(words), names, first=form.first or None)


def _check(_: Language, field: OptionField, value: str) -> None:
    """Raises TallyboardError for a value that the option cannot have."""
    try:
        parse_value(
            field.name, value, tuple(choice.value for choice in field.choices) if field.name == "format" else None
        )
    except OptionError:
        if field.least is not None:
            cause = _(
                "%(option)s: a whole number from %(least)s to %(most)s, not “%(value)s”.",
                option=field.words,
                least=field.least,
                most=field.most,
                value=value,
            )
        else:
            cause = _("%(option)s: “%(value)s” cannot be.", option=field.words, value=value)
        raise TallyboardError(cause, _("Correct it and give it again.")) from None
