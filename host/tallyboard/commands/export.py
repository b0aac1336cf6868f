"""`tallyboard export`: matches for spreadsheets and other programs."""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.guard import tell
from tallyboard.errors import TallyboardError
from tallyboard.export import Rows, cmn, output, spreadsheet
from tallyboard.export.output import chosen, document, moment
from tallyboard.shapes import MatchObject
from tallyboard.store import read_store
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments.board_results import known_cids
from tallyboard.store.tournaments.calls import GamesOfTournaments, of_all
from tallyboard.terminal.tables import say
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import printable, refuse_unprintable


def export(
    form: str | None = None,
    wanted: Sequence[str] = (),
    out: Path | None = None,
    rows: str | None = None,
    event: str | None = None,
    date: str | None = None,
    venue: str | None = None,
    location: str | None = None,
    site: Path | None = None,
    tournament: str | None = None,
    db: str | None = None,
) -> int:
    if site is not None:
        if form is not None or wanted or any((out, rows, event, date, venue, location)):
            raise TallyboardError(
                "--site writes pages, and takes --tournament and --db beside it only.", "Leave the others out."
            )
        return _site(site, tournament, db)

    form = _check_use(form, tournament, {"rows": rows, "event": event, "venue": venue, "location": location})
    place = _place(venue, location)
    out = output.file_of(out)
    day = None if date is None else moment(date)
    with read_store(db) as store:
        output.check(out, store.file)
        left_out = 0 if wanted else len(store.set_aside())
        with store.reading() as sql:
            games, damaged = of_all(sql)
        for name in damaged:
            print(
                _("The tournament %(name)s is damaged: its matches are here without it.", name=printable(name)),
                file=sys.stderr,
            )
        matches = _with_a_word_if_none(chosen(store, wanted, day), left_out)
        if form == "cmn":
            with store.reading() as sql:
                cids = known_cids(sql)
            made = _cmn(matches, len(wanted), event, games, cids, place)
            if made is None:
                return EXIT_NOT_SO
            with made:
                output.write(made, out)
        elif form == "json":
            output.write(document(matches, Presses(store), store.corrections(), games.of), out)
        else:
            sheet = spreadsheet.written(Rows(rows or Rows.MATCHES), matches, Presses(store), games.of)
            output.write(sheet, out, sheet=True)
    if out is not None:
        say(output.written_words(out))
    return EXIT_DONE


def _with_a_word_if_none(matches: Iterable[MatchObject], left_out: int) -> Iterator[MatchObject]:
    """The same; where there is none that is said on stderr, and how many were left out because they are set aside."""
    some = False
    for match in matches:
        some = True
        yield match
    if left_out:
        said = ngettext("%(num)s match left out: set aside.", "%(num)s matches left out: set aside.", left_out)
        print(said, file=sys.stderr)
    elif not some:
        print(_("There are no matches yet. `tallyboard sync` collects what the boards recorded."), file=sys.stderr)


def _site(folder: Path, tournament: str | None, db: str | None) -> int:
    from tallyboard.pages import exported  # Jinja and the pages, which the other formats do without

    exported.check(folder)
    with read_store(db) as store:
        made = exported.ExportedSite(store, tournament)
        count = exported.write(folder, made.files())
    say(
        _(
            "%(folder)s: %(name)s, %(count)s files written. Open %(page)s, or put the folder on a web host.",
            folder=folder,
            name=made.name,
            count=count,
            page=folder / "index.html",
        )
    )
    return EXIT_DONE


_OWNERS = {"rows": "csv", "event": "cmn", "venue": "cmn", "location": "cmn"}  # the format that an option goes with
_COUNTRY = re.compile(r"([A-Za-z]{2})(?:\s*,\s*(\S.*))?")


def _check_use(form: str | None, tournament: str | None, given: Mapping[str, str | None]) -> str:
    """The format. Raises TallyboardError where none is given, for an option that it would pass over, and for a name
    that is none."""
    if form is None:
        raise TallyboardError("--format is missing: csv, json, cmn.", "`tallyboard export --help` lists what it takes.")
    if tournament is not None:
        raise TallyboardError("--tournament goes with --site only.", "Leave it out: matches are exported by their ids.")
    for option, said in given.items():
        if said is None:
            continue
        owner = _OWNERS[option]
        if form != owner:
            raise TallyboardError(
                "--%(option)s goes with --format %(owner)s only.",
                "Leave it out, or take that format.",
                option=option,
                owner=owner,
            )
        if not said.strip():
            raise TallyboardError("--%(option)s has no name.", 'Give one like --%(option)s "Club day".', option=option)
        refuse_unprintable(later("The name of --%(option)s", option=option), said)
    return form


def _place(venue: str | None, location: str | None) -> dict[str, Any]:
    """Where it was played, as the notation has it. Raises TallyboardError for a location that is none."""
    found: dict[str, Any] = {} if venue is None else {"venue": venue}
    if location is not None:
        read = _COUNTRY.fullmatch(location.strip())
        if read is None:
            raise TallyboardError(
                "--location %(location)s is no country.",
                'Give its two letters, and a region behind: "CA, Ontario".',
                location=location,
            )
        found["location"] = {"country": read[1].upper(), **({"region": read[2]} if read[2] else {})}
    return found


def _cmn(
    matches: Iterable[MatchObject],
    asked: int,
    event: str | None,
    games: GamesOfTournaments,
    cids: Mapping[str, str],
    place: Mapping[str, Any],
) -> IO[str] | None:
    """The document, None when what was asked for has no form; that, and what was left out, is said on stderr."""
    try:
        made, left_out = cmn.written(matches, asked, event, games.of, cids, place)
    except cmn.NoFormError as error:
        tell(error)
        return None
    by_hand = 0 if asked else games.by_hand_alone()
    for reason, n in {**left_out, **({cmn.BY_HAND: by_hand} if by_hand else {})}.items():
        said = ngettext("%(num)s match left out: %(why)s.", "%(num)s matches left out: %(why)s.", n, why=reason)
        print(said, file=sys.stderr)
    if made is None:
        print(_("Nothing was exported."), file=sys.stderr)
        return None
    return made
