"""Every table, what its board says, and the orders for it."""

import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard.hub.follower import BoardSays
from tallyboard.pages.live.looker import Looker
from tallyboard.pages.site import Site
from tallyboard.pages.tournaments import is_newer
from tallyboard.store import Heard, Store, hubs, orders
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.paper import Paper
from tests.harness.stores import started

HUB = hubs.HubProcess("h1", "attic", 4711, "serve")
HOSTILE = "<script>alert(1)</script>\u202e" + "\U0001f3af" * 4


def text(page: str) -> str:
    """What people read, in one line."""
    main = page.partition("<main")[2].partition("</main>")[0]
    return " ".join(re.sub(r"<[^>]*>", " ", main.partition(">")[2]).split())


def record(store: Store, board: str, table: str, paper: Paper, firmware: str = "0.2.0", lacking: int = 0) -> None:
    rows = list(enumerate(paper.records))
    store.add(Heard(board, table, firmware, paper.epoch, 0, len(rows)), rows[: len(rows) - lacking])


def test_boards_that_hubs_have_come_before_those_that_nobody_has(client: TestClient, store: Store) -> None:
    record(store, "e66100000001", "Table 10", Paper().boot())
    record(store, "e66100000002", "Table 9", Paper().boot())
    record(store, "e66100000003", "", Paper().boot())
    hubs.beat(store, HUB, [hubs.Has("e66100000001", "/dev/ttyACM1", 2), hubs.Has("e66100000003", "COM4", 0)])
    said = text(client.get("/tables").text)
    assert re.findall("Table 10|Table 9|000003 Board", said) == ["000003 Board", "Table 10", "Table 9"]
    assert said.index("At a laptop now") < said.index("Table 10") < said.index("No laptop has these now")
    assert "At attic , /dev/ttyACM1" in said
    assert said.count("2 records are not stored yet. The board keeps them.") == 1
    assert "No laptop talks to boards" not in said
    assert 'title="e66100000003"' in client.get("/tables").text


def test_what_is_on_and_what_waits_is_said(client: TestClient, store: Store) -> None:
    paper = started(Paper().boot(), "crokinole-official target=50", "Ann", "Bob").press("A 20", "next", "B 5")
    record(store, "b1", "Table 1", paper, lacking=0)
    waits = {"key": "m2", "game": "twenties-shootout discs=8", "names": {"A": "Cid", "B": "Dee"}, "first": None}
    hubs.beat(store, HUB, [hubs.Has("b1", "COM4", 0, True, waits)])  # type: ignore[arg-type]
    said = text(client.get("/tables").text)
    assert "On the table Official crokinole , Ann 20 : Bob 0" in said
    assert "Waits Cid : Dee , Twenties shootout, 8 discs a side ; NEXT starts it" in said


def test_what_is_missing_of_a_board_that_is_away_is_counted(client: TestClient, store: Store) -> None:
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("A 20", "A 20"), lacking=2)
    assert "2 of its records are not stored here. Plug the board in." in text(client.get("/tables").text)


@pytest.mark.parametrize("firmware, said", [("0.0.1", "older than"), ("99.0", "newer than"), ("0.2.0", "")])
def test_firmware_of_another_version_is_told(client: TestClient, store: Store, firmware: str, said: str) -> None:
    record(store, "b1", "Table 1", Paper().boot(), firmware)
    page = text(client.get("/tables").text)
    assert [word for word in ("older than", "newer than") if word in page] == ([said] if said else [])
    assert ("tallyboard deploy" in page) == (said == "older than")


def test_two_histories_of_a_board_are_an_alarm(client: TestClient, store: Store) -> None:
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("A 20"))
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("B 5"))
    assert "Alarm Record" in text(client.get("/tables").text)


def test_what_boards_of_this_laptop_say_of_their_memory_is_told(client: TestClient, store: Store, site: Site) -> None:
    for board in ("b1", "b2"):
        store.add(Heard(board, board, "0.2.0", 7, 0, 0))
    site.says = lambda: {"b1": BoardSays(3, 2), "b2": BoardSays(0, 0)}
    said = text(client.get("/tables").text)
    assert said.count("3 records are not acknowledged") == said.count("not acknowledged") == 1
    assert said.count("The board has found 2 records damaged in its memory.") == said.count("damaged") == 1


# ---- orders


