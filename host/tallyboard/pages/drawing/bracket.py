"""A bracket as one drawing, to be read at its own size by scrolling: time from left to right, the losers' part below.

Its own size is in rem: its letters are as large as those of the page, on every screen. The path of one entrant can be
lit: its boxes, its lines, and how it fell into the losers' part. Each box is a place that an address can lead to.
"""

import math
from collections.abc import Callable, Iterator
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


class BracketWords(NamedTuple):
    """`label`: of the whole drawing; `main` and `losers`: above its parts, "" for nothing."""

    label: str
    main: str
    losers: str


class Addresses(NamedTuple):
    """Where the name of an entrant and that of a match lead to."""

    entrant: Callable[[int], str]
    match: Callable[[str], str]


def anchor(match: str, kind: str = "t") -> str:
    """The place of a match (`2:W1.3`) in the drawing: `t-2-W1-3`; with the kind `m` in the list below it."""
    return f"{kind}-" + match.replace(":", "-").replace(".", "-")


def size(tree: BoxTree) -> tuple[int, int]:
    """Width and height of the drawing of this tree, in pixels."""
    layout = _TreeLayout(tree)
    return layout.width, layout.height


def bracket(
    tree: BoxTree, words: BracketWords, addresses: Addresses, path_of: int | None = None, scale: float = 1
) -> Markup:
    """The drawing, so many times its own size. `path_of`: the entrant whose boxes and lines have the class `lit`; all
    that belongs to the entrant 12 has the class `e12`."""
    drawing = _BracketDrawing(tree, addresses, path_of)
    return Markup(
        '<svg class="bracket" width="{wide}rem" height="{high}rem" viewBox="0 0 {w} {h}" role="group" '
        'font-size="{size}" aria-label="{label}">{parts}</svg>'
    ).format(
        wide=number(drawing.width * scale / _REM),
        high=number(drawing.height * scale / _REM),
        w=drawing.width,
        h=drawing.height,
        size=NAME,
        label=escape(words.label),
        parts=Markup("").join([*drawing.titles(words), *drawing.lines(), *map(drawing.box, tree.boxes)]),
    )


