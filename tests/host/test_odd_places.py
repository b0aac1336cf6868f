"""Impatient people and odd places, as real processes: a sentence and an exit code, never a traceback."""

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.harness.terminal import COMMAND, environment, on_terminal

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the places are those of a POSIX system")

NO_ROOM = "Standard output cannot be written: No space left on device."
CLOSED = "Standard output cannot be written: Bad file descriptor."
LOST = "The folder that you are in is gone."


class Case(NamedTuple):
    """A line for the shell, with `T` for tallyboard; its exit code; what is said, on stderr unless it is 0."""

    line: str
    code: int
    said: str


CASES = {
    "a full disk": Case("T score sheet > /dev/full", 2, NO_ROOM),
    "a full disk, JSON": Case("T score --json sheet > /dev/full", 2, NO_ROOM),
    "a full disk, help": Case("T --help > /dev/full", 2, NO_ROOM),
    "a full disk, help of a command": Case("T sync --help > /dev/full", 2, NO_ROOM),
    "a full disk, no buffer": Case("PYTHONUNBUFFERED=1 T --version > /dev/full", 2, NO_ROOM),
    "a full disk, results": Case("T results > /dev/full", 2, NO_ROOM),
    "a full disk, an export": Case("T export --format csv > /dev/full", 2, NO_ROOM),
    "a full disk, a board": Case("T board --link port --state memory > /dev/full", 2, NO_ROOM),
    "a full disk for errors": Case("T score nowhere 2> /dev/full", 2, ""),
    "closed output": Case("T score sheet >&-", 2, CLOSED),
    "closed errors": Case("T score nowhere 2>&-", 2, ""),
    "closed errors, something to say": Case("T score sheet 2>&-", 0, "crokinole-official"),
    "closed input": Case("T score - <&-", 2, "-:1: there is no game line"),
    "everything closed": Case("T score sheet <&- >&- 2>&-", 2, ""),
    "a reader that has seen enough": Case("T --help | true", 0, ""),
    "a link in /proc": Case("T board --link /proc/x --state memory", 2, "The link /proc/x cannot be made: "),
    "a memory in /proc": Case("T board --link port --state /proc/x", 2, "The board's folder /proc/x cannot be used: "),
    "a link over a file": Case(
        "T board --link sheet --state memory", 2, "sheet is there and is not a link to a board."
    ),
    "a link over a folder": Case("T board --link . --state memory", 2, ". is there and is not a link to a board."),
    "a link in no folder": Case("T board --link a/b --state memory", 2, "There is no folder a for the link b."),
    "a memory in a file": Case("T board --link port --state sheet", 2, "The board's folder sheet cannot be used: "),
    "no environment": Case("env -i T --help", 0, "Usage: tallyboard"),
    "a home that cannot be": Case(
        "HOME=/proc/nobody T sync nowhere", 2, "The folder /proc/nobody/.local/share/tallyboard"
    ),
    "a home that is no folder": Case("HOME=$PWD/sheet T sync nowhere", 2, "/sheet/.local/share/tallyboard"),
    "a home that is no path": Case("HOME=here T results", 2, "Your data folder cannot be found: HOME is not set."),
    "a folder that is gone, a new database": Case("T_GONE results --db x.db", 2, ""),
    "a folder that is gone, a report": Case("T_GONE report", 2, ""),
    "a folder that is gone, a sheet": Case("T_GONE score sheet", 2, "sheet: cannot be read: No such file"),
    "a folder that is gone, a drive": Case("T_GONE deploy --to drive --force", 2, ""),
    "a folder that is gone, help": Case("T_GONE --help", 0, "Usage: tallyboard"),
    "no database": Case("T results --db ''", 2, "--db: the value is empty."),
    "no port": Case("T sync ''", 2, "PORT: the value is empty."),
    "a database with a line end": Case(r"T results --db $'no\nwhere/x'", 2, r"There is no folder no\nwhere."),
    "a sheet with a line end": Case(r"T score $'no\nwhere'", 2, r"no\nwhere: cannot be read: No such file"),
    "a sheet that is no text": Case(r"T score $'\xff'", 2, r"\udcff: cannot be read: No such file"),
    "a port that is no text": Case(r"T sync $'\xff\n'", 2, r"There is no port \udcff\n."),
    "a match that is no text": Case(r"T show $'\xff'", 2, r"MATCH: \udcff is no text in UTF-8."),
    "a name that is no text": Case(r"T assign crokinole-official $'\xff'", 2, r"NAME: \udcff is no text in UTF-8."),
    "a command that is no text": Case(r"T $'\xff\e[2J'", 2, r"There is no command \udcff\x1b[2J."),
    "an option that is no text": Case(r"T results --$'\xff'", 2, r"There is no option --\udcff."),
    "few letters": Case("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 T score names", 0, r"Zo\xeb & \u5c71 wins"),
    "few letters, in JSON": Case("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 T score --json names", 0, r"\u5c71"),
    "other letters": Case("PYTHONIOENCODING=latin-1 T score names | iconv -f latin1", 0, r"Zoë & \u5c71 wins"),
    "other letters, help": Case("PYTHONIOENCODING=latin-1 T --help", 0, "Usage: tallyboard"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_it_is_told_in_a_sentence(tmp_path: Path, case: Case) -> None:
    (tmp_path / "sheet").write_text("game crokinole-official\n")
    (tmp_path / "names").write_text("game twenties-shootout\nname A Zoë & 山\nA 20\nnext\n")
    command = shlex.join(COMMAND)
    line = case.line.replace("T_GONE", f"mkdir gone; cd gone; rmdir ../gone; {command}").replace("T ", f"{command} ")
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    assert "unexpected" not in done.stderr
    assert len(done.stderr.splitlines()) <= 3
    assert done.returncode == case.code, done.stderr
    assert case.said in (done.stderr if case.code else done.stdout)


def test_a_folder_that_is_gone_is_said_to_be_the_cause(tmp_path: Path) -> None:
    line = f"mkdir gone; cd gone; rmdir ../gone; {shlex.join(COMMAND)} results --db x.db"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, env=environment(tmp_path), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert LOST in done.stderr


@pytest.mark.parametrize("words", [("--help",), ("sync", "-h"), ("results",), ("nonsense",)])
def test_a_terminal_of_twenty_cells_is_enough(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert on_terminal(environment(tmp_path), *words, columns=20)


# Sends itself a Ctrl-C when it is about to import the module that the first argument names.
_INTERRUPTED = """
import os, signal, sys
module = sys.argv.pop(1)
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
from tallyboard.cli import main
if module == "at the end":
    import tallyboard.commands.guard
    let_go = tallyboard.commands.guard.let_go
    tallyboard.commands.guard.let_go = lambda: (let_go(), os.kill(os.getpid(), signal.SIGINT))
main()
"""

MODULES = (
    *(
        "tallyboard.commands.guard",
        "tallyboard.terminal.streams",
        "tallyboard.text.printable",
        "tallyboard.commands.parsing",
        "argparse",
    ),
    *("tallyboard.commands.results", "tallyboard.store", "tallyboard.store.opening", "at the end"),
)


@pytest.mark.parametrize("module", MODULES)
def test_ctrl_c_is_heard_from_the_first_import_to_the_end(tmp_path: Path, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED, module, "results"],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # a shell's background ignores it
    )
    assert (done.returncode, done.stderr.strip()) == (130, "")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 0), (signal.SIGTERM, 0)])
def test_what_runs_on_ends_by_a_signal_with_its_last_words(tmp_path: Path, number: int, code: int) -> None:
    with subprocess.Popen(
        [*COMMAND, "watch", "--no-radio", "--port", str(tmp_path / "*")],
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout and running.stderr
        assert running.stdout.readline().startswith("Waiting for boards")
        running.send_signal(number)
        assert running.wait(timeout=60) == code
        assert running.stderr.read() == ""
