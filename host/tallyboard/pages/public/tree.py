"""A knock-out as rounds of boxes, for page, phone and TV: one markup, which styles/tree.css lays out.

A part, the main bracket or that of the losers, is a list of rounds. Each round has a place for each of its matches,
from the top, so that a match stands between those that lead to it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from tallyboard.desk.bracket import LOSER, RESET, SEED, WINNER, Source
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.desk.options import LOT
from tallyboard.pages.answers import NotFound
from tallyboard.pages.public.view import OVER, Asked, Page, View
from tallyboard.text.language import later
from tallyboard.text.printable import printable
from tallyboard.text.quantities import clock
from tallyboard.text.tournament.bracket import BracketSide, round_of, short
from tallyboard.text.tournament.matches import is_starred, round_to_go
from tallyboard.text.tournament.names import NOBODY

_ON_TV = 8  # matches one below the other that ten metres leave readable
_SHORT = (later("F"), later("SF"), later("QF"))
_SOURCES = {
    (WINNER, 1): later("winner of semi-final %(number)s"),
    (WINNER, 2): later("winner of quarter-final %(number)s"),
    (LOSER, 1): later("loser of semi-final %(number)s"),
}


class TreeEntry(NamedTuple):
    """One of the two of a match. `entrant`: the number, 0 for nobody, None where it is not known; `text`: the name, or
    where somebody comes from; `seed`: `A1`, the place in a group, or `3`; `side`: 0 for A. `more`: what decided a level
    match, in brackets, or a star where the game itself did; `kind`: "win", "lost", "open" for who is not known."""

    entrant: int | None
    text: str
    seed: str
    side: int
    score: str = ""
    more: str = ""
    kind: str = ""


class Box(NamedTuple):
    """A match. `name`: `2:W1.3`; `tag`: where it is, or how it was decided, "" for neither; `is_live`: whether it
    mirrors the totals at its table, as live.js does. On the path of somebody: `is_lit`; `comes` and `goes`: whether the
    lines from the box before and to the next are too; `is_last`: the last there."""

    match: DeskMatchObject
    tag: Markup
    is_live: bool
    entries: tuple[TreeEntry, TreeEntry]
    is_lit: bool = False
    goes: bool = False
    comes: bool = False
    is_last: bool = False

    @property
    def name(self) -> str:
        return self.match["match"]

    @property
    def is_faint(self) -> bool:
        """Whether nobody stands on one of its sides."""
        return NOBODY in self.match["sides"]


class TreeRound(NamedTuple):
    """`id`: its place on the page; `short`: for a thumb, `QF`; `part`: whose round it is where there are two. `boxes`:
    None where nobody plays; `below`: more matches, each under its title. `start`: when it is expected, "" for not known
    or begun; `is_final`: of the final; `is_here`: the one that is played, or comes next. `is_straight`: each match
    leads to one of the next."""

    id: str
    title: Markup
    short: Markup
    part: Markup
    boxes: list[Box | None]
    below: list[tuple[Markup, Box]]
    start: str
    is_final: bool
    is_here: bool = False
    is_straight: bool = False

    @property
    def matches(self) -> list[DeskMatchObject]:
        """Those that two play, or would."""
        there = [*self.boxes, *(box for _, box in self.below)]
        return [box.match for box in there if box and not box.is_faint]

    @property
    def over(self) -> int:
        """Of how many of those nothing is to come any more."""
        return sum(match["state"] in OVER for match in self.matches)

    @property
    def is_on(self) -> bool:
        """Whether somebody plays it, or has, and it is not over."""
        return (
            not self.start
            and 0 < len(self.matches) != self.over
            and any(match["state"] == "called" or match["state"] in OVER for match in self.matches)
        )


Part = list[TreeRound]


def anchor(match: str) -> str:
    """The place of a match (`2:W1.3`) on the page: `m-2-W1-3`."""
    return "m-" + match.replace(":", "-").replace(".", "-")


def tree(
    view: View,
    phase: PhaseObject,
    path_of: int | None = None,
    has_names: bool = True,
) -> list[Part]:
    """The parts of a phase, none for a league or before the draw; with the path of one entrant. `has_names`: whether
    the names of matches (`W1.3`) are to be seen, so that others can be told by them."""
    return _Maker(view, phase, path_of, has_names).parts()


def turns(view: View, phase: PhaseObject) -> list[dict[str, Any]]:
    """What the TV shows of a phase, screen by screen: from the first round on that is not over, or that has eight
    matches; of a larger one a part of the tree after the other. When it is over, the path of who has won is lit."""
    firsts = [one["entrant"] for one in phase["places"] if one["place"] == 1]
    made = tree(view, phase, firsts[0] if len(firsts) == 1 else None, has_names=False)
    parts = [_from_now(part) for part in made]
    if sum(len(part[0].boxes) for part in parts) <= _ON_TV:
        shown = [parts] if parts else []
    else:
        shown = [[piece] for part in parts for piece in _pieces(part)]
    return [{"parts": one, "hint": _hint(view, one)} for one in shown]


def _hint(view: View, parts: list[Part]) -> Markup:
    """What is to be known of the signs on a screen, below it."""
    boxes = [box for part in parts for one in part for box in one.boxes if box]
    entries = [entry for box in boxes for entry in box.entries]
    said = {
        view._("(n) = what decided a level match"): any("(" in entry.more for entry in entries),
        view._("the group place stands before each name"): any(
            not entry.seed.isdecimal() for entry in entries if entry.seed
        ),
        view._("the thick line is the way of the champion"): any(box.is_lit for box in boxes),
    }
    return Markup(" · ").join(words for words, is_there in said.items() if is_there)


def _from_now(part: Part) -> Part:
    over = next((at for at, one in enumerate(part) if one.over < len(one.matches)), len(part) - 1)
    fits = next(at for at, one in enumerate(part) if len(one.boxes) <= _ON_TV)
    return part[min(over, fits) :]


def _pieces(part: Part) -> Iterator[Part]:
    """A part that is too high for the TV in pieces; what comes behind the last match of each is on none of them."""
    most = len(part[0].boxes)
    within = [one for one in part if len(one.boxes) * _ON_TV >= most]
    for start in range(0, most, _ON_TV):
        cuts = [(one, len(one.boxes) * start // most, len(one.boxes) * (start + _ON_TV) // most) for one in within]
        piece = [one._replace(boxes=one.boxes[first:end]) for one, first, end in cuts]
        if any(box for box in piece[0].boxes):
            yield piece


class _Maker:
    def __init__(self, view: View, phase: PhaseObject, path_of: int | None, has_names: bool) -> None:
        self._view, self._phase, self._path_of = view, phase, path_of
        self._has_names = has_names
        self._bracket = view.bracket(phase)
        self._options = view.facts_of(phase).options
        self._seeds = _seeds(view, phase)
        self._starts = {one["match"]: one["start"] for one in view.computed["schedule"]}
        lit = [name for name, match in self._bracket.matches.items() if path_of and path_of in match["sides"]]
        self._lit = frozenset(lit)
        self._last = lit[-1] if lit else ""

    def parts(self) -> list[Part]:
        """The main bracket with the finals, and the losers' bracket."""
        if not self._bracket.matches:
            return []
        _ = self._view._
        names = _by_round(self._bracket.nodes)
        titles = (_("Main bracket"), _("Losers' bracket")) if self._bracket.is_double else (Markup(""),)
        parts = [
            [self._round(each, title) for key, each in names.items() if _is_of_losers(key) == bool(at)]
            for at, title in enumerate(titles)
        ]
        found = [_joined(part) for part in parts if any(box for one in part for box in one.boxes)]
        rounds = [one for part in found for one in part]
        here = next((one.id for wanted in (_is_called, _is_open) for one in rounds if wanted(one)), rounds[-1].id)
        return [[one._replace(is_here=one.id == here) for one in part] for part in found]

    def _round(self, names: list[str], part: Markup) -> TreeRound:
        view, first = self._view, names[0]
        made = [self._box(name) for name in names]
        is_final = first == ("F1" if self._bracket.is_double else f"W{self._bracket.rounds}.1")
        below = [(view.round(box.match), box) for name in _BELOW if is_final and (box := self._box(name))]
        starts = [self._starts.get(f"{self._phase['phase']}:{name}") for name in names]
        known = [one for one in starts if one is not None]
        to_go = self._bracket.rounds - round_of(first)
        if self._bracket.is_double:
            title = view._("Final") if first == "F1" else view._("Round %(round)s", round=round_of(first))
            said = view._("F") if first == "F1" else Markup("{}{}").format("L" * (first[0] == "L"), round_of(first))
        else:
            title = round_to_go(view._, to_go)
            said = view._(_SHORT[to_go]) if to_go < len(_SHORT) else Markup(2 << to_go)
        is_begun = any(box and (box.match["state"] == "called" or box.match["games"]) for box in made)
        start = clock(view.language, min(known)) if known and not is_begun else ""
        return TreeRound(f"r-{first.partition('.')[0]}", title, said, part, made, below, start, is_final)

    def _box(self, name: str) -> Box | None:
        match = self._bracket.matches.get(name)
        if match is None:
            return None
        table = self._view.calls.get(match["match"])
        upper, lower = (self._entry(match, entry) for entry in self._bracket.entries(name))
        lit = name in self._lit
        return Box(
            match,
            self._tag(match, table),
            bool(table) and self._options.best == 1 and not match["games"],  # else the totals are of what decides it
            (upper, lower),
            is_lit=lit,
            goes=lit and any(self._leads(name, other) for other in self._lit),
            comes=lit and any(self._leads(other, name) for other in self._lit),
            is_last=name == self._last,
        )

    def _tag(self, match: DeskMatchObject, table: str | None) -> Markup:
        said = Markup("") if NOBODY in match["sides"] else self._view.outcome(match)
        if self._view.decider(match):
            said = Markup('<span class="decider">{}</span>').format(said)
        at = self._view._("Table %(table)s", table=printable(table)) if table else Markup("")
        return Markup(" ").join(part for part in (at, said) if part)

    def _leads(self, source: str, name: str) -> bool:
        """Whether who is on the path has won the one and goes on to the other, in the same part."""
        if self._bracket.matches[source]["winner"] != self._path_of:
            return False
        is_next = any(one.kind == WINNER and one.name == source for one in self._bracket.nodes[name].sources)
        return is_next and _is_of_losers(source) == _is_of_losers(name)

    def _entry(self, match: DeskMatchObject, entry: BracketSide) -> TreeEntry:
        view = self._view
        if entry.entrant is None:
            return TreeEntry(
                None, self._source(entry.source, _is_of_losers(short(match["match"]))), "", entry.at, kind="open"
            )
        if entry.entrant == NOBODY:
            return TreeEntry(NOBODY, view._("bye"), "", entry.at, kind="open")
        figures = view.figures(match)
        score = str(figures[entry.at]) if figures else ""
        is_over = bool(match["winner"]) and NOBODY not in match["sides"]
        kind = ("win" if entry.has_won else "lost") if is_over else ""
        name = printable(view.entrants[entry.entrant]["name"])
        seed = self._seeds.get(entry.entrant, "")
        return TreeEntry(entry.entrant, name, seed, entry.at, score, self._decider(match, entry.at), kind)

    def _decider(self, match: DeskMatchObject, at: int) -> str:
        """What decided after the games that count: `(8)`; a star where the game itself decided a level one."""
        extra = match["games"][self._options.best :]
        if extra:
            return f"({extra[-1]['scores'][at]})"
        return "*" if self._options.best == 1 and any(map(is_starred, match["games"])) else ""

    def _source(self, source: Source, is_of_losers: bool) -> str:
        """`winner at table 3` while that match is played there, `winner of semi-final 1`, `loser of W2.1`."""
        view, source = self._view, self._bracket.origin(source)
        before = self._bracket.matches.get(source.name)
        table = view.calls.get(before["match"]) if before else None
        if table and source.kind in (WINNER, LOSER):
            said = later("winner at table %(table)s") if source.kind == WINNER else later("loser at table %(table)s")
            return view.language.gettext(said, table=printable(table))
        to_go = self._bracket.rounds - round_of(source.name) if source.name else 0
        if not self._bracket.is_double and (source.kind, to_go) in _SOURCES:
            number = source.name.partition(".")[2]
            return view.language.gettext(_SOURCES[source.kind, to_go], number=number)
        if source.kind == WINNER and _is_of_losers(source.name) != is_of_losers:
            return view.language.gettext("winner of the losers' bracket")
        if source.kind == LOSER and not self._has_names:
            return view.language.gettext("loser of round %(round)s", round=round_of(source.name))
        is_plain = source.kind == WINNER and not self._has_names  # a line says it
        return "" if source.kind in (SEED, RESET) or is_plain else view.origin(source).unescape()


