"""The store: its file, its records and copies, the hubs that share it, orders, tournaments."""

from collections.abc import Iterable, Iterator, Sequence
from shlex import quote

from tallyboard.doctor.environment import Check, Environment, Finding, fault, ok, warn
from tallyboard.drive.radio import boot_out, fits
from tallyboard.errors import UPDATE, TallyboardError
from tallyboard.errors.store import DAMAGED, FROM_THE_BOARDS
from tallyboard.journal.runs import Spans
from tallyboard.store import radio, sqlite_file
from tallyboard.store.failures import DamagedError
from tallyboard.store.tournaments import AtTable, at_tables, find, followed, listed
from tallyboard.store.tournaments.follow import TOLD_MS
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.quantities import age, duration
from tallyboard.text.quantities import size as bytes_in_words

_SHOWN = 3  # of many alike as many are told
_DATED = (("hubs", "heard"), ("journals", "first_heard"), ("corrections", "given"), ("tournaments", "active"))
_NEVER = 253_402_300_800_000  # the year 10000 in ms since 1970: what a disk has put there


def can_be_read(environment: Environment) -> bool:
    """Whether the store is there in the present shape; where it is not, the check of the database says why."""
    try:
        return environment.place.is_present
    except TallyboardError:
        return False


def of_the_store(check: Check) -> Check:
    """The check, which finds nothing where the store cannot be read."""

    def checked(environment: Environment) -> Iterable[Finding]:
        return check(environment) if can_be_read(environment) else ()

    return checked


def database(environment: Environment) -> Iterator[Finding]:
    """Whether there is a database of this version's shape."""
    try:
        place = environment.place
    except TallyboardError as error:
        yield fault(error.cause, error.next_step)
        return
    if place.revision is None:
        yield ok(_("There is no database %(name)s yet; the first sync makes it.", name=place.name))
    elif place.revision == sqlite_file.LOST:
        damaged = DamagedError(place.name)
        yield fault(damaged.cause, damaged.next_step)
    elif not place.is_present:
        yield warn(
            _(
                "The database %(name)s is of shape %(revision)s, this tallyboard writes %(revisions)s.",
                name=place.name,
                revision=place.revision,
                revisions=sqlite_file.REVISIONS[-1],
            ),
            _("The next sync migrates it and leaves a copy of it beside; the doctor changes nothing."),
        )
    else:
        if place.path is None:
            yield ok(_("The database is %(name)s, of the present shape.", name=place.name))
            return
        size = bytes_in_words(place.path.stat().st_size)
        yield ok(_("The database is %(name)s, %(size)s, of the present shape.", name=place.name, size=size))


def file(environment: Environment) -> Iterator[Finding]:
    """Whether the SQLite file is whole."""
    if environment.place.path is None:
        return
    if not sqlite_file.is_wal(environment.place.path):
        yield warn(
            _(
                "%(name)s is not in WAL mode: one program that reads keeps another from writing.",
                name=environment.place.name,
            ),
            _("The next sync sets it. Where that does not help, the folder is on a network: use a local disk."),
        )
    faults = sqlite_file.file_faults(environment.place.path)
    if faults:
        said = later("The database %(name)s is damaged: %(fault)s.")
        if len(faults) > 1:
            said = later("The database %(name)s is damaged: %(fault)s (%(count)s faults in all).")
        yield fault(_(said, name=environment.place.name, fault=faults[0], count=len(faults)), _(DAMAGED.next_step))
    else:
        yield ok(_("The file is whole, and all keys lead somewhere."))


