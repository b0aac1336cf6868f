"""Who meets whom in which round of a round robin: FIDE's Berger tables (Handbook C.05, annex 1)."""

Meeting = tuple[int, int]


def rounds(players: int) -> tuple[list[list[Meeting]], list[int | None]]:
    """The rounds for positions 1 to `players`, each a list of (A, B) by the lower position; and each round's bye."""
    m = players + players % 2
    meetings = [_round(number, players, m) for number in range(1, m)]
    byes = [_alone(number, m) if players % 2 else None for number in range(1, m)]
    return meetings, byes


def _alone(number: int, m: int) -> int:
    """The position i with 2i ≡ number + 1 (mod m - 1): it meets m, or has the bye."""
    return next(i for i in range(1, m) if (2 * i - number - 1) % (m - 1) == 0)


def _round(number: int, players: int, m: int) -> list[Meeting]:
    alone = _alone(number, m)
    found: list[Meeting] = []
    for low in range(1, m):
        if low == alone:
            if players == m:
                found.append((low, m) if low <= m // 2 else (m, low))
            continue
        high = (number + 1 - low) % (m - 1) or m - 1
        if low < high:
            found.append((low, high) if (low + high) % 2 else (high, low))
    return found
