"""`tallyboard doctor`: what is wrong, and what helps; `tallyboard report`: a zip for a bug report."""

from collections.abc import Sequence
from pathlib import Path

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.doctor.checks import diagnose
from tallyboard.doctor.environment import FAULT, OK, WARN, Environment
from tallyboard.doctor.report import write_report
from tallyboard.terminal.streams import progress
from tallyboard.terminal.tables import TextTable, print_json, print_rows, say
from tallyboard.text import quantities
from tallyboard.text.language import _, later, ngettext

_LEVELS = {OK: later("ok"), WARN: later("warn"), FAULT: later("fault")}


def doctor(port: Sequence[str] | None = None, db: str | None = None, as_json: bool = False) -> int:
    diagnosis = diagnose(Environment(port or (), db, progress=progress(later("Record"))))
    code = EXIT_NOT_SO if diagnosis["faults"] else EXIT_DONE
    if as_json:
        print_json(diagnosis)
        return code
    styles = {OK: "green", WARN: "yellow", FAULT: "bold red"}
    made = TextTable(" | Check | What is so, and what helps:20+", spared=("Check",))
    for one in diagnosis["checks"]:
        made.add(_(_LEVELS[one["level"]]), _(one["check"]), one["found"], style=styles[one["level"]])
        if one["remedy"]:
            made.add("", "", one["remedy"])
    made.print()
    faults = ngettext("%(num)s fault", "%(num)s faults", diagnosis["faults"])
    warnings = ngettext("%(num)s warning", "%(num)s warnings", diagnosis["warnings"])
    say(f"{faults}, {warnings}.")
    return code


def report(
    out: Path | None = None,
    db: str | None = None,
    without_names: bool = False,
    port: Sequence[str] | None = None,
    as_json: bool = False,
) -> None:
    written = write_report(Environment(port or (), db), out, without_names)
    if as_json:
        members = [{"name": name, "bytes": size, "what": _(what)} for name, size, what in written.members]
        told = {"file": str(written.path), "bytes": written.path.stat().st_size, "without_names": without_names}
        print_json({**told, "members": members, "not_included": [_(note) for note in written.notes]})
        return
    rows = ((name, quantities.size(size), _(what)) for name, size, what in written.members)
    print_rows("File:8 | Size> | What it is:16+", rows, spared=("Size",))
    for note in written.notes:
        say(_("Not included. %(note)s", note=note))
    say(_("%(name)s: %(said)s", name=written.path, said=quantities.size(written.path.stat().st_size)))
    if without_names:
        say(_("Names of players are left out, as far as this laptop knows them."))
    else:
        say(_("It can hold names of players; with --without-names they are left out."))