def test_orders_are_listed_with_what_they_wait_for_and_what_became_of_them(
    client: TestClient, store: Store, db: Path
) -> None:
    FakeHub(db, Board("b1", "Twice"), Board("b2", "twice"), Board("b3", "Table 3"), laptop="desk")
    (done,) = orders.give(store, "b3", "Table 3", [("light", {"light": 3})], "Ann")
    orders.end(store, done, "done", "its light is 3 now", "b3", "h1")
    (refused,) = orders.give(store, "b3", "Table 3", [("light", {"light": 4})], "Ann")
    orders.end(store, refused, "refused", "The board is asleep.", "b3", "h1")
    match = {"key": "m1", "line": "crokinole-official target=50", "names": ["Ann", "Bob"], "first": None}
    orders.give(store, "b3", "Table 3", [("match", match)], "Bob")
    orders.give(store, None, "Twice", [("name", {"name": "Once"})], "Cid")
    orders.give(store, "b9", None, [("match", {**match, "key": None})], "Dee")
    orders.give(store, None, "Nowhere", [("name", {"name": ""})], "Eve")
    said = text(client.get("/tables").text)
    assert "Table 3 the match Ann : Bob, Official crokinole, to 50 points waits desk tells the table now" in said
    assert "Twice the name “Once” waits 2 tables have this name: boards b1, b2" in said
    assert "b9 no match that waits waits no laptop has the board; it is told as soon as one does" in said
    assert "Nowhere the name in its settings waits no laptop has a table of this name" in said
    assert "Table 3 brightness 4 refused The board is asleep." in said
    assert "Table 3 brightness 3 done its light is 3 now" in said
    assert said.index("brightness 4") < said.index("brightness 3"), "the one that ended last comes first"


def test_an_order_that_waits_can_be_taken_back_once(client: TestClient, store: Store) -> None:
    store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))
    (number,) = orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    for _ in range(2):
        assert client.post(f"/tables/orders/{number}/take-back").status_code == 200
    said = text(client.get("/tables").text)
    assert "brightness 3 not done any more taken back by Eve" in said
    with store.reading() as sql:
        assert orders.waiting(sql) == []


def test_what_was_done_is_not_taken_back(client: TestClient, store: Store) -> None:
    (number,) = orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    orders.end(store, number, "done", "its light is 3 now", "b1", "h1")
    client.post(f"/tables/orders/{number}/take-back")
    with store.reading() as sql:
        order = orders.one(sql, number)
    assert order is not None
    assert (order.state, order.said) == ("done", "its light is 3 now")


def test_taking_back_is_for_forms_alone(client: TestClient, store: Store) -> None:
    (number,) = orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    assert client.get(f"/tables/orders/{number}/take-back").status_code == 405
    with store.reading() as sql:
        assert len(orders.waiting(sql)) == 1


# ---- names are data, and languages


def test_names_are_data(client: TestClient, store: Store) -> None:
    board, laptop = "b/1?x=5 #%", hubs.HubProcess("h1", HOSTILE, 1, "serve")
    paper = started(Paper().boot(), "crokinole-official", "<b>Ann", "Bob&amp;").press("A 20")
    record(store, board, HOSTILE, paper)
    hubs.beat(store, laptop, [hubs.Has(board, "<i>", 0)])
    orders.give(store, board, HOSTILE, [("name", {"name": HOSTILE})], HOSTILE)
    page = client.get("/tables").text
    assert "<script>alert" not in page and "<b>Ann" not in page and "<i>" not in page
    assert "&lt;b&gt;Ann" in page and "Bob&amp;amp;" in page
    (link,) = re.findall(r'<h3><a href="([^"]*)"', page)
    assert client.get(link.replace("&amp;", "&")).status_code == 200


def test_the_page_is_there_in_french(client: TestClient, store: Store) -> None:
    record(store, "b1", "Table 1", Paper().boot().start("crokinole-official").press("A 20"))
    orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    said = text(client.get("/tables?lang=fr").text)
    assert "En cours Crokinole officiel" in said
    assert "luminosité 3 attend aucun ordinateur n\u2019a le boîtier" in said


def test_an_empty_store_has_its_page(client: TestClient) -> None:
    said = text(client.get("/tables").text)
    assert "No board was heard yet." in said
    assert "No table was told anything by hand yet." in said


@pytest.mark.parametrize("place", ["/tables", "/tables/board/b1", "/doctor", "/report"])
def test_a_stranger_is_led_to_the_login(stranger: TestClient, place: str) -> None:
    answer = stranger.get(place)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/login")


def test_a_stranger_changes_nothing(stranger: TestClient, store: Store) -> None:
    store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))
    (number,) = orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    for place, form in (
        (f"/tables/orders/{number}/take-back", {}),
        ("/tables/board/b1", {"order": "light", "light": "9"}),
        ("/tables/board/b1", {"order": "cancel"}),
        ("/report", {}),
    ):
        assert stranger.post(place, data=form).status_code == 403
    with store.reading() as sql:
        assert [order.id for order in orders.waiting(sql)] == [number]


def test_who_looks_sees_what_becomes_of_an_order_without_asking(client: TestClient, store: Store, site: Site) -> None:
    store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))
    live = site.live
    looker = Looker(site)
    (number,) = orders.give(store, "b1", "Table 1", [("light", {"light": 3})], "Ann")
    looker.look()
    page = client.get("/tables").text
    assert 'data-stream="/stream?t=tables"' in page and 'data-on-change="replace"' in page
    shown = live.version("tables")
    assert f'data-version="{shown}"' in page
    orders.end(store, number, "done", "its light is 3 now", "b1", "h1")
    looker.look()
    assert is_newer(live.version("tables"), shown)
