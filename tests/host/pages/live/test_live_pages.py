"""Hall, table, TV and overlay without a browser: what they show, of whomever, in both languages."""

import asyncio
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from tallyboard.hub.database import LazyStore
from tallyboard.pages.live.looker import Looker
from tallyboard.pages.safety import secured
from tallyboard.pages.safety.operators import Operators
from tallyboard.pages.tournaments import is_newer
from tallyboard.store import Store, tournaments
from tallyboard.store.tournaments import Followed, calls
from tallyboard.store.tournaments.calls import NextGame
from tallyboard.store.tournaments.hall import begin_clock, say, stop_clock
from tallyboard.store.tournaments.rows import find
from tallyboard.text.language import language
from tests.host.pages.live.halls import ALL, Hall
from tests.host.watch_events import LIVE, MATCH, database, lost, played, score, upcoming

HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }}",
    "&amp;",
    "שלום עולם",
    "👩‍👩‍👧‍👦",
    "\u202eevil",
    "W" * 200,
    "../../etc",
    "a/b?c#d 100%",
    "event: gone",
)


class Texts(HTMLParser):
    """The texts of a page and the tags and attributes that it has."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if tag == "a" and name == "href"]

    def handle_data(self, data: str) -> None:
        self.said.append(data)


def main_of(html: str) -> str:
    return html.partition("<main")[2].partition("</main>")[0]


def test_an_empty_hall_says_what_to_do(hall: Hall) -> None:
    assert "Plug a box into this laptop" in hall.page("/")
    assert "Branchez un boîtier" in hall.page("/?lang=fr")
    assert 'href="/tables/phones">Open tables to phones</a>' in hall.page("/")


def test_a_page_has_all_tables_and_where_the_stream_goes_on(hall: Hall) -> None:
    hall.tables(3)
    for address in ("/", "/tv"):
        html = hall.page(address)
        assert re.findall(r'data-fragment="(table:[^"]*)"', html) == ["table:Table 1", "table:Table 2", "table:Table 3"]
        assert f'data-after="{hall.live.versions.id}"' in html


@pytest.mark.parametrize("address", ["/table/Table%203", "/overlay/Table%203", "/table/table3"])
def test_a_table_s_page_has_that_table(hall: Hall, address: str) -> None:
    hall.tables(12)
    assert re.findall(r'data-fragment="(table:[^"]*)"', hall.page(address)) == ["table:Table 3"]


@pytest.mark.parametrize("address", ["/table/Table%209", "/table/a%2Fb", "/overlay/none"])
def test_a_table_that_is_not_there_is_waited_for(hall: Hall, address: str) -> None:
    html = hall.page(address)
    assert "data-tables" in html
    assert "data-stream" in html
    assert address.startswith("/overlay") or "This page waits for it" in html


def test_a_card_says_how_far_the_match_is_in_both_languages(hall: Hall) -> None:
    finished = played("crokinole-official target=20", "A 20", "next")
    for at, (live, match) in enumerate(
        [
            (LIVE, MATCH),
            finished,
            played("crokinole-championship rounds=8", "A 20", "next"),
            ({**LIVE, "shootout": 2, "review": True}, None),
            (None, None),
        ]
    ):
        hall.hear(score(live, match, board=f"b{at}", port=f"p{at}", table=f"Table {at}"))
    english = " ".join(" ".join(Texts(main_of(hall.page("/"))).said).split())
    french = " ".join(" ".join(Texts(main_of(hall.page("/?lang=fr"))).said).split())
    for words in ("55 to go", "Ann wins", "round 2 of 8", "shootout 2, review", "no match", "decided"):
        assert words in english, words
    for words in ("encore 55", "Ann gagne", "manche 2 sur 8", "barrage 2, à accepter", "pas de match"):
        assert words in french.replace(" ,", ","), words


def test_a_card_says_who_plays_next_and_what_is_wrong(hall: Hall) -> None:
    hall.hear(score(upcoming=upcoming("Cleo", "Dan"), waits=True), lost(behind=2))
    said = " ".join(" ".join(Texts(main_of(hall.page("/"))).said).split())
    assert "Next: Cleo \u2013 Dan" in said
    assert "2 records wait on the board." in said and "Last heard:" in said
    assert "It went away. Plug it in." in said


@pytest.mark.parametrize("address", ["/", "/table/Table%203", "/tv", "/overlay/Table%203"])
def test_a_match_that_next_starts_stands_large_where_nothing_is_entered(hall: Hall, address: str) -> None:
    live, match = played("crokinole-official")
    match["untouched"] = True
    hall.hear(score(live, match, True, table="Table 3", upcoming=upcoming("Cleo", "Dan")))
    (card,) = hall.live.cards(ALL)
    assert [(side.name, side.total) for side in card.sides] == [("Cleo", None), ("Dan", None)]
    said = " ".join(Texts(main_of(hall.page(address))).said)
    assert "NEXT starts it" in said
    assert "to go" not in said
    assert "Next:" not in said
    assert "NEXT le commence" in hall.page(f"{address}?lang=fr")


def test_a_phone_has_no_key_that_is_called_next(hall: Hall) -> None:
    live, match = played("crokinole-official")
    match["untouched"] = True
    board = "70686f6e6500000000000001"
    hall.hear(score(live, match, True, board=board, table="Table 3", upcoming=upcoming("Cleo", "Dan")))
    assert "Start on the phone starts it" in hall.page("/")
    assert "NEXT starts it" not in hall.page("/")


@pytest.mark.parametrize(
    ("live", "match", "waits"),
    [
        (*played("crokinole-official", "A 20"), True),
        (*played("crokinole-official target=20", "A 20", "next"), True),
        (*played("crokinole-official"), False),
        (played("crokinole-official")[0], {**played("crokinole-official")[1], "untouched": False}, True),
    ],
)
def test_a_match_in_which_something_stands_is_shown_before_the_next(
    hall: Hall, live: Any, match: Any, waits: bool
) -> None:
    hall.hear(score(live, match, waits, upcoming=upcoming("Cleo", "Dan")))
    (card,) = hall.live.cards(ALL)
    assert [side.name for side in card.sides] == ["Ann", "Bob"]
    assert card.next_sides == ("Cleo", "Dan")


@pytest.mark.parametrize(
    ("letters", "size"), [(30, ""), (31, ' long" title="'), (44, ' long" title="'), (45, ' xl" title="')]
)
def test_a_long_name_is_set_smaller_and_stands_whole_in_its_title(hall: Hall, letters: int, size: str) -> None:
    name = "N" * letters
    hall.hear(score(*played("crokinole-official", names=(name, "Bob"))))
    assert f'<bdi class="name{size}{name if size else ""}">{name}</bdi>' in hall.page("/")


def test_what_the_box_shows_of_a_round_stands_beside_the_total_and_goes_with_it(hall: Hall) -> None:
    for events, glasses in ((("A 20",), 2), (("A 20", "next"), 0)):
        hall.hear(score(*played("crokinole-official", *events)))
        assert hall.page("/").count("class=glass") == glasses


def test_rounds_are_dots_with_words(hall: Hall) -> None:
    hall.hear(score(*played("crokinole-championship", "A 20", "next", "next", "B 5")))
    html = hall.page("/")
    assert 'aria-label="win, tie, playing"><i class=w></i><i class=t></i>' in html
    assert 'aria-label="loss, tie, playing"' in html
    assert 'aria-label="perdue, nulle, en cours"' in hall.page("/?lang=fr")
    assert "<bdi>Ann</bdi> first" in html and "<bdi>Ann</bdi> commence" in hall.page("/?lang=fr")


def test_the_winner_s_row_is_marked_and_a_draw_marks_nobody(hall: Hall) -> None:
    hall.hear(score(*played("crokinole-championship rounds=1", "A 20", "next")))
    html = hall.page("/")
    assert 'class="tbl won"' in html and 'class="side a lead won"' in html and "<b>" in html
    hall.hear(score(*played("crokinole-championship rounds=1", "next")))
    html = hall.page("/")
    assert 'class="side a"' in html and 'class="side b"' in html and "draw" in html


def test_a_score_that_was_not_heard_for_a_while_is_no_live_one(hall: Hall) -> None:
    hall.hear(score(*played("crokinole-official", "A 20")), lost(silent_s=9.0))
    assert 'class="tbl live"' in hall.page("/")
    hall.now += 1.5
    hall.live.step()
    html = hall.page("/")
    assert 'class="tbl stale"' in html and "Last heard: <time" in html
    assert "class=glass" not in html
    hall.hear(score(*played("crokinole-official", "A 20")))
    assert 'class="tbl live"' in hall.page("/")
    hall.hear(score(*played("crokinole-official target=20", "A 20", "next")), lost(silent_s=60.0))
    assert 'class="tbl won"' in hall.page("/"), "a result stays one"


@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_data(hall: Hall, name: str) -> None:
    match = {**MATCH, "names": {"A": name, "B": "Bob"}}
    hall.hear(score(match=match, table=name, upcoming=upcoming(name, name)))
    (card,) = hall.live.cards(ALL)
    tables = [link for link in Texts(main_of(hall.page("/"))).links if link.startswith("/table/")]
    assert tables
    for address in ("/", "/tv", *tables, f"/overlay/{quote(name, safe='')}"):
        html = hall.page(address)
        texts = Texts(html)
        assert "img" not in texts.tags, address
        assert not [one for one in texts.attributes if one.startswith("on") or one == "style"]
        assert card.sides[0].name in texts.said, address
        assert html.count("</script>") == html.count("<script src="), address


def test_a_name_makes_no_event_of_its_own(hall: Hall) -> None:
    hall.hear(score(match={**MATCH, "names": {"A": "A\n\nevent: gone\ndata: x", "B": "B\u2028C"}}, table="T\r\nid: 1"))

    async def follow() -> None:
        viewer = hall.viewer()
        await viewer.next()
        assert [kind for kind, _ in await viewer.next()] == ["all", *["fragment"] * 3, "told"]

    asyncio.run(follow())


def test_the_hall_of_sixty_tables_is_small(hall: Hall) -> None:
    names, presses = ("Geneviève Tremblay & Jean", "Maximilian Mustermann"), ("A 20", "next", "B 15", "next", "A 10")
    for at in range(60):
        live, match = played("crokinole-championship", *presses, names=names)
        who: Any = {"board": f"b{at}", "port": f"p{at}", "table": f"Table {at}"}
        hall.hear(score(live, match, upcoming=upcoming("Cleo", "Dan"), **who))
    assert len(hall.page("/").encode()) < 80_000


def test_pages_say_how_old_they_are_where_no_script_runs(hall: Hall) -> None:
    assert re.search(r"<noscript>.*As of \d\d:\d\d:\d\d", hall.page("/"))
    assert '<noscript><meta http-equiv="refresh" content="20"></noscript>' in hall.page("/tv")
    assert '<meta http-equiv="refresh" content="30">' in hall.page("/tv?seconds=30")


@pytest.mark.parametrize(
    ("asked", "taken"), [("1", 5), ("999999", 120), ("x", 20), ("٣", 20), ("9" * 5000, 20), ("", 20)]
)
def test_how_fast_the_tv_turns_has_limits(hall: Hall, asked: str, taken: int) -> None:
    assert f'data-seconds="{taken}"' in hall.page(f"/tv?seconds={asked}")


def test_a_database_that_is_away_leaves_the_scores_and_is_said(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    hall.site.store = LazyStore("postgresql://nobody@127.0.0.1:1/nothing")
    hall.tables(2)
    hall.hear(database(37))
    for address in ("/", "/tv"):
        html = hall.page(address)
        assert "Not stored: 37 records wait on the boards." in html
        assert "table:Table 2" in html
    assert "Non sauvegardé\u00a0: 37 enregistrements" in hall.page("/?lang=fr")
    hall.hear(database(0, reachable=True))
    assert "Not stored" not in hall.page("/")


def test_the_overlay_alone_may_be_framed(hall: Hall, tmp_path: Path) -> None:
    hall.tables(1)
    client = TestClient(secured(hall.app, Operators(tmp_path)), base_url="http://localhost")
    for address, ancestors in (("/", "'none'"), ("/tv", "'none'"), ("/overlay/Table%201", "*")):
        assert f"frame-ancestors {ancestors}" in client.get(address).headers["content-security-policy"]


# ---- the tournament in use


def entered(hall: Hall, *lines: str) -> None:
    store = hall.site.store.get()
    with store.reading() as sql:
        followed = tournaments.followed(sql)
    tournaments.append(store, followed, lambda _: lines, "Ann")


def with_tournament(hall: Hall) -> Looker:
    """Ann, Bob, Cid and Dan, at tables 1 and Paper7."""
    store = hall.site.store.get()
    tournaments.create(store, "Club <b>evening</b>", "tournament singles", "UTC")
    entered(hall, *(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dan")), "in all")
    entered(hall, "phase 1 round-robin game crokinole-championship", "draw 1", "open 1 Paper7")
    return Looker(hall.site)


def test_tables_without_a_board_have_their_called_match(hall: Hall) -> None:
    looker = with_tournament(hall)
    looker.look()
    assert {card.title: card.sides for card in hall.live.cards(ALL)} == {"1": (), "Paper7": ()}
    assert "free" in hall.page("/")
    entered(hall, "call 1:1-4 Paper7")
    looker.look()
    card = next(card for card in hall.live.cards(ALL) if card.title == "Paper7")
    assert [side.name for side in card.sides] == ["Ann", "Dan"]
    said = " ".join(Texts(main_of(hall.page("/"))).said)
    assert "on paper" in said
    assert "1:1-4" not in said, "codes are for the desk"
    hall.hear(score(table="paper 7"))
    assert [card.title for card in hall.live.cards(ALL)] == ["1", "paper 7"], "it has a board by now"


def test_what_others_enter_is_told(hall: Hall) -> None:
    looker = with_tournament(hall)
    looker.look()
    before = hall.live.version("now")
    looker.look()
    assert hall.live.version("now") == before
    entered(hall, "absent 4")
    looker.look()
    assert is_newer(hall.live.version("now"), before)
    assert hall.live.version(before.partition("-")[0]) == hall.live.version("now")


def test_what_the_desk_says_is_on_every_page_until_it_is_taken_away(hall: Hall) -> None:
    looker, site = with_tournament(hall), hall.site
    for text, shown in (("Soup  until <b>8</b>", "Soup until <b>8</b>"), ("", None)):
        with site.store.get().writing() as sql:
            say(sql, find(sql).id, text, "Ann")
        looker.look()
        for address in ("/", "/tv"):
            texts = Texts(hall.page(address))
            assert ("Soup until <b>8</b>" in texts.said) == bool(shown), address
    number = hall.live.versions.number
    looker.look()
    assert hall.live.versions.number == number, "nothing is new"


def test_the_round_s_clock_is_told_by_the_database_s_time(hall: Hall) -> None:
    looker, store = with_tournament(hall), hall.site.store.get()
    looker.look()
    assert hall.live.clock.until == 0
    with store.writing() as sql:
        begun = begin_clock(sql, Followed(find(sql)), 20, "Ann")
    looker.look()
    assert (hall.live.clock.until, abs(hall.live.ahead) < 1000) == (begun.until, True)
    assert hall.live.clock.where is not None and hall.live.clock.where.round == 1
    hall.live.take_clock(hall.live.clock, hall.live.noted, 3_600_000)  # this laptop is an hour late

    async def follow() -> None:
        (_, _), (kind, html), (beat, times) = await hall.viewer(hall.live.versions.id, code="fr").next()
        assert (kind, beat) == ("fragment", "beat")
        assert f'data-until="{begun.until}"' in html and "Ronde 1" in html and "data-bell" in html
        ours, stored = map(int, times.split())
        assert stored - ours == 3_600_000

    asyncio.run(follow())
    with store.writing() as sql:
        stop_clock(sql, begun_in(hall), "Ann")
    looker.look()
    assert hall.live.clock.until == 0


def begun_in(hall: Hall) -> str:
    """The id of the tournament in use."""
    with hall.site.store.get().reading() as sql:
        return find(sql).id


def test_a_page_has_the_version_that_the_stream_tells(hall: Hall) -> None:
    looker = with_tournament(hall)
    looker.look()
    shown = re.findall(r'data-version="([^"]*)"', hall.page("/tv"))
    assert not is_newer(hall.live.version("now"), shown[0])
    entered(hall, "absent 4")
    looker.look()
    assert is_newer(hall.live.version("now"), shown[0])


def test_the_tv_shows_the_tournament_between_its_tables(hall: Hall) -> None:
    assert 'data-version="nothing"' in hall.page("/tv")
    with_tournament(hall)
    entered(hall, "call 1:1-4 1")
    html = hall.page("/tv")
    texts = Texts(html)
    assert re.findall(r'data-scene="(\w+)"', html) == ["hall", "groups", "calls"]
    assert texts.said.count("Club <b>evening</b>") == 3
    assert "Tournoi à la ronde · ronde 1 sur 3" in Texts(hall.page("/tv?lang=fr")).said


def called(hall: Hall, looker: Looker) -> tuple[Any, Any]:
    """The live score and the stored match of the one that is called to table 1."""
    entered(hall, "call 1:1-4 1")
    looker.look()
    game = next(game for game in next_games(hall.site.store.get()) if game.table == "1")
    live, match = played("crokinole-championship", "A 20", "next", names=game.names)
    return live, match | {"key": game.key}


def next_games(store: Store) -> list[NextGame]:
    with store.reading() as sql:
        return calls.next_games(tournaments.followed(sql))


def test_a_card_knows_where_in_the_tournament_its_match_belongs(hall: Hall) -> None:
    looker = with_tournament(hall)
    hall.hear(score(*called(hall, looker), table="Table 1"))
    card = hall.live.at("1")
    assert card is not None and card.where is not None
    assert (card.title, card.match, card.state) == ("Table 1", "1:1-4", "live")
    assert [card.where.words(language(code)) for code in ("en", "fr")] == ["Round 1", "Ronde 1"]
    html = hall.page("/table/Table%201")
    assert 'data-match="1:1-4"' in html and '<span class="where cut1">Round 1</span>' in html
    assert "Club &lt;b&gt;evening&lt;/b&gt;" in hall.page("/overlay/Table%201")
    live, match = played("crokinole-championship", "A 20")
    hall.hear(score(live, match | {"key": "by hand"}, table="Table 1"))
    card = hall.live.at("Table 1")
    assert card is not None and card.where is None and "data-match" not in hall.page("/table/Table%201")


def test_a_match_that_is_called_waits_at_its_board_and_one_by_hand_too(hall: Hall) -> None:
    looker = with_tournament(hall)
    _, match = called(hall, looker)
    for key, state in ((match["key"], "called"), ("m7", "next")):
        if state == "next":
            entered(hall, "free 1")
            looker.look()
        hall.hear(score(None, None, True, table="Table 1", upcoming=upcoming("Ann", "Dan") | {"key": key}))
        card = hall.live.at("1")
        assert card is not None and card.state == state
    entered(hall, "call 1:2-3 Paper7")
    looker.look()
    assert [card.state for card in hall.live.cards(ALL)] == ["next", "called"]
    entered(hall, "free Paper7")
    looker.look()
    assert [card.state for card in hall.live.cards(ALL)] == ["next", "free"]


_NOTHING_IN_IT = played("crokinole-official")
_WON = played("crokinole-official target=20", "A 20", "next")


@pytest.mark.parametrize("there", [(None, None), _NOTHING_IN_IT, (_NOTHING_IN_IT[0], None)])
def test_a_called_match_is_what_its_table_shows_before_the_board_has_it(hall: Hall, there: Any) -> None:
    looker = with_tournament(hall)
    score_there, match_there = there
    hall.hear(score(score_there, match_there, table="Table 1"))
    live, match = called(hall, looker)
    card = hall.live.at("1")
    assert card is not None
    assert [(side.name, side.total) for side in card.sides] == [("Ann", None), ("Dan", None)]
    assert (card.state, card.match, card.standing) == ("called", "1:1-4", "called")
    html = hall.page("/table/Table%201")
    assert 'class="tbl called"' in html and "NEXT" not in html and "to go" not in html
    order = upcoming("Ann", "Dan") | {"key": match["key"]}
    hall.hear(score(score_there, match_there, True, table="Table 1", upcoming=order))
    html = hall.page("/table/Table%201")
    assert 'class="tbl called"' in html and "NEXT starts it" in html and "Next:" not in html
    hall.hear(score(live, match, table="Table 1"))
    assert hall.live.cards(ALL)[0].state == "live"


def test_what_people_press_at_a_table_is_shown_before_the_match_that_is_called_there(hall: Hall) -> None:
    looker = with_tournament(hall)
    first = called(hall, looker)
    hall.hear(score(*first, table="Table 1"))
    entered(hall, "free 1", "call 1:2-3 1")
    looker.look()
    assert hall.live.cards(ALL)[0].match == "1:2-3", "nobody plays what is no longer called"
    hall.hear(score(*played("crokinole-official", "A 20"), table="Table 1"))
    assert hall.live.cards(ALL)[0].state == "live"
    hall.hear(lost(table="Table 1", silent_s=60.0))
    assert hall.live.cards(ALL)[0].match == "1:2-3", "there nobody presses"


def test_a_result_gives_way_after_a_minute_to_the_match_that_is_called(hall: Hall) -> None:
    looker = with_tournament(hall)
    hall.hear(score(*_WON, table="Table 1"))
    called(hall, looker)
    for seconds, state in ((59, "won"), (0.9, "won"), (0.2, "called")):
        hall.now += seconds
        hall.hear(score(*_WON, table="Table 1"))
        hall.live.step()
        assert hall.live.cards(ALL)[0].state == state
    hall.hear(score(_WON[0], {**_WON[1], "match": "another"}, table="Table 1"))
    assert hall.live.cards(ALL)[0].state == "won", "a result of now"


def test_a_table_s_number_stands_alone_and_in_its_turn(hall: Hall) -> None:
    for at, table in enumerate(("Table 10", "9", "Stammtisch", "table 2", "Table 2b", "Table 1234")):
        hall.hear(score(table=table, board=f"b{at}", port=f"p{at}"))
    cards = [(card.title, card.number) for card in hall.live.cards(ALL)]
    assert [number for _, number in cards if number] == ["2", "9", "10"]
    assert cards[0] == ("table 2", "2") and ("Table 2b", "") in cards
    assert "<span class=off>Table </span>10</a>" in hall.page("/")
