"""The wheel alone, in an empty environment, does everything: no checkout, nothing installed by hand."""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

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


def test_the_demo_runs_to_its_end(installed, tmp_path):
    done = run(installed, "demo", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "2 matches: sound" in done.stdout


def test_the_drive_is_the_one_of_the_checkout(installed, tmp_path):
    from tallyboard.deploy import drive_files

    done = run(installed, "deploy", "--to", "drive", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    files = drive_files()
    assert set(json.loads(done.stdout)["written"]) == set(files)
    for name, data in files.items():
        if not name.startswith("lib/adafruit"):
            assert (tmp_path / "drive" / name).read_bytes() == data, name


def test_the_store_is_made_in_the_users_data_folder(installed, tmp_path):
    done = run(installed, "results", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.rglob("*.sqlite*")) or list(tmp_path.rglob("*.db"))
