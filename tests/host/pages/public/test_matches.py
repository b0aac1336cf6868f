"""Recorded matches: the list, and one press by press, of every game."""

import pytest

from tallyboard.store.corrections import Kind, correct
from tests.harness.paper import Paper
from tests.host.pages.public.conftest import LANGUAGES, Hall, Node, timed

CROKINOLE = "crokinole-championship rounds=2"
ROUNDS = ("A 20", "A 15", "A 20", "undo", "B 5", "next", "B 15", "A 20", "next")
GAMES = {
    "washers-ritzenthaler": ("A 3", "B board", "B 1", "A dead", "B dead", "A 2", "next"),
    "pichenottes-quebec": ("A dame", "A dame", "A stop", "B dame", "B counter 5", "B stop"),
    "pichenotte-southwest games=1": ("A 50", "B 20", "B penalty 20", "next", "A agree", "B agree"),
    "crokinole-official": ("A 20", "B 15", "next"),
    "crokinole-traditional sides=3 scoring=simple start=clockwise": ("A 20", "B 15", "C 5", "next", "C 20"),
    "twenties-shootout": ("A 20", "B 20", "A 20", "next"),
}


def called(hall: Hall) -> str:
    """A match that a tournament has called was played; its id."""
    hall.begin("add Ann", "add Bob", "open 1", f"phase 1 single game {CROKINOLE}", "draw 1", "call")
    call = next(event for event in hall.now.events if event.line.startswith("call"))
    key = f"{hall.id}-{call.number}.1"
    paper = timed(Paper().boot()).assign(CROKINOLE, key, "Ann", "Bob").start_assigned(CROKINOLE, key, "Ann", "Bob")
    return hall.board(paper.press(*ROUNDS, ms=20_000))


def rows(page: Node) -> list[Node]:
    """Those of all presses."""
    return [row for table in page.all("table", class_="presses") for row in table.one("tbody").all("tr")]


