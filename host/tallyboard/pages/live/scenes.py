"""What the TV shows of the tournament in use: its bands, and the scenes that come in turn with the tables."""

import re
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from markupsafe import Markup

from tallyboard.desk.enough import Cut, Need, cut_of, needs
from tallyboard.desk.objects import DeskMatchObject, PhaseObject, own_side
from tallyboard.desk.options import IN_ROUNDS
from tallyboard.pages.live import group_scenes
from tallyboard.pages.public.facts import Facts, gathered
from tallyboard.pages.public.tree import turns
from tallyboard.pages.public.turn import sitting_out, to_be_called
from tallyboard.pages.public.view import OVER, View
from tallyboard.pages.render import length_class, name_markup
from tallyboard.pages.tournaments import Look
from tallyboard.text.board_names import natural
from tallyboard.text.game_words import has_twenties
from tallyboard.text.language import Language, later
from tallyboard.text.quantities import clock, in_zone, time_of_day
from tallyboard.text.tournament.matches import is_league

_CALLS = 8  # rows of a scene, to be read from ten metres
_MOST_CALLS = 16
_FINAL = re.compile(r"\d+:(F[12]|W\d+\.1)")
_DOT = Markup(" · ")
_SHORT = 11  # letters of a champion's name that fit on the screen in the largest type


class Staged(NamedTuple):
    """A tournament as the TV needs it. `needs` and `cuts`: by phase; `again`: matches that were called twice;
    `called`: by match since how many minutes it is called."""

    facts: Facts
    needs: dict[int, dict[int, Need]]
    cuts: dict[int, Cut]
    again: frozenset[str]
    called: dict[str, int]


class Scene(NamedTuple):
    """A screen. `label`: what it is of, for the band above; `hint`: what helps to read it, for the line below; `data`:
    what its template is filled with."""

    kind: Literal["tree", "groups", "calls", "champion"]
    label: Markup
    hint: Markup
    data: Mapping[str, Any]

    @property
    def template(self) -> str:
        return f"live/scene_{self.kind}.html"


class CallRow(NamedTuple):
    """Who plays where and when. `kind`: "now" for who is called, "last" for who is called again, "next" for who could
    be called; "later". `sides`: names, or the two of whom one comes; `length`: see length_class."""

    match: str
    kind: Literal["now", "last", "next", "later"]
    table: Markup
    sides: list[Markup]
    length: str
    where: Markup
    when: Markup


class Tv(NamedTuple):
    """`label`: the phase and its round. `calls`: who is called, then who comes; `final`: the match that stays on the
    screen, "" for none; `past`: matches after which their phase went on; `stays`: whether the champion does."""

    event: Markup = Markup("")
    label: Markup = Markup("")
    scenes: Sequence[Scene] = ()
    calls: Sequence[CallRow] = ()
    final: str = ""
    past: Sequence[str] = ()
    stays: bool = False


