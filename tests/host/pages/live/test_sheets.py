"""The sheets of the TV: what they say of calls, standings and brackets, line by line."""

from collections.abc import Sequence
from html.parser import HTMLParser

from tallyboard.store import tournaments
from tests.host.pages.live.halls import Hall

_NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal")


class Sheets(HTMLParser):
    """`titles`: of the sheets of a TV; `rows`: their lines, headings too, a winner with a star."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.titles: list[str] = []
        self.rows: list[list[str]] = []
        self._in: list[str] | None = None
        self.feed(html.partition("data-sheet")[2])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "h2":
            self.titles.append("")
            self._in = self.titles
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
            self._in = self.rows[-1]
        elif tag == "strong" and self._in:
            self._in[-1] += "★ "

    def handle_endtag(self, tag: str) -> None:
        if tag in ("h2", "td", "th"):
            self._in = None

    def handle_data(self, data: str) -> None:
        if self._in:
            self._in[-1] += data


def enter(hall: Hall, *lines: str) -> None:
    store = hall.site.store.get()
    with store.reading() as sql:
        followed = tournaments.followed(sql)
    tournaments.append(store, followed, lambda _: lines, "Ann")


def begin(hall: Hall, phase: str, names: Sequence[str] = _NAMES) -> None:
    tournaments.create(hall.site.store.get(), "Club", "tournament singles", "UTC")
    enter(hall, *(f"add {name}" for name in names), "in all")
    enter(hall, f"phase 1 {phase}", "draw 1")


def play(hall: Hall, *matches: str) -> None:
    """The lower number wins the next game of each of these 3 : 1."""
    for name in matches:
        phases = hall.site.tournaments.see(hall.site.store.get(), "now").computed["phases"]
        match = next(match for match in phases[0]["matches"] if match["match"] == name)
        first, second = sorted(side for side in match["sides"] if side)
        enter(hall, f"result {name}/{match['due']} {first} 3 {second} 1")


def sheets(hall: Hall, query: str = "") -> Sheets:
    return Sheets(hall.page(f"/tv{query}"))


def test_calls_say_what_is_called_and_what_is_next_under_headings(hall: Hall) -> None:
    begin(hall, "round-robin game crokinole-championship", ("Ann", "Bob", "Cid", "Dan"))
    enter(hall, "open 1 2", "call 1:1-4 1")
    assert sheets(hall).rows[:3] == [
        ["Table", "Players", "State"],
        ["1", "Ann", "Dan", "called"],
        ["2", "Bob", "Cid", "next"],
    ]
    assert sheets(hall, "?lang=fr").rows[0] == ["Table", "Joueurs", "État"]


def test_every_player_stands_on_one_of_the_sheets(hall: Hall) -> None:
    names = [f"Player {number}" for number in range(1, 56)]
    begin(hall, "swiss rounds=3 game crokinole-championship", names)
    shown = sheets(hall)
    assert shown.titles == ["Standings: Club"] * 6
    assert {row[1] for row in shown.rows} >= set(names)


def test_a_bracket_says_rounds_in_words_tables_and_games_won(hall: Hall) -> None:
    begin(hall, "single best=3 third=yes game crokinole-championship")
    play(hall, "1:W1.1", "1:W1.1", "1:W1.2")
    enter(hall, "open 1", "call 1:W1.3 1")
    lines = sheets(hall).rows[2:]
    assert lines[0] == ["round", "Players", "score", "Table"]
    assert lines[1][0::3] == ["Quarter-finals", ""]
    assert lines[1][4] == "1"
    assert [line[3] for line in lines[1:]] == ["", "1 : 0", "", "2 : 0"]
    assert [side.startswith("★") for side in lines[4][1:3]] == [True, False]


def test_a_bracket_that_is_over_begins_with_the_champion(hall: Hall) -> None:
    begin(hall, "single third=yes game crokinole-championship")
    play(hall, *(f"1:{name}" for name in ("W1.1", "W1.2", "W1.3", "W1.4", "W2.1", "W2.2", "T", "W3.1")))
    shown = sheets(hall)
    assert shown.titles == ["Champion: Ann"]
    assert shown.rows[0] == ["round", "Players", "score"]
    assert [row[0] for row in shown.rows[1:5]] == ["Final", "Third place", "Semi-finals", "Semi-finals"]
    assert "★ Ann" in shown.rows[1]
    assert sheets(hall, "?lang=fr").titles == ["Champion\u00a0: Ann"]


def test_a_level_match_has_its_score_and_its_winner(hall: Hall) -> None:
    begin(hall, "single game crokinole-championship", ("Ann", "Bob"))
    enter(hall, "result 1:W1.1 1 4 2 4", "result 1:W1.1/2 1 3 2 5")
    assert sheets(hall).rows[1] == ["Final", "Ann", "★ Bob", "4 : 4"]


def test_a_walkover_is_said_in_words(hall: Hall) -> None:
    begin(hall, "single game crokinole-championship", ("Ann", "Bob"))
    enter(hall, "forfeit 1:W1.1 2")
    assert sheets(hall).rows[1] == ["Final", "★ Ann", "Bob", "walkover"]


def test_a_b_final_that_is_played_last_is_no_champion_and_all_places_are_shown(hall: Hall) -> None:
    begin(hall, "round-robin game washers-ritzenthaler", ("Ann", "Bob", "Cid", "Dan"))
    play(hall, *(f"1:{low}-{high}" for low in range(1, 4) for high in range(low + 1, 5)))
    enter(hall, "phase 2 single of=1 take=1-2 game washers-ritzenthaler", "draw 2", "result 2:W1.1 2 9 1 3")
    enter(hall, "phase 3 single of=1 take=3-4 game washers-ritzenthaler", "draw 3")
    assert sheets(hall).titles == ["Bracket: Club"]
    enter(hall, "result 3:W1.1 4 9 3 3")
    shown = sheets(hall)
    assert shown.titles == ["Places: Club", "Champion: Bob"]
    assert shown.rows[:5] == [["Place", "Name"], ["1", "Bob"], ["2", "Ann"], ["3", "Dan"], ["4", "Cid"]]
    assert sheets(hall, "?lang=fr").titles[0] == "Rangs\u00a0: Club"
