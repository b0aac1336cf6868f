"""A bracket as one drawing, to be read at its own size by scrolling: time from left to right, the losers' part below.

The path of one entrant can be lit: its boxes, its lines, and how it fell into the losers' part.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup, escape

from tallyboard.pages.drawing.parts import fitted, isolated, text_width
from tallyboard.pages.drawing.tree import Box, Entry, Lead, Tree
from tallyboard.text.tournament.names import NOBODY

NAME, LABEL, TITLE = 15, 12, 17  # sizes of letters, in pixels; scores are as large as names
_NAME_ROOM = 190  # for a name beside its scores, and more where the tree is small:
_FRAME = 1200  # wide, that a tree may fill for the sake of long names
_INSIDE = 8  # from a box's edge to what is written in it
_LINE = 26  # height of one of the two of a match
_LABEL_LINE = 19
_PITCH = 2 * _LINE + _LABEL_LINE + 13  # from a box to the next below it
_GUTTER = 36  # between columns
_EDGE = 4
_TITLE_LINE = 34  # above a part
_BETWEEN = 18  # parts
_BOLD = ("-won", "-label", "-title")  # ends of classes whose letters are bold, or may be


class Size(NamedTuple):
    """In pixels."""

    width: int
    height: int


class BracketWords(NamedTuple):
    """`label`: of the whole drawing; `main` and `losers`: above its parts, "" for nothing."""

    label: str
    main: str
    losers: str


class Addresses(NamedTuple):
    """Where the name of an entrant and that of a match lead to."""

    entrant: Callable[[int], str]
    match: Callable[[str], str]


def size(tree: Tree) -> Size:
    """Of the drawing of this tree."""
    return _Layout(tree).size


def bracket(tree: Tree, words: BracketWords, addresses: Addresses, path_of: int | None = None) -> Markup:
    """The drawing. `path_of`: the entrant whose boxes and lines have the class `lit`; all that belongs to the entrant
    12 has the class `e12`."""
    layout = _Layout(tree)
    boxes = {box.name: box for box in tree.boxes}
    dark: list[Markup] = []
    lit: list[Markup] = []  # above the others
    for lead in tree.leads:
        source, target = boxes[lead.source], boxes[lead.target]
        is_lit = _is_on_path(source, path_of) and _is_on_path(target, path_of)
        if is_lit or not lead.is_drop:
            (lit if is_lit else dark).append(_line(layout, lead, source, target, is_lit))
    parts = [_title(words.main, 0), _title(words.losers, layout.losers_top)] if layout.has_losers else []
    return Markup(
        '<svg class="bracket" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="group" font-size="{size}" '
        'aria-label="{label}">{parts}</svg>'
    ).format(
        w=layout.size.width,
        h=layout.size.height,
        size=NAME,
        label=escape(words.label),
        parts=Markup("").join([*parts, *dark, *lit, *(_box(layout, box, addresses, path_of) for box in tree.boxes)]),
    )


class _Layout:
    """Where boxes stand, in pixels from the top left."""

    def __init__(self, tree: Tree) -> None:
        scores = [text_width(entry.scores, NAME, bold=True) for box in tree.boxes for entry in box.entries]
        self.score_width = max([0.0, *scores])
        columns = max((box.column + 1 for box in tree.boxes), default=0)
        beside = round(self.score_width) + (3 if self.score_width else 2) * _INSIDE
        self.name_room = _name_room(tree, columns, beside)
        self.box_width = self.name_room + beside
        self.has_losers = any(box.is_of_losers for box in tree.boxes)
        self._main_top = _TITLE_LINE if self.has_losers else 0
        self.losers_top = self._main_top + _bottom(tree, of_losers=False) + _BETWEEN
        width = 2 * _EDGE + columns * self.box_width + max(0, columns - 1) * _GUTTER
        height = self._main_top + _bottom(tree, of_losers=False)
        if self.has_losers:
            height = self.losers_top + _TITLE_LINE + _bottom(tree, of_losers=True)
        self.size = Size(width, height)

    def left(self, box: Box) -> int:
        return _EDGE + box.column * (self.box_width + _GUTTER)

    def top(self, box: Box) -> int:
        """Of the two lines; the label stands above it."""
        above = self.losers_top + _TITLE_LINE if box.is_of_losers else self._main_top
        return above + round(box.row * _PITCH - _PITCH / 2) + _LABEL_LINE

    def middle(self, box: Box) -> int:
        return self.top(box) + _LINE


def _name_room(tree: Tree, columns: int, beside: int) -> int:
    """What names have in a box: as much as the longest takes, as far as the frame has room for all columns."""
    names = [text_width(entry.text, NAME, bold=True) for box in tree.boxes for entry in box.entries]
    free = (_FRAME - 2 * _EDGE + _GUTTER) // max(1, columns) - _GUTTER - beside
    return max(_NAME_ROOM, min(free, math.ceil(max(names, default=0))))


def _bottom(tree: Tree, of_losers: bool) -> int:
    """The height of a part."""
    return round(max((box.row + 0.5 for box in tree.boxes if box.is_of_losers == of_losers), default=0) * _PITCH)


# ---- lines


def _line(layout: _Layout, lead: Lead, source: Box, target: Box, is_lit: bool) -> Markup:
    """From the middle of a box to the one of the two in the next that it leads to."""
    start, from_y = layout.left(source) + layout.box_width, layout.middle(source)
    end, to_y = layout.left(target), layout.middle(target)
    if lead.entry is not None:
        to_y += -_LINE // 2 if lead.entry == 0 else _LINE // 2
    turn = start + _GUTTER // 3 if lead.is_drop else end - _GUTTER // 2
    kinds = ["lead"]
    if lead.is_drop:
        kinds.append("drop")
    elif NOBODY in [entry.entrant for entry in source.entries]:
        kinds.append("faint")
    if is_lit:
        kinds.append("lit")
    return Markup('<path class="{}" d="M{} {}H{}V{}H{}"/>').format(" ".join(kinds), start, from_y, turn, to_y, end)


def _is_on_path(box: Box, entrant: int | None) -> bool:
    return entrant is not None and any(entry.entrant == entrant for entry in box.entries)


# ---- boxes


def _title(words: str, top: int) -> Markup:
    return _text("part-title", _EDGE, top + 20, words, 10 * _NAME_ROOM, TITLE)


def _box(layout: _Layout, box: Box, addresses: Addresses, path_of: int | None) -> Markup:
    left, top = layout.left(box), layout.top(box)
    kinds = ["match", f"is-{box.state}"]
    if NOBODY in [entry.entrant for entry in box.entries]:
        kinds.append("faint")
    if _is_on_path(box, path_of):
        kinds.append("lit")
    return Markup(
        '<g class="{}"><rect class="match-box" x="{}" y="{}" width="{}" height="{}" rx="4"/>'
        '<path class="match-rule" d="M{} {}h{}"/>{}{}</g>'
    ).format(
        " ".join(kinds),
        left,
        top,
        layout.box_width,
        2 * _LINE,
        left,
        top + _LINE,
        layout.box_width,
        _label(layout, box, addresses),
        Markup("").join(
            _entry(layout, entry, left, top + at * _LINE, addresses, path_of) for at, entry in enumerate(box.entries)
        ),
    )


def _label(layout: _Layout, box: Box, addresses: Addresses) -> Markup:
    """What stands above a box, with room for a finger."""
    left, bottom, room = layout.left(box), layout.top(box), layout.box_width - 4
    hit = _hit(left, bottom - _LABEL_LINE, layout.box_width, _LABEL_LINE)
    words = _text("match-label", left + 2, bottom - 6, box.label, room, LABEL)
    return _link(addresses.match(box.name), hit + words, box.label, room, LABEL, is_bold=True)


def _entry(layout: _Layout, entry: Entry, left: int, top: int, addresses: Addresses, path_of: int | None) -> Markup:
    """One of the two: the name, which leads to the entrant, and the scores."""
    foot = top + _LINE // 2 + NAME // 3
    room = layout.name_room
    if not entry.entrant:
        return _text("entry-open", left + _INSIDE, foot, entry.text, room)
    kind = "entry-won" if entry.has_won else "entry-name"
    words = _text(kind, left + _INSIDE, foot, entry.text, room)
    hit = _hit(left, top, layout.box_width, _LINE)
    link = _link(addresses.entrant(entry.entrant), hit + words, entry.text, room, NAME, entry.has_won)
    lit = " lit" if entry.entrant == path_of else ""
    return Markup('<g class="entry e{}{}">{}{}</g>').format(
        entry.entrant, lit, link, _scores(layout, entry, left, foot)
    )


def _scores(layout: _Layout, entry: Entry, left: int, foot: int) -> Markup:
    if not entry.scores:
        return Markup("")
    return Markup('<text class="{}" x="{}" y="{}" text-anchor="end">{}</text>').format(
        "score-won" if entry.has_won else "score", left + layout.box_width - _INSIDE, foot, entry.scores
    )


def _text(kind: str, x: int, y: int, words: str, room: float, size: int = NAME) -> Markup:
    """Words in this room; nothing for none."""
    if not words:
        return Markup("")
    shown = isolated(fitted(words, room, size, kind.endswith(_BOLD)))
    other_size = Markup("") if size == NAME else Markup(' font-size="{}"').format(size)
    return Markup('<text class="{}" x="{}" y="{}"{}>{}</text>').format(kind, x, y, other_size, shown)


def _link(href: str, inside: Markup, words: str, room: float, size: int, is_bold: bool = False) -> Markup:
    """A link; where its words are cut, the whole of them is told to who points at it or hears it."""
    whole = Markup("")
    label = Markup("")
    if fitted(words, room, size, is_bold) != words:
        whole = Markup("<title>{}</title>").format(words)
        label = Markup(' aria-label="{}"').format(words)
    return Markup('<a href="{}"{}>{}{}</a>').format(href, label, whole, inside)


def _hit(left: int, top: int, width: int, height: int) -> Markup:
    """What takes a click beside the letters."""
    return Markup('<rect class="hit" x="{}" y="{}" width="{}" height="{}"/>').format(left, top, width, height)
