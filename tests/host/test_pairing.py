"""A box without a cable is paired: what comes onto its drive and into the store, in which order, what is refused."""

import base64
import errno
import json
import os
import re
import tomllib
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tallyboard.drive import radio as pairing
from tallyboard.drive.radio import HUB, KEY, NAME, PASSWORD, Network
from tallyboard.errors import CoreError, TallyboardError
from tallyboard.errors import drive as told
from tallyboard.store import Store, open_store, radio, read_store
from tallyboard.text.passwords import hidden
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.paper import two_matches
from tests.host.usb_ports import no_ports as no_ports  # a fixture

BOARD = "e6616407e3646b29"
BOOT_OUT = (
    "Adafruit CircuitPython {version} on 2025-11-03; {title} with rp2040\nBoard ID:{name}\nUID:{uid}\nboot.py output:\n"
)
OWN = b'# my box\nTALLYBOARD_TABLE = "4"  # by the door\nCIRCUITPY_PYSTACK_SIZE = 4096\n'
ASKED = ("setup", "--radio", "--network", "Club")


def a_drive(folder: Path, uid: str = BOARD, name: str = "raspberry_pi_pico_w", version: str = "10.0.3") -> Path:
    folder.mkdir()
    (folder / "boot_out.txt").write_text(BOOT_OUT.format(version=version, title=name, name=name, uid=uid.upper()))
    (folder / "settings.toml").write_bytes(OWN)
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    return a_drive(tmp_path / "CIRCUITPY")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "club.db"


@pytest.fixture
def store(db: Path) -> Iterator[Store]:
    with closing(open_store(str(db))) as opened:
        yield opened


@pytest.fixture
def port() -> Iterator[str]:
    with PtyBoard(BoardHalf(two_matches(), board=BOARD)) as served:
        yield served.path


def settings(drive: Path) -> dict[str, str]:
    found = tomllib.loads((drive / "settings.toml").read_text())
    return {name: value for name, value in found.items() if name.startswith("TALLYBOARD_RADIO")}


def keys(db: Path) -> dict[str, bytes]:
    with closing(read_store(str(db))) as reader, reader.reading() as sql:
        return radio.keys(sql)


def as_circuitpython(text: bytes, name: str) -> str | None:
    """What its os.getenv gives for a name whose value stands in quotes, by supervisor/shared/settings.c of 10.x."""
    for line in text.split(b"\n"):
        bare = line.strip()
        if bare.startswith(b"["):
            return None
        found = re.match(re.escape(name.encode()) + rb"\s*=\s*", bare)
        if found is None:
            continue
        value, rest = re.fullmatch(rb'"((?:\\.|[^"\\])*)"(.*)', bare[found.end() :]).groups()  # type: ignore[union-attr]
        assert re.fullmatch(rb"\s*(#.*)?", rest)
        escaped = re.findall(rb"\\(.)", value)
        assert set(escaped) <= {b'"', b"\\"}, "another letter would stand for something else"
        return re.sub(rb"\\(.)", rb"\1", value).decode()
    return None


# ---- settings.toml


@pytest.mark.parametrize(
    "value",
    ["Club", 'a "quoted" one', "back\\slash\\n", "ends in \\", "Café ☕ 日本", "# no comment", "[x]", "=", "a  b"],
)
@pytest.mark.parametrize("text", [b"", OWN, OWN.rstrip(), OWN.replace(b"\n", b"\r\n"), b"[section]\nA = 1\n"])
def test_a_value_comes_back_as_it_was(text: bytes, value: str) -> None:
    made = pairing.edited(text, {NAME: value, HUB: ""})
    assert (as_circuitpython(made, NAME), as_circuitpython(made, HUB)) == (value, "")
    found = tomllib.loads(made.decode())
    assert (found[NAME], found[HUB]) == (value, "")
    again = pairing.edited(made, {NAME: "other"})
    assert as_circuitpython(again, NAME) == "other"
    assert pairing.edited(made, {NAME: None, HUB: None}).rstrip() == text.rstrip()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b'TALLYBOARD_RADIO_SSID = "old" # mine\nA = 1\n', b'TALLYBOARD_RADIO_SSID = "new" # mine\nA = 1\n'),
        (b'  TALLYBOARD_RADIO_SSID="a#b"\r\nA = 1\r\n', b'  TALLYBOARD_RADIO_SSID="new"\r\nA = 1\r\n'),
        (b"TALLYBOARD_RADIO_SSID =", b'TALLYBOARD_RADIO_SSID ="new"'),
        (b'TALLYBOARD_RADIO_SSID = "cut\nA = 1\n', b'TALLYBOARD_RADIO_SSID = "new"\nA = 1\n'),
        (b'TALLYBOARD_RADIO_SSID = 7\nTALLYBOARD_RADIO_SSID = "8"\n', b'TALLYBOARD_RADIO_SSID = "new"\n'),
        (b"A = 1", b'A = 1\nTALLYBOARD_RADIO_SSID = "new"\n'),
        (b"#TALLYBOARD_RADIO_SSID = 1\n", b'#TALLYBOARD_RADIO_SSID = 1\nTALLYBOARD_RADIO_SSID = "new"\n'),
        (b'A = 1\n[s]\nTALLYBOARD_RADIO_SSID = "x"\n', None),
    ],
)
def test_its_line_is_replaced_and_no_other(before: bytes, after: bytes | None) -> None:
    expected = after or b'A = 1\nTALLYBOARD_RADIO_SSID = "new"\n[s]\nTALLYBOARD_RADIO_SSID = "x"\n'
    assert pairing.edited(before, {NAME: "new"}) == expected


