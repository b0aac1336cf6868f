"""The lines as a terminal shows them: columns that stay where they are, whatever the names and however many tables."""

import time
from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.live import Live
from rich.text import Text

from tallyboard.shapes import WatchEvent
from tallyboard.terminal.cells import cut, cut_names, padded
from tallyboard.terminal.cells import width as width_of
from tallyboard.terminal.console import console
from tallyboard.terminal.tables import GAP, total_width
from tallyboard.terminal.watch_line import BoardLine
from tallyboard.terminal.watch_lines import WAITING, Lines
from tallyboard.text import quantities
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import printable

_HEADS = (
    later("Table"),
    later("Match"),
    later("Score"),
    later("Round"),
    later("State"),
    later("Next, notes"),
    later("Laptop"),
)
_TABLE, _MATCH, _SCORE, _ROUND, _STATE, _NOTE, _LAPTOP = range(7)
_WIDTHS = (8, 17, 8, 7, 14, 13, 0)  # cells of a column; a longer text widens it for good
_LEAST = {_TABLE: 8, _MATCH: 11, _STATE: 14, _NOTE: 13}  # to which these are cut in a narrow terminal
# In this order they get more, each such a part of what is left then; the laptop's name all that it needs, or nothing.
_GROWN = ((_TABLE, 3), (_MATCH, 2), (_NOTE, 2), (_MATCH, 1), (_STATE, 1), (_LAPTOP, 1), (_NOTE, 1), (_TABLE, 1))
_RIGHT = (_SCORE, _ROUND)
_SPARED = (_NOTE, _ROUND, _STATE, _MATCH)  # in a terminal that is too narrow for all, in this order
_PAGE_S = 6.0  # that a page is shown, where there are more tables than the terminal has lines
_NOTES_SHARE = 3  # of the lines, at most one in so many is for what is wrong


