"""What the status says in French for what it says in English."""

import re

from shared_rules.games.catalogue import IDS, by_id
from shared_rules.games.events import COLOUR
from tableside import texts, texts_fr

_GAMES = [by_id(game) for game in IDS]


def _words() -> dict[str, str]:
    """By an English word that stands alone."""
    found = {"1ST?": texts_fr.PRESSES[13], texts.OVER: texts_fr.OVER}
    for name in ("REFUSALS", "VIEWS"):
        found |= dict(zip(getattr(texts, name), getattr(texts_fr, name), strict=True))
    found |= {texts.UNNAMED[kind]: texts_fr.UNNAMED[kind] for kind in texts.UNNAMED}
    for name in ("BACK", "UNDONE", "DAMAGE", "LOW", "SYNC", "DRAW", "NO_GAME"):
        found[getattr(texts, name)] = getattr(texts_fr, name)
    return {english.strip(): french.strip() for english, french in (found | texts_fr.WORDS).items()}


def _patterns() -> list[tuple[str, str]]:
    """With "?" for a side and "%d" for a number."""
    found = [pair for pair in zip(texts.PRESSES, texts_fr.PRESSES, strict=True) if pair != ("?%s", "?%s")]
    found += [("?" + one, "?" + other) for one, other in zip(texts.COLOURS, texts_fr.COLOURS, strict=True)]
    found += [(texts.WIN + "?", texts_fr.WIN + "?"), ("?" + texts.AGREED, "?" + texts_fr.AGREED)]
    found += [(texts.SHOOTOUT + "%d", texts_fr.SHOOTOUT + "%d")]
    found += [(f"{game.ROUND[0].upper()} %d", f"{texts_fr.WORDS[game.ROUND][0]} %d") for game in _GAMES]
    assert texts.PRESSES[COLOUR] == "?%s"
    return [pair for pair in found if pair[0]]


def in_french(said: str) -> str:
    """What the status says in French where it says this, as it is drawn on a card: without blanks at its end."""
    if said in _words():
        return _words()[said]
    for english, french in _patterns():
        form = re.escape(english).replace(r"\?", "([ABC])")
        found = re.fullmatch(re.sub(r"%\d?d", r"( ?\\d+)", form), said)
        if found:
            for part in found.groups():
                french = re.sub(r"\?|%\d?d", part, french, count=1)
            return french
    return said
