"""The operator's passcode."""

import hashlib
import json
import os
import re
import stat
from pathlib import Path

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.pages.safety import operators as passcodes
from tallyboard.pages.safety.operators import LETTERS, PASSCODE_FILE, Passcode

EN_DASH = chr(0x2013)  # what a telephone may make of a hyphen


@pytest.fixture
def cheap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passcodes, "_COST", 2)


pytestmark = pytest.mark.usefixtures("cheap")


def is_right(passcode: Passcode, entered: str) -> bool:
    return passcode.is_right(entered)


def test_it_is_right_however_it_is_spelled(tmp_path: Path) -> None:
    passcode = Passcode(tmp_path)
    made = passcode.make_new()
    for entered in (
        made,
        made.lower(),
        made.replace("-", ""),
        made.replace("-", " "),
        f" {made.replace('-', EN_DASH)}\n",
    ):
        assert is_right(passcode, entered)


def test_another_is_not(tmp_path: Path) -> None:
    passcode = Passcode(tmp_path)
    made = passcode.make_new()
    other = ("C" if made[0] == "A" else "A") + made[1:]
    for entered in (other, made[:-1], made + "A", "", "é" * 300, "\ud800"):
        assert not is_right(passcode, entered)


def test_without_one_none_is_right(tmp_path: Path) -> None:
    passcode = Passcode(tmp_path)
    assert not passcode.is_there()
    assert not is_right(passcode, "")
    assert passcode.mark() == ""


def test_it_is_easy_to_read_aloud_and_has_more_than_forty_bits(tmp_path: Path) -> None:
    made = Passcode(tmp_path).make_new()
    assert re.fullmatch(f"[{LETTERS}]{{3}}(-[{LETTERS}]{{3}}){{3}}", made)
    assert len(set(LETTERS)) == len(LETTERS) and len(LETTERS) ** 12 > 2**50
    assert not set(LETTERS) & set("0OQ1IL2Z5S8BG")


def test_the_old_one_does_not_hold_any_more(tmp_path: Path) -> None:
    passcode = Passcode(tmp_path)
    old = passcode.make_new()
    mark = passcode.mark()
    new = passcode.make_new()
    assert not is_right(passcode, old) and is_right(passcode, new)
    assert passcode.mark() != mark


def test_one_that_another_program_made_holds_here_at_once(tmp_path: Path) -> None:
    passcode = Passcode(tmp_path)
    old = passcode.make_new()
    assert is_right(passcode, old)
    new = Passcode(tmp_path).make_new()
    assert not is_right(passcode, old) and is_right(passcode, new)


def test_only_its_hash_is_kept_and_only_its_user_reads_it(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        made = Passcode(tmp_path / "new").make_new()
    finally:
        os.umask(before)
    file = tmp_path / "new" / PASSCODE_FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    text = file.read_text().upper()
    assert made not in text and made.replace("-", "") not in text
    assert Passcode(tmp_path / "new").is_there()


def test_the_hash_is_scrypt_with_a_salt_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # cheap
    salts = set()
    for _ in range(2):
        made = Passcode(tmp_path).make_new()
        kept = json.loads((tmp_path / PASSCODE_FILE).read_text())
        salt = bytes.fromhex(kept["salt"])
        assert len(salt) == 16
        password = made.replace("-", "").encode()
        assert kept["scrypt"] == hashlib.scrypt(password, salt=salt, n=2**14, r=8, p=1, dklen=32).hex()
        salts.add(salt)
    assert len(salts) == 2


DAMAGED = [
    b"",
    b"{",
    b"\xff\xfe",
    b"[]",
    b"{}",
    b"[" * 100_000,
    b'{"version": 1, "salt": 3, "scrypt": "00"}',
    b'{"version": 1, "salt": "zz", "scrypt": "00"}',
    b'{"version": 1, "salt": "", "scrypt": ""}',
    json.dumps({"version": 2, "salt": "00" * 16, "scrypt": "00" * 32}).encode(),
    json.dumps({"version": 1, "salt": "00" * 16, "scrypt": "00" * 31}).encode(),
]


@pytest.mark.parametrize("data", DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_file_is_told_with_what_to_do(tmp_path: Path, data: bytes) -> None:
    (tmp_path / PASSCODE_FILE).write_bytes(data)
    passcode = Passcode(tmp_path)
    for look in (passcode.is_there, passcode.mark, lambda: is_right(passcode, "")):
        with pytest.raises(TallyboardError) as told:
            look()
        assert str(tmp_path / PASSCODE_FILE) in told.value.cause
        assert "--new-passcode" in told.value.next_step
    made = passcode.make_new()
    assert is_right(passcode, made)


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TallyboardError):
        Passcode(tmp_path / "file").make_new()
