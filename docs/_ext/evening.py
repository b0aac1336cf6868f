"""An evening at which every command is run once or more, in a folder of its own: what the pages of the commands and of
the JSON schemas show. What differs from one evening to the next (ids, times) differs on the pages."""

import json
import logging
import os
import re
import shlex
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import NamedTuple, NoReturn

HOME = "/home/ann"  # as pages call the folder of the evening
_LIMIT_S = 60  # until what does not happen fails
_LISTENS_S = 1.5  # how long a command goes on, from its first line, that Ctrl-C ends

FILES = {
    "sheet.txt": "game crokinole-official target=20\nname A Ann\nname B Bob\nA 20\nB 15\nnext\nA 20\nnext\n",
    "paper.txt": "game crokinole-official target=25\nname A Ann\nname B Bob\nA 20\nnext\nA 15\nB 5\nnext\n",
    "players.csv": "name,club\nAnn,Hull\nBob,Hull\nCid,Aylmer\nDee,Aylmer\n",
    "ratings.csv": "name,rating\nAnn,1812.5\nBob,1790\n",
    "day.txt": "tournament singles seed=7\nadd Ann\nadd Bob\nphase 1 single game washers-ritzenthaler\ndraw 1\n"
    "at 10:15\nresult 1:W1.1 1 21 2 15\n",
    "season.txt": "season best=10 points=10,8,6\nplayer Ann = Annie\nplayer Bob\nnight 2026-01-13 day.txt\n",
}

_STORE = ".local/share/tallyboard/tallyboard.db"
_BOARD = "tallyboard board "  # which plays one match, and runs until the end of the evening
_PRESSES = ("press A1", "press B2", "hold NEXT", "press A1", "hold NEXT")

