"""The forms by which a table is told something."""

import html
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tallyboard.hub.hub import Hub
from tallyboard.pages.site import Site
from tallyboard.store import Heard, Store, hubs, orders, tournaments
from tallyboard.store.orders import Order
from tests.harness.fake_board import PtyBoard
from tests.harness.fake_hub import Board, FakeHub
from tests.harness.firmware_board import BOARD, FirmwareBoard
from tests.harness.waiting import eventually
from tests.host.pages.tables.test_tables import text

LONG = "Maximiliana von Hohenzollern-Sigmaringen"
PLACE = "/tables/board/b1"
MATCH = {"order": "match", "game": "crokinole-official", "name_A": "Ann", "name_B": "Bob"}


@pytest.fixture(autouse=True)
def one_board(store: Store) -> None:
    store.add(Heard("b1", "Table 1", "0.2.0", 7, 0, 0))


def waiting(store: Store) -> list[Order]:
    with store.reading() as sql:
        return orders.waiting(sql)


def what(store: Store) -> Any:
    (order,) = waiting(store)
    return order.what


def give(client: TestClient, **form: str) -> Any:
    return client.post(PLACE, data=form, follow_redirects=False)


def known(page: str) -> list[str]:
    """What the page says before an order is given."""
    return [html.unescape(said) for said in re.findall(r'name="known" value="([^"]*)"', page)]


# ---- good input


def test_a_match_is_assigned_by_fields(client: TestClient, store: Store) -> None:
    answer = give(client, **MATCH, option_target="50", option_discs="12", option_format="singles", first="B")
    assert (answer.status_code, answer.headers["location"]) == (303, "/tables#orders")
    (order,) = waiting(store)
    assert (order.board, order.table, order.kind, order.given_by) == ("b1", "Table 1", "match", "Eve")
    assert {**order.what, "key": ""} == {
        "key": "",
        "line": "crokinole-official target=50",
        "names": ["Ann", "Bob"],
        "first": 1,
    }
    assert len(order.what["key"]) == 8


@pytest.mark.parametrize(
    "form, line",
    [
        ({"option_rounds": "4", "option_best_of": ""}, "crokinole-championship"),
        ({"option_rounds": "4", "option_best_of": "3"}, "crokinole-championship best_of=3"),
        ({"option_rounds": " 6 "}, "crokinole-championship rounds=6"),
        ({"game": "pichenottes-quebec", "option_counters": "5, 15"}, "pichenottes-quebec counters=5,15"),
        ({"game": "twenties-shootout", "option_sides": "3", "name_C": "Cid"}, "twenties-shootout sides=3"),
    ],
)
def test_options_are_given_where_they_are_not_the_usual_ones(
    client: TestClient, store: Store, form: dict[str, str], line: str
) -> None:
    assert give(client, **{**MATCH, "game": "crokinole-championship", **form}).status_code == 303
    assert what(store)["line"] == line


@pytest.mark.parametrize("typed, name", [("  Table   9 ", "Table 9"), ("", ""), ("É" * 12, "É" * 12)])
def test_a_table_is_named(client: TestClient, store: Store, typed: str, name: str) -> None:
    assert give(client, order="name", name=typed).status_code == 303
    assert what(store) == {"name": name}


def test_the_light_is_set_and_what_waits_is_cancelled(client: TestClient, store: Store) -> None:
    give(client, order="light", light="16")
    give(client, order="cancel")
    assert [order.what for order in waiting(store)] == [
        {"light": 16},
        {"key": None, "line": "", "names": [], "first": None},
    ]


# ---- bad input


@pytest.mark.parametrize(
    "form, said",
    [
        ({"order": "light", "light": "17"}, "The brightness is a whole number from 1 to 16."),
        ({"order": "light", "light": "\u0663"}, "The brightness is a whole number from 1 to 16."),
        ({"order": "light"}, "The brightness is a whole number from 1 to 16."),
        ({"order": "name", "name": "   "}, "The name has blanks only."),
        ({"order": "name", "name": "É" * 13}, "is too long: it has 26 bytes, a board keeps 24."),
        ({"order": "name", "name": "a\u202eb"}, "has a character that cannot be seen"),
        ({**MATCH, "name_A": "a\x00b"}, "has a character that cannot be seen"),
        ({**MATCH, "name_A": "\U000e0041\U0001f9ff"}, ""),
        ({**MATCH, "option_target": "many"}, "Points to win: a whole number from 1 to 9999, not “many”."),
        ({**MATCH, "option_target": "10000"}, "Points to win: a whole number from 1 to 9999, not “10000”."),
        ({**MATCH, "option_format": "two-on-one"}, "Who plays on a side: “two-on-one” cannot be."),
        ({**MATCH, "option_target": "5 discs=3"}, "Points to win: a whole number"),
        ({**MATCH, "game": "washers-ritzenthaler", "option_holes": "1,1,2"}, "Points of the holes"),
        ({**MATCH, "game": "twenties-shootout", "name_C": "Cid"}, "There are more names than sides"),
        ({**MATCH, "first": "C"}, "This match has no side C to start."),
        (
            {**MATCH, "game": "crokinole-traditional", "option_sides": "3"},
            "These options do not go together: sides=3",
        ),
    ],
)
def test_bad_input_comes_back_with_the_form_filled(
    client: TestClient, store: Store, form: dict[str, str], said: str
) -> None:
    answer = give(client, **form)
    assert answer.status_code == 400
    assert said in text(answer.text)
    assert 'role="alert"' in answer.text
    for name, value in form.items():
        if name.startswith(("name", "option_t")):
            assert f'name="{name}" value="{html.escape(value)}"' in answer.text or "\x00" in value
    assert waiting(store) == []


