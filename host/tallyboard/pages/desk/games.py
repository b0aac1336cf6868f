"""Games, formats and options of a phase in the reader's words."""

from collections.abc import Callable

from markupsafe import Markup

from tallyboard.pages.desk.words import Words

GAMES = (
    *("crokinole-championship", "crokinole-official", "crokinole-traditional", "twenties-shootout"),
    *("pichenotte-southwest", "pichenottes-quebec", "washers-ritzenthaler"),
)


def game_name(game: str, words: Words) -> Markup:
    """`Crokinole, championship` of `crokinole-championship`."""
    _ = words._
    known = {
        "crokinole-championship": _("Crokinole, championship"),
        "crokinole-official": _("Crokinole, official"),
        "crokinole-traditional": _("Crokinole, traditional"),
        "twenties-shootout": _("Shootout of twenties"),
        "pichenotte-southwest": _("Southwest pichenotte"),
        "pichenottes-quebec": _("Québec pichenottes"),
        "washers-ritzenthaler": _("Washers, Ritzenthaler"),
    }
    return known.get(game) or Markup("{}").format(game)


def game_said(line: str, words: Words) -> Markup:
    """A game line without the word `game` in words."""
    _ = words._
    game, *options = line.split()
    said: dict[str, Callable[[str], Markup]] = {
        "rounds": lambda value: _("%(count)s rounds", count=value),
        "best_of": lambda value: _("best of %(count)s rounds", count=value),
        "games": lambda value: _("%(count)s games", count=value),
        "target": lambda value: _("to %(points)s points", points=value),
        "scoring": lambda value: _("all points count") if value == "simple" else Markup(""),
        "start": lambda value: _("the loser says who starts") if value == "loser" else Markup(""),
        "discs": lambda value: _("%(count)s discs each", count=value) if value != "12" else Markup(""),
        "washers": lambda value: _("%(count)s washers each", count=value) if value != "3" else Markup(""),
        "dames": lambda value: _("%(count)s dames each", count=value) if value != "12" else Markup(""),
    }
    parts = [game_name(game, words)]
    for option in options:
        name, _equals, value = option.partition("=")
        if name in said and said[name](value):
            parts.append(said[name](value))
    return Markup(", ").join(parts)


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
