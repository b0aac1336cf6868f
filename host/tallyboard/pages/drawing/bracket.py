"""A bracket as one drawing, to be read at its own size by scrolling: time from left to right, the losers' part below.

Its own size is in rem: its letters are as large as those of the page, on every screen. The path of one entrant can be
lit: its boxes, its lines, and how it fell into the losers' part. Each box is a place that an address can lead to.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

from markupsafe import Markup, escape

from tallyboard.pages.drawing.parts import fitted, isolated, number, text_width
from tallyboard.pages.drawing.tree import Box, BoxTree, NamedSide
from tallyboard.text.tournament.bracket import Lead, short
from tallyboard.text.tournament.names import NOBODY

NAME, LABEL, HEAD, TITLE = 15, 12, 13, 17  # sizes of letters, in pixels; scores are as large as names
_NAME_ROOM = 130  # for a name beside its scores, at least; as much as the longest takes
_NAME_MOST = 330  # up to this, some 34 letters; and more where the tree is small:
_FRAME = 1200  # wide, that a tree may fill for the sake of long names
_REM = 16  # pixels, where the root's letters are as browsers have them
_INSIDE = 8  # from a box's edge to what is written in it
_LINE = 26  # height of one of the two of a match
_LABEL_LINE = 19
_PITCH = 2 * _LINE + _LABEL_LINE + 13  # from a box to the next below it
_GUTTER = 36  # between columns
_EDGE = 4
_TITLE_LINE = 34  # above a part
_HEAD_LINE = 30  # the names of rounds, below that
_BETWEEN = 18  # parts
STAR = "\u2605"  # before the name of the champion, in the final
LIT = "lit"  # the place of the last match on the path
_BOLD = ("-won", "-label", "-title", "-head")  # ends of classes whose letters are bold, or may be


class PixelSize(NamedTuple):
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


def size(tree: BoxTree) -> PixelSize:
    """Of the drawing of this tree."""
    return _TreeLayout(tree).size


def anchor(match: str) -> str:
    """The place of a match (`2:W1.3`) in the drawing: `t-2-W1-3`."""
    return "t-" + match.replace(":", "-").replace(".", "-")


def bracket(
    tree: BoxTree, words: BracketWords, addresses: Addresses, path_of: int | None = None, scale: float = 1
) -> Markup:
    """The drawing, so many times its own size. `path_of`: the entrant whose boxes and lines have the class `lit`; all
    that belongs to the entrant 12 has the class `e12`."""
    layout = _TreeLayout(tree)
    boxes = {short(box.name): box for box in tree.boxes}
    dark: list[Markup] = []
    lit: list[Markup] = []  # above the others
    for lead in tree.leads:
        source, target = boxes[lead.source], boxes[lead.target]
        is_lit = _is_on_path(source, path_of) and _is_on_path(target, path_of)
        if is_lit or not lead.is_drop:
            (lit if is_lit else dark).append(_line(layout, lead, source, target, is_lit))
    titles = [(words.main, 0), (words.losers, layout.losers_top)] if layout.has_losers else []
    parts = [_text("part-title", _EDGE, top + 20, title, 10 * _NAME_ROOM, TITLE) for title, top in titles]
    for head in tree.heads:
        x, y = layout.left(head.column) + 2, layout.head(head.is_of_losers)
        parts.append(_text("round-head", x, y, head.text, layout.box_width + _GUTTER // 2, HEAD))
    on_path = [box for box in tree.boxes if _is_on_path(box, path_of)]
    last = max(on_path, key=lambda box: box.column).name if on_path else ""
    marks = _Marks(addresses, path_of, last, tree.final)
    return Markup(
        '<svg class="bracket" width="{wide}rem" height="{high}rem" viewBox="0 0 {w} {h}" role="group" '
        'font-size="{size}" aria-label="{label}">{parts}</svg>'
    ).format(
        wide=number(layout.size.width * scale / _REM),
        high=number(layout.size.height * scale / _REM),
        w=layout.size.width,
        h=layout.size.height,
        size=NAME,
        label=escape(words.label),
        parts=Markup("").join([*parts, *dark, *lit, *(_box(layout, box, marks) for box in tree.boxes)]),
    )


class _Marks(NamedTuple):
    """Where boxes lead to, and what is marked: whose path, its last match, and the final that made a champion."""

    addresses: Addresses
    path_of: int | None
    last: str
    final: str


class _TreeLayout:
    """Where boxes stand, in pixels from the top left."""

    def __init__(self, tree: BoxTree) -> None:
        scores = [text_width(entry.scores, NAME, bold=True) for box in tree.boxes for entry in box.entries]
        self.score_width = max([0.0, *scores])
        columns = max((box.column + 1 for box in tree.boxes), default=0)
        beside = round(self.score_width) + (3 if self.score_width else 2) * _INSIDE
        self.name_room = max(_name_room(tree, columns, beside), _above_room(tree) - beside)
        self.box_width = self.name_room + beside
        self.has_losers = any(box.is_of_losers for box in tree.boxes)
        self.has_heads = bool(tree.heads)
        self._main_top = _TITLE_LINE * self.has_losers + _HEAD_LINE * self.has_heads
        self.losers_top = self._main_top + _bottom(tree, of_losers=False) + _BETWEEN
        width = 2 * _EDGE + columns * self.box_width + max(0, columns - 1) * _GUTTER
        height = self._main_top + _bottom(tree, of_losers=False)
        if self.has_losers:
            height = self._losers_boxes + _bottom(tree, of_losers=True)
        self.size = PixelSize(width, height)

    @property
    def _losers_boxes(self) -> int:
        return self.losers_top + _TITLE_LINE + _HEAD_LINE * self.has_heads

    def left(self, column: int) -> int:
        return _EDGE + column * (self.box_width + _GUTTER)

    def head(self, is_of_losers: bool) -> int:
        """The base line of the names of rounds."""
        return (self._losers_boxes if is_of_losers else self._main_top) - _HEAD_LINE + TITLE

    def top(self, box: Box) -> int:
        """Of the two lines; the label stands above it."""
        above = self._losers_boxes if box.is_of_losers else self._main_top
        return above + round(box.row * _PITCH - _PITCH / 2) + _LABEL_LINE

    def middle(self, box: Box) -> int:
        return self.top(box) + _LINE


def _name_room(tree: BoxTree, columns: int, beside: int) -> int:
    """What names have in a box: as much as the longest takes, within reason; of a small tree more, as far as the frame
    has room for all columns."""
    said = [_said(entry, box.name == tree.final) for box in tree.boxes for entry in box.entries]
    longest = max((text_width(words, NAME, bold=True) for words in said), default=0)
    free = (_FRAME - 2 * _EDGE + _GUTTER) // max(1, columns) - _GUTTER - beside
    return max(_NAME_ROOM, min(max(_NAME_MOST, free), math.ceil(longest)))


def _above_room(tree: BoxTree) -> int:
    """The width of a box that what stands above one takes, within reason. Names of rounds may use half a gutter too."""
    heads = [text_width(head.text, HEAD, bold=True) - _GUTTER // 2 for head in tree.heads]
    labels = [text_width(box.label, LABEL, bold=True) + 4 for box in tree.boxes]
    return min(_NAME_MOST, math.ceil(max([0.0, *heads, *labels])))


def _bottom(tree: BoxTree, of_losers: bool) -> int:
    """The height of a part."""
    return round(max((box.row + 0.5 for box in tree.boxes if box.is_of_losers == of_losers), default=0) * _PITCH)


# ---- lines


def _line(layout: _TreeLayout, lead: Lead, source: Box, target: Box, is_lit: bool) -> Markup:
    """From the middle of a box to the one of the two in the next that it leads to."""
    start, from_y = layout.left(source.column) + layout.box_width, layout.middle(source)
    end, to_y = layout.left(target.column), layout.middle(target)
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


def _box(layout: _TreeLayout, box: Box, marks: _Marks) -> Markup:
    left, top = layout.left(box.column), layout.top(box)
    kinds = ["match", f"is-{box.state}"]
    if NOBODY in [entry.entrant for entry in box.entries]:
        kinds.append("faint")
    if _is_on_path(box, marks.path_of):
        kinds.append("lit")
    if box.name == marks.final:
        kinds.append("final")
    return Markup(
        '<g class="{}" id="{}"><rect class="match-box"{} x="{}" y="{}" width="{}" height="{}" rx="4"/>'
        '<path class="match-rule" d="M{} {}h{}"/>{}{}</g>'
    ).format(
        " ".join(kinds),
        anchor(box.name),
        Markup(' id="{}"').format(LIT) if box.name == marks.last else "",
        left,
        top,
        layout.box_width,
        2 * _LINE,
        left,
        top + _LINE,
        layout.box_width,
        _label(layout, box, marks.addresses),
        Markup("").join(
            _entry(layout, entry, left, top + at * _LINE, marks, box.name == marks.final)
            for at, entry in enumerate(box.entries)
        ),
    )


def _label(layout: _TreeLayout, box: Box, addresses: Addresses) -> Markup:
    """What stands above a box, with room for a finger."""
    left, bottom, room = layout.left(box.column), layout.top(box), layout.box_width - 4
    hit = _hit(left, bottom - _LABEL_LINE, layout.box_width, _LABEL_LINE)
    words = _text("match-label", left + 2, bottom - 6, box.label, room, LABEL)
    return _link(addresses.match(box.name), hit + words, box.label, room, LABEL, is_bold=True)


def _entry(layout: _TreeLayout, entry: NamedSide, left: int, top: int, marks: _Marks, is_final: bool) -> Markup:
    """One of the two: the name, which leads to the entrant, and the scores."""
    foot = top + _LINE // 2 + NAME // 3
    room = layout.name_room
    if not entry.entrant:
        return _text("entry-open", left + _INSIDE, foot, entry.text, room)
    kind = "entry-won" if entry.has_won else "entry-name"
    said = _said(entry, is_final)
    words = _text(kind, left + _INSIDE, foot, said, room)
    hit = _hit(left, top, layout.box_width, _LINE)
    link = _link(marks.addresses.entrant(entry.entrant), hit + words, said, room, NAME, entry.has_won)
    lit = " lit" if entry.entrant == marks.path_of else ""
    scores = Markup("")
    if entry.scores:
        scores = Markup('<text class="{}" x="{}" y="{}" text-anchor="end">{}</text>').format(
            "score-won" if entry.has_won else "score", left + layout.box_width - _INSIDE, foot, entry.scores
        )
    return Markup('<g class="entry e{}{}">{}{}</g>').format(entry.entrant, lit, link, scores)


def _said(entry: NamedSide, is_final: bool) -> str:
    """The name; that of who has won the final with a star."""
    return f"{STAR} {entry.text}" if is_final and entry.has_won else entry.text


def _text(kind: str, x: int, y: int, words: str, room: float, size: int = NAME) -> Markup:
    """Words in this room; nothing for none."""
    if not words:
        return Markup("")
    shown = isolated(fitted(words, room, size, kind.endswith(_BOLD)))
    other_size = Markup("") if size == NAME else Markup(' font-size="{}"').format(size)
    return Markup('<text class="{}" x="{}" y="{}"{}>{}</text>').format(kind, x, y, other_size, shown)


def _link(href: str, inside: Markup, words: str, room: float, size: int, is_bold: bool = False) -> Markup:
    """A link; where its words are cut, the whole of them is told to who points at it or hears it."""
    if fitted(words, room, size, is_bold) == words:
        return Markup('<a href="{}">{}</a>').format(href, inside)
    return Markup('<a href="{}" aria-label="{}"><title>{}</title>{}</a>').format(href, words, words, inside)


def _hit(left: int, top: int, width: int, height: int) -> Markup:
    """What takes a click beside the letters."""
    return Markup('<rect class="hit" x="{}" y="{}" width="{}" height="{}"/>').format(left, top, width, height)