# A line each: the exit code where it is not 0, the schema that it is the example of behind an @, and the command. `&`:
# it listens until Ctrl-C. MATCH is the id of the board's match.
LINES = r"""
tallyboard help score
tallyboard completion fish
tallyboard score sheet.txt
@score tallyboard score sheet.txt --json
tallyboard demo
tallyboard play --out board.html
tallyboard board --link port --state box --game "crokinole-official target=25" --time-scale 0
tallyboard boards --port port
@boards tallyboard boards --port port --json
tallyboard setup --name "Table 4" --light 12 --port port
@setup tallyboard setup --light 8 --port port --json
tallyboard sync port
@sync tallyboard sync port --json
tallyboard results
@match tallyboard results --json
tallyboard show MATCH
tallyboard correct MATCH paper.txt --reason "the last round was not entered"
@show tallyboard show MATCH --json
tallyboard export --format csv
@export tallyboard export --format json
tallyboard assign crokinole-official target=50 Ann Bob --port port
@assign tallyboard assign crokinole-official target=50 Ann Bob --port port --json
&tallyboard watch --port port --no-radio
&@watch tallyboard watch --port port --no-radio --json
&tallyboard serve --port port --no-radio --listen 0
tallyboard verify
@verify tallyboard verify --json
tallyboard rebuild
tallyboard copy --from STORE --to club.db
@copy tallyboard copy --from STORE --to club.db --json
tallyboard deploy --to CIRCUITPY --force
tallyboard doctor
@doctor tallyboard doctor --json
tallyboard report --out report.zip
tallyboard tables seat 1-3 --host 192.168.1.20
@seat tallyboard tables seat 1-3 --host 192.168.1.20 --json
tallyboard tables
@seats tallyboard tables --json
tallyboard tables cards --host 192.168.1.20
@cards tallyboard tables cards --host 192.168.1.20 --json
tallyboard tables lock 1
tallyboard tables unlock 1
tallyboard tables free 1
tallyboard tournament new "Spring Open" --seed 7 --time-zone America/Toronto
tallyboard tournament import players.csv
tallyboard tournament add Eve
@changed tallyboard tournament add Fay --json
tallyboard tournament rename Eve Gil
tallyboard tournament absent Fay
tallyboard tournament in Fay
tallyboard tournament contest Ann 14
tallyboard tournament seeds --ratings ratings.csv
tallyboard tournament phase 1 round-robin game crokinole-championship rounds=4
tallyboard tournament phase 2 single of=1 take=1-2 game crokinole-championship rounds=4
tallyboard tournament withdraw Fay
tallyboard tournament draw 1
tallyboard tournament redraw 1
tallyboard tournament open 1-3
tallyboard tournament close 3
tallyboard tournament call
tallyboard tournament free 2
tallyboard tournament tables
@tables tallyboard tournament tables --json
tallyboard tournament schedule
@schedule tallyboard tournament schedule --json
tallyboard tournament clock 20
@clock tallyboard tournament clock --json
tallyboard tournament result Ann 6 Bob 2
tallyboard tournament result Ann 5 Cid 3
tallyboard tournament result Ann 9 Dee 1
1tallyboard tournament flags
1@flags tallyboard tournament flags --json
tallyboard tournament confirm 1:1-4
tallyboard tournament result Bob 6 Cid 2
tallyboard tournament forfeit Dee Bob
tallyboard tournament clear 1:2-4 Bob Dee
tallyboard tournament standings
@standings tallyboard tournament standings --json
tallyboard tournament why Ann Bob
@why tallyboard tournament why Ann Bob --json
tallyboard tournament stats
tallyboard tournament entrant Ann
@entrant tallyboard tournament entrant Ann --json
tallyboard tournament note "A disc was replaced at table 1"
tallyboard tournament undo
tallyboard tournament disqualify Gil
tallyboard tournament end 1
tallyboard tournament shootout 1 Cid 3 Bob 4
tallyboard tournament draw 2
tallyboard tournament bracket
tallyboard tournament log
@event tallyboard tournament log --json
tallyboard tournament export --script
@written tallyboard tournament export --script --out spring.txt --json
@compute tallyboard tournament export --json
tallyboard tournament print standings
@print tallyboard tournament print bracket --json
tallyboard tournament compute day.txt
tallyboard tournament read day.txt "Winter Cup"
tallyboard tournament list
@tournament tallyboard tournament list --json
tallyboard tournament use "Spring Open"
tallyboard tournament rehearse --players 6 --tables 2 --speed 200 --seed 4 --keep kept
@stats tallyboard tournament stats --json --db kept/tallyboard.db
tallyboard season new "Club 2026" best=10 points=10,8,6
tallyboard season player Ann = Annie
@roster tallyboard season player --json
tallyboard season player Rob
tallyboard season rename Rob Robert
tallyboard season undo
tallyboard season set best=8
tallyboard season night day.txt --date 2026-01-13
@season-changed tallyboard season night "Spring Open" --date 2026-01-20 --json
tallyboard season standings
@season tallyboard season standings --json
tallyboard season log
tallyboard season list
@seasons tallyboard season list --json
tallyboard season export --csv
tallyboard season print
tallyboard season compute season.txt
"""


class Shown(NamedTuple):
    """A command of the evening, as it was typed, and what it printed; `schema`: whose example it is, else ""."""

    command: str
    printed: str
    schema: str


_LINE = re.compile(r"^(\d?)(&?)(?:@([\w-]+) )?(tallyboard .+)$", re.MULTILINE)


def typed_lines() -> list[tuple[str, str, str, str]]:
    """Of each line of the evening its exit code, `&`, schema and command; "" for what it does not have."""
    return _LINE.findall(LINES)


