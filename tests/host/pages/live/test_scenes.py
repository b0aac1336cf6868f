"""The scenes of the TV: what they say of calls, groups and the champion, line by line."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser

import pytest

from tallyboard.desk.matches import members
from tallyboard.pages.live import routes
from tallyboard.pages.live.looker import Looker
from tallyboard.pages.live.scenes import Staged, staged
from tallyboard.pages.tournaments import Look
from tallyboard.store import tournaments
from tests.host.pages.live.halls import ALL, Hall

_NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


class Screens(HTMLParser):
    """`kinds`: of the screens of a TV; `phases`, `hints`: what stands on them; `rows`: of tables, headings too."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.kinds = re.findall(r'data-scene="(\w+)"', html)
        self.phases: list[str] = []
        self.hints: list[str] = []
        self.rows: list[list[str]] = []
        self.strip: list[str] = []
        self.said: dict[str, str] = {}
        self._in: list[str] | None = None
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        classes = (dict(attrs).get("class") or "").split()
        if tag == "tr":
            self.rows.append([])
        for found, into in (("phase", self.phases), ("hint", self.hints)):
            if found in classes:
                into.append("")
                self._in = into
        if tag in ("td", "th"):
            self.rows[-1].append("")
            self._in = self.rows[-1]
        if tag == "li" or classes == ["sub"] or tag in ("dt", "dd") or (tag == "h2" and classes):
            self.strip.append("")
            self._in = self.strip

    def handle_endtag(self, tag: str) -> None:
        if tag in ("p", "td", "th", "li", "dd", "dt", "h2"):
            self._in = None

    def handle_data(self, data: str) -> None:
        if self._in:
            self._in[-1] = f"{self._in[-1]}{data}".strip("\n")


def enter(hall: Hall, *lines: str) -> None:
    store = hall.site.store.get()
    with store.reading() as sql:
        followed = tournaments.followed(sql)
    tournaments.append(store, followed, lambda _: lines, "Ann")


def begin(hall: Hall, phase: str, names: Sequence[str] = _NAMES) -> None:
    tournaments.create(hall.site.store.get(), "Club", "tournament singles", "UTC")
    enter(hall, *(f"add {name}" for name in names), "in all")
    enter(hall, f"phase 1 {phase}", "draw 1")


def play(hall: Hall, *matches: str, by: int = 5) -> None:
    """The lower number wins the next game of each of these 5 : 3."""
    for name in matches:
        phases = hall.site.tournaments.see(hall.site.store.get(), "now").computed["phases"]
        match = next(match for phase in phases for match in phase["matches"] if match["match"] == name)
        first, second = sorted(side for side in match["sides"] if side)
        enter(hall, f"result {name}/{match['due']} {first} {by} {second} {8 - by}")


def tv(hall: Hall, query: str = "") -> Screens:
    return Screens(hall.page(f"/tv{query}"))


_FOUR = "crokinole-championship rounds=4"


def test_calls_say_who_goes_where_and_when_the_others_come(hall: Hall) -> None:
    begin(hall, f"round-robin game {_FOUR}", ("Ann", "Bob", "Cid", "Dan"))
    enter(hall, "open 1 2", "call 1:1-4 1")
    shown = tv(hall)
    assert shown.kinds == ["hall", "groups", "calls"]
    board = shown.rows[shown.rows.index(["Table", "Players", "Match", "When"]) :]
    assert board[1:3] == [["1", "Ann\u2013Dan", "Round 1", "go now"], ["2", "Bob\u2013Cid", "Round 1", "next"]]
    assert re.fullmatch(r"about \d+:\d\d", board[3][3])
    assert board[3][0] == "", "nobody knows yet where"
    assert shown.strip[0].startswith("go now")
    assert ["Table", "Joueurs", "Match", "Quand"] in tv(hall, "?lang=fr").rows


def test_who_sits_out_is_named_beside_the_calls_and_below_the_standings(hall: Hall) -> None:
    begin(hall, f"partners rounds=2 game {_FOUR}", _NAMES[:6])
    enter(hall, "open 1", "call")
    shown = tv(hall)
    said = next(row[1] for row in shown.rows if row[0] == "" and row[1].startswith("Round 1"))
    assert re.fullmatch(r"Round 1 · Sitting out: \w+ and \w+\.", said)
    assert shown.hints[0].startswith(said)


