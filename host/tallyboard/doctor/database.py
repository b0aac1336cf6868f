"""The store: its file, its records and copies, the hubs that share it, orders, tournaments."""

from collections.abc import Iterable, Iterator, Sequence, Sized
from shlex import quote

from tallyboard.doctor.environment import FAULT, WARN, Check, Environment, Finding, Level, fault, ok, warn
from tallyboard.drive.radio import boot_out, fits
from tallyboard.errors import UPDATE, TallyboardError
from tallyboard.errors.store import DAMAGED, FROM_THE_BOARDS
from tallyboard.journal.runs import Spans
from tallyboard.store import radio, sqlite_file
from tallyboard.store.failures import DamagedError
from tallyboard.store.tournaments import AtTable, at_tables, find, followed, listed
from tallyboard.store.tournaments.follow import TOLD_MS
from tallyboard.text.quantities import age, counted, duration
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
        yield ok(f"There is no database {place.name} yet; the first sync makes it.")
    elif place.revision == sqlite_file.LOST:
        damaged = DamagedError(place.name)
        yield fault(damaged.cause, damaged.next_step)
    elif not place.is_present:
        yield warn(
            f"The database {place.name} is of shape {place.revision}, "
            f"this tallyboard writes {sqlite_file.REVISIONS[-1]}.",
            "The next sync migrates it and leaves a copy of it beside; the doctor changes nothing.",
        )
    else:
        size = f", {bytes_in_words(place.path.stat().st_size)}" if place.path else ""
        yield ok(f"The database is {place.name}{size}, of the present shape.")


def file(environment: Environment) -> Iterator[Finding]:
    """Whether the SQLite file is whole."""
    if environment.place.path is None:
        return
    if not sqlite_file.is_wal(environment.place.path):
        yield warn(
            f"{environment.place.name} is not in WAL mode: one program that reads keeps another from writing.",
            "The next sync sets it. Where that does not help, the folder is on a network: use a local disk.",
        )
    faults = sqlite_file.file_faults(environment.place.path)
    if faults:
        more = f" ({len(faults)} faults in all)" if len(faults) > 1 else ""
        yield fault(f"The database {environment.place.name} is damaged: {faults[0]}{more}.", DAMAGED.next_step)
    else:
        yield ok("The file is whole, and all keys lead somewhere.")


def records(environment: Environment) -> Iterator[Finding]:
    """Whether the records are sound and the matches what they give."""
    findings = environment.verified
    yield from _some(FAULT, findings.damaged, "stored record is", "stored records are", "damaged.", FROM_THE_BOARDS)
    if findings.conflicts:
        first = findings.conflicts[0]
        yield fault(
            f"ALARM: {counted(len(findings.conflicts), 'record has', 'records have')} two histories, the first is "
            f"number {first['seq']} of board {first['board']}, epoch {first['epoch']}.",
            "Both are kept, `tallyboard verify` lists them: its memory was put back to an older state and played on.",
        )
    different = {difference["match"] for difference in findings.differences}
    rest = "stored differently from what the records give."
    yield from _some(FAULT, different, "match is", "matches are", rest, "`tallyboard rebuild` computes them anew.")
    damaged, rest = findings.damaged_corrections, "damaged, and no longer counted."
    yield from _some(FAULT, damaged, "correction is", "corrections are", rest, "`tallyboard verify` tells what helps.")
    for newer in findings.newer[:1]:
        rest = f"of a newer Tallyboard, the first is {newer[:8]}: this one knows the game not yet."
        yield from _some(WARN, findings.newer, "match is", "matches are", rest, UPDATE)
    for match in findings.incomplete[:_SHOWN]:
        lacking = environment.store.missing_from(environment.store.match(match))
        yield warn(
            f"Match {match[:8]} is incomplete: {_missing(lacking)}.",
            "Sync its board again; what another laptop has acknowledged is in that laptop's store.",
        )
    if len(findings.incomplete) > _SHOWN:
        yield warn(f"{len(findings.incomplete) - _SHOWN} more matches are incomplete.", "`tallyboard verify`")
    counts = f"{counted(findings.records, 'record', 'records')}, {counted(findings.matches, 'match', 'matches')}"
    if findings.sound:
        yield ok(f"{counts}, all as the boards recorded them.")


