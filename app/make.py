"""Makes dist/tallyboard-VERSION-SYSTEM-MACHINE.tar.gz (.zip on Windows), the program that brings its own Python, and
tries it: `python app/make.py dist/tallyboard-….whl`.

It is made from the wheel in an environment of its own, so that nothing of a checkout gets into it; by the Python that
runs this, which has to have a shared library: Debian's, python.org's and GitHub's have one.
"""

import platform
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
WORK = ROOT / "build" / "app"
IS_WINDOWS = sys.platform == "win32"
SYSTEM = {"win32": "windows", "darwin": "macos"}.get(sys.platform, sys.platform)


def main(wheel: Path) -> Path:
    """The archive. Raises CalledProcessError where a tool fails, which has said why; ends where it lacks a file."""
    shutil.rmtree(WORK, ignore_errors=True)
    venv.create(WORK / "venv", with_pip=True)
    python = WORK / "venv" / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")
    run(python, "-m", "pip", "install", "--quiet", f"{wheel.resolve()}[app]")
    where = ("--workpath", WORK / "work", "--distpath", WORK)
    run(python, "-m", "PyInstaller", "--log-level", "ERROR", *where, ROOT / "app/tallyboard.spec")
    name = f"tallyboard-{wheel.name.split('-')[1]}-{SYSTEM}-{platform.machine().lower().replace('amd64', 'x86_64')}"
    (WORK / "tallyboard").rename(WORK / name)
    with zipfile.ZipFile(wheel) as files:
        missing = [file for file in files.namelist() if not (WORK / name / "_internal" / file).exists()]
    if missing:
        sys.exit(f"The program lacks these files of the wheel: {missing}")
    try_out(WORK / name / "tallyboard")
    return Path(shutil.make_archive(str(wheel.parent / name), "zip" if IS_WINDOWS else "gztar", WORK, name))


def try_out(program: Path) -> None:
    """That it starts, and that what it starts beside it does: the virtual board, which needs a pty."""
    run(program, "--version")
    run(program, *(["doctor", "--help"] if IS_WINDOWS else ["demo"]))


def run(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True)


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
