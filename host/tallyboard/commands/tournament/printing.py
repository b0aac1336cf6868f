"""`tallyboard tournament print` and `export`: paper as PDF; script, JSON, spreadsheet."""

import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal, Unpack, cast

from tallyboard.commands.tournament.opened import Looking, looked_at
from tallyboard.commands.tournament.shapes import PrintedPaper, WrittenFile
from tallyboard.desk import Tournament, as_object
from tallyboard.errors import TallyboardError, nlater
from tallyboard.export import output
from tallyboard.export.output import document_text
from tallyboard.export.spreadsheet import placements_sheet, places_sheet
from tallyboard.paper import Kind, LanguageCode, Size, names_on, page_count, pages, without_letters
from tallyboard.paper.view import TournamentPaper, paper_of
from tallyboard.store import read_store, tournaments
from tallyboard.terminal.tables import print_json, say
from tallyboard.text import quantities
from tallyboard.text.language import _, here, later
from tallyboard.text.printable import printable
from tallyboard.text.quantities import now_in
from tallyboard.text.tournament.matches import is_league
from tallyboard.text.tournament.names import listed_first

Exported = Literal["script", "csv", "placements"]
_LISTED = 8  # names that are told, at most
_FONTS = later(
    "Install a font that has them, and print again: Noto Sans CJK has Chinese, Japanese and Korean "
    "(Debian, Ubuntu: apt install fonts-noto-cjk), other Noto fonts have nearly everything else."
)


def print_paper(
    kind: str,
    chosen: Sequence[str] = (),
    out: Path | None = None,
    size: str = "a4",
    language: str | None = None,
    tournament: str | None = None,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    language = language or here().code
    target = output.pdf_file(out or Path(f"{kind}.pdf"), as_json)
    if kind in ("schedule", "calls") and chosen:
        raise TallyboardError(
            "%(kind)s takes no word behind it: %(chosen)s.", "Leave it out.", kind=kind, chosen=chosen[0]
        )
    if kind == "scoresheets" and tournament is None:  # blank ones are wanted before there is one, without a database
        output.check(target, None)
        paper = paper_of("Tallyboard", "", Tournament("tournament singles"))
    else:
        with read_store(db) as reader:
            output.check(target, reader.file)
            with reader.reading() as sql:
                followed = tournaments.followed(sql, tournament)
        paper = paper_of(followed.about.name, now_in(followed.about.time_zone), followed.tournament)
    if kind == "bracket" and all(map(is_league, paper["tournament"]["phases"])):
        raise TallyboardError(
            "There is no knock-out in this tournament, so there is no bracket to print.",
            "`tallyboard tournament phase` declares one; `tallyboard tournament print standings` prints leagues.",
        )
    if kind in ("standings", "bracket") and chosen:
        paper = _of_phases(paper, kind, chosen)
    made = pages(
        cast("Kind", kind), paper, size=cast("Size", size), language=cast("LanguageCode", language), chosen=chosen
    )
    printed(kind, made, target, size, language, as_json, names_on(paper))


def printed(
    kind: str, made: bytes, target: Path | None, size: str, language: str, as_json: bool, names: Sequence[str]
) -> None:
    """Write a PDF, and say what was written; of these names on it which have letters that no font here has."""
    output.write_bytes([made], target)
    if as_json:
        count = page_count(made)
        told: PrintedPaper = {"kind": kind, "file": str(target), "pages": count, "size": size, "language": language}
        print_json(told)
    elif target is not None:
        say(_("%(file)s: %(size)s written.", file=target, size=quantities.size(len(made))))
    lacking = without_letters(names)
    if lacking:
        boxes = later("Printed with boxes, for no font here has all of the letters: %(names)s.")
        print(printable(_(boxes, names=listed_first(lacking, _LISTED))), file=sys.stderr)
        print(_(_FONTS), file=sys.stderr)


def _of_phases(paper: TournamentPaper, kind: str, numbers: Sequence[str]) -> TournamentPaper:
    """The same with these phases alone; raises TallyboardError for one that there is not, or not of this kind."""
    of_kind = {
        str(one["phase"]): one for one in paper["tournament"]["phases"] if kind == "standings" or not is_league(one)
    }
    for number in numbers:
        if number not in of_kind:
            raise TallyboardError(
                later("There is no phase %(number)s for `print %(kind)s`.")
                if kind == "standings"
                else later("There is no knock-out %(number)s for `print %(kind)s`."),
                later("Give its number. There are %(phases)s.")
                if of_kind
                else later("Give its number. There is none."),
                number=number,
                kind=kind,
                phases=", ".join(of_kind),
            )
    chosen = [of_kind[number] for number in of_kind if number in numbers]
    return {**paper, "tournament": {**paper["tournament"], "phases": chosen}}


def export(
    script: bool = False,
    csv: bool = False,
    placements: bool = False,
    out: Path | None = None,
    **how: Unpack[Looking],
) -> None:
    def text(form: Exported | None) -> str:
        with looked_at(how) as (_sql, followed):
            if form == "script":
                return tournaments.script(followed)
            if form == "placements":
                return _placements(followed)
            computed = as_object(followed.tournament)
        return places_sheet(computed) if form == "csv" else document_text(computed)

    forms: dict[Exported, bool] = {"script": script, "csv": csv, "placements": placements}
    exported(text, forms, out, how.get("as_json", False), how.get("db"))


def exported(
    text: Callable[[Exported | None], str],
    forms: Mapping[Exported, bool],
    out: Path | None,
    as_json: bool,
    db: str | None,
) -> None:
    """Write what is chosen of these forms, else JSON, and say so; `text` gives it, None: JSON."""
    out = output.file_of(out)
    chosen = [form for form, is_chosen in forms.items() if is_chosen]
    # None of them, and several; --json beside another tells of a file.
    if len(chosen) + (as_json and (out is None or not chosen)) != 1:
        raise TallyboardError(
            "What is to be written is one of %(forms)s, --json.",
            "Give one of them; --json beside another one needs --out.",
            forms=", ".join(f"--{form}" for form in forms),
        )
    with read_store(db) as reader:
        output.check(out, reader.file)
    form = chosen[0] if chosen else None
    made = text(form)
    output.write([made], out, sheet=form in ("csv", "placements"))
    if out is None:
        return
    if as_json and form is not None:
        written: WrittenFile = {"what": form, "file": str(out), "lines": made.count("\n")}
        print_json(written)
    else:
        say(output.written_words(out))


def _placements(followed: tournaments.Followed) -> str:
    """The sheet of placements; raises TallyboardError while there are none."""
    if not followed.tournament.finished:
        left = [str(phase.number) for phase in followed.tournament.phases if not phase.finished]
        phases = ", ".join(left)
        raise TallyboardError(
            "%(name)s is not finished: %(why)s.",
            "Placements are final: `tallyboard tournament schedule` shows what is left. `--csv` has standings before.",
            name=followed.about.name,
            why=nlater("phase %(phases)s is still on", "phases %(phases)s are still on", len(left), phases=phases)
            if left
            else later("it has no phase"),
        )
    return placements_sheet(followed.about.name, str(followed.first_day), followed.tournament)
