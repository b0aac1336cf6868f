"""Boxes without a cable: pairing on a page, what it tells of those that are paired, and who may see it."""

import base64
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tallyboard.drive.radio import KEY, PASSWORD
from tallyboard.link.radio import BEGINS
from tallyboard.pages.site import Site
from tallyboard.pages.tables import radio as page
from tallyboard.store import Heard, Store, hubs, radio
from tests.host.pages.desk.browser import forms_of
from tests.host.pages.tables.test_tables import HUB, text
from tests.host.test_pairing import BOARD, OWN, a_drive, settings

PLACE = "/tables/radio"
SECRET = "Sesame, open"


@pytest.fixture
def drive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, site: Site) -> Path:
    """Of a box that is plugged in here."""
    found = a_drive(tmp_path / "CIRCUITPY")
    monkeypatch.setattr(page, "find_drives", lambda: [found, tmp_path / "another"])
    monkeypatch.setattr(page, "lan_addresses", lambda: ["2001:db8::1", "192.168.1.20"])
    site.radio_port = 8766
    return found


def keys(store: Store) -> dict[str, bytes]:
    with store.reading() as sql:
        return radio.keys(sql)


def send(client: TestClient, said: str, **fields: str) -> Any:
    for form in forms_of(client.get(PLACE).text):
        if said in form.said:
            return client.post(form.action, data={**form.fields, **fields})
    raise AssertionError(f"no form {said!r}")


def pair(client: TestClient, **fields: str) -> Any:
    return send(client, "Pair it", **{"board": BOARD, "network": "Club", "password": SECRET, **fields})


def test_a_box_that_is_plugged_in_is_paired_and_taken_back(client: TestClient, store: Store, drive: Path) -> None:
    store.add(Heard(BOARD, "Table 4", "0.2.0", 7, 0, 0))
    assert 'value="192.168.1.20"' in client.get(PLACE).text
    said = text(pair(client).text)
    assert "Table 4 is paired. Now unplug it and plug it in again." in said
    assert "1 box is paired Table 4 It is here by cable. Paired 0 s ago by Eve ." in said
    found = settings(drive)
    assert (found[PASSWORD], found[KEY]) == (SECRET, keys(store)[BOARD].hex())
    assert "Table 4 is paired no longer." in text(send(client, "Take its key back").text)
    assert ((drive / "settings.toml").read_bytes(), keys(store)) == (OWN, {})


def test_neither_key_nor_password_is_on_any_page(client: TestClient, store: Store, drive: Path) -> None:
    store.add(Heard(BOARD, "Table 4", "0.2.0", 7, 0, 0))
    answers = [pair(client), pair(client, network=""), pair(client, hub="nowhere at all"), pair(client, board="e6")]
    key = keys(store)[BOARD]
    answers += [client.get(path) for path in (PLACE, "/tables", f"/tables/board/{BOARD}", "/", "/desk")]
    assert [one.status_code for one in answers[:4]] == [200, 422, 422, 422]
    for one in answers:
        assert "Table 4" in one.text or "Tallyboard" in one.text
        for secret in (SECRET, "Sesame", key.hex(), base64.b64encode(key).decode()):
            assert secret not in one.text + str(one.headers) + str(one.url)


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"network": "é" * 17}, "A network&#39;s name has 1 to 32 bytes, this has 34."),
        ({"password": "short"}, "The password has 5 bytes"),
        ({"hub": "nowhere at all"}, "“nowhere at all” leads to no address"),
        ({"board": "e6616407e3646b2a"}, "The drive of this box is not here."),
    ],
)
def test_what_cannot_be_is_told_at_its_field(
    client: TestClient, store: Store, drive: Path, fields: dict[str, str], why: str
) -> None:
    answer = pair(client, **fields)
    assert (answer.status_code, keys(store)) == (422, {})
    assert f'id="wrong-{next(iter(fields))}"' in answer.text
    assert why in answer.text
    assert (drive / "settings.toml").read_bytes() == OWN


def test_what_a_box_cannot_do_is_told_in_the_readers_language(
    client: TestClient, drive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = a_drive(tmp_path / "old", version="9.2.8")
    monkeypatch.setattr(page, "find_drives", lambda: [old])
    client.cookies.set("language", "fr")
    answer = send(client, "Appairer", board=BOARD, network="Club", password="")
    assert "Ce boîtier a CircuitPython 9.2.8, et il lui faut 10 ou plus récent." in answer.text


def test_the_tables_tell_who_is_by_radio_and_what_does_not_fit(client: TestClient, store: Store) -> None:
    store.add(Heard(BOARD, "Table 4", "0.2.0", 7, 0, 0))
    radio.pair(store, BOARD, bytes(32), "Ann")
    hubs.beat(store, HUB, [hubs.Has(BOARD, f"{BEGINS}{BOARD}", 0)])
    radio.note(store, {("7cdfa1e2b3c4", "unknown"): 1, (BOARD, "repeat"): 1})
    said = text(client.get("/tables").text)
    assert "Table 4 by radio Board" in said
    assert "7cdfa1e2b3c4 , 0 s ago : calls by radio and is not paired in this database." in said
    assert f"{BOARD} , 0 s ago : begins by radio with a session that it had before" in said
    assert "by radio" in text(client.get(f"/tables/board/{BOARD}").text)
    assert "It is heard by radio." in text(client.get(PLACE).text)
    hubs.beat(store, HUB, [hubs.Has(BOARD, "/dev/ttyACM1", 0)])
    with store.writing() as sql:
        sql.run("UPDATE radio_notes SET last = last - 86400001")
    said = text(client.get("/tables").text)
    assert "by radio" not in said


def test_without_a_drive_or_a_radio_the_page_says_what_to_do(
    client: TestClient, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page, "find_drives", list)
    said = text(client.get(PLACE).text)
    assert "Plug a box with Wi-Fi in at this laptop by USB" in said
    assert "Start them without --no-radio." in said
    site.radio_port = 9000
    assert "--no-radio" not in text(client.get(PLACE).text)


def test_a_key_that_stays_on_a_drive_is_told(client: TestClient, store: Store, drive: Path) -> None:
    pair(client)
    (drive / "boot_out.txt").unlink()
    said = text(send(client, "Take its key back").text)
    assert "on the drive of the box it still stands" in said
    assert keys(store) == {}


def test_only_operators_pair(stranger: TestClient, store: Store, drive: Path) -> None:
    assert stranger.get(PLACE).status_code in (303, 403)
    for path in ("pair", "take-back"):
        answer = stranger.post(f"{PLACE}/{path}", data={"board": BOARD, "network": "Club", "password": ""})
        assert answer.status_code in (303, 403)
    assert keys(store) == {}