def _some(level: Level, those: Sized, one: str, several: str, rest: str, remedy: str) -> Iterator[Finding]:
    if those:
        yield Finding(level, f"{counted(len(those), one, several)} {rest}", remedy)


def _missing(spans: Spans) -> str:
    """`record 7 is missing`."""
    if not spans:
        return "records before it are missing"
    parts = [str(low) if end - low == 1 else f"{low} to {end - 1}" for low, end in spans]
    is_one = len(parts) == 1 and parts[0].isdigit()
    return f"{'record' if is_one else 'records'} {', '.join(parts)} {'is' if is_one else 'are'} missing"


def moments(environment: Environment) -> Iterator[Finding]:
    """Whether the database's clock was set back behind what it has dated."""
    with environment.store.reading() as sql:
        now = sql.now_ms()
        found = (row[0] for of, name in _DATED if sql.has(of) for row in sql.rows(f"SELECT MAX({name}) FROM {of}"))
        latest = max((moment for moment in found if type(moment) is int and moment < _NEVER), default=0)
    if latest - now < TOLD_MS:
        yield ok("Nothing in the database is dated after now.")
        return
    yield warn(
        f"The latest moment in the database is {duration((latest - now) / 1000)} after now: its clock was set back, or "
        "another laptop's, from which something was copied, goes ahead.",
        "Look whether the clock is right. No order goes by it, and the desk's time goes on from what was entered last.",
    )


def epochs(environment: Environment) -> Iterator[Finding]:
    """Whether a board's memory was erased or replaced before everything in it was collected."""
    for board, epoch, count in environment.store.never_collected():
        yield warn(
            f"Board {board} began a new journal while {counted(count, 'record', 'records')} of epoch {epoch} "
            "had not been collected here.",
            "If another laptop has them, they are in its store; a memory chip that was replaced still holds them.",
        )


def copies(environment: Environment) -> Iterator[Finding]:
    """Whether there is a copy of the database."""
    if environment.place.path is None:
        return
    beside = sqlite_file.copies_of(environment.place.path)
    if beside:
        ago = age(environment.clock() - beside[0].stat().st_mtime)
        yield ok(f"{counted(len(beside), 'copy', 'copies')} beside it, the newest {beside[0].name}, {ago}.")
    elif any(environment.store.each_match()):
        yield warn(
            "There is no copy of the database beside it.",
            f"`tallyboard copy --from {quote(str(environment.place.path))} --to FILE` makes one, also while tallyboard "
            "runs; best with a FILE on another disk.",
        )


# No name of a player is told here: what the doctor finds goes into reports.


def hubs(environment: Environment) -> Iterator[Finding]:
    """Which hubs there are, and which have gone without a word."""
    known = environment.known
    if not known.hubs and not known.silent:
        yield ok("No hub runs on this database; `tallyboard serve` and `tallyboard watch` are such.")
    for hub in known.hubs:
        boards = [one for one in known.present if one.hub == hub]
        behind = counted(sum(one.behind for one in boards), "record is on its way", "records are on their way")
        yield ok(f"{hub} has {counted(len(boards), 'board', 'boards')}; {behind}.")
    for hub, silent_s in known.silent:
        yield warn(
            f"{hub} was last heard {age(silent_s)} and did not say that it ends.",
            f"Start `tallyboard {hub.command}` there again; until then its boards keep what they record.",
        )


def orders(environment: Environment) -> Iterator[Finding]:
    standing = environment.known.standing
    if not standing:
        yield ok("No order waits for a board.")
    for one in standing[:_SHOWN]:
        table = f'the table "{one.table}"' if one.table else f"board {one.order.board}"
        yield warn(
            f"An order for {table} waits ({one.order.kind}), given {age(one.age_s)}: {one.why}.",
            "`tallyboard boards` lists what waits; a hub does it when it has the board.",
        )
    if len(standing) > _SHOWN:
        yield warn(f"{counted(len(standing) - _SHOWN, 'more order waits', 'more orders wait')}.", "`tallyboard boards`")