def numbers(page: Node) -> list[list[str]]:
    """What this round and the match are after each press."""
    return [[cell.text for cell in row.all("td", class_="n")] for row in rows(page)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_presses_and_rounds_are_those_of_the_store(hall: Hall, language: str) -> None:
    name = called(hall)
    found = hall.store.match(name)
    page = hall.get(f"/match/{name}", language)
    listed = hall.store.presses(found)
    assert [row.one("td", class_="seq").text for row in rows(page)] == [str(press.seq) for press in listed]
    for told, press in zip(numbers(page), listed, strict=True):
        if press.raw:
            assert told == [f"{press.raw['A']} : {press.raw['B']}", f"{press.totals['A']} : {press.totals['B']}"]
    summaries = [one.one("summary") for one in page.all("details", class_="rd")]
    totals = [cell.text for summary in summaries for cell in summary.all("span", class_="sc")]
    assert totals == [str(one["totals"][side]) for one in found["rounds"] for side in "AB"]
    firsts = [one.one("i", class_="starts").parent for one in summaries]
    assert [one.attributes["class"].upper() for one in firsts if one] == [one["first"] for one in found["rounds"]]
    assert [side.one("strong").text for side in page.one("div", class_="bout").all("p")] == ["4", "0"]


def test_a_round_has_its_presses_its_winner_and_who_is_ahead(hall: Hall) -> None:
    game = "crokinole-championship rounds=4"
    match = hall.board(
        Paper().boot().start(game).press("A 20", "next", "B 20", "next", "A 5", "B 5", "undo", "B 5", "next", "B 20")
    )
    page = hall.get(f"/match/{match}")
    rounds = page.all("details", class_="rd")
    assert [one.attributes["class"].split()[1:] for one in rounds] == [["a"], ["b"], [], []]
    assert [len(one.all("span", class_="chip")) for one in rounds] == [1, 1, 3, 1]
    assert [[cell.text for cell in one.all("span", class_="lead")] for one in rounds] == [["2"], [], [], []]
    assert [one.one("b", class_="cut1").text for one in rounds] == ["A", "B", "level", "being played"]
    assert ["open" in one.attributes for one in rounds] == [False, False, False, True]
    pips = [
        [pip.attributes["class"] for pip in side.one(class_="pips").all("i")]
        for side in page.one(class_="bout").all("p")
    ]
    assert pips == [["w", "l", "t", "n"], ["l", "w", "t", "n"]]


def test_a_round_that_was_closed_and_opened_again_is_one(hall: Hall) -> None:
    game = "crokinole-championship rounds=2"
    match = hall.board(Paper().boot().start(game).press("A 20", "next", "undo", "A 15", "next", "B 5", "next", "undo"))
    rounds = hall.get(f"/match/{match}").all("details", class_="rd")
    assert [len(rows(one)) for one in rounds] == [5, 3]


def test_what_was_undone_is_struck_through(hall: Hall) -> None:
    page = hall.get(f"/match/{called(hall)}")
    gone = [row for row in rows(page) if row.has("class_", "gone")]
    assert [row.one("s").text for row in gone] == ["20"]
    assert [row.one("small").text for row in gone] == ["undone"]


def test_a_match_has_its_address_as_a_code_where_others_can_reach_it(hall: Hall) -> None:
    name = called(hall)
    assert not hall.get(f"/match/{name}").all("figure", class_="code")
    hall.client.headers["host"] = "192.168.1.7:8765"
    page = hall.get(f"/match/{name}")
    assert page.one("button", data_copy=f"http://192.168.1.7:8765/match/{name}").has("hidden", "")
    assert page.one("figure", class_="code").all("path")


def test_a_match_of_a_tournament_leads_to_it_and_is_led_to(hall: Hall) -> None:
    name = called(hall)
    page = hall.get(f"/match/{name}")
    links = {link.attributes["href"] for link in page.one("main").all("a")}
    assert {f"/t/{hall.id}", f"/t/{hall.id}/player/1", f"/t/{hall.id}/player/2", "/table/1"} <= links
    for address in ("/t/T/schedule", "/t/T/player/2", "/t/T/bracket/1", "/results"):
        assert f"/match/{name}" in {link.attributes["href"] for link in hall.get(address).all("a")}, address


def test_a_match_that_was_called_and_is_still_played_leads_to_its_tournament(hall: Hall) -> None:
    hall.begin("add Ann", "add Bob", "open 1", f"phase 1 single game {CROKINOLE}", "draw 1", "call")
    call = next(event for event in hall.now.events if event.line.startswith("call"))
    key = f"{hall.id}-{call.number}.1"
    name = hall.board(Paper().boot().assign(CROKINOLE, key).start_assigned(CROKINOLE, key).press("A 20"))
    page = hall.get(f"/match/{name}")
    assert page.one("h1").text == "Ann : Bob"
    assert page.one("p", class_="notice").text == "being played"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_page(hall: Hall, game: str, language: str) -> None:
    name = hall.board(Paper().boot().start(game).press(*GAMES[game]))
    found = hall.store.match(name)
    page = hall.get(f"/match/{name[:8]}", language)
    assert len(page.one("div", class_="bout").all("p")) == len(found["sides"])
    assert len(rows(page)) == len(GAMES[game])
    assert numbers(page)[-1][-1] == " : ".join(str(found["totals"][side]) for side in found["sides"])
    closed = [one.one("summary").all("span", class_="sc") for one in page.all("details", class_="rd")]
    told = [[cell.text.replace("\u2212", "-") for cell in one] for one in closed]
    assert told[: len(found["rounds"])] == [
        [str(one["totals"][side]) for side in found["sides"]] for one in found["rounds"]
    ]
    assert page.all("svg", class_="zones") or game == "twenties-shootout"
    assert hall.get("/results", language).one("ul", class_="recorded").all("li")


@pytest.mark.parametrize("kind, content", [("result", "A 3 B 1 twenties 2 0"), ("aside", ""), ("drop", "")])
def test_a_correction_is_told_with_who_when_why_and_both_figures(hall: Hall, kind: Kind, content: str) -> None:
    name = called(hall)
    match = hall.store.match(name)
    correct(hall.store, match, "result", "A 9 B 9", "<i>typed wrong</i>", "Dee")
    correct(hall.store, match, kind, content, "counted <b>twice", "Eve & Co")
    for language in LANGUAGES:
        page = hall.get(f"/match/{name}", language)
        section = page.one("section", class_="corrections")
        assert (
            "counted <b>twice" in section.text and "Eve & Co" in section.text and "<i>typed wrong</i>" in section.text
        )
        totals = [one.text for one in page.one("div", class_="bout").all("strong")]
        assert totals == {"result": ["3", "1"], "aside": ["", ""], "drop": ["4", "0"]}[kind]
        assert [one.text for one in section.all("s")] == ([] if kind == "drop" else ["4", "0"])
    assert ("aside" in kind) != bool(hall.get("/results").all("ul", class_="recorded"))


def test_an_incomplete_match_has_presses_and_no_score(hall: Hall) -> None:
    paper = Paper().boot().start(CROKINOLE).press(*ROUNDS)
    del paper.records[8]
    from tallyboard.store import Heard

    numbered = [(n if n < 8 else n + 1, record) for n, record in enumerate(paper.records)]
    hall.store.add(Heard("b1", "1", "0", paper.epoch, 0, len(paper.records) + 1), numbered)
    name = hall.store.matches()[0]["match"]
    page = hall.get(f"/match/{name}")
    assert page.one("p", class_="notice").text.startswith("incomplete")
    assert [one.text for one in page.one("div", class_="bout").all("strong")] == ["", ""]
    assert not page.all("svg", class_="chart")
    assert "missing records" in page.one("ol", class_="story").text
    assert "enregistrements manquants" in hall.get(f"/match/{name}", "fr").text


def test_the_list_has_the_newest_first_in_pages(hall: Hall) -> None:
    times = [3, 1, 2]
    named = {}
    for hours in times:
        paper = Paper().boot().time(28_036_800 + 3600 * hours).start("twenties-shootout").press("A 20", "next")
        named[hours] = hall.board(paper, table=f"<i>{hours}</i>")
    unknown = hall.board(Paper().boot().start("twenties-shootout").press("A 20", "next"))
    links = [link.attributes["href"] for link in hall.get("/results").one("ul", class_="recorded").all("a")]
    matches = [link.removeprefix("/match/") for link in links if link.startswith("/match/")]
    assert matches == [named[3], named[2], named[1], unknown]


def test_there_are_as_many_pages_as_matches_need(hall: Hall) -> None:
    paper = Paper().boot()
    for _ in range(51):
        paper.start("twenties-shootout").press("A 20", "next")
    hall.board(paper)
    first, second = hall.get("/results"), hall.get("/results?page=2")
    assert [len(page.one("ul", class_="recorded").all("li")) for page in (first, second)] == [50, 1]
    assert first.one("a", rel="next").attributes["href"] == "/results?page=2"
    assert second.one("a", rel="prev").attributes["href"] == "/results?page=1"
    assert len(hall.get("/results?page=99").one("ul", class_="recorded").all("li")) == 1


@pytest.mark.parametrize("address", ["/match/00000000", "/match/zz", "/match/%25"])
def test_a_match_that_is_not_there_is_told(hall: Hall, address: str) -> None:
    called(hall)
    hall.get(address, status=404)


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_empty_list_says_what_comes(hall: Hall, language: str) -> None:
    assert hall.get("/results", language).one("p", class_="notice").text
    assert hall.get("/tournaments", language).one("p", class_="notice").text


@pytest.mark.parametrize(("language", "title"), [("en", "Recorded matches"), ("fr", "Matchs enregistrés")])
def test_recorded_matches_say_where_results_on_paper_stand(hall: Hall, language: str, title: str) -> None:
    empty = hall.get("/results", language)
    assert empty.one("nav", class_="tabs").one("a", href="/results").text == title
    assert "/schedule" not in "".join(link.attributes["href"] for link in empty.one("main").all("a"))
    hall.begin("add Ann")
    links = [link.attributes["href"] for link in hall.get("/results", language).one("main").all("a")]
    assert f"/t/{hall.id}/schedule" in links


@pytest.mark.parametrize(
    "game, presses, word, in_french",
    [
        ("crokinole-championship rounds=2", ROUNDS, "Round no. 1", "Manche 1"),
        ("pichenotte-southwest games=1", ("A 20", "next", "A agree", "B agree"), "Game no. 1", "Manche 1"),
    ],
)
def test_a_round_is_called_as_its_players_call_it(
    hall: Hall, game: str, presses: tuple[str, ...], word: str, in_french: str
) -> None:
    match = hall.board(Paper().boot().start(game).press(*presses))
    for language, said in (("en", word), ("fr", in_french)):
        page = hall.get(f"/match/{match}", language)
        assert page.one("details", class_="rd").one("small").text.startswith(f"{said} ·")
        assert page.all("p", class_="id")[-1].text == f"Match {match}"
        assert page.one("figure", class_="drawn").one("figcaption").text
    assert match not in hall.get(f"/match/{match}").one("p", class_="crumb").text