class _TreeLayout:
    """Where boxes stand, in pixels from the top left."""

    def __init__(self, tree: BoxTree) -> None:
        self.tree = tree
        columns = max((box.column + 1 for box in tree.boxes), default=0)
        scores = [text_width(entry.scores, NAME, bold=True) for box in tree.boxes for entry in box.entries]
        score_width = max([0.0, *scores])
        beside = round(score_width) + (3 if score_width else 2) * _INSIDE
        self.name_room = max(self._name_room(columns, beside), self._above_room() - beside)
        self.box_width = self.name_room + beside
        self.has_losers = any(box.is_of_losers for box in tree.boxes)
        heads = _HEAD_LINE * bool(tree.heads)
        main = _TITLE_LINE * self.has_losers + heads
        self.losers_top = main + self._part_height(of_losers=False) + _BETWEEN
        self._tops = {False: main, True: self.losers_top + _TITLE_LINE + heads}  # of the boxes of losers, or not
        self.width = 2 * _EDGE + columns * self.box_width + max(0, columns - 1) * _GUTTER
        self.height = self._tops[self.has_losers] + self._part_height(self.has_losers)

    def _name_room(self, columns: int, beside: int) -> int:
        """What names have in a box: as much as the longest takes, within reason; of a small tree more, as far as the
        frame has room for all columns."""
        said = [self.said(entry, box) for box in self.tree.boxes for entry in box.entries]
        longest = max((text_width(words, NAME, bold=True) for words in said), default=0)
        free = (_FRAME - 2 * _EDGE + _GUTTER) // max(1, columns) - _GUTTER - beside
        return max(_NAME_ROOM, min(max(_NAME_MOST, free), math.ceil(longest)))

    def _above_room(self) -> int:
        """The width of a box that what stands above one takes, within reason. Names of rounds may use half a gutter
        too."""
        heads = [text_width(head.text, HEAD, bold=True) - _GUTTER // 2 for head in self.tree.heads]
        labels = [text_width(box.label, LABEL, bold=True) + 4 for box in self.tree.boxes]
        return min(_NAME_MOST, math.ceil(max([0.0, *heads, *labels])))

    def _part_height(self, of_losers: bool) -> int:
        rows = [box.row + 0.5 for box in self.tree.boxes if box.is_of_losers == of_losers]
        return round(max(rows, default=0) * _PITCH)

    def said(self, entry: NamedSide, box: Box) -> str:
        """The name; that of who has won the final with a star."""
        return f"{STAR} {entry.text}" if box.name == self.tree.final and entry.has_won else entry.text

    def left(self, column: int) -> int:
        return _EDGE + column * (self.box_width + _GUTTER)

    def head(self, is_of_losers: bool) -> int:
        """The base line of the names of rounds."""
        return self._tops[is_of_losers] - _HEAD_LINE + TITLE

    def top(self, box: Box) -> int:
        """Of the two lines; the label stands above it."""
        return self._tops[box.is_of_losers] + round(box.row * _PITCH - _PITCH / 2) + _LABEL_LINE


class _BracketDrawing(_TreeLayout):
    """What is drawn of a tree, with the path of one entrant."""

    def __init__(self, tree: BoxTree, addresses: Addresses, path_of: int | None) -> None:
        super().__init__(tree)
        self._addresses = addresses
        self._path_of = path_of
        on_path = [box for box in tree.boxes if self._is_on_path(box)]
        self._last = max(on_path, key=lambda box: box.column).name if on_path else ""

    def _is_on_path(self, box: Box) -> bool:
        return self._path_of is not None and any(entry.entrant == self._path_of for entry in box.entries)

    def titles(self, words: BracketWords) -> Iterator[Markup]:
        """Of the parts where there are two, and of rounds above their columns."""
        for title, top in ((words.main, 0), (words.losers, self.losers_top)):
            if self.has_losers:
                yield _text("part-title", _EDGE, top + 20, title, 10 * _NAME_ROOM, TITLE)
        for head in self.tree.heads:
            x, y = self.left(head.column) + 2, self.head(head.is_of_losers)
            yield _text("round-head", x, y, head.text, self.box_width + _GUTTER // 2, HEAD)

    def lines(self) -> list[Markup]:
        """From box to box; of who drops out of the main part those of the path alone, which lies above the others."""
        boxes = {short(box.name): box for box in self.tree.boxes}
        dark, lit = [], []
        for lead in self.tree.leads:
            source, target = boxes[lead.source], boxes[lead.target]
            if self._is_on_path(source) and self._is_on_path(target):
                lit.append(self._line(lead, source, target, ["lit"]))
            elif not lead.is_drop:
                dark.append(self._line(lead, source, target, []))
        return [*dark, *lit]

    def _line(self, lead: Lead, source: Box, target: Box, more: list[str]) -> Markup:
        """From the middle of a box to the one of the two in the next that it leads to."""
        start, from_y = self.left(source.column) + self.box_width, self.top(source) + _LINE
        end, to_y = self.left(target.column), self.top(target) + _LINE
        if lead.entry is not None:
            to_y += -_LINE // 2 if lead.entry == 0 else _LINE // 2
        turn = start + _GUTTER // 3 if lead.is_drop else end - _GUTTER // 2
        kind = ["drop"] if lead.is_drop else ["faint"] if _has_nobody(source) else []
        kinds = " ".join(["lead", *kind, *more])
        return Markup('<path class="{}" d="M{} {}H{}V{}H{}"/>').format(kinds, start, from_y, turn, to_y, end)

    def box(self, box: Box) -> Markup:
        """A match: its label, and its two."""
        left, top = self.left(box.column), self.top(box)
        marks = {"faint": _has_nobody(box), "lit": self._is_on_path(box), "final": box.name == self.tree.final}
        return Markup(
            '<g class="{}" id="{}"><rect class="match-box"{} x="{}" y="{}" width="{}" height="{}" rx="4"/>'
            '<path class="match-rule" d="M{} {}h{}"/>{}{}</g>'
        ).format(
            " ".join(["match", f"is-{box.state}", *(mark for mark, has in marks.items() if has)]),
            anchor(box.name),
            Markup(' id="{}"').format(LIT) if box.name == self._last else "",
            left,
            top,
            self.box_width,
            2 * _LINE,
            left,
            top + _LINE,
            self.box_width,
            self._label(box, left, top),
            Markup("").join(self._entry(box, at, left, top + at * _LINE) for at in (0, 1)),
        )

    def _label(self, box: Box, left: int, bottom: int) -> Markup:
        """What stands above a box, with room for a finger."""
        room = self.box_width - 4
        words = _text("match-label", left + 2, bottom - 6, box.label, room, LABEL)
        inside = self._hit(left, bottom - _LABEL_LINE, _LABEL_LINE) + words
        return _link(self._addresses.match(box.name), inside, box.label, room, LABEL, is_bold=True)

    def _entry(self, box: Box, at: int, left: int, top: int) -> Markup:
        """One of the two: the name, which leads to the entrant, and the scores."""
        entry, foot, room = box.entries[at], top + _LINE // 2 + NAME // 3, self.name_room
        if not entry.entrant:
            return _text("entry-open", left + _INSIDE, foot, entry.text, room)
        said = self.said(entry, box)
        words = _text("entry-won" if entry.has_won else "entry-name", left + _INSIDE, foot, said, room)
        inside = self._hit(left, top, _LINE) + words
        link = _link(self._addresses.entrant(entry.entrant), inside, said, room, NAME, entry.has_won)
        scores = Markup("")
        if entry.scores:
            scores = Markup('<text class="{}" x="{}" y="{}" text-anchor="end">{}</text>').format(
                "score-won" if entry.has_won else "score", left + self.box_width - _INSIDE, foot, entry.scores
            )
        lit = " lit" if entry.entrant == self._path_of else ""
        return Markup('<g class="entry e{}{}">{}{}</g>').format(entry.entrant, lit, link, scores)

    def _hit(self, left: int, top: int, height: int) -> Markup:
        """What takes a click beside the letters."""
        rect = Markup('<rect class="hit" x="{}" y="{}" width="{}" height="{}"/>')
        return rect.format(left, top, self.box_width, height)


def _has_nobody(box: Box) -> bool:
    return NOBODY in [entry.entrant for entry in box.entries]


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
