"""Phases: declared by fields, drawn, drawn again, ended, parted by a shootout."""

import pytest

from tallyboard.desk.options import FORMATS
from tallyboard.desk.presets import PRESETS
from tallyboard.pages.desk.declared import GAMES
from tests.host.pages.desk.browser import Browser


def declare(olga: Browser, fields: dict[str, object], number: int = 1, preset: str = "") -> str:
    olga.look(f"{olga.at}/phase/{number}" + (f"?preset={preset}" if preset else ""))
    filled = {name.replace("_", "-", 1) if name.startswith("g_") else name: value for name, value in fields.items()}
    olga.send(olga.form(f"/phase/{number}"), filled)
    return olga.lines()[-1] if olga.lines() else ""


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if not one.is_day])
def test_what_clubs_play_is_one_press_away(olga: Browser, preset: str) -> None:
    number = 1 + PRESETS[preset].follows
    if number == 2:
        olga.enter("phase 1 single game crokinole-official target=50")
    line = declare(olga, {}, number, preset)
    [its] = PRESETS[preset].phases(PRESETS[preset].fewest)
    wanted = [*its.format(of=1, source=1).split(), "game", *olga_game(number)]
    assert sorted(line.split()) == sorted([f"{number}", "phase", *wanted])


def olga_game(number: int) -> list[str]:
    return ["crokinole-official", "target=50"] if number == 2 else ["crokinole-championship", "rounds=4"]


@pytest.mark.parametrize("preset", [name for name, one in PRESETS.items() if one.is_day])
def test_a_whole_day_is_declared_by_one_press(olga: Browser, preset: str) -> None:
    fewest = PRESETS[preset].fewest
    olga.enter(*(f"add P{number}x" for number in range(fewest - 1)))
    olga.press(f"{olga.at}/phase/1", "/day-preset", preset=preset)
    assert f"is for {fewest} entrants or more, and {fewest - 1} are in" in olga.said
    assert not any(line.startswith("phase") for line in olga.lines())
    olga.enter("add Zoe")
    olga.press(f"{olga.at}/phase/1", "/day-preset", preset=preset)
    declared = [line for line in olga.lines() if line.startswith("phase")]
    assert len(declared) == len(PRESETS[preset].phases(fewest))
    assert f"{len(declared)} phases are declared" in olga.said and olga.where.split("?")[0].endswith("/phases")


def test_the_words_of_a_plan_are_on_every_page_after_it(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(1, 13)), "open 1 2")
    olga.press(f"{olga.at}/phase/1", "/day-preset", preset="nca-power-pools")
    page = olga.look(f"{olga.at}/phases")
    assert "Phase 2 (Power pool A): Everybody plays everybody" in page and "Phase 5 (Play-off B): Knock-out" in page
    assert "</span> places 1 to 4 of phase 2 (Power pool A)" in page
    olga.enter("draw 1", "end 1")
    assert "Draw phase 2 (Power pool A)" in olga.look(olga.at) and "Power pool B · round robin" in olga.page
    olga.press(f"{olga.at}/phases", "/phase/2/draw", what="together")
    assert "Phase 3 (Power pool B) is drawn, 6 entrants." in olga.said
    assert "Phase 3 (Power pool B)</h2>" in olga.look(f"{olga.at}/matches")
    olga.enter("call")
    assert "Power pool A · Round 1" in olga.look("/t/now/schedule")
    overview = olga.look("/t/now")
    assert "Phase 4 (Play-off A)</h3>" in overview and "places 1 to 4 of phase 2 (Power pool A)" in overview
    assert "Power pool B</h2>" in olga.look("/t/now/standings")


def test_a_b_final_is_of_the_phase_that_the_a_final_is_of(olga: Browser) -> None:
    olga.enter("phase 1 swiss rounds=4 game crokinole-championship rounds=4")
    declare(olga, {}, 2, "best-eight")
    assert declare(olga, {}, 3, "next-eight") == "phase 3 single of=1 take=9-16 game crokinole-championship rounds=4"