def evening() -> Iterator[Shown]:
    """Run it, and give what is to be shown; raises RuntimeError where a command ends otherwise than it should."""
    # What most commands load is loaded once, before they fork: it starts no thread.
    for module in ("alembic.command", "tallyboard.cli", "tallyboard.hub", "tallyboard.pages.app", "tallyboard.store"):
        import_module(module)

    with tempfile.TemporaryDirectory() as name, _at_home(Path(name)):
        for file, text in FILES.items():
            Path(file).write_text(text)
        match, board = "", None
        try:
            for code, listens, schema, typed in typed_lines():
                command = typed.replace("STORE", _STORE).replace("MATCH", match)
                if command.startswith(_BOARD):
                    board = _Running(command)
                    printed = _press(board)
                else:
                    running = _Running(command, quiet=bool(schema))
                    if listens:
                        _until(running.printed, running)
                        time.sleep(_LISTENS_S)
                        running.end()
                    running.wait(int(code or 0))
                    printed = running.printed()
                if schema == "match":
                    match = json.loads(printed.splitlines()[0])["match"][:8]
                yield Shown(command, _as_of_anybody(printed, name), schema)
        finally:
            if board is not None:
                board.end()


def _as_of_anybody(printed: str, folder: str) -> str:
    """Without the names of the machine that makes the site."""
    return printed.replace(os.path.realpath(folder), HOME).replace(folder, HOME).replace(socket.gethostname(), "desk")


@contextmanager
def _at_home(folder: Path) -> Iterator[None]:
    """With this folder as home, and the one that we are in."""
    kept, before = dict(os.environ), os.getcwd()
    for name in [name for name in kept if name.startswith("XDG_")]:
        del os.environ[name]
    os.environ.update(HOME=str(folder), LOGNAME="ann", TALLYBOARD_LANGUAGE="en", TZ="America/Toronto")
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
        os.environ.clear()
        os.environ.update(kept)


class _Running:
    """A command in a process of its own, which begins with Tallyboard loaded: a hundred would else take a minute.
    `quiet`: what it says beside its output is not wanted."""

    def __init__(self, command: str, quiet: bool = False) -> None:
        self.command = command
        self._out = tempfile.TemporaryFile("w+b")  # noqa: SIM115  (it goes with this object)
        read, self.keys = os.pipe()
        self._pid = os.fork()
        if self._pid == 0:
            os.close(self.keys)
            os.dup2(read, 0)
            os.dup2(self._out.fileno(), 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY) if quiet else 1, 2)
            _be(shlex.split(command))
        os.close(read)

    def end(self) -> None:
        """Ctrl-C."""
        os.kill(self._pid, signal.SIGINT)

    def wait(self, code: int) -> None:
        """Until it has ended; raises RuntimeError where that is not with this code."""
        os.close(self.keys)
        _, status = os.waitpid(self._pid, 0)
        if os.waitstatus_to_exitcode(status) != code:
            raise RuntimeError(f"{self.command} left with {os.waitstatus_to_exitcode(status)}:\n{self.printed()}")

    def printed(self) -> str:
        """What it has printed so far."""
        size = os.fstat(self._out.fileno()).st_size
        return os.pread(self._out.fileno(), size, 0).decode()


def _be(words: list[str]) -> NoReturn:
    """In the new process: the program that these words call."""
    from tallyboard.cli import main

    code = 70
    logging.disable(logging.INFO)  # Sphinx prints what libraries log, and no command does
    try:
        sys.stdin, sys.stdout, sys.stderr = (os.fdopen(fd, "rww"[fd], closefd=False) for fd in range(3))
        sys.argv = words
        signal.signal(signal.SIGINT, signal.default_int_handler)
        main()
    except SystemExit as left:
        code = int(left.code or 0)
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


def _press(board: _Running) -> str:
    """Press the keys of the match; what the displays showed, a line for each."""
    os.write(board.keys, "".join(f"{press}\n" for press in _PRESSES).encode())
    _until(lambda: board.printed().count('"done"') == len(_PRESSES), board)
    return board.printed()


def _until(happens: Callable[[], object], running: _Running) -> None:
    until = time.monotonic() + _LIMIT_S
    while not happens():
        if time.monotonic() > until:
            raise RuntimeError(f"{running.command} goes on, and has printed:\n{running.printed()}")
        time.sleep(0.05)