def records(environment: Environment) -> Iterator[Finding]:
    """Whether the records are sound and the matches what they give."""
    findings = environment.verified
    if findings.damaged:
        count = len(findings.damaged)
        said = ngettext("%(num)s stored record is damaged.", "%(num)s stored records are damaged.", count)
        yield fault(said, _(FROM_THE_BOARDS))
    if findings.conflicts:
        first = findings.conflicts[0]
        yield fault(
            ngettext(
                "ALARM: %(num)s record has two histories, the first is number %(record)s of board %(board)s, epoch "
                "%(epoch)s.",
                "ALARM: %(num)s records have two histories, the first is number %(record)s of board %(board)s, epoch "
                "%(epoch)s.",
                len(findings.conflicts),
                record=first["seq"],
                board=first["board"],
                epoch=first["epoch"],
            ),
            _(
                "Both are kept, `tallyboard verify` lists them: its memory was put back to an "
                "older state and played on."
            ),
        )
    different = {difference["match"] for difference in findings.differences}
    if different:
        yield fault(
            ngettext(
                "%(num)s match is stored differently from what the records give.",
                "%(num)s matches are stored differently from what the records give.",
                len(different),
            ),
            _("`tallyboard rebuild` computes them anew."),
        )
    if findings.damaged_corrections:
        yield fault(
            ngettext(
                "%(num)s correction is damaged, and no longer counted.",
                "%(num)s corrections are damaged, and no longer counted.",
                len(findings.damaged_corrections),
            ),
            _("`tallyboard verify` tells what helps."),
        )
    if findings.newer:
        yield warn(
            ngettext(
                "%(num)s match is of a newer Tallyboard, the first is %(match)s: this one knows the game not yet.",
                "%(num)s matches are of a newer Tallyboard, the first is %(match)s: this one knows the game not yet.",
                len(findings.newer),
                match=findings.newer[0][:8],
            ),
            _(UPDATE),
        )
    for match in findings.incomplete[:_SHOWN]:
        lacking = environment.store.missing_from(environment.store.match(match))
        yield warn(
            _("Match %(match)s is incomplete: %(missing)s.", match=match[:8], missing=_missing(lacking)),
            _("Sync its board again; what another laptop has acknowledged is in that laptop's store."),
        )
    if len(findings.incomplete) > _SHOWN:
        yield warn(
            ngettext(
                "%(num)s more match is incomplete.",
                "%(num)s more matches are incomplete.",
                len(findings.incomplete) - _SHOWN,
            ),
            "`tallyboard verify`",
        )
    if findings.sound:
        yield ok(
            _(
                "%(records)s, %(matches)s, all as the boards recorded them.",
                records=ngettext("%(num)s record", "%(num)s records", findings.records),
                matches=ngettext("%(num)s match", "%(num)s matches", findings.matches),
            )
        )


def _missing(spans: Spans) -> str:
    """`record 7 is missing`."""
    if not spans:
        return _("records before it are missing")
    parts = [str(low) if end - low == 1 else _("%(low)s to %(high)s", low=low, high=end - 1) for low, end in spans]
    count = sum(end - low for low, end in spans)
    return ngettext("record %(numbers)s is missing", "records %(numbers)s are missing", count, numbers=", ".join(parts))


def moments(environment: Environment) -> Iterator[Finding]:
    """Whether the database's clock was set back behind what it has dated."""
    with environment.store.reading() as sql:
        now = sql.now_ms()
        found = (row[0] for of, name in _DATED if sql.has(of) for row in sql.rows(f"SELECT MAX({name}) FROM {of}"))
        latest = max((moment for moment in found if type(moment) is int and moment < _NEVER), default=0)
    if latest - now < TOLD_MS:
        yield ok(_("Nothing in the database is dated after now."))
        return
    yield warn(
        _(
            "The latest moment in the database is %(time)s after now: its clock was set back, "
            "or another laptop's, from which something was copied, goes ahead.",
            time=duration((latest - now) / 1000),
        ),
        _(
            "Look whether the clock is right. No order goes by it, and the desk's time goes on "
            "from what was entered last."
        ),
    )


def epochs(environment: Environment) -> Iterator[Finding]:
    """Whether a board's memory was erased or replaced before everything in it was collected."""
    for board, epoch, count in environment.store.never_collected():
        yield warn(
            ngettext(
                "Board %(board)s began a new journal while %(num)s record of epoch %(epoch)s had not been collected "
                "here.",
                "Board %(board)s began a new journal while %(num)s records of epoch %(epoch)s had not been collected "
                "here.",
                count,
                board=board,
                epoch=epoch,
            ),
            _("If another laptop has them, they are in its store; a memory chip that was replaced still holds them."),
        )