def test_averages_are_shown_whole_and_said_to_be_compared(hall: Hall) -> None:
    begin(hall, f"partners rounds=2 game {_FOUR}", _NAMES[:6])
    match = hall.site.tournaments.see(hall.site.store.get(), "now").computed["phases"][0]["matches"][0]
    one, other = (members(side)[0] for side in match["sides"])
    enter(hall, f"result {match['match']} {one} 5 {other} 3")
    shown = tv(hall)
    assert ["Place", "Player", "Per match", "20s", "Played"] in shown.rows and 'class="per-match"' in hall.page("/tv")
    assert any(hint.endswith("equal points per match: more twenties per match first") for hint in shown.hints)


def test_before_anything_is_called_a_round_has_its_pairs_and_nobody_a_place(hall: Hall) -> None:
    begin(hall, f"partners rounds=2 game {_FOUR}", _NAMES[:4])
    shown = tv(hall)
    assert shown.kinds == ["hall", "groups", "calls"]
    assert [row[0] for row in shown.rows[1:5]] == ["", "", "", ""]
    assert shown.rows[-1][2:] == ["Round 1", "to be called"]
    match = hall.site.tournaments.see(hall.site.store.get(), "now").computed["phases"][0]["matches"][0]
    one, other = match["match"][2:].replace("-", "+").split("+")[::2]
    enter(hall, f"result {match['match']} {one} 6 {other} 2")
    assert [row[0] for row in tv(hall).rows[1:5]] == ["1", "2", "3", "4"]


def test_who_is_called_again_has_the_last_call(hall: Hall) -> None:
    begin(hall, f"single best=3 game {_FOUR}", ("Ann", "Bob", "Cid", "Dan"))
    enter(hall, "open 1 2", "call 1:W1.1 1", "free 1", "call 1:W1.1 1", "call 1:W1.2 2")
    whens = {row[0]: row[3] for row in tv(hall).rows if len(row) == 4}
    assert (whens["1"], whens["2"]) == ("last call", "go now")
    play(hall, "1:W1.2")
    enter(hall, "free 2", "call 1:W1.2 2")
    whens = {row[0]: row[3] for row in tv(hall).rows if len(row) == 4}
    assert whens["2"] == "go now", "the second game of a match is no second call"


def test_the_two_of_whom_one_comes_are_named(hall: Hall) -> None:
    begin(hall, f"single game {_FOUR}", ("Ann", "Bob", "Cid", "Dan"))
    enter(hall, "open 1 2", "call")
    assert any("Ann or Dan\u2013Bob or Cid" in row for row in tv(hall).rows)


def test_before_the_last_round_groups_say_what_suffices(hall: Hall) -> None:
    begin(hall, f"round-robin groups=2 game {_FOUR}")
    enter(hall, f"phase 2 single of=1 take=1-4 game {_FOUR}")
    shown = tv(hall)
    assert shown.phases[1] == "Groups · round 1 of 3"
    assert shown.rows[0] == ["Place", "Player", "Points", "20s", "Played"]
    play(hall, "1:1-8", "1:4-5", "1:2-7", "1:3-6", "1:1-4", "1:5-8", "1:2-3", "1:6-7", by=6)
    shown = tv(hall)
    assert shown.phases[1] == "Groups · before round 3 of 3"
    assert shown.rows[0][-1] == "In the last round"
    assert [row[1:] for row in shown.rows[1:3]] == [
        ["Ann", "12", "0", "3 points are enough"],
        ["Dan", "8", "0", "7 points are enough"],
    ]
    assert "Heavy line: places 1 to 2 play on · equal points: more twenties first" in shown.hints
    html = hall.page("/tv")
    assert html.count('class="edge under"') == 2
    assert "2 of 3 rounds played" in html


