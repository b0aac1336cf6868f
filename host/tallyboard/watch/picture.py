"""The lines as a terminal shows them: columns that stay where they are, whatever the names and however many tables."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from tallyboard.terminal.cells import cut, cut_names, padded
from tallyboard.terminal.cells import width as width_of
from tallyboard.text import quantities
from tallyboard.text.printable import printable
from tallyboard.watch.lines import WAITING, Line, Lines

_GAP = "  "
_HEADS = ("Table", "Match", "Score", "Round", "State", "Heard")
_TABLE, _MATCH, _SCORE, _ROUND, _STATE, _HEARD = range(6)
_WIDTHS = (8, 20, 8, 7, 14, 10)  # cells of a column; a longer text widens it for good
_NAMES_LEAST = (8, 11)  # to which the first two are cut in a narrow terminal
_RIGHT = (_SCORE, _ROUND)
_SPARED = (_HEARD, _ROUND, _STATE, _MATCH)  # in a terminal that is too narrow for all, in this order
_PAGE_S = 6.0  # that a page is shown, where there are more tables than the terminal has lines
_NOTES_SHARE = 3  # of the lines, at most one in so many is for what is wrong


class Picture:
    """Draws `lines` for the terminal `out`."""

    def __init__(self, lines: Lines, out: Console) -> None:
        self._lines = lines
        self._out = out
        self._widest = list(_WIDTHS)

    def draw(self, now: float) -> Text:
        """What fits; `now` is time.monotonic(). Of more tables than fit there are pages, which take turns."""
        width, height = self._out.size
        if not self._lines.boards:
            return _joined([*self._notes(height - 2), Text(), _foot(f"{WAITING} Ctrl-C ends.", width)])
        notes = self._notes(max(1, height // _NOTES_SHARE))
        rows = self._rows(now, width)
        room = max(1, height - 4 - len(notes))  # heads, rule, an empty line, foot
        pages = -(-len(rows) // room)
        foot = f"{self._counted()}. Ctrl-C ends."
        if pages > 1:
            page = int(now / _PAGE_S) % pages
            foot = f"Page {page + 1} of {pages}. {foot}"
            rows = rows[page * room : page * room + room]
            rows += [Text()] * (room - len(rows))
        return _joined([*self._head(width), *rows, *notes, Text(), _foot(foot, width)])

    def last(self, now: float) -> Text:
        """Everything, to be left standing."""
        width = self._out.width
        table = [*self._head(width), *self._rows(now, width)] if self._lines.boards else []
        return _joined([*table, *self._notes()])

    def _counted(self) -> str:
        away = sum(line.away for line in self._lines)
        boards = quantities.counted(len(self._lines.boards), "board", "boards") + (f", {away} away" if away else "")
        return f"{boards}, {quantities.counted(self._lines.received, 'new record', 'new records')}"

    # ---- the table

    def _rows(self, now: float, width: int) -> list[Text]:
        titles = self._lines.titles()
        cells = [(line, _cells(line, titles[line.board], now)) for line in self._lines]
        for _, row in cells:
            self._widest = [max(pair) for pair in zip(self._widest, map(width_of, row), strict=True)]
        widths = self._widths(width)
        return [self._row(row, line.sides(), widths, _style(line)) for line, row in cells]

    def _widths(self, width: int) -> list[int]:
        """The numbers get what they need, the names what is left, the tables a third of it or less; 0: left out."""
        needed = [*_NAMES_LEAST, *self._widest[_SCORE:]]
        for spared in _SPARED:
            if _total(needed) > width:
                needed[spared] = 0
        left = sum(needed[:_SCORE]) + max(0, width - _total(needed))
        match = self._widest[_MATCH] if needed[_MATCH] else 0
        title = min(self._widest[_TABLE], max(needed[_TABLE], left // 3, left - match))
        return [title, min(match, left - title), *needed[_SCORE:]]

    def _row(self, row: Sequence[str], sides: list[str], widths: list[int], style: str) -> Text:
        names = cut_names(sides, widths[_MATCH]) if widths[_MATCH] else ""
        return Text(_line([row[_TABLE], names, *row[_SCORE:]], widths), style=style)

    def _head(self, width: int) -> list[Text]:
        widths = self._widths(width)
        return [Text(_line(_HEADS, widths), style="bold"), Text("─" * min(width, _total(widths)), style="dim")]

    # ---- what is wrong

    def _notes(self, height: int | None = None) -> list[Text]:
        """An empty line and the notes, the alarms first; at most so many lines."""
        titles = self._lines.titles()
        alarms_first = sorted(self._lines, key=lambda line: not line.alarm)
        notes = [Text(f"{titles[line.board]}: {line.note()}", _style(line)) for line in alarms_first if line.note()]
        notes += [Text(printable(f"{port}: {said}"), "yellow") for port, said in sorted(self._lines.ports.items())]
        lines: list[Text] = [Text()] if notes else []
        for index, note in enumerate(notes):
            wrapped = note.wrap(self._out, self._out.width)
            left = len(notes) - index - 1
            if height is not None and len(lines) + len(wrapped) + (left > 0) > height:
                return [*lines, Text(f"… and {left + 1} more", "yellow")]
            lines += wrapped
        return lines


def _cells(line: Line, title: str, now: float) -> list[str]:
    heard = "" if line.heard_at is None else quantities.age(now - line.heard_at)
    return [title, " : ".join(line.sides()), line.score(), line.counted(), line.state(), heard]


def _style(line: Line) -> str:
    if line.alarm:
        return "bold red"
    if line.trouble:
        return "yellow"
    return "dim" if line.away else ""


def _total(widths: Sequence[int]) -> int:
    """Of the columns that are there, with the gaps."""
    there = [width for width in widths if width]
    return sum(there) + len(_GAP) * (len(there) - 1)


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    columns = [column for column, width in enumerate(widths) if width]
    return _GAP.join(_set(cells[column], widths[column], column) for column in columns).rstrip()


def _set(content: str, width: int, column: int) -> str:
    """Exactly so wide, cut where it is longer."""
    return padded(cut(content, width), width, column in _RIGHT)


def _foot(said: str, width: int) -> Text:
    return Text(_set(said, width, _TABLE).rstrip(), style="dim")


def _joined(lines: Sequence[Text]) -> Text:
    return Text("\n").join(lines)
