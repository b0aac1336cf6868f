"""The zip for a bug report, file by file; what cannot be included is noted, and the others are made all the same."""

import json
import platform
import re
import shutil
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import cached_property
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from shared_rules import VERSION
from shared_rules.journal import record, record_text
from tallyboard.doctor.anonymous import (
    KnownNames,
    anonymous_frames,
    anonymous_log,
    anonymous_match,
    copy_without_secrets,
    names_entered,
    names_in,
    names_said,
    names_sent,
    sifted_copy,
    with_texts,
)
from tallyboard.doctor.checks import diagnose
from tallyboard.doctor.database import can_be_read
from tallyboard.doctor.environment import Environment
from tallyboard.errors import TallyboardError
from tallyboard.link import trace
from tallyboard.store.tournaments.rows import every_list
from tallyboard.system.error_log import LOG, unforeseen
from tallyboard.system.files import whole_file
from tallyboard.system.laptop import state_folder
from tallyboard.text.language import here, language, later, speak
from tallyboard.text.passwords import hidden, without_addresses
from tallyboard.text.printable import printable

_LOG_BYTES = 1_000_000  # the end of a long log


class Member(NamedTuple):
    """A file of the report; `what` says in a few words what it is."""

    name: str
    what: str
    data: bytes | Path


@dataclass
class Sources:
    """What the files are made of; `folder` is for files that are made on the way, `notes` for what is not included."""

    environment: Environment
    without_names: bool
    folder: Path
    notes: list[str]

    @cached_property
    def conversations(self) -> dict[str, list[dict[str, Any]]]:
        """The kept conversations by the names of their files."""
        return trace.conversations(trace.folder())

    @cached_property
    def stored_names(self) -> list[str] | None:
        """The names of players and tournaments in the store; None where one is there and cannot be read."""
        known: list[str] = []
        try:
            if self.environment.place.revision is not None:
                store = self.environment.store
                known += store.full_names()
                known += names_entered(store.tournament_lines())
                with store.reading() as sql:
                    known += [about.name for about in every_list(sql)]  # they go out of the copy too
                for board, _, epoch in store.journals():
                    known += names_in(store.records(board, epoch))
                matches = store.matches(untouched=True, aside=True)
                known += [name for match in matches for name in match["names"].values() if name]
                known += [name for said in store.corrections().values() for fact in said for name in names_said(fact)]
        except TallyboardError:
            return None
        return known

    @cached_property
    def names(self) -> KnownNames:
        """The players' names that are known here."""
        sent = [name for frames in self.conversations.values() for name in names_sent(frames)]
        return KnownNames([*(self.stored_names or ()), *sent])

    def words(self, text: str) -> str:
        """Free text, without names where they are to be left out."""
        return self.names.out_of(hidden(text)) if self.without_names else hidden(text)


def _versions(sources: Sources) -> Iterator[Member]:
    of_packages = {}
    for wanted in requires("tallyboard") or ():
        name = re.split(r"[^\w.-]", wanted, maxsplit=1)[0]
        if "extra ==" not in wanted:
            try:
                of_packages[name] = version(name)
            except PackageNotFoundError:
                of_packages[name] = "not installed"
    versions = {"tallyboard": VERSION, "python": sys.version, "system": platform.platform(), "packages": of_packages}
    yield Member("versions.json", later("versions of the programs"), _json(versions))


def _doctor(sources: Sources) -> Iterator[Member]:
    told_in = here().code
    speak("en")  # whoever reads it
    try:
        diagnosis = diagnose(replace(sources.environment))  # one of its own, for it is closed there
    finally:
        speak(told_in)
    for check in diagnosis["checks"]:
        check["found"], check["remedy"] = sources.words(check["found"]), sources.words(check["remedy"])
    yield Member("doctor.json", later("what `tallyboard doctor` finds"), _json(diagnosis))


def _database(sources: Sources) -> Iterator[Member]:
    place = sources.environment.place
    copy = sources.folder / "copy.db"
    if place.revision is None:
        sources.notes.append(later("The database: there is none at %(place)s.", place=place.name))
    elif place.path is None:
        sources.notes.append(later("The database: %(place)s is no SQLite file.", place=place.name))
    elif not sources.without_names:
        copy_without_secrets(place.path, copy)
        yield Member("tallyboard.db", later("the database; what lets phones and boxes in is left out"), copy)
    elif not place.is_present:
        sources.notes.append(
            later("The database: %(place)s is of an older shape, in which names are not known.", place=place.name)
        )
    else:
        sifted_copy(place.path, copy, sources.names)
        what = later("the database; the records of names are left out, so it does not verify")
        yield Member("tallyboard.db", what, copy)


def _matches(sources: Sources) -> Iterator[Member]:
    if not can_be_read(sources.environment):
        return
    store = sources.environment.store
    matches = store.matches(aside=True)
    if sources.without_names:
        matches = [anonymous_match(match) for match in matches]
    yield Member("matches.json", later("the matches"), _json(matches))


