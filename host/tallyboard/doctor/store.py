"""The store: its file, its shape, its records, and copies of it."""

from collections.abc import Iterable, Iterator
from shlex import quote

from tallyboard.doctor.environment import Environment
from tallyboard.doctor.findings import FAULT, OK, WARN, Finding
from tallyboard.errors import UPDATE, TallyboardError
from tallyboard.store import files, shape
from tallyboard.store.failures import FROM_THE_BOARDS, REBUILD, DamagedError
from tallyboard.store.tournaments.follow import TOLD_MS
from tallyboard.text.quantities import age, counted, duration
from tallyboard.text.quantities import size as bytes_in_words

_SHOWN = 3  # of many alike as many are told
_DATED = (("hubs", "heard"), ("journals", "first_heard"), ("corrections", "given"), ("tournaments", "active"))
_NEVER = 253_402_300_800_000  # the year 10000 in ms since 1970: what a disk has put there


def database(environment: Environment) -> Iterator[Finding]:
    """Whether there is a database of this version's shape."""
    try:
        place = environment.place
    except TallyboardError as error:
        yield Finding(FAULT, error.cause, error.next_step)
        return
    if place.revision is None:
        yield Finding(OK, f"There is no database {place.name} yet; the first sync makes it.")
    elif place.revision == shape.LOST:
        damaged = DamagedError(place.name)
        yield Finding(FAULT, damaged.cause, damaged.next_step)
    elif not place.is_present:
        yield Finding(
            WARN,
            f"The database {place.name} is of shape {place.revision}, this tallyboard writes {shape.REVISIONS[-1]}.",
            "The next sync migrates it and leaves a copy of it beside; the doctor changes nothing.",
        )
    else:
        size = f", {bytes_in_words(place.path.stat().st_size)}" if place.path else ""
        yield Finding(OK, f"The database is {place.name}{size}, of the present shape.")


def file(environment: Environment) -> Iterator[Finding]:
    """Whether the SQLite file is whole."""
    if not can_be_read(environment) or environment.place.path is None:
        return
    if not files.is_wal(environment.place.path):
        yield Finding(
            WARN,
            f"{environment.place.name} is not in WAL mode: one program that reads keeps another from writing.",
            "The next sync sets it. Where that does not help, the folder is on a network: use a local disk.",
        )
    faults = files.file_faults(environment.place.path)
    if faults:
        more = f" ({len(faults)} faults in all)" if len(faults) > 1 else ""
        yield Finding(FAULT, f"The database {environment.place.name} is damaged: {faults[0]}{more}.", REBUILD)
    else:
        yield Finding(OK, "The file is whole, and all keys lead somewhere.")


def records(environment: Environment) -> Iterator[Finding]:
    """Whether the records are sound and the matches what they give."""
    if not can_be_read(environment):
        return
    findings = environment.verified
    if findings.damaged:
        what = counted(len(findings.damaged), "stored record is", "stored records are")
        yield Finding(FAULT, f"{what} damaged.", FROM_THE_BOARDS)
    if findings.conflicts:
        first = findings.conflicts[0]
        yield Finding(
            FAULT,
            f"ALARM: {counted(len(findings.conflicts), 'record has', 'records have')} two histories, the first is "
            f"number {first['seq']} of board {first['board']}, epoch {first['epoch']}.",
            "Both are kept, `tallyboard verify` lists them: its memory was put back to an older state and played on.",
        )
    if findings.differences:
        which = {difference["match"] for difference in findings.differences}
        what = counted(len(which), "match is", "matches are")
        yield Finding(
            FAULT,
            f"{what} stored differently from what the records give.",
            "`tallyboard rebuild` computes them anew.",
        )
    if findings.damaged_corrections:
        what = counted(len(findings.damaged_corrections), "correction is", "corrections are")
        yield Finding(FAULT, f"{what} damaged, and no longer counted.", "`tallyboard verify` tells what helps.")
    if findings.newer:
        what = counted(len(findings.newer), "match is", "matches are")
        yield Finding(
            WARN,
            f"{what} of a newer Tallyboard, the first is {findings.newer[0][:8]}: this one knows the game not yet.",
            UPDATE,
        )
    for match in findings.incomplete[:_SHOWN]:
        yield Finding(
            WARN,
            f"Match {match[:8]} is incomplete: {_why(environment, match)}.",
            "Sync its board again; what another laptop has acknowledged is in that laptop's store.",
        )
    if len(findings.incomplete) > _SHOWN:
        yield Finding(WARN, f"{len(findings.incomplete) - _SHOWN} more matches are incomplete.", "`tallyboard verify`")
    counts = f"{counted(findings.records, 'record', 'records')}, {counted(findings.matches, 'match', 'matches')}"
    if findings.sound:
        yield Finding(OK, f"{counts}, all as the boards recorded them.")


def _why(environment: Environment, match_id: str) -> str:
    missing = environment.store.missing_from(environment.store.match(match_id))
    return f"{_numbers(missing)} missing" if missing else "records before it are missing"


def _numbers(spans: Iterable[tuple[int, int]]) -> str:
    parts = [str(low) if end - low == 1 else f"{low} to {end - 1}" for low, end in spans]
    word = "record" if len(parts) == 1 and parts[0].isdigit() else "records"
    return f"{word} {', '.join(parts)} {'is' if word == 'record' else 'are'}"


def moments(environment: Environment) -> Iterator[Finding]:
    """Whether the database's clock was set back behind what it has dated."""
    if not can_be_read(environment):
        return
    with environment.store.reading() as sql:
        now = sql.now_ms()
        found = (row[0] for of, name in _DATED if sql.has(of) for row in sql.rows(f"SELECT MAX({name}) FROM {of}"))
        latest = max((moment for moment in found if type(moment) is int and moment < _NEVER), default=0)
    if latest - now < TOLD_MS:
        yield Finding(OK, "Nothing in the database is dated after now.")
        return
    yield Finding(
        WARN,
        f"The latest moment in the database is {duration((latest - now) / 1000)} after now: its clock was set back, or "
        "another laptop's, from which something was copied, goes ahead.",
        "Look whether the clock is right. No order goes by it, and the desk's time goes on from what was entered last.",
    )


def epochs(environment: Environment) -> Iterator[Finding]:
    """Whether a board's memory was erased or replaced before everything in it was collected."""
    if not can_be_read(environment):
        return
    for board, epoch, count in environment.store.never_collected():
        yield Finding(
            WARN,
            f"Board {board} began a new journal while {counted(count, 'record', 'records')} of epoch {epoch} "
            "had not been collected here.",
            "If another laptop has them, they are in its store; a memory chip that was replaced still holds them.",
        )


def copies(environment: Environment) -> Iterator[Finding]:
    """Whether there is a copy of the database."""
    if not can_be_read(environment) or environment.place.path is None:
        return
    beside = files.copies_of(environment.place.path)
    if beside:
        ago = age(environment.clock() - beside[0].stat().st_mtime)
        yield Finding(OK, f"{counted(len(beside), 'copy', 'copies')} beside it, the newest {beside[0].name}, {ago}.")
    elif any(environment.store.each_match()):
        yield Finding(
            WARN,
            "There is no copy of the database beside it.",
            f"`tallyboard copy --from {quote(str(environment.place.path))} --to FILE` makes one, also while tallyboard "
            "runs; best with a FILE on another disk.",
        )


def can_be_read(environment: Environment) -> bool:
    """Whether the store is there in the present shape; where it is not, the check of the database says why."""
    try:
        return environment.place.is_present
    except TallyboardError:
        return False
