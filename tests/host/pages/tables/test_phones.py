"""Tables that are opened to phones: the page of their codes, what its forms do, and who may see it."""

import re
from typing import Any

import pytest
import segno
from starlette.testclient import TestClient

from tallyboard.pages.live.looker import Looker
from tallyboard.pages.reached import Reached
from tallyboard.pages.site import Site
from tallyboard.pages.tournaments import is_newer
from tallyboard.store import Heard, Store, hubs, seats, tournaments
from tallyboard.store.corrections import correct
from tallyboard.store.seats import Admitted, Seat, Taken, check_of, number_of
from tests.harness.paper import Paper
from tests.harness.stores import started
from tests.host.pages.desk.browser import forms_of
from tests.host.pages.tables.test_tables import HUB, text

PLACE = "/tables/phones"
ANN, BOB = "a" * 43, "b" * 43  # tokens of phones


def there(store: Store) -> dict[str, Seat]:
    """The seats by their tables."""
    with store.reading() as sql:
        return {seat.table: seat for seat in seats.seats(sql)}


def press(client: TestClient, said: str, path: str = PLACE, **fields: str) -> Any:
    """Send the first form of a page whose button begins with these words and that has these fields."""
    for form in forms_of(client.get(path).text):
        if form.said.strip().startswith(said) and fields.items() <= form.fields.items():
            return client.post(form.action, data=form.fields)
    raise AssertionError(f"no form {said!r} with {fields} on {path}")


def scan(store: Store, table: str, token: str = ANN, takes_over: bool = False) -> Any:
    return seats.admit(store, seats.SeatWish(there(store)[table].secret, token, empty=True, takes_over=takes_over))


def plays(store: Store, table: str, token: str = ANN) -> str:
    """A phone is let in, and a hub has it; its board."""
    admitted = scan(store, table, token)
    assert isinstance(admitted, Admitted)
    store.add(Heard(admitted.board, table, "0.2.0", 7, 0, 0, check=admitted.check))
    hubs.beat(store, HUB, [hubs.Has(admitted.board, f"{table} by phone", 0)])
    return admitted.board


# ---- opening


def test_without_a_box_the_page_of_the_tables_begins_with_phones(client: TestClient, store: Store) -> None:
    said = text(client.get("/tables").text)
    assert said.index("No box? Any phone is a table.") < said.index("Orders")
    press(client, "From table", "/tables")
    assert list(there(store)) == ["Table 1", "Table 2", "Table 3", "Table 4"]


def test_with_boxes_phones_are_one_line_of_it(client: TestClient, store: Store) -> None:
    store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has("b1", "COM4", 0)])
    said = text(client.get("/tables").text)
    assert "No box?" not in said and "Open tables to phones" in said


def test_the_tables_of_the_tournament_are_offered(client: TestClient, store: Store) -> None:
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    tournaments.append(store, tournaments.Followed(about), lambda _: ["open 1 2 Centre"], "Ann")
    press(client, "Open the 3 tables of the tournament")
    assert list(there(store)) == ["Centre", "Table 1", "Table 2"]


@pytest.mark.parametrize(
    "form, tables",
    [
        ({"first": "3", "last": "5"}, ["Table 3", "Table 4", "Table 5"]),
        ({"names": "Final table , 7,table 7"}, ["Final table", "Table 7"]),
        ({"first": "2", "last": "2", "names": "Bar"}, ["Bar", "Table 2"]),
    ],
)
def test_tables_are_opened_by_number_and_by_name(
    client: TestClient, store: Store, form: dict[str, str], tables: list[str]
) -> None:
    said = text(client.post(f"{PLACE}/open", data=form).text)
    assert list(there(store)) == tables
    assert f"{len(tables)} table" in said


@pytest.mark.parametrize(
    "form, said",
    [
        ({}, "Say which tables"),
        ({"first": "5", "last": "4"}, "This is lower than the first one."),
        ({"first": "1", "last": "241"}, "240 are the most"),
        ({"first": "1", "last": "1000"}, "A whole number from 0 to 999."),
        ({"last": "many"}, "A whole number from"),
        ({"names": "É" * 13}, "is too long: it has 26 bytes, a board keeps 24."),
        ({"names": "a\u202eb"}, "has a character that cannot be seen"),
    ],
)
def test_what_cannot_be_opened_comes_back_with_the_form_filled(
    client: TestClient, store: Store, form: dict[str, str], said: str
) -> None:
    answer = client.post(f"{PLACE}/open", data=form)
    assert answer.status_code == 422
    assert said in text(answer.text)
    assert all(f'value="{value}"' in answer.text for value in form.values())
    assert there(store) == {}
    assert 'maxlength="3"' not in answer.text, "a browser cuts nothing that is typed"


