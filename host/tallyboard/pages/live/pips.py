"""Who won which round, as a card has it: a letter a round, and a dot for each letter."""

from collections.abc import Sequence
from functools import lru_cache

from markupsafe import Markup

from tallyboard.shapes import ClosedRound, LiveScore, MatchObject
from tallyboard.text.language import Language, later

WON, LEVEL, LOST, NOW, TO_COME = "wtlnu"
WORDS = {
    WON: later("win"),
    LEVEL: later("tie"),
    LOST: later("loss"),
    NOW: later("playing"),
}
_KEPT = 1000  # rows of dots: they come again and again
MOST = 9  # rounds that are shown


def pips(live: LiveScore, match: MatchObject | None, length: int) -> tuple[list[str], int]:
    """(of each side a letter a round in the order of time, how many rounds stand before those).

    `length`: rounds at most, 0 where that is open. A board may be ahead of the store by one round, which its totals
    tell; where more is not known, nothing is.
    """
    places = range(len(live["totals"]))
    closed = _closed(live, match)
    if closed is None:
        return ["" for _ in places], 0
    after = "" if live["finished"] else NOW
    letters = ["".join(one[place] for one in closed) + after for place in places]
    more = max(0, len(closed) + len(after) - MOST)
    to_come = 0 if live["finished"] else max(0, min(length, MOST) - len(closed) - 1)
    return [mine[more:] + to_come * TO_COME for mine in letters], more


def _closed(live: LiveScore, match: MatchObject | None) -> list[str] | None:
    """Of each round that is over the letters of all sides; None where not all are known."""
    known: Sequence[ClosedRound] = () if match is None else match["rounds"][: live["closed"]]
    found = [_letters(_weights(one)) for one in known]
    if match is not None and match["winners"] and known and known[-1]["kind"] == "shootout":
        found[-1] = _letters([int(side in match["winners"]) for side in match["sides"]])
    if len(found) == live["closed"] - 1:
        before = list(known[-1]["totals"].values()) if known else [0] * len(live["totals"])
        found.append(_letters([now - then for now, then in zip(live["totals"], before, strict=True)]))
    return found if len(found) == live["closed"] else None


def _weights(one: ClosedRound) -> list[int]:
    return list((one["raw"] if one["kind"] == "shootout" else one["awarded"]).values())


def _letters(weights: Sequence[int]) -> str:
    best = max(weights)
    top = WON if weights.count(best) == 1 else LEVEL
    return "".join(top if weight == best else LOST for weight in weights)


@lru_cache(_KEPT)
def dots(letters: str, more: int, language: Language) -> Markup:
    """The rounds of a side as dots, with their words for who sees none; nothing where nothing is known."""
    if not letters:
        return Markup("")
    said = ", ".join(language(WORDS[letter]) for letter in letters if letter != TO_COME)
    drawn = "".join(f"<i class={letter}></i>" for letter in letters)
    before = f"+{more} " if more else ""
    return Markup(f'<span class=pips role=img aria-label="{before}{said}">{before}{drawn}</span>')