@pytest.mark.parametrize(
    ("name", "password", "hub", "why"),
    [
        ("", "", "", told.NETWORK_NAME),
        ("é" * 17, "", "", told.NETWORK_NAME),
        ("Club", "seven77", "", told.NETWORK_PASSWORD),
        ("Club", "x" * 64, "", told.NETWORK_PASSWORD),
        ("Club\n", "", "", told.NETWORK_LETTER),
        ("Club", "12345678\0", "", told.NETWORK_LETTER),
        ("Club", "", "not.an.address.invalid", told.HUB_ADDRESS),
        ("Club", "", "192.168.1.20:0", told.HUB_ADDRESS),
        ("Club", "", "192.168.1.20:port", told.HUB_ADDRESS),
        ("Club", "", "0.0.0.0", told.HUB_ADDRESS),
        ("Club", "", "::1", told.HUB_ADDRESS),
        ("Club", "", ":8766", told.HUB_ADDRESS),
    ],
)
def test_what_no_box_can_use_is_refused(name: str, password: str, hub: str, why: object) -> None:
    with pytest.raises(CoreError) as raised:
        pairing.network(name, password, hub)
    assert raised.value.told is why
    assert not password or password not in str(raised.value)


@pytest.mark.parametrize(
    ("entered", "kept"),
    [
        ("", ""),
        ("192.168.1.20", "192.168.1.20"),
        ("192.168.1.20:8766", "192.168.1.20"),
        (" 10.0.0.2:99 ", "10.0.0.2:99"),
        ("localhost", "127.0.0.1"),
    ],
)
def test_the_hub_is_an_address_that_no_box_has_to_look_up(entered: str, kept: str) -> None:
    assert pairing.network("x" * 32, "y" * 63, entered).hub == kept


# ---- the drive and the store


WANTED = Network("Club", "pass word", "192.168.1.20")


def test_the_drive_and_the_store_get_the_same_key(store: Store, drive: Path, db: Path) -> None:
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    found = settings(drive)
    assert (drive / "settings.toml").read_bytes().startswith(OWN)
    assert {NAME: "Club", PASSWORD: "pass word", KEY: keys(db)[BOARD].hex(), HUB: "192.168.1.20"} == found
    assert pairing.fits(drive, keys(db)[BOARD])
    assert len(found[KEY]) == 64
    pairing.pair(store, BOARD, drive, WANTED._replace(hub=""), "Ann")
    assert settings(drive)[KEY] == keys(db)[BOARD].hex() != found[KEY]
    assert pairing.unpair(store, BOARD, drive)
    assert ((drive / "settings.toml").read_bytes(), keys(db)) == (OWN, {})
    assert not pairing.unpair(store, BOARD, drive)
    assert [path.name for path in sorted(drive.iterdir())] == ["boot_out.txt", "settings.toml"]


def test_a_board_without_settings_gets_those_of_a_new_one(store: Store, drive: Path) -> None:
    (drive / "settings.toml").unlink()
    assert not pairing.unpair(store, BOARD, drive)
    assert not (drive / "settings.toml").exists()
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert "TALLYBOARD_GAME" in (drive / "settings.toml").read_text()
    assert settings(drive)[NAME] == "Club"


class PulledError(BaseException):
    """The process is no more, or its disk."""


