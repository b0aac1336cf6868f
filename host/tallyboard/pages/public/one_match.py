"""A match that a board recorded, press by press."""

from collections import Counter
from collections.abc import Sequence
from functools import partial

from markupsafe import Markup

from tallyboard.errors import TallyboardError
from tallyboard.journal.presses import Press
from tallyboard.pages.answers import NotFound
from tallyboard.pages.drawing.chart import ChartWords, Line, Point, RoundEnd, chart
from tallyboard.pages.drawing.zones import Fallen, zones
from tallyboard.pages.public import words
from tallyboard.pages.public.recorded import game_of, status_said, tournament_game
from tallyboard.pages.public.story import closes, pips, story, winner_of
from tallyboard.pages.public.view import Asked, Page, Speaker
from tallyboard.pages.render import name_markup
from tallyboard.paper.table_cards import code_svg
from tallyboard.shapes import MatchObject
from tallyboard.store.corrections import Correction, as_recorded, corrected
from tallyboard.store.seats import is_phone
from tallyboard.text.match_words import points, side_name
from tallyboard.text.printable import printable

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
    names = sorted({zone for counts in totals.values() for zone in counts}, key=words.by_worth)
    if not names:
        return Markup("")
    sides = [Fallen(side, side_name(found, side), [totals[side][zone] for zone in names]) for side in found["sides"]]
    said = speaker.language.gettext("What each side has counted in all rounds.")
    return zones([words.zone_word(speaker, zone) for zone in names], sides, speaker.language.gettext("Zones"), said)