def clock_now(language: Language, zone: str) -> tuple[str, int]:
    """The time of day there as `9:05`, and by how many minutes it is before UTC; of this laptop where the zone is not
    known here."""
    now = in_zone(zone, time.time_ns() // 1_000_000)
    offset = now.utcoffset()
    return time_of_day(language, now), round(offset.total_seconds() / 60) if offset else 0


def staged(look: Look) -> Staged:
    tournament = look.tournament
    phases = tournament.phases
    calls: dict[tuple[str, tuple[int, int]], int] = {}
    for call in tournament.calls:
        calls[call.match, call.pair] = calls.get((call.match, call.pair), 0) + 1
    now = tournament.state.floor.calls_now()
    return Staged(
        gathered(look),
        {phase.number: found for phase in phases if (found := needs(phase, phases))},
        {phase.number: cut for phase in phases if (cut := cut_of(phase, phases))},
        frozenset(call.match for call in now if calls.get((call.match, call.pair), 0) > 1),
        {call.match: tournament.minute - call.minute for call in now},
    )


def tv_of(view: View, now: Staged) -> Tv:
    current = _current(view)
    label = _label(view, now, current[-1]) if current else Markup("")
    calls = _calls(view, now)
    champion = _champion(view)
    is_over = view.computed["finished"]
    scenes = [champion] if champion and is_over else []
    for phase in current:
        scenes += _scenes_of(view, now, phase)
    scenes += _call_scenes(view, calls)
    return Tv(
        name_markup(view.seen.about.name), label, scenes, calls, _final(view), _past(view), bool(champion and is_over)
    )


def _current(view: View) -> list[PhaseObject]:
    """Those that are being played, else the one that makes the champion, or was played last."""
    drawn = [phase for phase in view.computed["phases"] if phase["drawn"]]
    main = [phase for phase in drawn if phase["phase"] == view.facts.main]
    return [phase for phase in drawn if not phase["finished"]] or main or drawn[-1:]


def _final(view: View) -> str:
    """The final of the main phase while it is called."""
    if not view.facts.main:
        return ""
    phase = view.computed["phases"][view.facts.main - 1]
    last = max((match["round"] for match in phase["matches"]), default=0)
    finals = [
        match["match"]
        for match in phase["matches"]
        if not is_league(phase)
        and match["state"] == "called"
        and (match["round"] == last or match["match"].endswith(":F1"))
        and _FINAL.fullmatch(match["match"])
    ]
    return finals[-1] if finals else ""


def _past(view: View) -> list[str]:
    """What is decided where a later round, or a later phase, has begun."""
    found: list[str] = []
    has_begun = False
    for phase in reversed(view.computed["phases"]):
        begun = [
            one["round"] for one in phase["matches"] if one["state"] in ("called", "decided") and one["how"] != "bye"
        ]
        last = max(begun, default=0)
        found += [
            one["match"] for one in phase["matches"] if one["state"] in OVER and (has_begun or one["round"] < last)
        ]
        has_begun = has_begun or bool(begun)
    return found


def _scenes_of(view: View, now: Staged, phase: PhaseObject) -> list[Scene]:
    label = _label(view, now, phase)
    if not is_league(phase):
        return [Scene("tree", label, data["hint"], data) for data in turns(view, phase)]
    cut, needed = now.cuts.get(phase["phase"]), now.needs.get(phase["phase"], {})
    hint = _DOT.join(filter(None, [*sitting_out(view, view.name), group_scenes.hint(view, phase, cut)]))
    return [Scene("groups", label, hint, {"panels": part}) for part in group_scenes.screens(view, phase, cut, needed)]


# ---- words


def _label(view: View, now: Staged, phase: PhaseObject) -> Markup:
    """`Groups · round 3 of 5`, `Knock-out · quarter-finals`."""
    words = view._("Groups") if len(phase["groups"]) > 1 else view._(_KINDS[phase["format"]])
    here = _here(view, now, phase)
    return _DOT.join([words, here]) if here else words


_KINDS = {
    "round-robin": later("Round robin"),
    "swiss": later("Swiss system"),
    "partners": later("Partners that change"),
    "single": later("Knock-out"),
    "double": later("Double elimination"),
}


def _here(view: View, now: Staged, phase: PhaseObject) -> Markup:
    to_play = [one for one in phase["matches"] if one["state"] in ("called", "ready")]
    if not to_play:
        return Markup("")
    first = min(to_play, key=lambda one: (one["state"] != "called", one["round"], one["match"].endswith(":T")))
    if not is_league(phase):
        return _small(view.round(first))
    number = min(one["round"] for one in to_play)
    rounds = max(one["round"] for one in phase["matches"])
    if phase["format"] in IN_ROUNDS:
        rounds = view.facts_of(phase).options.rounds or rounds
    is_before = not any(one["round"] == number and one["state"] == "decided" for one in phase["matches"])
    if is_before and phase["phase"] in now.needs:
        return view._("before round %(round)s of %(rounds)s", round=number, rounds=rounds)
    return view._("round %(round)s of %(rounds)s", round=number, rounds=rounds)


def _small(said: Markup) -> Markup:
    return said[:1].lower() + said[1:]


def _length(view: View, entrants: Iterable[int | None]) -> str:
    """The class of the longest of these names."""
    return length_class(max((view.entrants[one]["name"] for one in entrants if one), default="", key=len))


# ---- calls


def _calls(view: View, now: Staged) -> list[CallRow]:
    """Who is called and has not come, then who comes, as far as the names are known."""
    found = []
    for one in view.computed["tables"]:
        match = view.matches.get(one["match"] or "")
        if match is not None:
            is_last = match["match"] in now.again and not match["games"]
            found.append(
                _row(
                    view,
                    match,
                    "last" if is_last else "now",
                    one["table"],
                    view._("last call") if is_last else view._("go now"),
                )
            )
    found.sort(key=lambda row: (now.called.get(row.match, 0), natural(str(row.table))))
    tables = {one["match"]: one["table"] for one in view.computed["next"]}
    found += [_row(view, view.matches[match], "next", table, view._("next")) for match, table in tables.items()]
    starts = {one["match"] for one in view.computed["schedule"] if one["start"] is not None}
    found += [
        _row(view, row.match, "next", "", view._("to be called"))
        for rows in to_be_called(view).values()
        for row in (rows if len(rows) <= _MOST_CALLS else ())
        if not row.table and row.match["match"] not in starts
    ]
    to_come = [one for one in view.computed["schedule"] if one["table"] is None and one["match"] not in tables]
    for start, name in sorted((one["start"], one["match"]) for one in to_come if one["start"] is not None):
        when = view._("about %(time)s", time=clock(view.language, start))
        found.append(_row(view, view.matches[name], "later", "", when))
    return [row for row in found if all(row.sides) and row.sides[0] != row.sides[1]][:_MOST_CALLS]


def _row(view: View, match: DeskMatchObject, kind: Any, table: str, when: Markup) -> CallRow:
    sides = [view.comes(match, at) for at in (0, 1)]
    table_said = name_markup(table) if table else Markup("")
    where = _DOT.join(said for said in (view.place(match), view.outcome(match)) if said)
    return CallRow(match["match"], kind, table_said, sides, _length(view, match["sides"]), where, when)


def _call_scenes(view: View, calls: list[CallRow]) -> list[Scene]:
    if not any(row.kind in ("now", "last", "next") for row in calls):
        return []
    hint = view._("Your name is up? Go to your table and shake hands.")
    parts = [calls[start : start + _CALLS] for start in range(0, len(calls), _CALLS)]
    out = sitting_out(view, view.name)
    return [Scene("calls", view._("Called"), hint, {"rows": part, "out": out}) for part in parts]


# ---- champion

_PLACES = {2: later("2nd"), 3: later("3rd"), 4: later("4th")}


def _champion(view: View) -> Scene | None:
    champion = view.computed["champion"]
    if not champion or not view.facts.main:
        return None
    phase = view.computed["phases"][view.facts.main - 1]
    name = view.entrants[champion]["name"]
    own = [one for one in phase["matches"] if own_side(one, champion) is not None and one["how"] not in ("bye", None)]
    own.sort(key=lambda one: one["round"])
    is_by_matches = not is_league(phase) and bool(own)
    others = [one for one in view.computed["placing"] if one["entrant"] != champion and one["place"] in _PLACES][:3]
    data = {
        "name": view.name(champion),
        "length": length_class(name) or ("short" if len(name) <= _SHORT else ""),
        "side": "ab"[own_side(own[-1], champion) or 0] if own else "a",
        "sub": _how(view, phase, own, champion) if is_by_matches else _with_points(view, phase, champion),
        "podium": [(view._(_PLACES[one["place"]]), view.name(one["entrant"])) for one in others],
        "way": [(_result(view, one, champion), view.name(_other(one, champion))) for one in own]
        if is_by_matches
        else [],
    }
    return Scene("champion", view._("Champion"), Markup(""), data)


def _how(view: View, phase: PhaseObject, own: list[DeskMatchObject], champion: int) -> Markup:
    """`5 : 3 in the final against Ann · 24 twenties in the knock-out`."""
    score, other = _result(view, own[-1], champion), view.name(_other(own[-1], champion))
    said = [view._("%(score)s in the final against %(name)s", score=score, name=other)]
    twenties = sum(game["twenties"][one["sides"].index(champion)] for one in own for game in one["games"])
    if twenties and has_twenties(view.facts_of(phase).options.game):
        said.append(view._("%(number)s twenties in the knock-out", number=twenties))
    return _DOT.join(said)


def _with_points(view: View, phase: PhaseObject, champion: int) -> Markup:
    row = next((row for group in phase["standings"] for row in group["rows"] if row["entrant"] == champion), None)
    if row is None:
        return Markup("")
    pattern = later("%(points)s points, %(won)s of %(played)s matches won")
    return view._(pattern, points=row["points"], won=row["won"], played=row["played"])


def _other(match: DeskMatchObject, one: int) -> int:
    return next((side for side in match["sides"] if side and side != one), one)


def _result(view: View, match: DeskMatchObject, of: int) -> Markup:
    """`5 : 3`, `4 : 4 (5 : 4)`, `walkover`, with the figures of this one first."""
    figures = view.figures(match)
    if match["how"] != "played" or not figures:
        return view.outcome(match)
    turn = 1 if match["sides"].index(of) == 0 else -1
    said = " : ".join(map(str, figures[::turn]))
    extra = match["games"][view.facts_of(view.phase_of(match)).options.best :]
    return Markup(f"{said} ({' : '.join(map(str, extra[-1]['scores'][::turn]))})" if extra else said)
