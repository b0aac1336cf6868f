"""Matches that boards recorded, as lists have them."""

from datetime import datetime
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.pages.public.asked import Asked, Page
from tallyboard.pages.public.stored import matches_of, newest_first
from tallyboard.pages.public.view import Speaker, name_markup
from tallyboard.shapes import MatchObject
from tallyboard.store.tournaments.calls import prefix_of, read_key
from tallyboard.store.tournaments.rows import in_use, listed
from tallyboard.text import match_words

PAGE = 50  # matches


class RecordedSide(NamedTuple):
    """A side: its letter, its name, its total ("" where there is none), and whether it has won."""

    letter: str
    who: Markup
    total: str
    won: bool


class RecordedRow(NamedTuple):
    """A match in a list. `tournament`: its name as a link, empty outside of tournaments."""

    address: str
    id: str
    started: str
    table: Markup
    game: str
    sides: list[RecordedSide]
    said: Markup
    marks: list[Markup]
    tournament: Markup


def results(asked: Asked) -> Page:
    """All matches, the newest first, so many on a page (`page=2`)."""
    speaker = Speaker(asked.language, asked.links)
    ids = [one for one in newest_first(asked.store, asked.known) if asked.only is None or one in asked.only]
    pages = max(1, -(-len(ids) // PAGE))
    number = min(max(1, asked.number("page", 1)), pages)
    wanted = ids[(number - 1) * PAGE : number * PAGE]
    found = {match["match"]: match for match in matches_of(asked.store, wanted)}
    names = tournament_links(asked, speaker)
    return Page(
        "public/results.html",
        {
            "rows": [recorded_row(speaker, found[one], names) for one in wanted if one in found],
            "number": number,
            "pages": pages,
            "count": len(ids),
            "schedule": "" if asked.is_file else _schedule_in_use(asked),
        },
    )


def _schedule_in_use(asked: Asked) -> str:
    """The address of the schedule of the tournament in use, "" where there is none."""
    with asked.store.reading() as sql:
        known = listed(sql)
    if not known:
        return ""
    return asked.links.url("schedule", t=prefix_of(in_use(known).id))


def tournament_links(asked: Asked, speaker: Speaker) -> dict[str, Markup]:
    """By what the keys of its calls begin with each tournament's name, as a link."""
    with asked.store.reading() as sql:
        return {
            prefix_of(about.id): speaker.link(
                asked.links.url("tournament", t=prefix_of(about.id)), name_markup(about.name)
            )
            for about in listed(sql)
        }


def recorded_row(speaker: Speaker, match: MatchObject, tournaments: dict[str, Markup]) -> RecordedRow:
    """The row of this match."""
    key = read_key(match["key"])
    return RecordedRow(
        speaker.links.url("match", match=match["match"]),
        match_words.short_id(match),
        local_time(match["started"]),
        speaker.table(match["table"]) if match["table"] else Markup(""),
        game_of(speaker, match),
        sides_of(match),
        status_said(speaker, match),
        marks(speaker, match),
        tournaments.get(key.tournament, Markup("")) if key else Markup(""),
    )


def sides_of(match: MatchObject) -> list[RecordedSide]:
    """The sides with their totals."""
    return [
        RecordedSide(
            side,
            name_markup(match["names"].get(side) or side),
            str(match["totals"][side]) if side in match["totals"] else "",
            match["winners"] == [side],
        )
        for side in match["sides"]
    ]


def game_of(speaker: Speaker, match: MatchObject) -> str:
    """The game with its options, in words."""
    return speaker.game(f"{match['game']} {match_words.options_line(match)}")


def status_said(speaker: Speaker, match: MatchObject) -> Markup:
    """How the match stands, where it is not simply won."""
    if match.get("newer"):
        return speaker._("of a newer Tallyboard: update this one")
    if match["status"] == "finished":
        return speaker._("draw") if len(match["winners"]) != 1 else Markup("")
    return {
        "playing": speaker._("being played"),
        "abandoned": speaker._("abandoned"),
        "incomplete": speaker._("incomplete: records are missing, so there is no score"),
        "aside": speaker._("set aside: no result"),
    }[match["status"]]


def marks(speaker: Speaker, match: MatchObject) -> list[Markup]:
    """What is to be said of a match besides its result."""
    made = []
    if match["correction"] is not None and match["correction"]["kind"] != "aside":
        made.append(speaker._("corrected"))
    if "conflicts" in match:
        made.append(speaker._("two histories: see the doctor"))
    return made


def local_time(moment: str | None, seconds: bool = False) -> str:
    """`2026-11-21 17:05` in this laptop's time zone; empty where it is not known."""
    if moment is None:
        return ""
    return f"{datetime.fromisoformat(moment).astimezone():{'%H:%M:%S' if seconds else '%Y-%m-%d %H:%M'}}"
