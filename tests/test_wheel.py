"""The wheel alone, in an empty environment, does everything: no checkout, nothing installed by hand."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from shared_rules import VERSION
from tallyboard.drive.deploy import LibForm, drive_files
from tallyboard.drive.files import BOOT_OUT, board_file
from tallyboard.pages.phones.build import PhonePage

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of a fresh environment with nothing but the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    venv.create(folder / "venv", with_pip=True)
    subprocess.run([folder / "venv/bin/pip", "install", "--quiet", wheel], check=True, capture_output=True)
    return folder / "venv/bin"


def run(installed: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    env["HOME"] = str(cwd)
    return subprocess.run(
        [installed / "tallyboard", *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )


def test_its_version_is_the_one_that_the_board_says(installed: Path, tmp_path: Path) -> None:
    asked = [
        str(installed / "python"),
        "-c",
        "import importlib.metadata as metadata; print(metadata.version('tallyboard'))",
    ]
    of_the_package = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert of_the_package.strip() == VERSION
    assert run(installed, "--version", cwd=tmp_path).stdout.split() == ["tallyboard", VERSION]


_OF_VENV = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "__pycache__")
_MB = 1_000_000
_BLOCK = 4096  # bytes, of which a disk gives whole ones


def test_it_weighs_less_than_80_mb_with_all_that_it_asks_for(installed: Path) -> None:
    (packages,) = (installed.parent / "lib").glob("python*/site-packages")
    weights = {
        place.name: sum(-file.stat().st_size // -_BLOCK * _BLOCK for file in [place, *place.rglob("*")])
        for place in packages.iterdir()
        if not place.name.startswith(_OF_VENV)
    }
    assert 50 * _MB < sum(weights.values()) < 80 * _MB, weights
    assert not {name for name in weights if name.startswith(("adafruit", "babel", "networkx"))}


def test_the_demo_runs_to_its_end(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 matches: sound" in done.stdout


def test_the_drive_is_the_compiled_one_of_the_checkout_without_a_compiler(installed: Path, tmp_path: Path) -> None:
    looked_for = subprocess.run([installed / "python", "-c", "import mpy_cross_v6_3"], capture_output=True, check=False)
    assert b"ModuleNotFoundError" in looked_for.stderr
    assert deployed(installed, tmp_path, "compiled") == drive_files(LibForm.COMPILED)


def test_a_board_that_runs_no_compiled_files_gets_the_sources(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "drive").mkdir()
    (tmp_path / "drive" / BOOT_OUT).write_text("Adafruit CircuitPython 8.2.6 on 2023-09-12; Raspberry Pi Pico\n")
    written = deployed(installed, tmp_path, "source")
    files = drive_files(LibForm.SOURCE)
    assert set(written) == set(files)
    assert written == {name: files[name] for name in written}


def test_boards_in_browsers_are_made_without_a_network(installed: Path, phone_page: PhonePage, tmp_path: Path) -> None:
    asked = """
from pathlib import Path
from tallyboard.pages.phones.build import ready_page
from tallyboard.play.build import page
print(*ready_page().parts)
page(Path("none"))
"""
    away = {**os.environ, "https_proxy": "http://127.0.0.1:9", "XDG_CACHE_HOME": str(tmp_path / "none")}
    words = [str(installed / "python"), "-c", asked]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True, env=away)
    assert set(done.stdout.split()) == set(phone_page.parts)


def test_a_macropad_gets_its_own_pins(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "drive").mkdir()
    (tmp_path / "drive" / BOOT_OUT).write_text("Adafruit CircuitPython 10.2.1\nBoard ID:adafruit_macropad_rp2040\n")
    written = deployed(installed, tmp_path, "compiled")
    assert written["lib/tableside/pins.py"] == board_file("macropad").pins.encode()
    assert "lib/tableside/pins.mpy" not in written


def deployed(installed: Path, folder: Path, form: str) -> dict[str, bytes]:
    """What deploy, from the wheel, says that it has written, in the form that it says."""
    done = run(installed, "deploy", "--to", "drive", "--force", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert said["form"] == form
    return {name: (folder / "drive" / name).read_bytes() for name in said["written"]}


def test_the_store_is_made_in_the_users_data_folder(installed: Path, tmp_path: Path) -> None:
    done = run(installed, "sync", "nowhere", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert list(tmp_path.rglob("*.sqlite*")) or list(tmp_path.rglob("*.db"))
