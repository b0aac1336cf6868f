"""A match that a board recorded as a story: its rounds with who won them, and in each the presses that made it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple, cast

from markupsafe import Markup

from tallyboard.errors import TallyboardError
from tallyboard.journal.presses import NOT_COUNTED, Press
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.chart import ChartWords, Line, Point, RoundEnd, chart
from tallyboard.pages.drawing.zones import Fallen, zones
from tallyboard.pages.public import words
from tallyboard.pages.public.recorded import game_of, status_said, tournament_game
from tallyboard.pages.public.view import Asked, Page, Speaker
from tallyboard.pages.render import name_markup
from tallyboard.paper.table_cards import code_svg
from tallyboard.shapes import BySide, ClosedRound, CurrentRound, MatchObject, Round
from tallyboard.store.corrections import Correction, as_recorded, corrected
from tallyboard.store.seats import is_phone
from tallyboard.store.tournaments.statistics import by_worth
from tallyboard.text.language import later
from tallyboard.text.match_words import points, side_name
from tallyboard.text.printable import printable
from tallyboard.text.quantities import board_time

_MINUTE_MS = 60_000


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
    names = [side_name(found, side) for side in found["sides"]]
    whos = [name_markup(found["names"].get(side) or side) for side in found["sides"]]
    if game is not None and len(game.players) == len(names):  # there they are called as its entrants are
        names = [printable(game.view.entrants[entrant]["name"]) for entrant in game.players]
        whos = [game.view.player(entrant) for entrant in game.players]
    is_by_sheet = found["correction"] is not None and found["correction"]["kind"] == "sheet"
    address = asked.origin + asked.links.url("match", match=found["match"]) if asked.origin else ""
    return Page(
        "public/match.html",
        {
            "match": found,
            "names": dict(zip(found["sides"], names, strict=True)),
            "whos": dict(zip(found["sides"], whos, strict=True)),
            "pips": {side: pips(found, side) for side in found["sides"]},
            "game": game_of(speaker, found),
            "table": speaker.table(found["table"]) if found["table"] else "",
            "by_phone": is_phone(found["board"]),
            "said": status_said(speaker, found),
            "in_tournament": game,
            "in_turn": speaker._(words.round_words(found["game"]).in_turn),
            "on_sheet": story(speaker, found) if is_by_sheet else [],
            "recorded": recorded if found["correction"] is not None else None,
            "story": story(speaker, recorded, presses),
            "corrections": asked.store.corrections_of(found),
            "correction_said": partial(_correction_said, speaker, found),
            "points": points,
            "counts_said": partial(words.counts_said, speaker),
            "chart": _chart(speaker, recorded, presses),
            "zones": _zones(speaker, found),
            "address": address,
            "code": Markup(code_svg(address)) if address else "",
        },
    )


def _correction_said(speaker: Speaker, found: MatchObject, one: Correction) -> Markup:
    if one.kind == "aside":
        return speaker._("set aside: no result")
    if one.kind == "drop":
        return speaker._("taken back: what the table recorded stands")
    made = corrected(as_recorded(found), one)
    figures = Markup(" : ").join(
        Markup("{} {}").format(name_markup(made["names"].get(side) or side), made["totals"].get(side, ""))
        for side in made["sides"]
    )
    what = speaker._("scoresheet") if one.kind == "sheet" else speaker._("result")
    return Markup("{}, {}").format(what, figures)


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
    ends = _ends(found, times, scored)
    lines = [Line(side, side_name(found, side)) for side in found["sides"]]
    said = ", ".join(f"{line.name} {found['totals'][line.letter]}" for line in lines)
    text = ChartWords(
        speaker.language.gettext("The score over time"),
        speaker.language.gettext("In the end: %(said)s.", said=said),
        speaker.language.gettext("minutes") if is_timed else speaker.language.gettext("presses"),
        speaker.language.gettext("Points"),
    )
    return chart(lines, at, ends, text)


def _ends(found: MatchObject, times: Sequence[float], scored: Sequence[Press]) -> list[RoundEnd]:
    """When each round ended, and for whom."""
    ends = [time for time, press in zip(times, scored, strict=True) if closes(press)]
    winners = [winner_of(one) for one in found["rounds"]]
    if len(ends) != len(winners):  # records are missing
        winners = [""] * len(ends)
    return [RoundEnd(at, winner) for at, winner in zip(ends, winners, strict=True)]


def _zones(speaker: Speaker, found: MatchObject) -> Markup:
    """What each side counted in all rounds; empty where nothing is known."""
    totals: dict[str, Counter[str]] = {side: Counter() for side in found["sides"]}
    for one in (*found["rounds"], *([found["current"]] if found["current"] else [])):
        if one["kind"] == "round":
            for side in found["sides"]:
                totals[side].update(one["counts"][side])
    names = sorted({zone for counts in totals.values() for zone in counts}, key=by_worth)
    if not names:
        return Markup("")
    sides = [Fallen(side, side_name(found, side), [totals[side][zone] for zone in names]) for side in found["sides"]]
    said = speaker.language.gettext("What each side has counted in all rounds.")
    return zones([words.zone_word(speaker, zone) for zone in names], sides, speaker.language.gettext("Zones"), said)


WON, LEVEL, LOST, PLAYING = "wtln"
"""How a round is for a side, as the classes of its pip say it."""


class PressTold(NamedTuple):
    """A press as it is read. `side`: whose it is, "" where it is nobody's; `said`: what was entered, "" where something
    else is noted. `raw`, `totals`: `35 : 20` after it. `is_gone`: it does not count, or no longer."""

    seq: int
    time: str
    side: str
    said: str
    note: Markup
    raw: str
    totals: str
    is_gone: bool


class RoundTold(NamedTuple):
    """A round and its presses. `title`: `Round no. 2`; `note`: that it is being played. `number`: among those of its
    kind. `winner`: the letter of the side that won it, "" where none did. `round`: None where presses are told that are
    of no round. `totals`: after it."""

    title: Markup
    note: Markup
    number: int
    winner: str
    round: Round | None
    totals: BySide
    presses: Sequence[PressTold]

    @property
    def leader(self) -> str:
        """The side that is ahead after it, "" where none is."""
        return _ahead(self.totals)


def closes(press: Press) -> bool:
    """Whether a round ends with it."""
    return press.note.startswith("awarded") and not (press.undone or press.cut)


def story(speaker: Speaker, found: MatchObject, presses: Sequence[Press] = ()) -> list[RoundTold]:
    """The rounds of the match in turn, each with its presses; without presses the rounds alone. Where its records do
    not tell which press is of which round, all presses stand in one part behind the rounds."""
    rounds = list(_rounds(found))
    parts = _parted(presses, len(rounds))
    of_none = parts.pop() if len(parts) > len(rounds) else []
    told: list[RoundTold] = []
    of_kind = Counter[str]()
    for one, part in zip(rounds, parts, strict=True):
        of_kind[one["kind"]] += 1
        is_current = one is found["current"]
        said = words.round_words(found["game"]).numbered if one["kind"] == "round" else later("Shootout %(number)s")
        title = speaker._(said, number=of_kind[one["kind"]])
        note = Markup("")
        if is_current:
            note = speaker._("under review") if one.get("review") else speaker._("being played")
        totals = cast(BySide, one.get("totals", found["totals"]))
        pressed = [_press(speaker, found, press) for press in part]
        told.append(RoundTold(title, note, of_kind[one["kind"]], winner_of(one), one, totals, pressed))
    if of_none:
        pressed = [_press(speaker, found, press) for press in of_none]
        told.append(RoundTold(speaker._("Press by press"), Markup(""), 0, "", None, {}, pressed))
    return told


def winner_of(one: Round) -> str:
    """The side that a closed round gave most, else that has most in it; "" where none has, and while it is played."""
    if "awarded" not in one:
        return ""
    awarded = cast(BySide, one.get("awarded"))
    return _ahead(awarded if any(awarded.values()) else one["raw"])


def pips(found: MatchObject, side: str, most: int = 9) -> str:
    """A letter for each of the last rounds, at most so many: won, level, lost, being played."""
    return "".join(_pip(one, side) for one in _rounds(found))[-most:]


def _pip(one: Round, side: str) -> str:
    if "awarded" not in one:
        return PLAYING
    winner = winner_of(one)
    return LEVEL if not winner else WON if winner == side else LOST


def _ahead(values: Mapping[str, int]) -> str:
    most = max(values.values(), default=0)
    leaders = [side for side, value in values.items() if value == most]
    return leaders[0] if len(leaders) == 1 else ""


def _rounds(found: MatchObject) -> Iterator[ClosedRound | CurrentRound]:
    yield from found["rounds"]
    if found["current"] is not None and any(found["current"]["counts"].values()):
        yield found["current"]


def _parted(presses: Iterable[Press], rounds: int) -> list[list[Press]]:
    """The presses of so many rounds; one part more where they cannot be told apart. What follows the last press of the
    last round belongs to it."""
    parts: list[list[Press]] = [[]]
    for press in presses:
        parts[-1].append(press)
        if closes(press):
            parts.append([])
    if len(parts) == rounds + 1 and rounds:
        behind = parts.pop()
        parts[-1] += behind
    if len(parts) == rounds:
        return parts
    return [[] for _ in range(rounds)] + [[press for part in parts for press in part]]


# ---- presses


def _press(speaker: Speaker, found: MatchObject, press: Press) -> PressTold:
    side = press.event[0] if press.event[1:2] == " " else ""
    return PressTold(
        press.seq,
        _time(press),
        side,
        words.press_said(speaker, press.event[2:] if side else press.event, game=found["game"]),
        _note(speaker, press),
        points(press.raw, found["sides"]),
        points(press.totals, found["sides"]),
        press.undone or press.cut or press.note == NOT_COUNTED,
    )


def _time(press: Press) -> str:
    """In this laptop's time zone; of a board that was not told the time since its power-on."""
    if press.at:
        return f"{datetime.fromisoformat(press.at).astimezone():%H:%M:%S}"
    return board_time(press.ms).partition(".")[0]


def _note(speaker: Speaker, press: Press) -> Markup:
    notes = [speaker._("lost on the box")] if press.cut else []
    notes += [speaker._("undone")] if press.undone else []
    notes += [words.note_said(speaker, press.note)] if press.note and not closes(press) else []  # that its round tells
    return Markup(", ").join(notes)