def test_who_lost_early_and_power_pools_are_fields(olga: Browser) -> None:
    olga.enter("phase 1 single game crokinole-championship")
    fields = {"format": "double", "of": 1, "lost": "yes"}
    assert declare(olga, fields, 2) == "phase 2 double of=1 take=lost game crokinole-championship"
    olga.look(f"{olga.at}/phase/2")
    assert olga.form("/phase/2").fields["lost"] == "yes"
    declare(olga, fields | {"take-from": 1, "take-to": 4}, 2)
    assert olga.status == 422 and 'id="wrong-take-from">Either places, or who lost' in olga.page
    declare(olga, fields | {"of": 0}, 2)
    assert olga.status == 422 and 'id="wrong-of"' in olga.page
    line = declare(olga, {"format": "round-robin", "of": 1, "across": "points"}, 3)
    assert line == "phase 3 round-robin of=1 across=points game crokinole-championship"
    assert declare(olga, {"of": 0, "across": "points"}, 3).startswith("phase 3 round-robin game ")
    page = olga.look(f"{olga.at}/phases")
    assert "</span> who lost their first match in phase 1" in page
    olga.enter(line)
    assert "all groups ranked together by figures alone" in olga.look(f"{olga.at}/phases")


@pytest.mark.parametrize(
    "fields, line",
    [
        (
            {"format": "round-robin", "groups": 4, "times": 2, "rest": 5, "game": "crokinole-official", "g_target": 50},
            "phase 1 round-robin times=2 groups=4 rest=5 game crokinole-official target=50",
        ),
        (
            {"format": "swiss", "rounds": 5, "points-win": 3, "points-level": 1, "points-defeat": 0, "bye": 2,
             "chain": "points buchholz, lot"},
            "phase 1 swiss rounds=5 bye=2 points=3,1,0 chain=points,buchholz,lot game crokinole-championship",
        ),
        (
            {"format": "single", "third": "yes", "best": 3, "level": "replay", "game": "washers-ritzenthaler",
             "g_washers": 4, "g_rounds": 4, "groups": 9},
            "phase 1 single third=yes best=3 level=replay game washers-ritzenthaler washers=4",
        ),
        (
            {"format": "double", "order": "lot", "reset": "no", "minutes": 12, "game": "crokinole-traditional",
             "g_scoring": "simple", "g_start": "loser"},
            "phase 1 double order=lot reset=no minutes=12 game crokinole-traditional scoring=simple start=loser",
        ),
        (
            {"format": "swiss", "rounds": 3, "score": "yes", "bye": 8, "game": "pichenotte-southwest", "g_games": 2},
            "phase 1 swiss rounds=3 bye=8 points=score game pichenotte-southwest games=2",
        ),
    ],
)  # fmt: skip
def test_fields_become_the_line(olga: Browser, fields: dict[str, object], line: str) -> None:
    assert declare(olga, fields) == line
    assert olga.said.startswith("Phase 1 is declared: ")
    olga.look(f"{olga.at}/phase/1")
    again = olga.form("/phase/1").fields
    olga.send(olga.form("/phase/1"), {"minutes": 9})
    assert "minutes=9" in olga.lines()[-1]
    assert again["format"] == fields["format"]


def test_places_without_a_ranking_are_refused(olga: Browser) -> None:
    olga.enter("phase 1 swiss rounds=4 game crokinole-championship rounds=4")
    before = olga.lines()
    declare(olga, {"format": "single", "of": 0, "take-from": 1, "take-to": 4}, 2)
    assert olga.status == 422
    assert 'id="wrong-of">Places are those of a ranking: choose the ranking of phase 1 here.' in olga.page
    assert olga.lines() == before
    olga.send(olga.form("/phase/2"), {"of": 1})
    assert olga.lines()[-1].startswith("phase 2 single of=1 take=1-4 ")


def test_the_next_phase_takes_the_ranking_and_the_game_of_the_one_before(olga: Browser) -> None:
    olga.enter("phase 1 swiss rounds=4 game crokinole-championship rounds=2")
    assert declare(olga, {}, 2) == "phase 2 round-robin of=1 game crokinole-championship rounds=2"
    assert declare(olga, {}, 3, "best-four") == "phase 3 single of=2 take=1-4 game crokinole-championship rounds=2"
    assert declare(olga, {"of": 0}, 4) == "phase 4 round-robin game crokinole-championship rounds=2"