def test_what_the_rules_refuse_is_told_in_french(client: TestClient) -> None:
    form = {**MATCH, "game": "crokinole-traditional", "option_sides": "3"}
    answer = client.post(PLACE, data=form, headers={"Accept-Language": "fr"})
    assert "sides=3 demande" in text(answer.text)


def test_a_board_that_there_is_not_is_told_nothing(client: TestClient, store: Store) -> None:
    assert client.post("/tables/board/b2", data=MATCH).status_code == 404
    assert client.get("/tables/board/").status_code == 404
    assert waiting(store) == []


def test_files_and_unknown_games_do_no_harm(client: TestClient, store: Store) -> None:
    assert client.get(f"{PLACE}?game=chess&name=x").status_code == 200
    assert client.post(PLACE, data={"order": "name"}, files={"name": b"x"}, follow_redirects=False).status_code == 303
    assert what(store) == {"name": ""}


# ---- what is said before


def test_what_the_board_will_show_is_said_before(client: TestClient, store: Store) -> None:
    form = {**MATCH, "name_A": LONG, "name_B": "Łukasz"}
    answer = give(client, **form)
    assert (answer.status_code, waiting(store)) == (200, [])
    said = known(answer.text)
    assert "show “Maximiliana von Hohenzol” for" in said[0] and "show “Lukasz” for “Łukasz”" in said[1]
    assert f'name="name_A" value="{LONG}"' in answer.text
    assert answer.text.count("Give it so") == 1
    assert "Give it so" not in client.get(PLACE).text
    assert give(client, **{**form, "name_B": "Zoë"}, known=said[0]).status_code == 200, "another name is another matter"
    assert give(client, **form, known=said).status_code == 303  # type: ignore[arg-type]
    assert what(store)["names"] == ["Maximiliana von Hohenzol", "Lukasz"]
    assert sorted(store.full_names()) == [LONG, "Łukasz"]


def call(store: Store) -> None:
    about = tournaments.create(store, "Club evening", "tournament singles", "America/Toronto")
    lines = ["add Ann", "add Bob", "open Table1", "phase 1 round-robin game twenties-shootout", "draw 1", "call"]
    tournaments.append(store, tournaments.Followed(about), lambda tournament: lines, "Ann")


def test_what_a_tournament_wants_at_the_table_is_said_before(client: TestClient, store: Store) -> None:
    call(store)
    assert "Called Ann : Bob ( 1:1-2 , Club evening )" in text(client.get("/tables").text)
    for form in (MATCH, {"order": "cancel"}, {"order": "name", "name": "Table 2"}):
        (said,) = known(give(client, **form).text)
        assert said.startswith("Club evening has called 1:1-2, Ann : Bob, to this table")
        assert waiting(store) == []
        assert give(client, **form, known=said).status_code == 303
        orders.void(store, "b1", "Table 1", ["match", "name"])
    assert give(client, order="light", light="3").status_code == 303


def test_a_name_that_another_table_has_is_said_before(client: TestClient, store: Store) -> None:
    store.add(Heard("b2", "Table 2", "0.2.0", 7, 0, 0))
    (said,) = known(give(client, order="name", name="table 2").text)
    assert said.startswith("Another table has this name: board b2.")


def test_the_match_whose_place_it_takes_is_said_before(client: TestClient, store: Store) -> None:
    waits: Any = {"key": "m2", "game": "twenties-shootout", "names": {"A": "Cid", "B": None}, "first": None}
    hubs.beat(store, hubs.HubProcess("h1", "attic", 1, "serve"), [hubs.Has("b1", "COM4", 0, True, waits)])
    (said,) = known(give(client, **MATCH).text)
    assert said == "It takes the place of the match that waits at this table: Cid : B."


# ---- hubs


def test_a_hub_does_it_and_the_page_says_so(client: TestClient, db: Path) -> None:
    with FakeHub(db, Board("b1", "Table 1")) as hub:
        give(client, order="light", light="5")
        eventually(lambda: "brightness 5 done light was told" in text(client.get("/tables").text))
    assert [order.what for order in hub.done] == [{"light": 5}]


def test_the_hub_of_the_same_process_does_it(client: TestClient, site: Site, store: Store) -> None:
    board = FirmwareBoard()
    with PtyBoard(board) as port, closing(Hub(site.store, [port.path], lambda event: None, "serve")) as hub:
        site.says = hub.says
        hub.start()
        hub.step()
        eventually(lambda: "At a laptop now" in text(client.get("/tables").text))
        place = f"/tables/board/{BOARD}"
        client.post(place, data={"order": "name", "name": "Table 9"})
        client.post(place, data=MATCH)
        eventually(lambda: "it is called Table 9 now" in text(client.get("/tables").text))
        eventually(lambda: "done NEXT starts the match" in text(client.get("/tables").text))
        eventually(lambda: "Waits Ann : Bob , Official crokinole" in text(client.get(place).text))
        said = text(client.get(place).text)
    assert said.startswith("All tables Table 9")
    assert waiting(store) == []
