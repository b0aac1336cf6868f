"""A match that a board recorded, press by press."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.errors import TallyboardError
from tallyboard.journal.presses import Press
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.chart import ChartWords, Line, Point, chart
from tallyboard.pages.drawing.zones import Fallen, zones
from tallyboard.pages.public import words
from tallyboard.pages.public.recorded import (
    RecordedSide,
    TournamentGame,
    game_of,
    local_time,
    sides_of,
    status_said,
    tournament_game,
)
from tallyboard.pages.public.view import Asked, Page, Speaker, name_markup
from tallyboard.pages.public.words import by_worth, counts_said, note_said, press_said, round_words, zone_word
from tallyboard.shapes import MatchObject, Round
from tallyboard.store.corrections import Correction, as_recorded, corrected
from tallyboard.text.language import later
from tallyboard.text.match_words import points
from tallyboard.text.printable import printable
from tallyboard.text.quantities import board_time

_MINUTE_MS = 60_000


class PressRow(NamedTuple):
    """A press, or what the journal notes between two (`said` is empty then). `is_gone`: it does not stand."""

    seq: int
    time: str
    side: str
    said: str
    is_gone: bool
    raw: str
    totals: str
    note: Markup


class SideOfRound(NamedTuple):
    """What a side has in a round; `first`: that it was first, and who of it."""

    who: Markup
    letter: str
    first: Markup
    counts: Markup
    raw: int
    awarded: str
    total: str


class RoundRow(NamedTuple):
    """A round. `note`: that it is being played."""

    title: Markup
    sides: list[SideOfRound]
    note: Markup


class CorrectionRow(NamedTuple):
    """A correction: what it says, who gave it when and why."""

    at: str
    said: Markup
    by: str
    reason: str


def match(asked: Asked) -> Page:
    """One match, by the beginning of its id. Raises NotFound."""
    speaker = Speaker(asked.language, asked.links)
    try:
        found = asked.store.match(str(asked.where["match"]))
    except TallyboardError as error:
        raise NotFound(
            speaker._("There is no such match."),
            speaker._("Look for it in the list of matches."),
            asked.links.url("results"),
        ) from error
    presses = asked.store.presses(found)
    game = tournament_game(asked, found)
    recorded = as_recorded(found)
    return Page(
        "public/match.html",
        {
            "match": found,
            "title": " : ".join(_names(found, game)),
            "name": Markup(" : ").join(map(name_markup, _names(found, game))),
            "sides": _sides(found, game),
            "game": game_of(speaker, found),
            "table": speaker.table(found["table"]) if found["table"] else "",
            "started": local_time(found["started"]),
            "said": status_said(speaker, found),
            "twenties": found["twenties"] if any(found["twenties"].values()) else {},
            "tournament": game,
            "tournament_where": words.where(game.view, game.match) if game and game.match else "",
            "tournament_name": game.view.link(
                asked.links.url("tournament", t=game.view.seen.id), name_markup(game.view.seen.about.name)
            )
            if game
            else "",
            "rounds_in_turn": speaker._(round_words(found["game"]).in_turn),
            "rounds": _rounds(speaker, found),
            "recorded": sides_of(recorded) if found["correction"] is not None else [],
            "recorded_rounds": _rounds(speaker, recorded) if found["correction"] is not None else [],
            "corrections": [_correction(speaker, found, one) for one in asked.store.corrections_of(found)],
            "presses": [_press(speaker, found, press) for press in presses],
            "chart": _chart(speaker, recorded, presses),
            "zones": _zones(speaker, found),
        },
    )


def _names(found: MatchObject, game: TournamentGame | None) -> list[str]:
    """The names of the sides; in a tournament those of its entrants."""
    if game is not None and len(game.players) == len(found["sides"]):
        return [printable(game.view.entrants[entrant]["name"]) for entrant in game.players]
    return [printable(found["names"].get(side) or side) for side in found["sides"]]


def _sides(found: MatchObject, game: TournamentGame | None) -> list[RecordedSide]:
    """The sides; in a tournament their names lead to the players."""
    sides = sides_of(found)
    if game is None or len(sides) != len(game.players):
        return sides
    return [side._replace(who=game.view.player(entrant)) for side, entrant in zip(sides, game.players, strict=True)]


# ---- rounds


def _rounds(speaker: Speaker, found: MatchObject) -> list[RoundRow]:
    rows, of_kind = [], Counter[str]()
    for closed in found["rounds"]:
        of_kind[closed["kind"]] += 1
        sides = [
            _side_of(
                speaker,
                found,
                closed,
                side,
                f"{closed['awarded'][side]:+d}".replace("-", "\u2212"),
                str(closed["totals"][side]),
            )
            for side in found["sides"]
        ]
        rows.append(_round(speaker, found, closed, of_kind[closed["kind"]], sides, Markup("")))
    current = found["current"]
    if current is not None and any(current["counts"].values()):
        state = speaker._("under review") if current["review"] else speaker._("being played")
        sides = [
            _side_of(speaker, found, current, side, "", str(found["totals"].get(side, ""))) for side in found["sides"]
        ]
        rows.append(_round(speaker, found, current, of_kind[current["kind"]] + 1, sides, state))
    return rows


def _round(
    speaker: Speaker, found: MatchObject, one: Round, number: int, sides: list[SideOfRound], note: Markup
) -> RoundRow:
    said = round_words(found["game"]).numbered if one["kind"] == "round" else later("Shootout %(number)s")
    return RoundRow(speaker._(said, number=number), sides, note)


def _side_of(speaker: Speaker, found: MatchObject, one: Round, side: str, awarded: str, total: str) -> SideOfRound:
    who = name_markup(found["names"].get(side) or side)
    first = speaker._("first") if side == one["first"] else Markup("")
    if first and one["seat"]:
        first += Markup(" ({})").format(one["seat"])
    return SideOfRound(who, side, first, counts_said(speaker, one["counts"][side]), one["raw"][side], awarded, total)


# ---- presses and corrections


def _press(speaker: Speaker, found: MatchObject, press: Press) -> PressRow:
    order = found["sides"]
    side = press.event[0] if press.event[1:2] == " " else ""
    notes = [note_said(speaker, press.note)] if press.note else []
    if press.undone:
        notes.insert(0, speaker._("undone"))
    if press.cut:
        notes.insert(0, speaker._("lost on the box"))
    return PressRow(
        press.seq,
        local_time(press.at, seconds=True) if press.at else board_time(press.ms).partition(".")[0],
        side,
        press_said(speaker, press.event, found["game"]),
        press.undone or press.cut or press.note == "not counted",
        points(press.raw, order),
        points(press.totals, order),
        Markup(", ").join(notes),
    )


def _correction(speaker: Speaker, found: MatchObject, one: Correction) -> CorrectionRow:
    if one.kind == "aside":
        said = speaker._("set aside: no result")
    elif one.kind == "drop":
        said = speaker._("taken back: what the box recorded stands")
    else:
        made = corrected(as_recorded(found), one)
        figures = Markup(" : ").join(Markup("{} {}").format(side.who, side.total) for side in sides_of(made))
        what = speaker._("scoresheet") if one.kind == "sheet" else speaker._("result")
        said = Markup("{}, {}").format(what, figures)
    return CorrectionRow(local_time(one.at), said, printable(one.given_by), printable(one.reason))


# ---- drawings


def _chart(speaker: Speaker, found: MatchObject, presses: Sequence[Press]) -> Markup:
    """The score over time, as the box showed it; empty where there is none."""
    scored = [press for press in presses if press.event and press.totals]
    if len(scored) < 2 or not found["totals"]:
        return Markup("")
    known = [press.ms for press in scored if press.ms is not None]
    is_timed = len(known) == len(scored) and known == sorted(known) and known[-1] > known[0]
    times = [(ms - known[0]) / _MINUTE_MS for ms in known] if is_timed else [float(n) for n in range(len(scored))]
    at = [
        Point(time, [press.totals[side] for side in found["sides"]]) for time, press in zip(times, scored, strict=True)
    ]
    ends = [time for time, press in zip(times, scored, strict=True) if _closes(press)]
    lines = [Line(side, printable(found["names"].get(side) or side)) for side in found["sides"]]
    said = ", ".join(f"{line.name} {found['totals'][line.letter]}" for line in lines)
    text = ChartWords(
        speaker.language.gettext("The score over time"),
        speaker.language.gettext("In the end: %(said)s.", said=said),
        speaker.language.gettext("minutes") if is_timed else speaker.language.gettext("presses"),
        speaker.language.gettext("Points"),
    )
    return chart(lines, at, ends, text)


def _closes(press: Press) -> bool:
    """Whether a round ends with it."""
    is_end = press.note.startswith("awarded") or press.note in ("cancels", "bust")
    return is_end and not (press.undone or press.cut)


def _zones(speaker: Speaker, found: MatchObject) -> Markup:
    """What each side counted in all rounds; empty where nothing is known."""
    totals: dict[str, Counter[str]] = {side: Counter() for side in found["sides"]}
    rounds: list[Round] = [*found["rounds"], *([found["current"]] if found["current"] else [])]
    for one in rounds:
        if one["kind"] == "round":
            for side in found["sides"]:
                totals[side].update(one["counts"][side])
    names = sorted({zone for counts in totals.values() for zone in counts}, key=by_worth)
    if not names:
        return Markup("")
    sides = [
        Fallen(side, printable(found["names"].get(side) or side), [totals[side][zone] for zone in names])
        for side in found["sides"]
    ]
    said = speaker.language.gettext("What each side has counted in all rounds.")
    return zones([zone_word(speaker, zone) for zone in names], sides, speaker.language.gettext("Zones"), said)