@pytest.mark.parametrize("names, number", [(["1", "3", "Bar"], "4"), (["Bar"], "1"), (["7", "123456"], "8")])
def test_more_tables_begin_behind_those_that_are_open(
    client: TestClient, store: Store, names: list[str], number: str
) -> None:
    seats.open_seats(store, names)
    page = client.get(PLACE).text
    assert [form.fields["first"] for form in forms_of(page) if "first" in form.fields] == [number]
    assert page.count("Whoever scans the code of a table has its keys") == 1


def test_more_than_there_can_be_are_refused_by_the_store(client: TestClient, store: Store) -> None:
    seats.open_seats(store, [str(number) for number in range(1, 240)])
    said = text(client.post(f"{PLACE}/open", data={"first": "300", "last": "301"}).text)
    assert "241 tables would be opened to phones, and 240 can be." in said
    assert len(there(store)) == 239


def test_opening_twice_makes_no_new_codes(client: TestClient, store: Store) -> None:
    client.post(f"{PLACE}/open", data={"last": "2"})
    before = there(store)
    client.post(f"{PLACE}/open", data={"last": "3"})
    assert {**there(store), **before} == there(store)


# ---- codes


def squares(svg: str) -> set[tuple[int, int]]:
    """The dark squares of a code that segno has drawn: (line, column)."""
    found = set()
    (path,) = re.findall(r'class="qrline"[^>]* d="([^"]*)"', svg)
    x = y = 0.0
    for kind, numbers in re.findall(r"([Mmh])([-0-9. ]+)", path):
        values = [float(one) for one in re.findall(r"-?[0-9.]+", numbers)]
        if kind == "h":
            found |= {(int(y), int(x) + step) for step in range(int(values[0]))}
            x += values[0]
        else:
            x, y = (values[0], values[1]) if kind == "M" else (x + values[0], y + values[1])
    return found


def test_a_code_holds_the_address_that_cards_have(client: TestClient, store: Store, site: Site) -> None:
    site.reached = Reached(8765, ["club.example"], ["192.168.1.7"], True)
    client.post(f"{PLACE}/open", data={"last": "1"})
    address = f"http://club.example:8765/phone#{there(store)['Table 1'].secret}"
    page = client.get(PLACE).text
    assert f'href="{address}"' in page
    (shown,) = re.findall(r'<div class="code".*?(<svg.*?</svg>)', page, re.DOTALL)
    matrix = segno.make(address, micro=False, error="m").matrix
    dark = {(y, x) for y, line in enumerate(matrix) for x, square in enumerate(line) if square}
    assert {(y - 4, x - 4) for y, x in squares(shown)} == dark


def test_another_address_can_be_taken_that_the_laptop_has_and_no_other(
    client: TestClient, store: Store, site: Site
) -> None:
    site.reached = Reached(80, (), ["192.168.1.7", "10.0.0.2"], True)
    client.post(f"{PLACE}/open", data={"last": "1"})
    assert "http://192.168.1.7/phone#" in client.get(PLACE).text
    assert "http://10.0.0.2/phone#" in client.get(f"{PLACE}?at=http://10.0.0.2").text
    assert "http://evil.example/phone" not in client.get(f"{PLACE}?at=http://evil.example").text
    assert "can be another one tomorrow" in text(client.get(PLACE).text)


def test_the_address_by_which_another_device_asks_is_one(client: TestClient, store: Store, site: Site) -> None:
    client.post(f"{PLACE}/open", data={"last": "1"})
    page = client.get(PLACE, headers={"host": "club.example:9000"}).text
    assert "http://club.example:9000/phone#" in page
    assert "Phones cannot reach this laptop" not in page


@pytest.mark.parametrize(
    "in_networks, said", [(False, "start it as tallyboard serve --lan"), (True, "This laptop is in no network")]
)
def test_where_phones_do_not_reach_the_laptop_the_page_says_what_to_do(
    client: TestClient, site: Site, in_networks: bool, said: str
) -> None:
    site.reached = Reached(in_networks=in_networks)
    assert said in text(client.get(PLACE).text)


# ---- how a table stands