def _faults(sources: Sources) -> Iterator[Member]:
    if not can_be_read(sources.environment):
        return
    store = sources.environment.store
    starts: dict[tuple[str, int], list[tuple[int, str]]] = {}
    for match in store.matches(untouched=True, aside=True):
        starts.setdefault((match["board"], match["epoch"]), []).append((match["first_seq"], match["match"]))
    faults = []
    for board, table, epoch in store.journals():
        for seq, data, texts in with_texts(store.records(board, epoch)):
            if data[0] == record.FAULT:
                begun = [begin for begin in starts.get((board, epoch), []) if begin[0] <= seq]
                match_id = max(begun)[1] if begun else None  # of the one that was being played
                text = sources.words(record_text.decode(texts, record.FAULT_TEXT))
                told = {"board": board, "table": table, "epoch": epoch, "seq": seq, "match": match_id, "text": text}
                faults.append(told)
    yield Member("faults.json", later("errors that the firmware of boards has noted"), _json(faults))


def _frames(sources: Sources) -> Iterator[Member]:
    for name, lines in sources.conversations.items():
        if sources.without_names:
            lines = anonymous_frames(lines, sources.names)
        data = without_addresses("".join(json.dumps(line) + "\n" for line in lines))
        yield Member(f"frames/{name}", later("the last frames of a sync"), data.encode())


def _log(sources: Sources) -> Iterator[Member]:
    path = state_folder() / LOG
    if not path.exists():
        return
    # Hidden once more: an older tallyboard wrote passwords of addresses into it.
    log = hidden(path.read_bytes()[-_LOG_BYTES:].decode("utf-8", "replace"))
    if sources.without_names:
        if sources.stored_names is None:
            note = later("The log of errors: the database cannot be read, so it is not known which names it has.")
            sources.notes.append(note)
            return
        log = anonymous_log(log, sources.names)
    yield Member(LOG, later("the log of unexpected errors"), log.encode())


# What goes into a report, in this order; the log comes last, for a file that cannot be made is noted in it.
_FILES: tuple[tuple[str, Callable[[Sources], Iterator[Member]]], ...] = (
    (later("The versions"), _versions),
    (later("The doctor"), _doctor),
    (later("The database"), _database),
    (later("The matches"), _matches),
    (later("The boards' errors"), _faults),
    (later("The last frames"), _frames),
    (later("The log of errors"), _log),
)


def collect(sources: Sources) -> Iterator[Member]:
    """The files of a report, in order."""
    for what, source in _FILES:
        try:
            yield from source(sources)
        except TallyboardError as error:
            sources.notes.append(later("%(what)s: %(cause)s", what=what, cause=sources.words(error.cause)))
        except Exception as error:
            sources.notes.append(later("%(what)s: %(cause)s", what=what, cause=unforeseen(error).cause))


def _json(value: Any) -> bytes:
    return (json.dumps(value, indent=2) + "\n").encode()


@dataclass
class ReportFile:
    """What was written: (name, bytes, what it is) of each file in it, and what could not be included and why."""

    path: Path
    members: list[tuple[str, int, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def write_report(environment: Environment, out: Path | None = None, without_names: bool = False) -> ReportFile:
    """Write a report to the file `out`, by default tallyboard-report-YYYYMMDD-HHMMSS.zip in the current folder.

    What cannot be included is noted; the report is written all the same. Raises TallyboardError when the file is there
    already or cannot be written; nothing of it is left behind then.
    """
    path = out or Path(time.strftime("tallyboard-report-%Y%m%d-%H%M%S.zip", time.localtime(environment.clock())))
    if path.exists():
        raise TallyboardError("%(path)s is there already.", "Name another file with --out.", path=path)
    report = ReportFile(path)
    with tempfile.TemporaryDirectory() as folder, closing(environment):
        members = list(collect(Sources(environment, without_names, Path(folder), report.notes)))
        try:
            with whole_file(path) as file:
                _write(file, members, report, without_names)
        except OSError as error:
            raise TallyboardError(
                "%(path)s cannot be written: %(reason)s.",
                "Name another place with --out.",
                path=path,
                reason=error.strerror or error,
            ) from error
    return report


def _write(file: BinaryIO, members: list[Member], report: ReportFile, without_names: bool) -> None:
    lines = [f"A report of tallyboard {VERSION}" + (", without the names of players" if without_names else "")]
    english = language("en")
    lines += [f"{member.name}: {english(member.what)}" for member in members]
    lines += [f"Not included. {english(note)}" for note in report.notes]
    contents = Member("contents.txt", later("this list"), "".join(printable(line) + "\n" for line in lines).encode())
    with zipfile.ZipFile(file, "w") as archive:
        for member in (contents, *members):
            earliest = (1980, 1, 1, 0, 0, 0)  # that a zip can say
            info = zipfile.ZipInfo(member.name, max(time.localtime()[:6], earliest))
            info.compress_type = zipfile.ZIP_DEFLATED
            if isinstance(member.data, Path):
                info.file_size = member.data.stat().st_size
                with member.data.open("rb") as source, archive.open(info, "w") as target:
                    shutil.copyfileobj(source, target)
            else:
                archive.writestr(info, member.data)
            report.members.append((member.name, info.file_size, member.what))
