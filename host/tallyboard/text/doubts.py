"""A word of doubt about figures that somebody typed."""

from tallyboard.text.quantities import counted


def look_again(game: str, rounds: int | None, points: int) -> str:
    """Why these points of both sides together cannot be what a match of so many rounds awards; empty where they can.

    `rounds` is None where the number of rounds is not fixed.
    """
    if game != "crokinole-championship" or rounds is None or points == 2 * rounds:
        return ""
    return f"Look again: {counted(rounds, 'round awards', 'rounds award')} {2 * rounds} points, and these are {points}."
