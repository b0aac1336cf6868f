"""The matches of a store for other programs: a room for each format, and no heavy import before one is asked for."""

from enum import StrEnum


class Format(StrEnum):
    """What `export` can write."""

    CSV = "csv"
    JSON = "json"
    CMN = "cmn"


class Rows(StrEnum):
    """What a row of a CSV export is of."""

    MATCHES = "matches"
    ROUNDS = "rounds"
    PRESSES = "presses"