def copies(environment: Environment) -> Iterator[Finding]:
    """Whether there is a copy of the database."""
    if environment.place.path is None:
        return
    beside = sqlite_file.copies_of(environment.place.path)
    if beside:
        ago = age(environment.clock() - beside[0].stat().st_mtime)
        yield ok(
            ngettext(
                "%(num)s copy beside it, the newest %(name)s, %(ago)s.",
                "%(num)s copies beside it, the newest %(name)s, %(ago)s.",
                len(beside),
                name=beside[0].name,
                ago=ago,
            )
        )
    elif any(environment.store.each_match()):
        yield warn(
            _("There is no copy of the database beside it."),
            _(
                "`tallyboard copy --from %(path)s --to FILE` makes one, also while tallyboard "
                "runs; best with a FILE on another disk.",
                path=quote(str(environment.place.path)),
            ),
        )


# No name of a player is told here: what the doctor finds goes into reports.


def hubs(environment: Environment) -> Iterator[Finding]:
    """Which hubs there are, and which have gone without a word."""
    known = environment.known
    if not known.hubs and not known.silent:
        yield ok(_("No hub runs on this database; `tallyboard serve` and `tallyboard watch` are such."))
    for hub in known.hubs:
        boards = [one for one in known.present if one.hub == hub]
        yield ok(
            _(
                "%(hub)s has %(boards)s; %(behind)s.",
                hub=hub,
                boards=ngettext("%(num)s board", "%(num)s boards", len(boards)),
                behind=ngettext(
                    "%(num)s record is on its way",
                    "%(num)s records are on their way",
                    sum(one.behind for one in boards),
                ),
            )
        )
    for hub, silent_s in known.silent:
        yield warn(
            _("%(hub)s was last heard %(age)s and did not say that it ends.", hub=hub, age=age(silent_s)),
            _(
                "Start `tallyboard %(command)s` there again; until then its boards keep what they record.",
                command=hub.command,
            ),
        )


def orders(environment: Environment) -> Iterator[Finding]:
    standing = environment.known.standing
    if not standing:
        yield ok(_("No order waits for a board."))
    for one in standing[:_SHOWN]:
        table = _('the table "%(table)s"', table=one.table)
        if not one.table:
            table = _("board %(board)s", board=one.order.board)
        yield warn(
            _(
                "An order for %(table)s waits (%(kind)s), given %(age)s: %(why)s.",
                table=table,
                kind=one.order.kind,
                age=age(one.age_s),
                why=one.why,
            ),
            _("`tallyboard boards` lists what waits; a hub does it when it has the board."),
        )
    if len(standing) > _SHOWN:
        more = len(standing) - _SHOWN
        yield warn(ngettext("%(num)s more order waits.", "%(num)s more orders wait.", more), "`tallyboard boards`")


_DAY_MS = 86_400_000
# What was noted of a board, and what helps.
_OF_THE_AIR = {
    "unknown": (
        later("Board %(board)s calls by radio, and is not paired in this database."),
        later(
            "Where it is one of yours: plug it in here and give `tallyboard setup --radio`. Else it is another hall's, "
            "and nothing of it is taken."
        ),
    ),
    "key": (
        later("Board %(board)s calls by radio with another key than it has in this database."),
        later("Where it is yours: plug it in here and give `tallyboard setup --radio`."),
    ),
    "repeat": (
        later(
            "Board %(board)s begins with a session by radio that it had before: its memory was put back, or another "
            "box has a copy of it."
        ),
        later(
            "Let only one of them run, and plug it in here and give `tallyboard setup --radio`. Nothing is taken twice."
        ),
    ),
}