def show_picture(lines: Lines, events: Iterable[WatchEvent | None]) -> None:
    """Let the lines take the events; a table that is drawn anew again and again, and left standing in the end."""
    out = console()
    picture = Picture(lines, out)
    with Live(console=out, auto_refresh=False, screen=True) as live:
        for event in events:
            if event is None:
                live.update(picture.draw(time.monotonic()), refresh=True)
                continue
            before = sum(bool(line.alarm) for line in lines)
            lines.take(event)
            if sum(bool(line.alarm) for line in lines) > before:
                out.bell()
    out.print(picture.last(time.monotonic()))


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
            foot = Text(cut(" ".join((_(WAITING), _("Ctrl-C ends."))), width), "dim")
            return Text("\n").join([*self._notes(now, height - 2), Text(), foot])
        notes = self._notes(now, max(1, height // _NOTES_SHARE))
        lines = self._measured(now)
        room = max(1, height - 4 - len(notes))  # heads, rule, an empty line, foot
        pages = -(-len(lines) // room)
        said = _("%(what)s. Ctrl-C ends.", what=self._counted(now))
        blank = 0
        if pages > 1:
            page = int(now / _PAGE_S) % pages
            said = _("Page %(page)s of %(pages)s. %(said)s", page=page + 1, pages=pages, said=said)
            lines = lines[page * room : page * room + room]
            blank = room - len(lines)
        table = self._table(lines, now, width)
        return Text("\n").join([*table, *[Text()] * blank, *notes, Text(), Text(cut(said, width), "dim")])

    def last(self, now: float) -> Text:
        """Everything, to be left standing."""
        width = self._out.width
        table = self._table(self._measured(now), now, width) if self._lines.boards else []
        return Text("\n").join([*table, *self._notes(now)])

    def _counted(self, now: float) -> str:
        """`30 boards, 12 of them here, 2 away, not stored: 3, 120 new records`."""
        there = list(self._lines)
        here = self._lines.of_this_laptop()
        away = sum(line.away for line in there)
        waiting = 0 if self._lines.database_away() else sum(line.not_stored(now) for line in here)
        parts = (
            ngettext("%(num)s board", "%(num)s boards", len(there)),
            _("%(count)s of them here", count=len(here)) if len(here) < len(there) else "",
            _("%(count)s away", count=away) if away else "",
            _("not stored: %(records)s", records=waiting) if waiting else "",
            ngettext("%(num)s new record", "%(num)s new records", self._lines.received),
        )
        return ", ".join(part for part in parts if part)

    # ---- the table

    def _measured(self, now: float) -> list[tuple[BoardLine, list[str]]]:
        """The lines with what their columns say, which are as wide now as they need."""
        titles = self._lines.titles()
        has_laptops = any(line.hub for line in self._lines)
        cells = [(line, _cells(line, titles[line.board], now, has_laptops)) for line in self._lines]
        for _line, row in cells:
            self._widest = [max(pair) for pair in zip(self._widest, map(width_of, row), strict=True)]
        if has_laptops:
            self._widest[_LAPTOP] = max(self._widest[_LAPTOP], width_of(_(_HEADS[_LAPTOP])))
        return cells

    def _table(self, lines: Sequence[tuple[BoardLine, list[str]]], now: float, width: int) -> list[Text]:
        widths = self._widths(width)
        heads = Text(_line([_(head) for head in _HEADS], widths), style="bold")
        rule = Text("─" * min(width, total_width(widths)), style="dim")
        return [heads, rule, *(self._row(line, row, widths, now) for line, row in lines)]

    def _widths(self, width: int) -> list[int]:
        """The numbers get what they need, the texts share what is left; 0: left out."""
        widths = [min(widest, _LEAST.get(column, widest)) for column, widest in enumerate(self._widest)]
        widths[_LAPTOP] = 0
        for spared in _SPARED:
            if total_width(widths) > width:
                widths[spared] = 0
        left = max(0, width - total_width(widths))
        for column, part in _GROWN:
            wanted = self._widest[column] - widths[column]
            if column == _LAPTOP and wanted:
                more = wanted if wanted + len(GAP) <= left else 0
                left -= len(GAP) if more else 0
            else:
                more = min(wanted, left // part) if widths[column] else 0
            widths[column] += more
            left -= more
        return widths

    def _row(self, line: BoardLine, row: Sequence[str], widths: list[int], now: float) -> Text:
        contents = list(row)
        if widths[_MATCH]:
            contents[_MATCH] = _who(line, widths[_MATCH])
        contents[_STATE] = line.state(widths[_STATE])
        if widths[_NOTE]:
            contents[_NOTE] = _note(line, now, widths[_NOTE])
        is_old = bool(line.hub and self._lines.database_away())  # what is known of other laptops is of the database
        made = Text(_line(contents, widths), style=_style(line) or ("dim" if is_old else ""))
        if line.not_stored(now) and not line.away:
            made.highlight_words([line.not_stored_words(now)], "yellow")
        if widths[_LAPTOP]:
            made.stylize("dim", len(made) - len(row[_LAPTOP]))
        return made

    # ---- what is wrong

    def _notes(self, now: float, height: int | None = None) -> list[Text]:
        """An empty line and the notes: of the whole hall, then the alarms, then the others; at most so many lines."""
        titles = self._lines.titles()
        away = self._lines.database_away()
        notes = [Text(away, "bold yellow")] if away else []
        notes += [Text(said, "bold") for said in self._lines.news(now)]
        alarms_first = sorted(self._lines, key=lambda line: not line.alarm)
        notes += [Text(f"{titles[line.board]}: {line.note()}", _style(line)) for line in alarms_first if line.note()]
        notes += [Text(printable(f"{port}: {said}"), "yellow") for port, said in sorted(self._lines.ports.items())]
        lines: list[Text] = [Text()] if notes else []
        for index, note in enumerate(notes):
            wrapped = note.wrap(self._out, self._out.width)
            left = len(notes) - index - 1
            if height is not None and len(lines) + len(wrapped) + (left > 0) > height:
                return [*lines, Text(_("… and %(num)s more", num=left + 1), "yellow")]
            lines += wrapped
        return lines


def _cells(line: BoardLine, title: str, now: float, has_laptops: bool) -> list[str]:
    laptop = printable(line.hub or _("here")) if has_laptops else ""
    return [title, _who(line), line.score(), line.counted(), line.state(), _note(line, now), laptop]


def _who(line: BoardLine, room: int | None = None) -> str:
    """Who plays, or where nothing is on who will; cut to `room`."""
    if line.sides() or not line.next_sides():
        return _names(line.sides(), room)
    named = _("next: %(names)s", names=_names(line.next_sides(), None))
    return named if room is None or width_of(named) <= room else _names(line.next_sides(), room)


def _note(line: BoardLine, now: float, room: int | None = None) -> str:
    """Since when it is away; who plays next and how much is not stored, only this where there is not room for both."""
    if line.heard_at is not None:
        seconds = max(0, round(now - line.heard_at))
        return _("away %(time)s", time=f"{seconds} s" if seconds < 60 else quantities.duration(seconds))
    waiting = line.not_stored_words(now)
    following = ""
    if line.sides() and line.next_waits:
        following = _names(line.next_sides(), None if waiting else room) or _("one waits")
    both = ", ".join(part for part in (following, waiting) if part)
    return both if room is None or width_of(both) <= room else waiting


def _names(names: Sequence[str], room: int | None) -> str:
    return " : ".join(names) if room is None else cut_names(names, room)


def _style(line: BoardLine) -> str:
    if line.alarm:
        return "bold red"
    if line.trouble:
        return "yellow"
    return "dim" if line.away else ""


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    there = [(column, width) for column, width in enumerate(widths) if width]
    return GAP.join(padded(cut(cells[column], width), width, column in _RIGHT) for column, width in there).rstrip()
