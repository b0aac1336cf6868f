"""What ranks a phase, on the form that declares it."""

from collections.abc import Sequence

from markupsafe import Markup

from shared_rules.games.facts import facts_of
from tallyboard.pages.desk.declared import chain_said
from tallyboard.pages.desk.games import GAMES
from tallyboard.pages.desk.posted import Posted
from tallyboard.pages.desk.words import Words


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
