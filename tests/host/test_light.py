"""What is imported to print the help, a sheet's result or a table: nothing that costs more than the work itself."""

import subprocess
import sys
from pathlib import Path

import pytest

from tallyboard.store import open_store
from tests.harness.terminal import environment

ALWAYS = ("typer", "click", "rich", "serial", "alembic", "http", "urllib.request", "shtab", "platformdirs")
STORE = ("sqlalchemy", "email", "importlib.metadata")  # the second and the third are asked for by the first
PARSER = ("argparse", "json", "typing", "re")

# Of a command line: what it must not import. A list grows when something is found that it does without.
WITHOUT = {
    "--help": (*ALWAYS, *STORE, *PARSER),
    "help": (*ALWAYS, *STORE),
    "results --help": (*ALWAYS, *STORE),
    "assign --help": (*ALWAYS, *STORE),
    "setup --help": (*ALWAYS, *STORE),
    "score sheet": (*ALWAYS, *STORE),
    "tournament --help": (*ALWAYS, *STORE, "tallyboard.desk"),
    "tournament result --help": (*ALWAYS, *STORE, "tallyboard.desk"),
    "tournament compute script --json": (*ALWAYS, *STORE, "tallyboard.store"),
    "tournament list --db empty.db": (*ALWAYS, "sqlalchemy"),
    "results --db empty.db": (*ALWAYS, *STORE),
    "verify --db empty.db": ALWAYS,
    "boards --port nowhere": ("typer", "rich", "alembic", "shtab", *STORE),
    "boards --port nowhere --db empty.db": ("typer", "rich", "alembic", "shtab", *STORE),
    # Sizes in words are rich's, without what rich draws with.
    "doctor --db empty.db --port nowhere": ("typer", "rich.console", "alembic", "shtab"),
}

_RUN = """
import sys
before = set(sys.modules)
from tallyboard.commands import guard
code = guard.run(sys.argv[1:])
print(*set(sys.modules) - before, file=sys.stderr)
sys.exit(code)
"""


@pytest.mark.parametrize("line", WITHOUT)
def test_it_is_done_without_what_costs_much(tmp_path: Path, line: str) -> None:
    (tmp_path / "sheet").write_text("game crokinole-official\nname A 山\nA 20\nnext\n")
    (tmp_path / "script").write_text("tournament singles\nadd Ann\nadd Bob\n")
    open_store(str(tmp_path / "empty.db")).close()
    done = subprocess.run(
        [sys.executable, "-c", _RUN, *line.split()],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr
    imported = done.stderr.split()
    assert "tallyboard.commands.guard" in imported
    assert not set(WITHOUT[line]) & set(imported)
