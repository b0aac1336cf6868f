"""The time zone that a tournament gets where none is named."""

from pathlib import Path

import pytest

from tallyboard.system import laptop


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder where the system's two files would be; there are none yet."""
    monkeypatch.delenv("TZ", raising=False)
    monkeypatch.setattr(laptop, "_LINK", tmp_path / "localtime")
    monkeypatch.setattr(laptop, "_NAMED", tmp_path / "timezone")
    return tmp_path


def test_nothing_is_utc(system: Path) -> None:
    assert laptop.local_time_zone() == "UTC"


def test_the_file_names_it(system: Path) -> None:
    (system / "timezone").write_text("America/Toronto\n")
    assert laptop.local_time_zone() == "America/Toronto"


def test_the_link_leads_to_it(system: Path) -> None:
    (system / "timezone").write_text("America/Toronto\n")
    (system / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    assert laptop.local_time_zone() == "Europe/Berlin"


@pytest.mark.parametrize(
    ("told", "zone"),
    [("Asia/Tokyo", "Asia/Tokyo"), (":Asia/Tokyo", "Asia/Tokyo"), ("Nowhere", "UTC"), ("../x", "UTC"), ("", "UTC")],
)
def test_the_environment_comes_first_where_it_names_one(
    system: Path, monkeypatch: pytest.MonkeyPatch, told: str, zone: str
) -> None:
    monkeypatch.setenv("TZ", told)
    assert laptop.local_time_zone() == zone
