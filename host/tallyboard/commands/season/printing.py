"""`tallyboard season print` and `export`: paper as PDF; spreadsheet, script, JSON."""

from pathlib import Path
from typing import Unpack, cast

from tallyboard.commands.season.seasons import LookingAtSeason, looked_at, seen
from tallyboard.commands.tournament.printing import Exported, exported, printed
from tallyboard.export import output
from tallyboard.export.output import document_text
from tallyboard.export.spreadsheet import season_sheet
from tallyboard.paper import LanguageCode, Size
from tallyboard.paper.season import SeasonPaper, season_sheets
from tallyboard.store import read_store
from tallyboard.text.language import here
from tallyboard.text.quantities import now_in


def print_paper(
    out: Path | None = None, size: str = "a4", language: str | None = None, **how: Unpack[LookingAtSeason]
) -> None:
    language = language or here().code
    as_json = bool(how.get("as_json"))
    target = output.pdf_file(out or Path("season.pdf"), as_json)
    with read_store(how.get("db")) as reader:
        output.check(target, reader.file)
    it = seen(how)
    options = it.followed.season.options
    paper = SeasonPaper(it.about.name, now_in(it.about.time_zone), it.computed, options, it.names)
    made = season_sheets(paper, size=cast("Size", size), language=cast("LanguageCode", language))
    names = [*(player["name"] for player in it.computed["players"]), it.about.name]
    printed("season", made, target, size, language, as_json, names)


def export(csv: bool = False, script: bool = False, out: Path | None = None, **how: Unpack[LookingAtSeason]) -> None:
    def text(form: Exported | None) -> str:
        if form == "script":  # also where a night is gone
            with looked_at(how) as (_sql, followed):
                return "".join(f"{line}\n" for line in followed.season.script())
        it = seen(how)
        return season_sheet(it.computed, it.names) if form == "csv" else document_text(it.computed)

    exported(text, {"csv": csv, "script": script}, out, bool(how.get("as_json")), how.get("db"))
