"""The packages that the page carries are those that were tried, to the byte, or none."""

import base64
import hashlib
import io
import tarfile
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.virtual.browser.npm import Package, files_of


def tarball(text: bytes) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        entry = tarfile.TarInfo("package/a.txt")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return file.getvalue()


RIGHT = tarball(b"right")
PACKAGE = Package("@some/thing", "1.2.3", base64.b64encode(hashlib.sha512(RIGHT).digest()).decode())


class Registry:
    """In the place of urlopen: gives these bytes, or is away."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answer: bytes | None) -> None:
        self.asked: list[str] = []
        self._answer = answer
        monkeypatch.setattr(urllib.request, "urlopen", self.open)

    def open(self, address: str, timeout: float) -> io.BytesIO:
        self.asked.append(address)
        if self._answer is None:
            raise urllib.error.URLError("no network")
        return io.BytesIO(self._answer)


def test_it_is_fetched_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    registry = Registry(monkeypatch, RIGHT)
    for _ in range(2):
        assert files_of(PACKAGE, ["a.txt"], tmp_path / "new") == [b"right"]
    assert registry.asked == ["https://registry.npmjs.org/@some/thing/-/thing-1.2.3.tgz"]


def test_without_a_network_it_says_where_to_put_the_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Registry(monkeypatch, None)
    with pytest.raises(TallyboardError, match=r"cannot be fetched: no network\.") as error:
        files_of(PACKAGE, ["a.txt"], tmp_path)
    assert PACKAGE.address in error.value.next_step
    assert str(tmp_path) in error.value.next_step
    (tmp_path / "thing-1.2.3.tgz").write_bytes(RIGHT)
    assert files_of(PACKAGE, ["a.txt"], tmp_path) == [b"right"]


def test_another_file_is_never_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Registry(monkeypatch, tarball(b"wrong"))
    with pytest.raises(TallyboardError, match="another file than the one that was tried"):
        files_of(PACKAGE, ["a.txt"], tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("damaged", [RIGHT[:-9], b"", tarball(b"wrong")], ids=["cut", "empty", "another"])
def test_one_that_is_damaged_on_the_disk_is_fetched_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, damaged: bytes
) -> None:
    registry = Registry(monkeypatch, RIGHT)
    kept = tmp_path / "thing-1.2.3.tgz"
    kept.write_bytes(damaged)
    assert files_of(PACKAGE, ["a.txt"], tmp_path) == [b"right"]
    assert len(registry.asked) == 1
    assert kept.read_bytes() == RIGHT


def test_a_folder_that_cannot_be_written_to_keeps_nobody_from_the_page(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    Registry(monkeypatch, RIGHT)
    (tmp_path / "file").write_text("")
    assert files_of(PACKAGE, ["a.txt"], tmp_path / "file" / "folder") == [b"right"]
