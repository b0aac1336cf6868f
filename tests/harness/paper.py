"""A journal written by hand, as a board would have written it."""

from typing import Any

from shared_rules.games import catalogue, options
from shared_rules.games.scoresheet import from_words
from shared_rules.journal import record, record_text

ZERO = 28_036_800  # 2026-11-21T12:00:00Z, in seconds since record.YEAR_ZERO


class Paper:
    """A journal as a board writes it: `boot`, `start` and `press` append sealed records to `records`.

    `edition`: of the rules that its matches are played by; catalogue.OLDER as boards wrote them before they noted it.
    """

    def __init__(self, epoch: int = 7, edition: int = catalogue.OLDER) -> None:
        self.epoch = epoch
        self.edition = edition
        self.records: list[bytes] = []
        self._sealer = record.Sealer(epoch)

    def append(self, *four: int) -> int:
        """A record of these bytes 0 to 3; returns its number."""
        data = bytearray((*four, 0, 0, 0, 0))
        self._sealer.seal(data, len(self.records))
        self.records.append(bytes(data))
        return len(self.records) - 1

    def _timed(self, b0: int, b1: int, ms: int) -> int:
        gap = record.pack_gap(ms)
        return self.append(b0, b1, gap & 255, gap >> 8)

    def boot(self) -> "Paper":
        self.append(record.BOOT, record.FORMAT, 0, 0)
        return self

    def start(self, line: str, first: int = 0, ms: int = 500) -> "Paper":
        match = catalogue.new(line)
        self.append(record.CHOICE, 1, 2, 3)
        self._settings(match)
        self._timed(record.GAME, catalogue.number_of(match.ID) | first << 6, ms)
        return self

    def _settings(self, match: Any) -> None:
        for name, value in catalogue.in_order(match.ID, match.options):
            if self.edition >= match.SINCE.get(name, 0):
                self.append(record.SETTING | options.code_of(name), *options.to_bytes(name, value))
        if self.edition > catalogue.OLDER:
            self.append(record.RULES, self.edition, 0, 0)

    def assign(self, line: str, key: str, *names: str, first: int | None = None) -> "Paper":
        """The laptop wants this match; the GAME that uses it up is `start_assigned` with the same."""
        match = catalogue.new(line)
        self._settings(match)
        self._texts(key, names)
        self.append(record.ASSIGN, catalogue.number_of(match.ID), 0 if first is None else first + 1, 0)
        return self

    def start_assigned(self, line: str, key: str, *names: str, first: int = 0, ms: int = 500) -> "Paper":
        match = catalogue.new(line)
        self.append(record.CHOICE, 1, 2, 3)
        self._settings(match)
        self._texts(key, names)
        self._timed(record.GAME, catalogue.number_of(match.ID) | first << 6, ms)
        return self

    def _texts(self, key: str, names: tuple[str, ...]) -> None:
        for field, text in ((record.KEY, key), *((record.NAME + side, name) for side, name in enumerate(names))):
            self.text(field, text, record.TEXT_BYTES)

    def text(self, field: int, words: str, limit: int = record.FAULT_BYTES) -> None:
        """Words of the record that follows."""
        for what, value in record_text.encode(field, words, limit):
            self.append(what, *value)

    def cancel(self) -> "Paper":
        """The laptop wants no match any more."""
        self.append(record.ASSIGN, record.NO_GAME, 0, 0)
        return self

    def back(self, ms: int = 1000) -> "Paper":
        """UNDO is held: the match before goes on."""
        self._timed(record.BACK, 0, ms)
        return self

    def press(self, *lines: str, ms: int = 1000) -> "Paper":
        for line in lines:
            event = from_words(line.lower().split())
            self._timed(event >> 8, event & 255, ms)
        return self

    def time(self, zero: int) -> "Paper":
        """It was so many seconds after record.YEAR_ZERO when the board was switched on."""
        self.append(record.TIME | zero >> 24, zero & 255, zero >> 8 & 255, zero >> 16 & 255)
        return self

    def cut(self, fallen: int) -> "Paper":
        self.append(record.CUT, fallen & 255, fallen >> 8, 0)
        return self


def gone_back(epoch: int = 7) -> Paper:
    """27 records: a match that B has won, whose rematch was B's to start and was taken back.

    The result was reopened, and now it is A's. Then comes the rematch after all, which B starts.
    """
    paper = Paper(epoch, catalogue.EDITION).boot().start("twenties-shootout", ms=1000).press("B 20", "next")
    paper.start("twenties-shootout", first=1).back().press("undo", "A 20", "A 20", "next")
    return paper.start("twenties-shootout", first=1).press("B 20")


def two_matches(epoch: int = 7) -> Paper:
    """28 records: a finished match that Ann's side A wins 45 : 0, and one being played."""
    paper = Paper(epoch).boot().start("crokinole-official target=40")
    paper.press("A 20", "A 20", "B 15", "undo", "A 5", "next").boot().start("crokinole-official target=50", first=1)
    return paper.press("B 20", "A 15", "next", "A 10", "A 10", "B 5", "next", "B 10", "A 5", "A 10")