_DAY_MS = 86_400_000
_PAIR_IT = "plug it in here and give `tallyboard setup --radio`"
# What was noted of a board, and what helps.
_OF_THE_AIR = {
    "unknown": (
        "calls by radio, and is not paired in this database.",
        f"Where it is one of yours: {_PAIR_IT}. Else it is another hall's, and nothing of it is taken.",
    ),
    "key": ("calls by radio with another key than it has in this database.", f"Where it is yours: {_PAIR_IT}."),
    "repeat": (
        "begins with a session by radio that it had before: its memory was put back, or another box has a copy of it.",
        f"Let only one of them run, and {_PAIR_IT}. Nothing is taken twice.",
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
            said = "The key on the drive" if board in keys else "There is a key on the drive"
            rest = "is not the one that this database has" if board in keys else "that this database does not have"
            yield warn(
                f"{said} {drive} of board {board} {rest}.", "`tallyboard setup --radio` makes a new one for both."
            )
    for note in noted[:_SHOWN]:
        said, remedy = _OF_THE_AIR[note.what]
        yield warn(f"Board {note.board} {said}", remedy)
    if len(noted) > _SHOWN:
        yield warn(f"{counted(len(noted) - _SHOWN, 'more board is', 'more boards are')} amiss.", "See the page Tables.")
    silent = [one.board for one in paired if one.board not in heard]
    for board in silent[:_SHOWN]:
        yield warn(
            f"Board {board} was paired for the radio and has not been heard since.",
            "Unplug it and plug it in again; AIR in its menu says more. Where it joins no network, pair it once more.",
        )
    if len(silent) > _SHOWN:
        yield warn(f"{counted(len(silent) - _SHOWN, 'more board was', 'more boards were')} not heard.", "The same.")
    if not paired:
        yield ok("No board is paired for the radio; `tallyboard setup --radio` pairs one.")
    elif not silent:
        yield ok(f"{counted(len(paired), 'board is', 'boards are')} paired for the radio, and heard since.")


_SAVED = "`tallyboard rebuild` saves what stands before the damage; then `tallyboard copy` from a backup heals it."


def tournaments(environment: Environment) -> Iterator[Finding]:
    """Which tournament is in use, and which are damaged."""
    with environment.store.reading() as sql:
        known = listed(sql)
        used = find(sql) if known else None
    if used is None:
        yield ok("No tournament has been begun; `tallyboard tournament new` begins one.")
    else:
        calls = "calls are made by themselves" if used.auto else "calls are made at the desk"
        yield ok(f"The tournament in use is {used.name}, of {len(known)}; {calls}.")
    for name in environment.verified.damaged_tournaments:
        yield fault(f"Something of the tournament {name} is damaged or missing.", _SAVED)
    one, several = "result of a board is not, or not so,", "results of boards are not, or not so,"
    remedy = "`tallyboard sync`, or a hub, enters them as they stand."
    yield from _some(FAULT, environment.verified.other_results, one, several, "in its tournament.", remedy)


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
            f"{len(one.boards)} boards are called {one.table}: {', '.join(one.boards)}; none is told of a call there.",
            "`tallyboard setup --name` gives one of them another name.",
        )
    if without and len(without) < len(open_ones):
        said = f"No board at a hub is called {_named(without)}: what is called there is for paper."
        yield warn(said, "Where a box stands there: `tallyboard boards` lists them, `setup --name` names one.")
    elif without:
        yield ok("No open table of the tournament has a board at a hub: what is called is for paper.")
    elif open_ones and not several:
        yield ok(f"{counted(len(open_ones), 'open table has its board', 'open tables have a board each')}.")


def _named(those: Sequence[AtTable]) -> str:
    more = len(those) - _SHOWN
    return ", ".join(one.table for one in those[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
