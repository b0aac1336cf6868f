"""A word of doubt about figures that somebody typed."""

from tallyboard.text.quantities import counted


def look_again(game: str, rounds: int | None, points: int) -> str:
    """Why these points of both sides together cannot be what a match of so many rounds awards; empty where they can.

    `rounds` is None where the number of rounds is not fixed.
    """
    awarded = awarded_in(game, rounds)
    if rounds is None or awarded in (None, points):
        return ""
    return f"Look again: {counted(rounds, 'round awards', 'rounds award')} {awarded} points, and these are {points}."


def awarded_in(game: str, rounds: int | None) -> int | None:
    """The points that so many rounds award both sides together; None where that is not fixed."""
    return None if game != "crokinole-championship" or rounds is None else 2 * rounds
