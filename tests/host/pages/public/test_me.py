"""A phone that was told whose it is: what comes for them stands on it, wherever they look; nothing of it on others."""

import re
import xml.etree.ElementTree as ET

import pytest
import segno

from tallyboard.pages.site import Site
from tests.host.pages.public.conftest import LANGUAGES, Hall

WASHERS = "game washers-ritzenthaler"


@pytest.fixture
def called(hall: Hall) -> Hall:
    """Two of four are called to a table with a word for a name, the others come next."""
    hall.begin("add Zoë Ñandú", "add Bob", "add Cid", "add Dee", "open 7", f"phase 1 round-robin {WASHERS}", "draw 1")
    return hall.enter("call 1:1-4 7")


def told(hall: Hall, entrant: int | str, **form: str) -> None:
    answer = hall.client.post("/me", data={"t": hall.id, "entrant": str(entrant), **form}, follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == form.get("next", "/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_says_their_name_sees_their_call_in_the_hall_and_below_every_page(called: Hall, language: str) -> None:
    assert not called.get("/", language).all("section", class_="me")
    told(called, 1)
    call = called.get("/", language).one("section", class_="me")
    assert call.has("class_", "called") and call.one("b", class_="num").text == "7"
    assert "Dee" in call.one("p", class_="name").text
    for page in ("", "/standings", "/schedule", "/players", "/statistics", "/player/2"):
        pins = called.get(f"/t/T{page}", language).all("a", class_="pin")
        assert len(pins) == (page != "/player/2"), page
    assert called.get("/me/part", language).one("section").text == call.text


def test_what_comes_next_stands_there_until_it_is_called(called: Hall) -> None:
    told(called, 2)
    assert called.get("/").one("section", class_="me").has("class_", "next")
    assert "Your next: about" in called.get("/t/T").one("a", class_="pin").text
    called.enter("free 7", "call 1:2-3 7")
    assert called.get("/").one("section", class_="me").has("class_", "called")
    assert called.get("/t/T").one("a", class_="pin").has("class_", "called")


def test_the_bar_tells_of_the_final_beside_the_third_place_and_the_hall_then_of_the_champion(hall: Hall) -> None:
    hall.begin("add Ann", "add Bob", "add Cid", "add Dee", f"phase 1 single third=yes {WASHERS}", "draw 1")
    hall.enter("result 1:W1.1 1 21 4 3", "result 1:W1.2 2 21 3 3")
    assert "Final · 2 of 4 decided" in hall.get("/t/T").one("header", class_="bar").text
    assert not hall.get("/").all("p", class_="champion")
    hall.enter("result 1:T 3 21 4 3", "result 1:W2.1 1 21 2 3")
    for page in ("/", "/me/part"):
        assert "Ann" in hall.get(page).one("p", class_="champion").text


def test_one_page_is_made_for_all_and_each_has_their_own_line_in_it(called: Hall) -> None:
    told(called, 1)
    mine = called.text("/t/T/schedule")
    told(called, 3)
    assert mine.count("1:1-4") == called.text("/t/T/schedule").count("1:1-4")
    assert "Your match" in mine and "Your match" not in called.text("/t/T/schedule")
    called.client.cookies.clear()
    assert not called.get("/t/T/schedule").all("a", class_="pin")
    assert "<!--mine-->" not in called.text("/t/T/schedule")


def test_a_player_s_page_says_whose_phone_it_is_and_lets_it_be_nobody_s(called: Hall) -> None:
    page = called.get("/t/T/player/2").one("form", class_="keep")
    assert page.one("button").attributes["value"] == "2"
    told(called, 2, next=f"/t/{called.id}/player/2")
    page = called.get("/t/T/player/2").one("form", class_="keep")
    assert page.one("button").text == "Not me" and not page.one("button").has("name", "entrant")
    assert called.get("/t/T/player/3").one("form", class_="keep").one("button").text == "This is me"
    told(called, "")
    assert not called.get("/").all("section", class_="me")


@pytest.mark.parametrize("kept", ["", "x", "1.1", "nothere0.1", "{t}.9", "{t}.-1", "{t}.1.1", "{t}.99999", "<b>.1"])
def test_a_cookie_that_says_nothing_shows_nothing(called: Hall, kept: str) -> None:
    called.client.cookies.set("me", kept.format(t=called.id))
    for page in ("/", "/me/part", "/t/T", "/t/T/player/1"):
        found = called.get(page)
        assert not found.all("section", class_="me") or page.endswith("player/1")
        assert not found.all("a", class_="pin")


def test_my_page_is_the_player_s_and_a_stranger_s_the_search(called: Hall) -> None:
    assert called.client.get("/me", follow_redirects=False).headers["location"] == "/t/now/players?find="
    told(called, 4)
    assert called.client.get("/me", follow_redirects=False).headers["location"] == f"/t/{called.id}/player/4"


@pytest.mark.parametrize("words, numbers", [("zoe", [1]), ("NANDU zo", [1]), ("b", [2]), ("", [2, 3, 4, 1]), ("x", [])])
def test_a_name_is_found_by_a_part_of_it_whatever_its_accents(called: Hall, words: str, numbers: list[int]) -> None:
    page = called.get(f"/t/T/players?find={words}")
    assert [int(one.attributes["value"]) for one in page.all("button", name="entrant")] == numbers
    assert bool(page.one("main").all("p", class_="notice")) is not bool(numbers)


def test_who_is_found_has_what_comes_for_them_beside_the_name(called: Hall) -> None:
    def hit(words: str) -> str:
        return (
            called.get(f"/t/T/players?find={words}").one("table", class_="players").one("tbody").text.replace(" ,", ",")
        )

    assert "Called now: Table 7, against Dee" in hit("zoe")
    assert "against Cid" in hit("bob") and "in about" in hit("bob")
    assert "against" not in hit("") and "against" not in called.get("/t/T/players").text


def test_a_bracket_is_offered_once_it_is_drawn(called: Hall) -> None:
    called.enter(f"phase 2 single of=1 take=1-2 {WASHERS}")
    assert [tab.text for tab in called.get("/t/T").one("nav", class_="tabs").all("a") if "racket" in tab.text] == []
    called.enter("end 1", "draw 2")
    assert [tab.text for tab in called.get("/t/T").one("nav", class_="tabs").all("a") if "racket" in tab.text]


def test_the_code_of_a_player_leads_a_phone_to_their_page_and_keeps_who_it_is(called: Hall) -> None:
    drawn = called.client.get(f"/t/{called.id}/player/3/code.svg")
    assert drawn.headers["content-type"] == "image/svg+xml" and ET.fromstring(drawn.text).tag.endswith("svg")
    address = f"http://127.0.0.1:8765/me/{called.id}/3"
    assert (
        segno.make(address, micro=False, error="m").svg_inline(border=4, light="#fff", omitsize=True)[4:] in drawn.text
    )
    scanned = called.client.get(f"/me/{called.id}/3", follow_redirects=False)
    assert scanned.headers["location"] == f"/t/{called.id}/player/3"
    assert called.get("/").one("section", class_="me").has("class_", "next")
    assert called.client.get(f"/me/{called.id}/9").status_code == 404
    assert called.client.get("/me/nothere0/1").status_code == 404


def test_a_code_has_the_address_by_which_a_phone_came(called: Hall) -> None:
    site: Site = called.client.app.state.site  # type: ignore[attr-defined]
    site.reached = site.reached._replace(addresses=["192.168.1.7"], in_networks=True)
    of_laptop = called.client.get(f"/t/{called.id}/player/3/code.svg").text
    of_phone = called.client.get(f"http://club.local/t/{called.id}/player/3/code.svg").text
    for origin, svg in (("http://192.168.1.7:8765", of_laptop), ("http://club.local", of_phone)):
        made = segno.make(f"{origin}/me/{called.id}/3", micro=False, error="m")
        assert made.svg_inline(border=4, light="#fff", omitsize=True)[4:] in svg, origin


def test_the_tabs_lead_to_what_there_is(called: Hall) -> None:
    tabs = [tab for tab in called.get("/").one("nav", class_="tabs").all("a") if tab.all("svg")]
    assert [tab.text for tab in tabs] == ["Hall", "Standings", "Players", "My match"]
    assert [tab.text for tab in tabs if "aria-current" in tab.attributes] == ["Hall"]
    called.begin("add A", "add B", f"phase 1 single {WASHERS}", "draw 1", name="Other day")
    tabs = [tab for tab in called.get("/t/T/players").one("nav", class_="tabs").all("a") if tab.all("svg")]
    assert [tab.text for tab in tabs] == ["Hall", "Bracket", "Players", "My match"]
    assert [tab.text for tab in tabs if "aria-current" in tab.attributes] == ["Players"]
    for tab in tabs:
        assert called.client.get(tab.attributes["href"]).status_code == 200


@pytest.mark.parametrize("me", ["gone1234.1", "{t}.99", "{t}.0"])
def test_whom_nobody_knows_in_this_tournament_is_led_to_the_list_of_players(called: Hall, me: str) -> None:
    called.client.cookies.set("me", me.format(t=called.id))
    answer = called.client.get("/me", follow_redirects=False)
    assert answer.headers["location"] == "/t/now/players?find="


@pytest.mark.parametrize("number", ["99", "9" * 5000])
@pytest.mark.parametrize("path", ["/me/now/{}", "/t/now/player/{}", "/t/now/player/{}/code.svg", "/t/now/bracket/{}"])
def test_a_number_that_nothing_has_leads_to_no_page(called: Hall, path: str, number: str) -> None:
    assert called.client.get(path.format(number)).status_code == 404


def test_a_tournament_that_is_not_there_has_no_code_of_a_player(called: Hall) -> None:
    assert called.client.get(f"/t/{'f' * 3000}/player/1/code.svg").status_code == 404


_FOUR = ("add Ann", "add Bob", "add Cid", "add Dee")
_DISCS = "game crokinole-championship"
_CALLED = ("draw 1", "open 1 2", "call")
_SINGLE = (*_FOUR, f"phase 1 single {WASHERS}", *_CALLED)
_ONE, _BOTH = "result 1:W1.1 1 21 4 3", ("result 1:W1.1 1 21 4 3", "result 1:W1.2 2 21 3 3")
_SWISS = (*_FOUR, "add Eve", f"phase 1 swiss rounds=3 {WASHERS}", *_CALLED)
_PARTNERS = f"phase 1 partners rounds=3 {_DISCS}"
_THEN = (*_FOUR, f"phase 1 round-robin rounds=1 {WASHERS}", f"phase 2 single of=1 take=1-2 {WASHERS}", *_CALLED)
_WON = ("result 1:1-4 1 21 4 3", "result 1:2-3 2 21 3 3")


@pytest.mark.parametrize(
    "lines, entrant, said",
    [
        (_SINGLE, 1, ["called", "You play Dee at Table 1"]),
        ((*_SINGLE, _ONE), 1, ["next", "You play Bob or Cid", "in about", "They play at Table 2 now"]),
        ((*_SINGLE, *_BOTH), 2, ["next", "You play Ann at", "through to this"]),
        ((*_SINGLE, _ONE), 4, ["rest", "No match to come"]),
        ((*_SWISS, "result 1:1-3 1 21 3 3"), 1, ["draw", "Waits for the next draw", "1 match of the round is on"]),
        (_SWISS, 5, ["bye", "Bye in round 1"]),
        ((*_FOUR, "add Eve", f"phase 1 round-robin {WASHERS}", *_CALLED), 1, ["next", "Bye in round 1", "in about"]),
        ((*_FOUR, "add Eve", _PARTNERS, *_CALLED), 0, ["Sits out in round 1"]),
        ((*_FOUR, _PARTNERS, *_CALLED), 1, ["called", "You play with", "against"]),
        ((*_THEN, *_WON), 1, ["through", "Through to phase 2"]),
        ((*_THEN, *_WON), 4, ["rest", "No match to come", "Place "]),
        ((*_SINGLE, "absent 1"), 1, ["away", "tell the desk when you are here"]),
    ],
)
def test_what_a_player_waits_for_is_said(hall: Hall, lines: tuple[str, ...], entrant: int, said: list[str]) -> None:
    hall.begin(*lines)
    if not entrant:  # whoever sits out
        site: Site = hall.client.app.state.site  # type: ignore[attr-defined]
        entrant = site.tournaments.see(hall.store, "now").computed["phases"][0]["byes"][0][0]
    told(hall, entrant)
    call = hall.get("/").one("section", class_="me")
    assert all(part in call.text or call.has("class_", part) for part in said), call.text
    assert bool(call.all("time")) == ("in about" in call.text)
    hall.get("/t/T", "fr-FR").one("a", class_="pin")


@pytest.mark.parametrize(
    "phase, said", [(_PARTNERS, "Sitting out: P"), (f"phase 1 swiss rounds=2 {WASHERS}", "Bye: P")]
)
def test_who_has_no_match_in_the_round_is_named_where_the_round_is_shown(hall: Hall, phase: str, said: str) -> None:
    hall.begin(*(f"add P{number}" for number in range(1, 6)), phase, *_CALLED)
    for page in ("/", "/me/part", "/t/now"):
        assert hall.get(page).one("p", class_="out").text.startswith(f"Round 1 · {said}"), page
    assert hall.get("/").one("body").attributes["data-version"], "which stays as things are"
    hall.enter("end 1")
    assert not hall.get("/t/now").all("p", class_="out"), "no round is on"


def test_a_round_that_is_drawn_has_its_pairs_in_the_hall_and_nobody_a_place_before_a_match(hall: Hall) -> None:
    hall.begin(*_FOUR, "add Eve", _PARTNERS, "draw 1")
    site: Site = hall.client.app.state.site  # type: ignore[attr-defined]
    phase = site.tournaments.see(hall.store, "now").computed["phases"][0]
    match, out = phase["matches"][0]["match"], phase["byes"][0][0]
    names = {hall.get(f"/t/now/player/{one}").one("h1").text for one in range(1, 6) if one != out}
    for page in ("/", "/me/part"):
        drawn = hall.get(page).one("section", class_="to-call").text
        assert "Round 1: to be called" in drawn and all(name in drawn for name in names), drawn
    assert " of 5" not in hall.get("/t/now/player/1").text
    hall.enter("open 1", "call")
    assert not hall.get("/").all("section", class_="to-call")
    first, second = re.findall(r"\d+", match.partition(":")[2])[::2]
    hall.enter(f"result {match} {first} 6 {second} 2")
    assert " of 5" in hall.get(f"/t/now/player/{first}").text
    assert "6 per match" in hall.get("/t/now").one("ol", class_="best").text


def test_names_are_offered_where_one_is_looked_for(called: Hall) -> None:
    for page in ("/", "/t/T", "/t/T/players"):
        offered = [one.attributes["value"] for one in called.get(page).one("datalist").all("option")]
        assert offered == ["Bob", "Cid", "Dee", "Zoë Ñandú"], page
