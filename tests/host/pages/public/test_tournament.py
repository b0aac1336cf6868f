"""Overview, schedule, brackets, players and statistics: what is computed, for whoever looks."""

import re

import pytest

from tests.harness.paper import Paper
from tests.host.pages.public.conftest import LANGUAGES, Hall, Node

CROKINOLE = "game crokinole-championship rounds=2"
WASHERS = "game washers-ritzenthaler"
ROUNDS = ("A 20", "A 15", "B 5", "next", "B 15", "A 20", "next")
PAGES = ("", "/standings", "/schedule", "/players", "/player/1", "/statistics")


def names(entrants: int) -> list[str]:
    return [f"add P{n}" for n in range(1, entrants + 1)]


def matches_under(page: Node, title: str) -> list[Node]:
    """The list of matches below this heading."""
    lists = [one for one in page.all("ul") if one.attributes.get("aria-label") == title]
    return lists[0].all("li") if lists else []


def name_of(match: Node) -> str:
    """The formal name of a league's match, which is in no text: people go by who plays."""
    name = match.attributes["id"].removeprefix("m-").replace("-", ":", 1)
    assert name not in match.text
    return name


def scores(match: Node) -> list[str]:
    """What the sides of a match of a list have."""
    return [figure.text for figure in match.all("b", class_="num")]


# ---- overview


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_says_what_comes_before_anything_is_there(hall: Hall, language: str) -> None:
    hall.begin()
    for page in PAGES[:4]:
        assert hall.get(f"/t/T{page}", language).all("p", class_="notice"), page
    hall.enter("add Ann", "add Bob", f"phase 1 single {CROKINOLE}")
    for page in ("/schedule", "/player/1", "/statistics", "/bracket/1"):
        assert hall.get(f"/t/T{page}", language).all("p", class_="notice"), page


