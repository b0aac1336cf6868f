"""What a box on the page showed, held against what a virtual board shows at the same edges.

A turn of the loop takes the page's board up to 20 ms and the virtual one 1 to 5 ms, so that what time alone brings
(a text is over, a scroll goes on) may come on this or that side of an edge. Between two edges of the page

    ├── at least ──┤      what the virtual board showed here, a little away from the edges, the page has shown, but for
                          what stands so short a time that a page which is held up passes it over, as a scroll's steps
  ├──── at most ─────┤    and nothing else than what the virtual board showed here, a little beyond them

in the same order, for each display.
"""

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from tests.browser.play.box import Edge, Lit
from tests.browser.play.virtual_board import Replayed, replay

_AWAY_MS = 40
_HELD_UP_MS = 500
# Where a switch or a finger is as near as that to one of these times, two boards may take it for different things.
_BOUNCE_MS, _CHORD_MS, _TAP_AND_HOLD_MS = (30,), (50,), (500, 800)
_UNSURE_MS = 6


def differences(folder: Path, game: str, sides: int, record: Sequence[Edge | Lit]) -> list[str]:
    """What is different up to the last edge. `record`: of a box that was switched on with this match."""
    edges = [each for each in record if isinstance(each, Edge)]
    replayed = replay(folder, game, sides, edges)
    return [
        f"{display} after {' '.join(map(str, edges[place]))}: the page showed {shown}, the virtual board {other}"
        for display in replayed.texts
        for place, (shown, other) in enumerate(_both(display, record, replayed))
        if not _are_in(other[0], shown) or not _are_in(shown, other[1])
    ]


def _both(
    display: str, record: Sequence[Edge | Lit], replayed: Replayed
) -> list[tuple[list[str], tuple[list[str], list[str]]]]:
    """By the edge after which it was: what the page showed, and what the virtual board showed at least and at most."""
    found = []
    since, until = replayed.edges, replayed.edges[1:]
    for start, end, shown in zip(since, until, _shown(display, record), strict=False):
        at_most = replayed.between(display, start - _AWAY_MS, end + _AWAY_MS)
        inside = display, start + _AWAY_MS, end - _AWAY_MS
        at_least = replayed.between(*inside, _HELD_UP_MS) if end - start > 2 * _AWAY_MS else []
        found.append((shown, (at_least, at_most)))
    return found


def _shown(display: str, record: Sequence[Edge | Lit]) -> list[list[str]]:
    """By edge: what was to be read when it came and until the next."""
    found: list[list[str]] = []
    now = ""
    for each in record:
        if isinstance(each, Edge):
            found.append([now])
        elif each[display] != now:
            now = each[display]
            if found:
                found[-1].append(now)
    return found


def _are_in(some: list[str], texts: list[str]) -> bool:
    """Whether all of some are in texts, in their order."""
    left = iter(texts)
    return all(text in left for text in some)


def unsure(edges: Sequence[Edge]) -> list[str]:
    """Times between two edges of which two boards may think differently: nobody can say which is right."""
    found = []
    for place, (one, two) in enumerate(pairwise(edges)):
        then = next((later for later in edges[place + 1 :] if later.key == one.key), one)
        limits = [(then, _TAP_AND_HOLD_MS if one.down else _BOUNCE_MS)]
        if one.down and two.down and two.key == "UNDO":
            limits.append((two, _CHORD_MS))
        found += [
            f"{end.ms - one.ms} ms from {one.key} to {end.key}"
            for end, of in limits
            if any(abs(end.ms - one.ms - limit) <= _UNSURE_MS for limit in of)
        ]
    return found