_BELOW = ("F2", "T")


def _is_of_losers(name: str) -> bool:
    return name[0] == "L"


def _by_round(names: Mapping[str, object]) -> dict[str, list[str]]:
    """The names of matches by round (`W1`, `F1`), in time, each from the top; without those that stand below one."""
    found: dict[str, list[str]] = {}
    for name in names:
        if name not in _BELOW:
            found.setdefault(name.partition(".")[0], []).append(name)
    return {key: sorted(each, key=lambda name: int(name.partition(".")[2] or 1)) for key, each in found.items()}


def _joined(part: Part) -> Part:
    """Where two rounds have as many matches, each leads straight to the next; rounds without anybody before the first
    match are left out."""
    start = next(at for at, one in enumerate(part) if any(one.boxes))
    rounds = part[start:]
    after = [len(one.boxes) for one in rounds[1:]]
    return [one._replace(is_straight=len(one.boxes) == count) for one, count in zip(rounds, [*after, 0], strict=True)]


def _is_called(one: TreeRound) -> bool:
    return any(match["state"] == "called" for match in one.matches)


def _is_open(one: TreeRound) -> bool:
    return one.over < len(one.matches)


def _seeds(view: View, phase: PhaseObject) -> dict[int, str]:
    """What stands before names: the place in the group or in the phase that somebody comes from, else the seed; nothing
    where the lot has seeded."""
    options = view.facts_of(phase).options
    if not options.of:
        return {} if options.order == LOT else {one: str(at) for at, one in enumerate(phase["order"], 1)}
    source = view.computed["phases"][options.of - 1]
    places = {one["entrant"]: str(one["place"]) for one in source["places"]}
    for group in source["standings"]:
        for row in group["rows"]:
            if row["place"] is not None:
                places[row["entrant"]] = f"{group['group'] or ''}{row['place']}"
    return places


