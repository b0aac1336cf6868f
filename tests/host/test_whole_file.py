"""Files that are whole or not there."""

import os
import threading
from pathlib import Path

import pytest

from tallyboard.system.files import BEGUN, whole_file, write_whole


def test_it_takes_the_place_of_the_other_only_when_all_is_written(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_bytes(b"before")
    with whole_file(there) as file:
        file.write(b"after")
        file.flush()
        assert there.read_bytes() == b"before"
    assert there.read_bytes() == b"after"
    assert list(tmp_path.iterdir()) == [there]


@pytest.mark.parametrize("error", [OSError("full"), KeyboardInterrupt()])
def test_what_failed_leaves_nothing_behind(tmp_path: Path, error: BaseException) -> None:
    there = tmp_path / "there"
    there.write_bytes(b"before")
    with pytest.raises(type(error)), whole_file(there) as file:
        file.write(b"aft")
        raise error
    assert there.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [there]


def test_what_a_killed_process_has_begun_is_known_by_its_name(tmp_path: Path) -> None:
    with whole_file(tmp_path / "there"):
        assert len(list(tmp_path.glob(BEGUN))) == 1


@pytest.mark.parametrize("durable", [True, False])
def test_its_bytes_are_on_the_disk_before_it_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
) -> None:
    said: list[int | str] = []
    replace = os.replace

    def named(one: Path, other: Path) -> None:
        said.append("named")
        replace(one, other)

    monkeypatch.setattr(os, "fsync", lambda handle: said.append(os.fstat(handle).st_size))
    monkeypatch.setattr(os, "replace", named)
    write_whole(tmp_path / "there", b"12345", durable)
    assert said == ([5, "named"] if durable else ["named"])


def test_two_threads_do_not_meet(tmp_path: Path) -> None:
    there = tmp_path / "there"
    with whole_file(there) as file:
        file.write(b"the first, ")
        other = threading.Thread(target=write_whole, args=(there, b"the second"))
        other.start()
        other.join()
        assert there.read_bytes() == b"the second"
        file.write(b"and more")
    assert there.read_bytes() == b"the first, and more"