def test_a_phase_says_who_plays_in_it_and_its_options_in_words(olga: Browser) -> None:
    options = "groups=2 points=3,1,0 bye=2 chain=points,head,lot minutes=9"
    olga.enter(
        f"phase 1 round-robin {options} game crokinole-championship",
        "phase 2 single of=1 take=1-4 game crokinole-official",
    )
    page = olga.look(f"{olga.at}/phases")
    assert "</span> all who are in<br>" in page
    assert "</span> places 1 to 4 of phase 1</p>" in page
    assert "2 groups, 3 for a win, 1 for a level match, 0 for a defeat, 2 for a bye, 9 min a game" in page
    assert "Ranked by:</span> points, then the matches among them, then the lot</p>" in page
    log = olga.look(f"{olga.at}/log")
    assert "phase 2 (Play-off): Knock-out, one defeat; places 1 to 4 of phase 1; Official crokinole" in log
    assert "take=" not in page + log and "groups=2" not in page + log


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"format": "swiss", "rounds": ""}, "rounds"),
        ({"groups": "27"}, "groups"),
        ({"groups": "2", "rounds": "3"}, "groups"),
        ({"bye": "x"}, "bye"),
        ({"points-win": "3"}, "points-level"),
        ({"chain": "wins"}, "chain"),
        ({"chain": "points wns"}, "chain"),
        ({"g_rounds": "4", "g_best_of": "3"}, "g-rounds"),
        ({"format": "nothing"}, "format"),
        ({"game": "chess"}, "game"),
    ],
)
def test_what_cannot_be_is_told_at_the_field(olga: Browser, fields: dict[str, object], field: str) -> None:
    declare(olga, fields)
    assert olga.status == 422
    assert f'id="wrong-{field}"' in olga.page or "Phase cannot be declared" in olga.page or field == "g-rounds"
    assert olga.lines() == []
    known = {name.replace("_", "-", 1): str(value) for name, value in fields.items() if name not in ("format", "game")}
    assert {name: olga.form("/phase/1").fields[name] for name in known} == known


def test_a_phase_is_drawn_drawn_again_and_ended(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid")
    declare(olga, {}, preset="all")
    olga.press(f"{olga.at}/phases", "/draw", what="draw")
    assert olga.said == "Phase 1 is drawn, 3 entrants. Round 1: Bob : Cid A bye: Ann."
    olga.enter("add Dee")
    olga.press(f"{olga.at}/phases", "/draw", what="redraw")
    assert olga.said.startswith("Phase 1 is drawn, 4 entrants.")
    olga.press(f"{olga.at}/phases", "/draw", what="end")
    assert olga.said == "Phase 1 has ended. 6 matches are not played."
    olga.look(f"{olga.at}/phase/1")
    assert "This phase is drawn" in olga.page
    olga.send(olga.form("/phase/1"))
    assert olga.status == 422
    assert olga.lines()[-1] == "end 1"
    assert olga.look(f"{olga.at}/phase/3") and olga.status == 404


def test_an_a_and_a_b_final_are_drawn_at_once(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(4)), "phase 1 round-robin game washers-ritzenthaler", "draw 1")
    olga.enter(*(f"phase {number} single of=1 take={take} game washers-ritzenthaler" for number, take in _FINALS))
    olga.press(f"{olga.at}/phases", "/phase/2/draw", what="together")
    assert "Matches that come before are not decided yet." in olga.said
    olga.enter("end 1")
    assert "Draw phases 2 (Final A), 3 (Final B) at once" in olga.look(f"{olga.at}/phases")
    olga.press(f"{olga.at}/phases", "/phase/2/draw", what="together")
    assert olga.lines()[-2:] == ["draw 2", "draw 3"]
    assert olga.said == "Phase 2 (Final A) is drawn, 2 entrants. Phase 3 (Final B) is drawn, 2 entrants."
    assert "at once" not in olga.look(f"{olga.at}/phases")


_FINALS = ((2, "1-2"), (3, "3-4"))


def test_a_draw_that_cannot_be_says_why(olga: Browser) -> None:
    olga.enter("add Ann", "phase 1 single game crokinole-official")
    olga.press(f"{olga.at}/phases", "/draw")
    assert olga.said.startswith("There are too few entrants for this draw.")
    assert "Nothing was entered." in olga.said