def knock_out(asked: Asked) -> Page:
    """The bracket of a phase, with the path of one player lit (`player=3`), else that of who has won. Raises
    NotFound."""
    view, number = asked.view(), int(asked.where["phase"])
    phase = next((one for one in view.brackets if one["phase"] == number), None)
    if phase is None:
        raise NotFound(
            view._("There is no such bracket."),
            view._("Choose one in the menu of the tournament."),
            view.url("tournament"),
        )
    player = asked.player(view)
    champions = [one["entrant"] for one in phase["places"] if one["place"] == 1]
    drawn = tree(view, phase, player or (champions[0] if len(champions) == 1 else None))
    boxes = [box for part in drawn for one in part for box in (*one.boxes, *(box for _, box in one.below)) if box]
    return view.page(
        "bracket",
        phase=phase,
        drawn=drawn,
        anchor=anchor,
        more="".join(entry.more for box in boxes for entry in box.entries),
        champions=champions,
        player=player,
        players=sorted(phase["order"], key=lambda one: view.entrants[one]["name"].casefold()),
        places=[(one["place"], view.player(one["entrant"])) for one in phase["places"]],
    )


def current(view: View) -> int:
    """The phase whose bracket somebody looks for who names none: the one that is played, else the last that is drawn,
    else the first; 0 where none is a knock-out."""
    drawn = [phase for phase in view.brackets if phase["drawn"]]
    played = [phase for phase in drawn if not phase["finished"]]
    found = played[:1] or drawn[-1:] or view.brackets[:1]
    return found[0]["phase"] if found else 0


def path_address(view: View, phase: PhaseObject, player: int) -> str:
    """The bracket with the path of a player, at their last match in it."""
    address = view.url("bracket", phase=phase["phase"], query={"player": player})
    own = [match["match"] for match in phase["matches"] if player in match["sides"]]
    return f"{address}#{anchor(own[-1])}" if address and own else address