def test_a_version_is_reckoned_once_for_all_tvs(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    reckoned: list[str] = []

    def counted(look: Look) -> Staged:
        reckoned.append(look.seen.version)
        return staged(look)

    monkeypatch.setattr(routes, "staged", counted)
    begin(hall, f"round-robin game {_FOUR}", ("Ann", "Bob"))
    enter(hall, "open 1", "call")
    for query in ("", "?lang=fr", ""):
        assert "Ann" in hall.page(f"/tv{query}")
    play(hall, "1:1-2")
    assert "5" in hall.page("/tv")
    assert len(reckoned) == len(set(reckoned)) == 2


def test_every_player_stands_on_one_of_the_screens(hall: Hall) -> None:
    names = [f"Player{number}" for number in range(1, 56)]
    begin(hall, f"swiss rounds=3 game {_FOUR}", names)
    shown = tv(hall)
    assert shown.kinds == ["hall", "groups", "groups"]
    assert {row[1] for row in shown.rows} >= set(names)


def test_the_final_stays_while_it_is_called_and_then_the_champion(hall: Hall) -> None:
    begin(hall, f"single third=yes game {_FOUR}", ("Ann", "Bob", "Cid", "Dan"))
    enter(hall, "open 1 2", "call")
    assert 'data-final=""' in hall.page("/tv")
    play(hall, "1:W1.1", "1:W1.2")
    enter(hall, "call 1:W2.1 1")
    html = hall.page("/tv")
    assert 'data-final="1:W2.1"' in html
    assert 'data-past="1:W1.1 1:W1.2"' in html
    play(hall, "1:W2.1")
    assert tv(hall).kinds == ["hall", "tree", "calls"], "a place is still to be played for"
    play(hall, "1:T")
    shown = tv(hall)
    assert shown.kinds[:2] == ["hall", "champion"]
    assert "data-stays" in hall.page("/tv")
    assert shown.strip[:6] == ["Ann", "5 : 3 in the final against Bob", "2nd", "Bob", "3rd", "Cid"]
    assert shown.strip[9] == "5 : 3 Dan · 5 : 3 Bob"
    assert "5 : 3 en finale contre Bob" in "".join(tv(hall, "?lang=fr").strip).replace("\u00a0", " ")


def test_a_level_final_has_its_shootout_in_brackets(hall: Hall) -> None:
    begin(hall, f"single game {_FOUR}", ("Ann", "Bob"))
    enter(hall, "result 1:W1.1 1 4 2 4", "result 1:W1.1/2 1 3 2 5")
    html = hall.page("/tv")
    assert "4 : 4 (5 : 3) in the final against <bdi>Ann</bdi>" in html
    assert re.search(r'class="screen b" data-scene="champion"', html), "in the colour of side B"


def test_a_league_has_a_champion_by_points(hall: Hall) -> None:
    begin(hall, f"round-robin game {_FOUR}", ("Ann", "Bob", "Cid"))
    play(hall, "1:1-2", "1:1-3", "1:2-3")
    assert "10 points, 2 of 2 matches won" in tv(hall).strip


def test_a_b_final_that_is_played_after_it_does_not_hide_the_champion_for_good(hall: Hall) -> None:
    begin(hall, "round-robin game washers-ritzenthaler", ("Ann", "Bob", "Cid", "Dan"))
    for low, high in ((1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)):
        enter(hall, f"result 1:{low}-{high} {low} 3 {high} 1")
    enter(hall, "phase 2 single of=1 take=1-2 game washers-ritzenthaler", "draw 2", "result 2:W1.1 2 9 1 3")
    enter(hall, "phase 3 single of=1 take=3-4 game washers-ritzenthaler", "draw 3")
    assert "data-stays" not in hall.page("/tv")
    enter(hall, "result 3:W1.1 4 9 3 3")
    shown = tv(hall)
    assert "data-stays" in hall.page("/tv")
    assert shown.strip[0] == "Bob"
    assert shown.strip[2:8] == ["2nd", "Ann", "3rd", "Dan", "4th", "Cid"]


@pytest.mark.parametrize("names", [("N" * 60, "Bob"), ("<b>Ann</b>", "Bob")])
def test_names_of_any_kind_are_whole_and_safe(hall: Hall, names: Sequence[str]) -> None:
    begin(hall, f"single game {_FOUR}", names)
    enter(hall, "open 1", "call", "result 1:W1.1 1 5 2 3")
    html = hall.page("/tv")
    assert "<b>Ann" not in html
    assert ('class="name xl"' in html) == (len(names[0]) > 44)


@pytest.mark.parametrize("code, said", [("en", "level, shootout to come"), ("fr", "match nul, barrage à venir")])
def test_a_level_match_says_everywhere_that_its_shootout_is_to_come(hall: Hall, code: str, said: str) -> None:
    begin(hall, f"single game {_FOUR}")
    matches = hall.site.tournaments.see(hall.site.store.get(), "now").computed["phases"][0]["matches"]
    ready = next(match for match in matches if match["state"] == "ready")
    first, second = ready["sides"]
    enter(hall, "open 1", f"call {ready['match']} 1", f"result {ready['match']} {first} 4 {second} 4")
    Looker(hall.site).look()
    for address in ("/", "/tv", "/t/now/bracket", "/t/now/schedule"):
        page = hall.page(f"{address}?lang={code}")
        assert said in page, address
    card = next(one for one in hall.live.cards(ALL) if one.title == "1")
    assert [side.total for side in card.sides] == [4, 4]
