"""`tallyboard tournament print`: paper for the wall and the tables, as PDF."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tallyboard.commands.common import DB, argument, path
from tallyboard.commands.tournament.opened import TOURNAMENT, looked_at
from tallyboard.text.printable import printable

if TYPE_CHECKING:
    from tallyboard.paper import Kind, Language, Size
    from tallyboard.paper.shapes import TournamentPaper

# As the room of paper has them, which need not be imported to list them.
KINDS = ("standings", "bracket", "schedule", "calls", "scorecards", "scoresheets")

_LISTED = 8  # names that are told, at most
_FONTS = (
    "Install a font that has them, and print again: Noto Sans CJK has Chinese, Japanese and Korean "
    "(Debian, Ubuntu: apt install fonts-noto-cjk), other Noto fonts have nearly everything else."
)

ARGUMENTS = {
    "print": (
        argument("kind", choices=KINDS, help="Which paper."),
        argument(
            "chosen",
            nargs="*",
            default=(),
            metavar="MATCH",
            help="scorecards: matches, default: those that are called or ready. scoresheets: game lines, default: all.",
        ),
        argument("--out", type=path, metavar="FILE", help="File to write; default: the kind, as standings.pdf."),
        argument("--size", choices=("a4", "letter"), default="a4", help="Of the sheets; default: a4."),
        argument("--language", choices=("en", "fr"), default="en", help="Of the words on it; default: en."),
        TOURNAMENT,
        DB,
    ),
}


def print_paper(
    kind: str,
    chosen: Sequence[str] = (),
    out: Path | None = None,
    size: str = "a4",
    language: str = "en",
    tournament: str | None = None,
    db: str | None = None,
) -> None:
    """Write paper as PDF: standings, bracket, schedule, calls, cards for the matches, blank scoresheets.

    It needs the typesetter that `pip install 'tallyboard[print]'` brings.
    """
    from tallyboard.export import output
    from tallyboard.paper import pages, without_letters
    from tallyboard.terminal.tables import say
    from tallyboard.text import quantities

    target = out or Path(f"{kind}.pdf")
    output.check(target, None)
    paper = _blank() if kind == "scoresheets" and tournament is None else _of(tournament, db)
    made = pages(cast("Kind", kind), paper, size=cast("Size", size), language=cast("Language", language), chosen=chosen)
    output.write_bytes(made, target)
    say(f"{target}: {quantities.size(len(made))} written.")
    lacking = without_letters(paper)
    if lacking:
        print(f"Printed with boxes, for no font here has all of the letters: {_listed(lacking)}.", file=sys.stderr)
        print(_FONTS, file=sys.stderr)


def _listed(names: Sequence[str]) -> str:
    """The first few, and how many more."""
    more = f" and {len(names) - _LISTED} more" if len(names) > _LISTED else ""
    return printable(", ".join(names[:_LISTED]) + more)


def _of(tournament: str | None, db: str | None) -> "TournamentPaper":
    """The tournament that is meant, as it stands."""
    from datetime import datetime
    from zoneinfo import ZoneInfo

    from tallyboard.paper.from_desk import paper_of

    with looked_at(tournament, db) as (_, followed):
        about = followed.about
        now = f"{datetime.now(ZoneInfo(about.time_zone)):%Y-%m-%d %H:%M} {about.time_zone}"
        return paper_of(about.name, now, followed.tournament)


def _blank() -> "TournamentPaper":
    """No tournament: blank sheets are wanted before there is one, and without a database."""
    from tallyboard.desk import Tournament
    from tallyboard.paper.from_desk import paper_of

    return paper_of("Tallyboard", "", Tournament("tournament singles"))