def test_too_many_groups_are_told_with_the_way_to_fewer(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(7)))
    olga.enter("phase 1 round-robin groups=9 game crokinole-official")
    olga.press(f"{olga.at}/phases", "/draw")
    assert "say with fewer groups. Nothing was entered. Declare it otherwise" in olga.said
    assert f'<p><a href="/desk/{olga.id}/phase/1">Declare it otherwise</a></p>' in olga.page


def test_the_next_swiss_round_is_drawn(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 swiss rounds=2 game crokinole-championship", "draw 1")
    olga.enter("result 1:1-2 1 5 2 3")
    assert "draw the next round" in olga.look(olga.at)
    olga.press(f"{olga.at}/phases", "/draw", what="draw")
    assert olga.said == "Phase 1 is drawn, 2 entrants. Round 2: Bob : Ann"


def test_how_many_sit_out_is_said_as_people_say_it(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(5)), "phase 1 partners rounds=2 game crokinole-championship")
    olga.press(f"{olga.at}/phases", "/draw", what="draw")
    assert "In each round one sits out, so points" in olga.said


def test_the_next_round_is_no_first_button_while_one_is_played(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(8)), "phase 1 swiss rounds=2 game crokinole-championship")
    olga.press(f"{olga.at}/phases", "/draw", what="draw")
    page = olga.look(f"{olga.at}/phases")
    assert "4 matches of what is drawn are not decided. The next round is drawn when all are." in page
    assert "Draw the next round" not in page
    olga.enter("undo", "phase 1 partners rounds=2 game crokinole-championship", "draw 1")
    page = olga.look(f"{olga.at}/phases")
    assert "2 matches of what is drawn are not decided. Partners need not wait:" in page
    assert page.index("See the matches") < page.index("Draw the next round now …") and 'class="go">Draw' not in page
    olga.send(olga.form("/draw", what="draw"))
    assert "Take back</b> draw of round 2 of phase 1" in olga.look(olga.at)
    assert "Draw the next round" not in olga.look(f"{olga.at}/phases"), "all rounds are drawn"
    assert "entrants. Drawn up to round 2. These are all of its rounds. One more is another phase" in olga.page
    olga.press(olga.at, "/undo")
    assert olga.said == "Taken back: draw of round 2 of phase 1."
    assert "draw of round 2 of phase 1" in olga.look(f"{olga.at}/log")