def test_who_is_there_is_said_with_battery_and_when_it_was_heard(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1", "2"])
    plays(store, "Table 1")
    check = there(store)["Table 1"].phone.check  # type: ignore[union-attr]
    seats.heard(store, {check: (15, False)})
    said = text(client.get(PLACE).text)
    assert "2 tables , 1 phone there" in said.replace("tables,", "tables ,")
    assert "Table 1 A phone is there. Battery 15 %" in said
    assert "Table 2 No phone yet." in said
    hubs.beat(store, HUB, [])
    assert "Table 1 Its phone is out of reach. Last heard: " in text(client.get(PLACE).text)


def test_a_box_of_the_same_name_is_told(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["4"])
    store.add(Heard("b1", "table 4", "0.2.0", 7, 0, 0))
    hubs.beat(store, HUB, [hubs.Has("b1", "COM4", 0)])
    assert "A box has this name too: no call is told to either." in text(client.get(PLACE).text)


def test_a_board_that_is_a_phone_is_marked_and_has_no_name_to_be_given(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["4"])
    board = plays(store, "Table 4")
    assert "Table 4 by phone Board" in text(client.get("/tables").text)
    page = text(client.get(f"/tables/board/{board}").text)
    assert "Table 4 by phone" in page and "Name the table" not in page
    assert "A phone has the name of the table whose code it scanned." in page


# ---- keys


def test_keys_are_locked_and_unlocked(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1", "2"])
    assert "Table 2 : the keys are locked." in text(press(client, "Lock the keys", table="Table 2").text)
    assert [seat.locked for seat in there(store).values()] == [False, True]
    press(client, "Unlock the keys")
    press(client, "Lock all keys")
    assert [seat.locked for seat in there(store).values()] == [True, True]


def test_keys_are_taken_and_the_table_stays(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1"])
    board = plays(store, "Table 1")
    press(client, "Take the keys")
    seat = there(store)["Table 1"]
    assert (seat.phone, seat.board) == (None, board)


def test_a_new_code_and_closing_are_of_one_table(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1", "2"])
    before = there(store)
    press(client, "New code", table="Table 1")
    after = there(store)
    assert after["Table 1"].secret != before["Table 1"].secret
    assert after["Table 2"] == before["Table 2"]
    press(client, "Close it", table="Table 1")
    assert list(there(store)) == ["Table 2"]
    assert "is not open to phones any more" in text(
        client.post(f"{PLACE}/change", data={"do": "lock", "table": "Table 1"}).text
    )


def test_a_form_that_is_sent_twice_is_done_once(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1"])
    form = {"do": "renew", "table": "Table 1", "once": "x1"}
    client.post(f"{PLACE}/change", data=form)
    secret = there(store)["Table 1"].secret
    assert "not entered twice" in text(client.post(f"{PLACE}/change", data=form).text)
    assert there(store)["Table 1"].secret == secret


def test_new_codes_for_several_tables_are_told_as_several(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1", "2"])
    for table, said in (("Table 1", "Table 1 : the code is a new one."), ("*", "Table 2 : the codes are new ones.")):
        form = {"do": "renew", "table": table, "once": table}
        assert said in text(client.post(f"{PLACE}/change", data=form).text)


# ---- another phone asks


@pytest.mark.parametrize("button, agreed", [("Let it go on", True), ("Refuse", False)])
def test_the_desk_decides_who_goes_on(client: TestClient, store: Store, button: str, agreed: bool) -> None:
    seats.open_seats(store, ["4"])
    plays(store, "Table 4")
    asked = scan(store, "Table 4", BOB, takes_over=True)
    assert isinstance(asked, Taken) and asked.state == "asked"
    for place in (PLACE, "/tables"):
        said = f"Table 4 : phone {number_of(check_of(BOB))} has scanned the code and wants to go on"
        assert said in text(client.get(place).text)
    press(client, button, "/tables")
    assert isinstance(scan(store, "Table 4", BOB, takes_over=True), Admitted) == agreed
    assert "has scanned the code and wants" not in text(client.get(PLACE).text)


def test_who_is_meant_may_ask_no_more(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["4"])
    plays(store, "Table 4")
    form = {"table": "Table 4", "agreed": "yes"}
    for phone, once in ((check_of(BOB), "x"), (check_of("another"), "y"), ("", "z")):
        said = text(client.post(f"{PLACE}/answer", data={**form, "phone": phone, "once": once}).text)
        assert "This phone asks for Table 4 no more." in said, said
        asked = scan(store, "Table 4", BOB, takes_over=True)
        assert isinstance(asked, Taken) and asked.state == "asked"


def test_every_page_of_the_desk_hears_of_an_ask(client: TestClient, store: Store, site: Site) -> None:
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    seats.open_seats(store, ["4"])
    plays(store, "Table 4")
    looker = Looker(site)
    looker.look()
    shown = site.live.version("tables")
    scan(store, "Table 4", BOB, takes_over=True)
    looker.look()
    assert is_newer(site.live.version("tables"), shown)
    page = client.get(f"/desk/{about.id[:8]}/log").text
    wants = f"phone {number_of(check_of(BOB))} wants to go on at this table."
    assert f"Table 4 : {wants} Decide" in text(page).replace("Table 4:", "Table 4 :")
    assert 'data-stream="/stream?t=' in page and "desk=yes" in page


def lose_a_match(store: Store) -> None:
    """A phone at table 4 goes before its last two presses have arrived; another one begins a new match there."""
    seats.open_seats(store, ["4"])
    board = plays(store, "Table 4")
    check = there(store)["Table 4"].phone.check  # type: ignore[union-attr]
    paper = started(Paper(epoch=7).boot(), "crokinole-official", "Ann", "Bob").press("A 20", "B 15", "next")
    known = list(enumerate(paper.records))
    store.add(Heard(board, "Table 4", "0.2.0", 7, 0, len(known) + 2, check=check), known)
    seats.free(store, "Table 4")
    second = scan(store, "Table 4", BOB)
    assert isinstance(second, Admitted) and second.board == board
    assert second.journal is not None and not second.journal.is_whole
    paper = paper.press("A 20", "A 20").boot().start("crokinole-official").press("B 5")
    rows = list(enumerate(paper.records))[second.journal.next :]
    at = second.journal.next
    store.add(Heard(board, "Table 4", "0.2.0", 7, at, len(paper.records), check=second.check), rows)


def test_a_match_whose_records_went_with_a_phone_is_told_until_somebody_says_what_it_was(
    client: TestClient, store: Store
) -> None:
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    lose_a_match(store)
    places = (PLACE, "/tables", f"/desk/{about.id[:8]}")
    for place in places:
        assert "Table 4 : a phone went before all its presses had arrived" in text(client.get(place).text)
    (match,) = [match["match"] for match in store.matches() if match["status"] == "incomplete"]
    assert f"/match/{match}" in client.get(PLACE).text
    correct(store, store.match(match), "aside", "", "a phone fell into the beer", "Eve")
    for place in places:
        assert "a phone went before" not in text(client.get(place).text)


# ---- who may see it


@pytest.mark.parametrize("place", [PLACE, f"{PLACE}/cards.pdf"])
def test_a_stranger_sees_no_code(stranger: TestClient, store: Store, place: str) -> None:
    seats.open_seats(store, ["4"])
    answer = stranger.get(place)
    assert answer.status_code == 303 and answer.headers["location"].startswith("/login")
    assert there(store)["Table 4"].secret not in answer.text


def test_a_stranger_opens_and_changes_nothing(stranger: TestClient, store: Store) -> None:
    seats.open_seats(store, ["4"])
    before = there(store)
    for place, form in (
        ("open", {"last": "9"}),
        ("change", {"do": "close", "table": "*"}),
        ("answer", {"table": "Table 4", "agreed": "yes"}),
    ):
        assert stranger.post(f"{PLACE}/{place}", data=form).status_code == 403
    assert there(store) == before


def test_public_pages_have_no_secret(client: TestClient, store: Store, site: Site) -> None:
    seats.open_seats(store, ["4"])
    plays(store, "Table 4")
    secret = there(store)["Table 4"].secret
    for place in ("/", "/tv", "/table/Table 4", "/tables", "/tournaments", "/results", "/desk"):
        assert secret not in client.get(place).text


# ---- names are data, and languages


def test_names_of_tables_are_data(client: TestClient, store: Store) -> None:
    name = "<i>4</i>&\"'"
    client.post(f"{PLACE}/open", data={"names": name})
    assert list(there(store)) == [name]
    page = client.get(PLACE).text
    assert "<i>" not in page and "&lt;i&gt;4" in page
    press(client, "Lock the keys")
    assert there(store)[name].locked


def test_the_page_is_there_in_french(client: TestClient, store: Store) -> None:
    seats.open_seats(store, ["1", "2"])
    said = text(client.get(f"{PLACE}?lang=fr").text)
    assert "Tables pour téléphones" in said
    assert "2 tables , 0 téléphone présent" in said.replace("tables,", "tables ,")