def test_the_overview_tells_how_far_it_is_and_who_is_champion(hall: Hall) -> None:
    hall.begin(*names(4), "open 1", f"phase 1 single {CROKINOLE}", "draw 1", "call")
    page = hall.get("/t/now")
    assert page.one("h1").text == "Club day"
    assert len(matches_under(page, "Called now")) == 1
    assert "0 of 3 matches decided" in page.text
    hall.play_out(1)
    champion = hall.get("/t/T").one("p", class_="champion")
    assert champion.one("strong").text == f"P{hall.computed['champion']}"
    assert champion.one("a").attributes["href"] == f"/t/{hall.id}/player/{hall.computed['champion']}"
    assert [row.one("div", class_="box").text for row in matches_under(hall.get("/t/T"), "Last results")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_b_final_makes_no_champion_and_everybody_has_a_place(hall: Hall, language: str) -> None:
    hall.begin(*names(10), f"phase 1 round-robin {CROKINOLE}", "draw 1").play_out(1)
    assert not hall.get("/t/T", language).all("", id="places"), "one phase says it"
    hall.enter(f"phase 2 single of=1 take=1-4 {CROKINOLE}", f"phase 3 single of=1 take=5-8 {CROKINOLE}")
    hall.enter("draw 3").play_out(3)
    page = hall.get("/t/T", language)
    marks = {
        row.one("a").text for row in page.one("table", class_="places").all("tr") if row.all("span", class_="status")
    }
    order = hall.computed["phases"][2]["order"]
    assert marks == {f"P{entrant}" for entrant in order}, "they have a place by what was played last"
    assert not page.all("p", class_="champion")
    assert hall.get("/t/T/bracket/3", language).one("p", class_="champion").one("span").text != "Champion"
    hall.enter("draw 2").play_out(2)
    champion, placing = hall.computed["champion"], hall.computed["placing"]
    page = hall.get("/t/T", language)
    assert champion and page.one("p", class_="champion").one("strong").text == f"P{champion}"
    rows = [[cell.text for cell in row.children if not isinstance(cell, str)] for row in page.all("tr")]
    places = [row for row in rows if row[0].isdecimal()]
    assert places == [[str(one["place"]), f"P{one['entrant']}"] for one in placing]
    assert hall.get("/t/T/bracket/2", language).one("p", class_="champion").one("span").text == "Champion"
    last = hall.get(f"/t/T/player/{placing[-1]['entrant']}", language).one("table", class_="places")
    of = "of" if language == "en" else "sur"
    assert f"{placing[-1]['place']} {of} 10" in last.all("tr")[-1].text


def test_the_list_has_all_tournaments_and_marks_the_one_in_use(hall: Hall) -> None:
    hall.begin(name="First <b>").begin(name="Second")
    rows = hall.get("/tournaments").one("ul", class_="cards").all("li")
    assert [row.one("a").text for row in rows] == ["Second", "First <b>"]
    assert [bool(row.all("span", class_="status")) for row in rows] == [True, False]


def test_a_tournament_that_is_not_there_is_told(hall: Hall) -> None:
    hall.client.get("/t/now")
    hall.begin()
    for address in ("/t/nobody", "/t/T/player/1", "/t/T/bracket/1", "/t/T/schedule?player=4", "/t/T/bracket/99"):
        assert hall.client.get(address.replace("/T", f"/{hall.id}")).status_code in (400, 404), address


@pytest.mark.parametrize(
    "address, leads_to",
    [
        ("/t/nobody", "/tournaments"),
        ("/t/T/bracket/9", "/t/T"),
        ("/t/T/player/9", "/t/T/players"),
        ("/t/T/schedule?player=9", "/t/T/players"),
        ("/match/0000", "/results"),
    ],
)
def test_who_asks_for_what_is_not_there_is_led_to_the_list(hall: Hall, address: str, leads_to: str) -> None:
    hall.begin(*names(2))
    page = hall.get(address, status=404)
    links = [link.attributes["href"] for link in page.one("main").all("a")]
    assert links[0] == leads_to.replace("/T", f"/{hall.id}")


# ---- schedule


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_schedule_has_what_is_called_comes_next_and_was_decided(hall: Hall, language: str) -> None:
    hall.begin(*names(6), "open 1 2", f"phase 1 round-robin {WASHERS}", "draw 1", "call 1:2-5 1")
    hall.enter("result 1:1-6 1 21 6 3")
    page, computed = hall.get("/t/T/schedule", language), hall.computed
    titles = {
        "en": ("Called now", "Up next", "Later", "Round 1"),
        "fr": ("Appelés maintenant", "À suivre", "Plus tard", "Ronde 1"),
    }
    shown = [[name_of(row) for row in matches_under(page, title)] for title in titles[language]]
    soon = [one["match"] for one in computed["next"]]
    later = [one["match"] for one in computed["schedule"] if one["table"] is None and one["match"] not in soon]
    rounds = [one for one in page.all("ul") if one.attributes.get("aria-label", "").startswith(titles[language][2])]
    told = [name_of(row) for one in rounds for row in one.all("li")]
    assert len(rounds) == 4  # of the first, nothing is left for later
    assert shown[0] == ["1:2-5"] and shown[1] == soon and sorted(told) == sorted(later) and shown[3] == ["1:1-6"]
    called = matches_under(page, titles[language][0])[0]
    assert called.one("span", class_="at").one("a").attributes["href"] == "/table/1"
    assert scores(matches_under(page, titles[language][3])[0]) == ["21", "3"]


def test_what_was_decided_keeps_the_table_to_which_it_was_called(hall: Hall) -> None:
    hall.begin(
        *names(4), "open 1 2", f"phase 1 round-robin {WASHERS}", "draw 1", "call 1:1-4 2", "result 1:1-4 1 21 4 3"
    )
    decided = matches_under(hall.get("/t/T/schedule"), "Round 1")
    assert [row.one("span", class_="at").text for row in decided] == ["Table 2"]


def test_a_table_whose_name_says_that_it_is_one_is_not_called_table_twice(hall: Hall) -> None:
    hall.begin(*names(4), "open TableB Red", f"phase 1 round-robin {WASHERS}", "draw 1", "call")
    called = matches_under(hall.get("/t/T/schedule"), "Called now")
    assert [row.one("span", class_="at").text for row in called] == ["Table Red", "TableB"]


def test_the_schedule_of_a_player_has_no_others(hall: Hall) -> None:
    hall.begin(*names(5), "open 1", f"phase 1 swiss rounds=2 {CROKINOLE}", "draw 1").play_out(1)
    bye = hall.computed["phases"][0]["byes"][0][0]
    assert f"Bye: P{bye}" in hall.get(f"/t/T/schedule?player={bye}").text
    page = hall.get("/t/T/schedule?player=1")
    assert all("P1" in row.one("div", class_="box").text.split() for row in page.all("li", class_="match"))
    assert len(page.all("li", class_="match")) == 1


def test_a_long_schedule_shows_one_round_of_what_comes_and_of_what_was(hall: Hall) -> None:
    hall.begin(*names(12), "open 1", f"phase 1 round-robin {WASHERS}", "draw 1").play_ready(1).enter("clear 1:1-2")
    first = [match["match"] for match in hall.computed["phases"][0]["matches"] if match["round"] > 3]
    hall.enter(*(f"clear {match}" for match in first))
    folded = hall.get("/t/T/schedule").all("details", class_="round")
    is_open = ["open" in part.attributes for part in folded]
    assert len(folded) > 8 and sum(is_open) == 2 and is_open[0]
    assert all("open" in part.attributes for part in hall.get("/t/T/schedule?player=3").all("details", class_="round"))


def test_called_tables_are_in_the_order_of_their_names_and_what_comes_in_that_of_time(hall: Hall) -> None:
    hall.begin(*names(14), "open 10 2 1", f"phase 1 round-robin {WASHERS}", "draw 1", "call")
    page = hall.get("/t/T")
    tables = [row.one("span", class_="at").one("a").text for row in matches_under(page, "Called now")]
    assert tables == ["Table 1", "Table 2", "Table 10"]
    times = [row.one("span", class_="time").text for row in matches_under(page, "Up next")]
    assert len(times) == 6 and times == sorted(times, key=lambda time: [*map(int, re.findall(r"\d+", time))])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_somebody_absent_says_so(hall: Hall, language: str) -> None:
    hall.begin(*names(3), "open 1", f"phase 1 round-robin {WASHERS}", "draw 1", "absent 2")
    notes = {
        name_of(row): row.one("span", class_="note").text
        for row in hall.get("/t/T/schedule", language).all("li", class_="match")
        if row.all("span", class_="note")
    }
    said = {"en": "absent: P2", "fr": "absent : P2"}[language]
    assert notes == {"1:1-2": said, "1:2-3": said}


# ---- brackets


@pytest.mark.parametrize(
    "form, entrants", [("single third=yes", 6), ("double", 5), ("double", 16), ("single best=3", 4)]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bracket_is_drawn_with_its_places(hall: Hall, form: str, entrants: int, language: str) -> None:
    hall.begin(*names(entrants), f"phase 1 {form} {CROKINOLE}", "draw 1").play_ready(1)
    phase = hall.computed["phases"][0]
    page = hall.get("/t/T/bracket/1?player=1", language)
    assert len(page.all("div", class_="box")) == len(phase["matches"])
    assert page.all("li", class_="path")
    hall.play_out(1)
    places = hall.get("/t/T/bracket/1", language).one("table", class_="places").all("tr")[1:]
    assert [(row.one("td").text, row.one("th").text) for row in places] == [
        (str(one["place"]), f"P{one['entrant']}") for one in hall.computed["phases"][0]["places"]
    ]


def test_a_path_leads_into_the_tree_where_its_matches_are(hall: Hall) -> None:
    """Without a script: what is around the tree is scrolled by the fragment of the address."""
    hall.begin(*names(8), f"phase 1 single {CROKINOLE}", "draw 1").play_ready(1)
    page = hall.get("/t/T/bracket/1?player=1")
    own = [m["match"] for m in hall.computed["phases"][0]["matches"] if 1 in m["sides"]]
    places = [f"m-{match.replace(':', '-').replace('.', '-')}" for match in own]
    assert [one.attributes["id"] for one in page.all("li", class_="path")] == places
    assert page.one("form", class_="tools").attributes["action"].endswith("#lit")
    assert page.one(id=places[-1]).all(id="lit") and len(page.all(id="lit")) == 1
    at_player = hall.get("/t/T/player/1").one("table", class_="places").one("a").attributes["href"]
    assert at_player.endswith(f"/bracket/1?player=1#{places[-1]}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thumb_turns_to_every_round_and_a_link_to_the_one_that_is_played(hall: Hall, language: str) -> None:
    hall.begin(*names(16), f"phase 1 single {CROKINOLE}", "draw 1").play_ready(1)
    page = hall.get("/t/T/bracket/1", language)
    jumps = page.one("nav", class_="jump").all("a")
    assert [page.one(id=one.attributes["href"][1:]).tag for one in jumps] == ["section", "h3", "section", "section"]
    assert [one.attributes["href"] for one in jumps if "aria-current" in one.attributes] == ["#live"]
    shorts = {"en": ["16", "QF", "SF", "F"], "fr": ["16", "\u00bc", "\u00bd", "F"]}[language]
    assert [one.text.split()[0] for one in jumps] == shorts


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tree_names_its_rounds_its_champion_and_a_shootout(hall: Hall, language: str) -> None:
    hall.begin(*names(8), f"phase 1 single third=yes {CROKINOLE}", "draw 1")
    assert not hall.get("/t/T/bracket/1", language).all("p", class_="legend")
    hall.enter("result 1:W1.1 1 4 8 4", "result 1:W1.1/2 1 2 8 5")
    page = hall.get("/t/T/bracket/1", language)
    heads = {"en": ["Quarter-finals", "Semi-finals", "Final"], "fr": ["Quarts de finale", "Demi-finales", "Finale"]}
    assert [head.text.partition(" \u00b7 ")[0].split(" ")[0] for head in page.all("h3")] == [
        head.split(" ")[0] for head in heads[language]
    ]
    assert [one.text for one in page.one(id="m-1-W1-1").all("b", class_="num")] == ["4 (2)", "4 (5)"]
    assert "(n)" in page.one("p", class_="legend").text
    page = hall.play_out(1).get("/t/T/bracket/1", language)
    champion = f"P{hall.computed['champion']}"
    assert page.one("p", class_="champion").one("strong").text == champion
    assert len(page.all("li", class_="path")) == 3, "the way of the champion"


def test_a_bracket_without_a_number_is_the_one_that_is_played(hall: Hall) -> None:
    hall.begin(*names(4), f"phase 1 round-robin {CROKINOLE}")
    assert hall.get("/t/now/bracket").one("h1").text == "Standings"
    hall.enter(f"phase 2 single {CROKINOLE}", f"phase 3 single {CROKINOLE}", "draw 2")
    assert hall.get("/t/now/bracket?player=2").one("h1").text == "Bracket \u00b7 Phase 2"
    hall.play_out(2)
    hall.enter("draw 3")
    assert hall.get("/t/T/bracket").one("h1").text == "Bracket \u00b7 Phase 3"


def test_a_tournament_without_a_league_has_no_tab_for_standings(hall: Hall) -> None:
    hall.begin(*names(4), f"phase 1 single {CROKINOLE}", "draw 1")
    tabs = [link.text for link in hall.get("/t/T").one("nav", class_="tabs").all("a")]
    assert "Bracket" in tabs and "Standings" not in tabs


# ---- players and statistics


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_player_has_places_matches_and_what_comes(hall: Hall, language: str) -> None:
    hall.begin(*names(4), "open 1", f"phase 1 round-robin {CROKINOLE}", f"phase 2 single of=1 {CROKINOLE}", "draw 1")
    hall.enter("result 1:1-4 1 4 4 0 twenties 3 1", "call 1:1-3 1")
    page = hall.get("/t/T/player/1", language)
    listed = [name_of(row) for row in page.all("li", class_="match")]
    assert listed == ["1:1-2", "1:1-4"]
    call = page.one("section", class_="called")
    assert call.one("b", class_="num").text == "1" and "P3" in call.one("p", class_="name").text
    row = next(row for row in hall.computed["phases"][0]["standings"][0]["rows"] if row["entrant"] == 1)
    said = re.findall(r"\d+", page.one("table", class_="places").one("td").one("p").text)
    assert sorted(said) == sorted(str(row[figure]) for figure in ("points", "won", "played"))
    hall.enter("withdraw 1")
    assert hall.get("/t/T/player/1", language).one("p", class_="warn").text in ("withdrawn", "retiré")
    statuses = {row.attributes.get("data-entrant"): row for row in hall.get("/t/T/players", language).all("tr")}
    assert statuses["1"].one("span", class_="status").text in ("withdrawn", "retiré")


@pytest.mark.parametrize("language", LANGUAGES)
def test_statistics_are_those_of_the_command_line_and_can_be_sorted(hall: Hall, language: str) -> None:
    hall.begin(*names(3), "open 1", f"phase 1 round-robin {CROKINOLE}", "draw 1", "call")
    call = next(event for event in hall.now.events if event.line.startswith("call"))
    key, line = f"{hall.id}-{call.number}.1", CROKINOLE.removeprefix("game ")
    hall.board(Paper().boot().assign(line, key).start_assigned(line, key).press(*ROUNDS, ms=60_000))
    played = next(match for match in hall.computed["phases"][0]["matches"] if match["games"])
    a, b = played["sides"]
    page = hall.get("/t/T/statistics", language)
    rows = page.all("tr", data_entrant=str(a))
    cells = {row.attributes["data-entrant"]: [cell.text for cell in row.all("td")] for row in rows}
    point = "," if language == "fr" else "."
    zones = "2 \u00d7 20, 1 \u00d7 15"
    assert cells[str(a)] == ["1", "4 : 0", "2", f"1{point}00", "1/1", f"6{point}0", zones]
    by_score = hall.get("/t/T/statistics?by=score", language).one("table", class_="stats").all("tr")[1:]
    order = [row.attributes["data-entrant"] for row in by_score]
    sorted_by = {
        by: [
            head.one("a").text for head in hall.get(f"/t/T/statistics{by}").all("th") if "aria-sort" in head.attributes
        ]
        for by in ("", "?by=twenties")
    }
    assert sorted_by == {"": ["Name \u25b2"], "?by=twenties": ["Twenties \u25bc"]}
    assert order[0] == str(a) and order[-1] not in (str(a), str(b))
    assert hall.get(f"/t/T/player/{a}", language).all("svg", class_="zones")
    assert "/table/1" in {link.attributes["href"] for link in page.all("a")}
