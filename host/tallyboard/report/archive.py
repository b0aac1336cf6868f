"""A zip for a bug report: what the laptop knows of itself, of its boards and of what went wrong."""

import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from shared_rules import VERSION
from tallyboard.doctor.environment import Environment
from tallyboard.errors import TallyboardError
from tallyboard.report.contents import Member, Sources, collect
from tallyboard.system.files import whole_file
from tallyboard.text.printable import printable


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
        raise TallyboardError(f"{path} is there already.", "Name another file with --out.")
    report = ReportFile(path)
    with tempfile.TemporaryDirectory() as folder, closing(environment):
        members = list(collect(Sources(environment, without_names, Path(folder), report.notes)))
        try:
            with whole_file(path) as file:
                _write(file, members, report, without_names)
        except OSError as error:
            raise TallyboardError(
                f"{path} cannot be written: {error.strerror or error}.", "Name another place with --out."
            ) from error
    return report


def _write(file: BinaryIO, members: list[Member], report: ReportFile, without_names: bool) -> None:
    lines = [f"A report of tallyboard {VERSION}" + (", without the names of players" if without_names else "")]
    lines += [f"{member.name}: {member.what}" for member in members]
    lines += [f"Not included. {note}" for note in report.notes]
    contents = Member("contents.txt", "this list", "".join(printable(line) + "\n" for line in lines).encode())
    with zipfile.ZipFile(file, "w") as archive:
        _fill(archive, (contents, *members), report)


def _fill(archive: zipfile.ZipFile, members: Iterable[Member], report: ReportFile) -> None:
    moment = max(time.localtime()[:6], (1980, 1, 1, 0, 0, 0))  # a zip knows no earlier time
    for member in members:
        info = zipfile.ZipInfo(member.name, moment)
        info.compress_type = zipfile.ZIP_DEFLATED
        if isinstance(member.data, Path):
            info.file_size = member.data.stat().st_size
            with member.data.open("rb") as source, archive.open(info, "w") as target:
                shutil.copyfileobj(source, target)
        else:
            archive.writestr(info, member.data)
        report.members.append((member.name, info.file_size, member.what))
