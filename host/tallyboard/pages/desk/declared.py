"""What a phase was declared with, and what ranks it, in the reader's words."""

from collections.abc import Callable, Sequence

from markupsafe import Markup

from shared_rules.games.facts import facts_of
from tallyboard.desk import Tournament, events
from tallyboard.desk.options import LOST, USUAL
from tallyboard.pages.desk.games import GAMES
from tallyboard.pages.desk.posted import Posted
from tallyboard.pages.desk.words import Words, text


def chain_option(form: Posted, game: str) -> list[str]:
    """The option, where it is not what ranks anyway: as it is typed, a shootout before the lot where that is asked."""
    typed = _items(form.text("chain"))
    if form.has("shootout"):
        return ["chain=" + ",".join(with_shootout(typed or facts_of(game).chain))]
    return ["chain=" + ",".join(typed)] if typed else []


def with_shootout(chain: Sequence[str]) -> tuple[str, ...]:
    """The chain with a shootout before its lot."""
    before = tuple(item for item in chain if item not in ("shootout", "lot"))
    return (*before, "shootout", *(["lot"] if "lot" in chain else []))


def usual_chains(words: Words) -> list[tuple[list[str], Markup]]:
    """(games, what ranks in them, in words)."""
    chains = dict.fromkeys(facts_of(game).chain for game in GAMES)
    return [([game for game in GAMES if facts_of(game).chain == chain], chain_said(chain, words)) for chain in chains]


def typed_chain_said(typed: str, words: Words) -> Markup:
    """What is typed as a chain, in words; empty for nothing."""
    return chain_said(_items(typed), words)


def _items(typed: str) -> list[str]:
    return typed.lower().replace(",", " ").split()


_WHO = ("of", "take")


def last_declared(tournament: Tournament, number: int) -> events.Declare | None:
    """The phase as it was declared last; None where nothing is declared."""
    declared = [one.what for one in tournament.events if one.stands and isinstance(one.what, events.Declare)]
    return next((what for what in reversed(declared) if what.phase == number), None)


def who_plays(options: Sequence[str], words: Words) -> Markup:
    """`places 1 to 4 of phase 1` of `of=1 take=1-4`; `all who are in` of none of the kind."""
    given = dict(word.split("=", 1) for word in options if "=" in word)
    of = given.get("of", "0")
    if of == "0":
        return words._("all who are in")
    if "take" not in given:
        return words._("all of phase %(number)s", number=of)
    if given["take"] == LOST:
        return words._("who lost their first match in phase %(number)s", number=of)
    first, _, last = given["take"].partition("-")
    return words._("places %(first)s to %(last)s of phase %(number)s", first=first, last=last, number=of)


def options_said(options: Sequence[str], words: Words) -> Markup:
    """`2 groups, the order by lot` of `groups=2 order=lot`; empty where there is nothing but what holds anyway."""
    said = _sentences(words)
    parts = []
    for word in options:
        name, _, value = word.partition("=")
        if name not in _WHO and word not in USUAL:
            parts.append(said[name](value) if name in said else text(word))
    return Markup(", ").join(parts)


def _sentences(words: Words) -> dict[str, Callable[[str], Markup]]:
    _ = words._
    return {
        "across": lambda _value: _("all groups ranked together by figures alone"),
        "order": lambda _value: _("the order by lot"),
        "groups": lambda value: _("%(count)s groups", count=value),
        "times": lambda _value: _("each two meet twice"),
        "rounds": lambda value: words.ngettext("%(num)s round to draw", "%(num)s rounds to draw", int(value)),
        "points": lambda value: _points(value, words),
        "bye": lambda value: _("%(points)s for a bye", points=value),
        "chain": lambda value: _("ranked by %(items)s", items=chain_said(value.split(","), words)),
        "third": lambda _value: _("a match for third place"),
        "reset": lambda _value: _("no second final"),
        "best": lambda value: _("best of %(count)s games", count=value),
        "level": lambda _value: _("another game decides a level match"),
        "minutes": lambda value: _("%(count)s min a game", count=value),
        "rest": lambda value: _("%(count)s min of rest", count=value),
    }


def _points(value: str, words: Words) -> Markup:
    if value == "score":
        return words._("the scores themselves are the points")
    win, level, defeat = value.split(",")
    return words._(
        "%(win)s for a win, %(level)s for a level match, %(defeat)s for a defeat", win=win, level=level, defeat=defeat
    )


def chain_said(items: Sequence[str], words: Words) -> Markup:
    """`points, then twenties, then the lot`: what ranks, in its sequence."""
    _ = words._
    known = {
        "points": _("points"),
        "twenties": _("twenties"),
        "head": _("the matches among them"),
        "difference": _("the difference of points made and given"),
        "for": _("points made"),
        "wins": _("wins"),
        "buchholz": _("the points of their opponents"),
        "shootout": _("a shootout"),
        "lot": _("the lot"),
    }
    return _(", then ").join(known.get(item) or text(item) for item in items)