def air(environment: Environment) -> Iterator[Finding]:
    """Whether the boards without a cable are heard and fit; keys are compared, and told nowhere."""
    with environment.store.reading() as sql:
        now, paired, keys = sql.now_ms(), radio.paired(sql), radio.keys(sql)
        noted = [one for one in radio.notes(sql) if one.last > now - _DAY_MS]
        heard = radio.heard_since(sql)
    for drive in sorted(environment.drives()):
        board = boot_out(drive).board
        if board and fits(drive, keys.get(board)) is False:
            said = later("There is a key on the drive %(drive)s of board %(board)s that this database does not have.")
            if board in keys:
                said = later("The key on the drive %(drive)s of board %(board)s is not the one that this database has.")
            yield warn(
                _(said, drive=drive, board=board),
                _("`tallyboard setup --radio` makes a new one for both."),
            )
    for note in noted[:_SHOWN]:
        said, remedy = _OF_THE_AIR[note.what]
        yield warn(_(said, board=note.board), _(remedy))
    if len(noted) > _SHOWN:
        yield warn(
            ngettext("%(num)s more board is amiss.", "%(num)s more boards are amiss.", len(noted) - _SHOWN),
            _("See the page Tables."),
        )
    silent = [one.board for one in paired if one.board not in heard]
    for board in silent[:_SHOWN]:
        yield warn(
            _("Board %(board)s was paired for the radio and has not been heard since.", board=board),
            _(
                "Unplug it and plug it in again; AIR in its menu says more. Where it joins no "
                "network, pair it once more."
            ),
        )
    if len(silent) > _SHOWN:
        yield warn(
            ngettext("%(num)s more board was not heard.", "%(num)s more boards were not heard.", len(silent) - _SHOWN),
            _("The same."),
        )
    if not paired:
        yield ok(_("No board is paired for the radio; `tallyboard setup --radio` pairs one."))
    elif not silent:
        yield ok(
            ngettext(
                "%(num)s board is paired for the radio, and heard since.",
                "%(num)s boards are paired for the radio, and heard since.",
                len(paired),
            )
        )


_SAVED = later(
    "`tallyboard rebuild` saves what stands before the damage; then `tallyboard copy` from a backup heals it."
)


def tournaments(environment: Environment) -> Iterator[Finding]:
    """Which tournament is in use, and which are damaged."""
    with environment.store.reading() as sql:
        known = listed(sql)
        used = find(sql) if known else None
    if used is None:
        yield ok(_("No tournament has been begun; `tallyboard tournament new` begins one."))
    else:
        calls = _("calls are made by themselves") if used.auto else _("calls are made at the desk")
        yield ok(
            _(
                "The tournament in use is %(name)s, of %(count)s; %(calls)s.",
                name=used.name,
                count=len(known),
                calls=calls,
            )
        )
    for name in environment.verified.damaged_tournaments:
        yield fault(_("Something of the tournament %(name)s is damaged or missing.", name=name), _(_SAVED))
    if environment.verified.other_results:
        yield fault(
            ngettext(
                "%(num)s result of a board is not, or not so, in its tournament.",
                "%(num)s results of boards are not, or not so, in their tournaments.",
                len(environment.verified.other_results),
            ),
            _("`tallyboard sync`, or a hub, enters them as they stand."),
        )


def tables(environment: Environment) -> Iterator[Finding]:
    """Whether each table that is open in the tournament in use has one board."""
    with environment.store.reading() as sql:
        if not listed(sql):
            return
        try:
            of = followed(sql)
            open_ones = [one for one in at_tables(sql, of) if of.tournament.tables[one.table].open]
        except TallyboardError:
            return  # the check of the tournaments tells
    several = [one for one in open_ones if len(one.boards) > 1]
    without = [one for one in open_ones if not one.boards]
    for one in several[:_SHOWN]:
        yield warn(
            _(
                "%(count)s boards are called %(table)s: %(boards)s; none is told of a call there.",
                count=len(one.boards),
                table=one.table,
                boards=", ".join(one.boards),
            ),
            _("`tallyboard setup --name` gives one of them another name."),
        )
    if without and len(without) < len(open_ones):
        said = _("No board at a hub is called %(tables)s: what is called there is for paper.", tables=_named(without))
        yield warn(said, _("Where a box stands there: `tallyboard boards` lists them, `setup --name` names one."))
    elif without:
        yield ok(_("No open table of the tournament has a board at a hub: what is called is for paper."))
    elif open_ones and not several:
        yield ok(
            ngettext("%(num)s open table has its board.", "%(num)s open tables have a board each.", len(open_ones))
        )


def _named(those: Sequence[AtTable]) -> str:
    more = len(those) - _SHOWN
    names = ", ".join(one.table for one in those[:_SHOWN])
    return ngettext("%(said)s and %(num)s more", "%(said)s and %(num)s more", more, said=names) if more > 0 else names