def test_a_round_is_paired_by_hand(olga: Browser) -> None:
    olga.enter(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee", "Eve")))
    olga.enter("phase 1 swiss rounds=2 game crokinole-championship")
    assert f"/desk/{olga.id}/phase/1/pairs" in olga.look(f"{olga.at}/phases")
    assert "To be paired: <bdi>Ann</bdi>, <bdi>Bob</bdi>, <bdi>Cid</bdi>" in olga.look(f"{olga.at}/phase/1/pairs")
    olga.press(f"{olga.at}/phase/1/pairs", "/pairs", {"a-1": "Dee"})
    assert olga.status == 422 and "Name who else plays in this match." in olga.page and "has this name" not in olga.page
    wrong = {"a-1": "Dee", "b-1": "Zoe", "a-2": "3", "b-2": "dee"}
    olga.press(f"{olga.at}/phase/1/pairs", "/pairs", wrong)
    assert olga.status == 422
    assert "wrong-b-1" in olga.page and "wrong-b-2" in olga.page and olga.form("/pairs").fields["a-2"] == "3"
    olga.send(olga.form("/pairs"), {"b-1": "", "a-1": "", "b-2": "bob"})
    assert olga.status == 422 and "In no pair yet: <bdi>Ann</bdi>, <bdi>Dee</bdi>, <bdi>Eve</bdi>." in olga.page
    olga.send(olga.form("/pairs"), {"a-1": " dee ", "b-1": "Ann"})
    assert olga.lines()[-1] == "draw 1 4-1 3-2"
    assert olga.said == "Phase 1 is drawn, 5 entrants. Round 1: Dee : Ann; Cid : Bob A bye: Eve."
    assert "round of phase 1, paired by hand: <bdi>Dee</bdi> : <bdi>Ann</bdi>" in olga.look(f"{olga.at}/log")
    assert "not decided" in olga.look(f"{olga.at}/phase/1/pairs")
    olga.enter("phase 2 single game crokinole-championship")
    assert olga.look(f"{olga.at}/phase/2/pairs") and olga.status == 404


def test_a_shootout_parts_those_who_are_level(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 round-robin chain=points,shootout game crokinole-championship", "draw 1")
    olga.enter("result 1:1-2 1 4 2 4")
    olga.press(f"{olga.at}/phase/1/shootout?of=1,2", "/shootout", {"twenties-1": 7, "twenties-2": 9})
    assert olga.lines()[-1] == "shootout 1 1 7 2 9"
    assert olga.said == "The shootout is entered. Places now: Bob 1, Ann 2."
    for fill in ({"twenties-1": 7}, {"twenties-1": 7, "twenties-2": "x"}, {}):
        olga.press(f"{olga.at}/phase/1/shootout", "/shootout", fill)
        assert olga.status == 422
    assert olga.lines()[-1] == "shootout 1 1 7 2 9"


@pytest.mark.parametrize("chain, way", [("points,lot", False), ("points,shootout,lot", True)])
def test_who_goes_on_by_the_lot_is_said_before_the_draw(olga: Browser, chain: str, way: bool) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", f"phase 1 round-robin chain={chain} game washers-ritzenthaler")
    olga.enter("phase 2 single of=1 take=1-2 game washers-ritzenthaler", "draw 1")
    olga.enter("result 1:1-2 1 21 2 0", "result 1:1-3 1 21 3 0", "result 1:2-3 2 9 3 9")
    for page in (olga.look(olga.at), olga.look(f"{olga.at}/phases")):
        who = page.partition(">Level for place 2: ")[2].partition(". The lot decides. ")[0]
        assert sorted(who.split(", ")) == ["<bdi>Bob</bdi>", "<bdi>Cid</bdi>"]
        assert ("Phase 1 is not ranked by shootouts." in page) != way
        assert ("/phase/1/shootout?of=" in page) == way
    olga.press(f"{olga.at}/phases", "/phase/2/draw", what="draw")
    assert olga.lines()[-1] == "draw 2"
    assert "Level for place" not in olga.page


@pytest.mark.parametrize(
    "fields, chain",
    [
        ({"shootout": "yes"}, "points,twenties,head,shootout,lot"),
        ({"shootout": "yes", "game": "washers-ritzenthaler"}, "points,head,difference,for,shootout,lot"),
        ({"shootout": "yes", "chain": "points wins"}, "points,wins,shootout"),
        ({"shootout": "yes", "chain": "points, shootout, wins, lot"}, "points,wins,shootout,lot"),
    ],
)
def test_a_shootout_before_the_lot_is_one_box(olga: Browser, fields: dict[str, object], chain: str) -> None:
    assert f" chain={chain} " in declare(olga, fields)
    olga.look(f"{olga.at}/phase/1")
    again = olga.form("/phase/1").fields
    kept = (None, chain) if "chain" in fields else ("yes", "")
    assert (again.get("shootout"), again["chain"]) == kept


def test_the_order_that_ranks_is_said_where_nothing_was_chosen(olga: Browser) -> None:
    page = olga.look(f"{olga.at}/phase/1")
    by_score = "Ranked by points, then twenties, then the matches among them, then the lot."
    assert f'<p class="in-crokinole-championship">{by_score}</p>' in page
    declare(olga, {}, preset="all")
    assert "Ranked by:</span> points, then twenties, then the matches among them, then the lot" in olga.page


def test_too_few_for_the_groups_is_said_when_they_are_declared(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(12)))
    declare(olga, {"format": "round-robin", "groups": 8})
    said = "8 groups need 16 entrants, and 12 would be drawn now."
    assert said in olga.page and said in olga.look(olga.at)
    declare(olga, {"format": "round-robin", "groups": 6})
    assert "would be drawn now" not in olga.page
    olga.enter("phase 2 round-robin of=1 take=1-6 groups=4 game crokinole-championship")
    assert "4 groups need 8 entrants, and 6 would be drawn now." in olga.look(f"{olga.at}/phases")


def test_the_style_of_the_games_is_a_style(olga: Browser) -> None:
    """No tournament's page stands in its way."""
    answer = olga.client.get("/desk-games.css")
    assert answer.headers["content-type"].startswith("text/css")
    for choices in (FORMATS, GAMES):
        others = [one for one in choices if f'[value="{one}"]:checked) :is(' not in answer.text]
        assert not others and answer.text.count(", ".join(f".in-{one}" for one in choices)) == len(choices)