def test_pulled_between_the_two_nobody_is_let_in_and_pairing_again_mends_it(
    store: Store, drive: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    before, on_drive = keys(db), settings(drive)

    def pulled(*_: object) -> None:
        monkeypatch.setattr(pairing, "_put", gone)  # nothing can be put back then
        raise PulledError

    def gone(*_: object) -> None:
        raise OSError(errno.EIO, "gone")

    with monkeypatch.context() as patched:
        patched.setattr(radio, "pair", pulled)
        with pytest.raises(PulledError):
            pairing.pair(store, BOARD, drive, WANTED, "Ann")
    monkeypatch.undo()
    assert keys(db) == before
    assert settings(drive)[KEY] != on_drive[KEY]
    assert pairing.fits(drive, keys(db)[BOARD]) is False
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert pairing.fits(drive, keys(db)[BOARD])


def test_a_store_that_cannot_keep_the_key_leaves_the_drive_as_it_was(
    store: Store, drive: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: object) -> None:
        raise TallyboardError("The database is away.", "Wait.")

    monkeypatch.setattr(radio, "pair", away)
    with pytest.raises(TallyboardError, match="away"):
        pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert (drive / "settings.toml").read_bytes() == OWN
    (drive / "settings.toml").unlink()
    with pytest.raises(TallyboardError, match="away"):
        pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert not (drive / "settings.toml").exists()


@pytest.mark.parametrize(
    ("number", "why"), [(errno.ENOSPC, told.DRIVE_FULL), (errno.EROFS, told.READ_ONLY), (errno.EIO, told.NOT_WRITTEN)]
)
def test_a_drive_that_cannot_be_written_keeps_all_as_it_was(
    store: Store, drive: Path, db: Path, monkeypatch: pytest.MonkeyPatch, number: int, why: object
) -> None:
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    there, before = (drive / "settings.toml").read_bytes(), keys(db)

    def full(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(pairing, "write_whole", full)
    with pytest.raises(CoreError) as raised:
        pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert raised.value.told is why
    assert ((drive / "settings.toml").read_bytes(), keys(db)) == (there, before)
    with pytest.raises(CoreError, match="stands on the board's drive still") as raised:
        pairing.unpair(store, BOARD, drive)
    assert (raised.value.told, keys(db)) == (told.LINES_STAY, {}), "it is let in no more all the same"
    monkeypatch.undo()
    assert pairing.unpair(store, BOARD, drive), "said once more, its lines go"
    assert (drive / "settings.toml").read_bytes() == OWN


def test_where_no_file_can_take_anothers_place_it_is_written_in_place(
    store: Store, drive: Path, db: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cannot(*_: object) -> None:
        raise OSError(errno.EPERM, "not here")

    monkeypatch.setattr(pairing, "write_whole", cannot)
    pairing.pair(store, BOARD, drive, WANTED, "Ann")
    assert pairing.fits(drive, keys(db)[BOARD])
    pairing.unpair(store, BOARD, drive)
    assert (drive / "settings.toml").read_bytes() == OWN


def test_the_drive_of_a_board_is_the_one_that_names_it(tmp_path: Path) -> None:
    others, ours = a_drive(tmp_path / "one", uid="E6616407E3646B2A"), a_drive(tmp_path / "two")
    (tmp_path / "three").mkdir()
    drives = [tmp_path / "three", others, ours]
    assert pairing.drive_of(BOARD, drives=drives) == pairing.drive_of(BOARD, ours) == ours
    for given in (others, tmp_path / "three", tmp_path / "none"):
        with pytest.raises(CoreError) as raised:
            pairing.drive_of(BOARD, given)
        assert raised.value.told is told.OTHERS_DRIVE
    with pytest.raises(CoreError) as raised:
        pairing.drive_of(BOARD, drives=drives[:2])
    assert raised.value.told is told.NOT_PLUGGED_IN


@pytest.mark.parametrize(
    ("name", "version", "why"),
    [
        ("raspberry_pi_pico_w", "9.2.8", told.OLD_CIRCUITPYTHON),
        ("raspberry_pi_pico", "10.0.3", told.NO_WIFI),
        ("adafruit_macropad_rp2040", "10.0.3", told.NO_WIFI),
        ("raspberry_pi_pico2_w", "11.0.0-beta.1", True),
        ("espressif_esp32s3_devkitc_1_n8r8", "10.0.3", True),
        ("somebodys_own", "10.0.3", None),
    ],
)
def test_a_board_that_cannot_do_without_a_cable_is_told(tmp_path: Path, name: str, version: str, why: object) -> None:
    drive = a_drive(tmp_path / "drive", name=name, version=version)
    if why is None or why is True:
        assert pairing.check_board(drive).has_wifi is why
        return
    with pytest.raises(CoreError) as raised:
        pairing.check_board(drive)
    assert raised.value.told is why


# ---- the command


def test_a_box_is_paired_by_a_command(run: Run, db: Path, drive: Path, port: str) -> None:
    asked = (*ASKED, "--hub", "10.0.0.2", "--port", port, "--drive", drive, "--db", db)
    ran = run(*asked, stdin=b"pass word\n")
    assert ran.code == 0
    assert ran.err == "This is a new database. Give `serve` or `watch` the same --db.\n"
    assert "Table 3 is paired: it joins 'Club' and calls 10.0.0.2." in ran.out
    assert settings(drive) == {NAME: "Club", PASSWORD: "pass word", KEY: keys(db)[BOARD].hex(), HUB: "10.0.0.2"}
    assert hidden("it is: pass word.") == "it is: ***."
    said = json.loads(run("setup", "--no-radio", "--port", port, "--drive", drive, "--db", db, "--json").out)
    assert said == {"board": BOARD, "table": "Table 3", "radio": "not paired", "drive": str(drive)}
    assert ((drive / "settings.toml").read_bytes(), keys(db)) == (OWN, {})
    ran = run("setup", "--no-radio", "--port", port, "--drive", drive, "--db", db)
    assert (ran.code, ran.err.splitlines()[0]) == (1, "Table 3 was not paired.")


def test_the_password_may_stand_in_a_file(run: Run, db: Path, drive: Path, port: str, tmp_path: Path) -> None:
    (tmp_path / "password").write_text("fr0m a f1le\r\n")
    asked = (*ASKED, "--port", port, "--drive", drive, "--db", db, "--password-file")
    said = json.loads(run(*asked, tmp_path / "password", "--json").out)
    assert (said["radio"], settings(drive)[PASSWORD], settings(drive)[HUB]) == ("paired", "fr0m a f1le", "")
    ran = run(*asked, tmp_path / "nothing")
    assert (ran.code, ran.err.count("cannot be read")) == (2, 1)
    assert run(*ASKED, "--port", port, "--drive", drive, "--db", db, stdin=b"\xff\xfe12345678").code == 2


def test_a_box_that_a_hub_has_is_paired_beside_it(
    run: Run, db: Path, drive: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "find_drives", lambda: [drive])
    with FakeHub(db, Board(BOARD, "Table 4")) as hub:
        ran = run(*ASKED, "--table", "Table 4", "--db", db, stdin=b"")
        assert (ran.code, hub.done) == (0, []), "it is no order"
    assert settings(drive)[KEY] == keys(db)[BOARD].hex()
    monkeypatch.setattr(pairing, "find_drives", list)
    ran = run(*ASKED, "--board", BOARD, "--db", db)
    assert (ran.code, "is not here" in ran.err) == (2, True)
    ran = run("setup", "--no-radio", "--board", BOARD, "--db", db)
    assert (ran.code, "stands on the board's drive still" in ran.err, keys(db)) == (2, True, {})


@pytest.mark.parametrize(
    "words",
    [
        ("--radio",),
        ("--radio", "--no-radio", "--network", "Club"),
        ("--radio", "--network", "Club", "--name", "4"),
        ("--no-radio", "--network", "Club"),
        ("--no-radio", "--cancel"),
        ("--light", "4", "--network", "Club"),
        ("--light", "4", "--drive", "x"),
    ],
)
def test_what_does_not_go_together_is_told(run: Run, db: Path, words: tuple[str, ...]) -> None:
    ran = run("setup", *words, "--db", db)
    assert (ran.code, ran.out, len(ran.err.splitlines())) == (2, "", 2)
    assert not db.exists()


def test_neither_password_nor_key_stands_in_what_is_printed_or_logged(
    run: Run, db: Path, drive: Path, port: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = (*ASKED, "--port", port, "--drive", drive, "--db", db)
    said = [run(*asked, "--json", stdin=b"Sesame, open\n"), run(*asked, stdin=b"Sesame, open\n")]
    key = keys(db)[BOARD]

    def unforeseen(store: object, board: str, key: bytes, by: str) -> None:
        raise ValueError(f"{key!r} {store!r} Sesame, open")

    said += [run("boards", "--db", db, "--json"), run("doctor", "--db", db, "--json", "--port", port)]
    with monkeypatch.context() as patched:
        patched.setattr(radio, "KEY_BYTES", 32)
        patched.setattr(pairing, "_change", lambda *_: unforeseen(WANTED, "", b"", "Sesame, open"))
        said.append(run(*asked, stdin=b"Sesame, open\n"))
    log = (tmp_path / "state" / "tallyboard" / "errors.log").read_text()
    assert "ValueError" in log
    for text in [log, *(f"{one.out}{one.err}" for one in said)]:
        for secret in ("Sesame", key.hex(), repr(key)[2:12], base64.b64encode(key).decode()[:20], "pass word"):
            assert secret not in text
    assert "pass" not in repr(WANTED)
