"""Results by totals: entered, corrected, given up, taken away."""

import re
from html import unescape

import pytest

from tests.host.pages.desk.browser import Browser
from tests.host.watch_events import lost, played, score


def result(olga: Browser, match: str, **fields: object) -> None:
    olga.press(
        f"{olga.at}/result/{match}",
        f"/result/{match}",
        {"twenties-a": 0, **{name.replace("_", "-"): value for name, value in fields.items()}},
    )


def test_a_result_is_entered(four: Browser) -> None:
    result(four, "1:1-4", score_a=6, score_b=2, twenties_a=5, twenties_b=1)
    assert four.lines()[-1] == "result 1:1-4 1 6 4 2 twenties 5 1"
    assert four.said == "Ann : Dee (round 1) 6 : 2: Ann wins."
    assert f"{four.at}?" in four.where


def test_a_result_leads_back_to_the_page_it_was_opened_from(four: Browser) -> None:
    def opened(page: str, name: str) -> None:
        links = re.findall(rf'href="([^"]*/result/{name}[^"]*)"', four.look(f"{four.at}{page}"))
        four.look(unescape(links[0]))

    opened("/matches", "1%3A1-4")
    four.send(four.form("/result/1:1-4"), {"score": "6:2", "twenties-a": "x"})
    assert four.status == 422
    four.send(four.form("/result/1:1-4"), {"score": "6:2", "twenties-a": 5, "twenties-b": 1})
    assert four.said == "Ann : Dee (round 1) 6 : 2: Ann wins."
    assert "/matches?said=" in four.where and four.where.endswith("#1:1-4")
    opened("/matches", "1%3A1-4")
    four.look(unescape(re.findall(r'href="([^"]*/sheet/[^"]*)"', four.page)[0]))
    assert four.form("/sheet/1:1-4").fields["next"] == f"{four.at}/matches#1:1-4"
    opened("/matches", "1%3A1-2")
    four.send(four.form("/forfeit", who="a"))
    assert "/matches?said=" in four.where
    opened("/entrant/3", "1%3A2-3")
    four.send(four.form("/result/1:2-3"), {"score": "6:2", "twenties-a": 5, "twenties-b": 1})
    assert "/entrant/3?said=" in four.where
    four.look(f"{four.at}/result/1:2-3?next=//elsewhere.example/")
    assert "next" not in four.form("/result/1:2-3").fields


def test_doubtful_points_are_asked_about_before_they_are_entered(four: Browser) -> None:
    before = four.lines()
    result(four, "1:1-4", score_a=6, score_b=4)
    assert four.status == 422
    assert "Look again: 4 rounds award 8 points, and these are 10." in four.page
    four.send(four.form("/result/1:1-4"), {"sure": "6/4/0/", "score-b": 3})
    assert four.status == 422
    assert "and these are 9." in four.page
    assert four.lines() == before
    four.send(four.form("/result/1:1-4"), {"sure": "6/3/0/"})
    assert four.said.endswith("Look again: 4 rounds award 8 points, and these are 9.")
    assert "Everything is as it should be." in four.look(four.at)  # who was asked has confirmed it


@pytest.mark.parametrize(
    "fields, said",
    [
        ({"score_a": -2, "score_b": 10}, "Look again: -2 points; in this game no score is below 0."),
        (
            {"score_a": 6, "score_b": 2, "twenties_a": 99},
            "Look again: 99 twenties; a side can make at most 48 here.",
        ),
    ],
)
def test_figures_that_the_game_cannot_give_are_asked_about(four: Browser, fields: dict[str, object], said: str) -> None:
    before = four.lines()
    result(four, "1:1-4", **fields)
    assert four.status == 422
    assert said in four.page
    assert four.lines() == before
    sure = "/".join(str(fields.get(name, "")) for name in ("score_a", "score_b")) + f"/{fields.get('twenties_a', 0)}/"
    four.send(four.form("/result/1:1-4"), {"sure": sure})
    assert four.said.endswith(said)


def test_empty_twenties_are_asked_about_where_they_break_ties(four: Browser) -> None:
    before = four.lines()
    result(four, "1:1-4", score_a=6, score_b=2, twenties_a="")
    assert four.status == 422
    assert "Twenties are empty; they break ties here." in four.page
    assert 'value="6/2//"' in four.page
    assert four.lines() == before
    four.send(four.form("/result/1:1-4"), {"sure": "6/2//"})
    assert four.lines()[-1] == "result 1:1-4 1 6 4 2"


def test_empty_twenties_are_not_asked_about_where_they_rank_nobody(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 round-robin chain=points,lot game crokinole-championship", "draw 1")
    result(olga, "1:1-2", score_a=6, score_b=2, twenties_a="")
    assert olga.lines()[-1] == "result 1:1-2 1 6 2 2"


def test_a_result_of_a_match_that_was_not_called(four: Browser) -> None:
    result(four, "1:1-2", score_a=4, score_b=4, won="b")
    assert four.lines()[-1] == "result 1:1-2 1 4 2 4 won 2"


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"score_a": "", "score_b": 2}, "score-a"),
        ({"score_a": "six", "score_b": 2}, "score-a"),
        ({"score_a": 6, "score_b": 99999}, "score-b"),
        ({"score_a": 6, "score_b": 2, "twenties_a": -1}, "twenties-a"),
        ({"score_a": 6, "score_b": 2, "won": "a"}, "won"),
        ({"score_a": 6, "score_b": 2, "won": "z"}, "won"),
    ],
)
def test_a_wrong_field_is_told_and_nothing_is_lost(four: Browser, fields: dict[str, object], field: str) -> None:
    before = four.lines()
    result(four, "1:1-4", **fields)
    assert four.status == 422
    assert f'id="wrong-{field}"' in four.page
    form = four.form("/result/1:1-4").fields
    assert all(form[name.replace("_", "-")] == str(value) for name, value in fields.items() if name != "won")
    assert four.lines() == before
    four.send(four.form("/result/1:1-4"), {"score-a": 5, "score-b": 3, "twenties-a": 0, "won": ""})
    assert four.lines()[-1] == "result 1:1-4 1 5 4 3"


def test_a_correction_may_have_a_reason_and_the_last_word_stands(four: Browser) -> None:
    result(four, "1:1-4", score_a=6, score_b=2)
    result(four, "1:1-4", score_a=7, score_b=1)
    assert (four.lines()[-1], four.seen().events[-1].reason) == ("result 1:1-4 1 7 4 1", "")
    assert four.said == "Ann : Dee (round 1) 7 : 1: Ann wins. Before stood 6 : 2; the last word counts."
    result(four, "1:1-4", score_a=6, score_b=2)
    result(four, "1:1-4", score_a=3, score_b=5, reason="read wrongly")
    assert four.said == "Ann : Dee (round 1) 3 : 5: Dee wins. Before stood 6 : 2; the last word counts."
    assert (four.lines()[-1], four.seen().events[-1].reason) == ("result 1:1-4 1 3 4 5", "read wrongly")


def test_games_of_a_match_are_corrected_one_by_one(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single best=3 game crokinole-championship", "draw 1")
    page = olga.look(f"{olga.at}/result/1:W1.1")
    assert "Enter the result: Game 1" in page and "best of 3 games" in page, "one game does not decide"
    result(olga, "1:W1.1", score_a=6, score_b=2)
    assert olga.said == "Ann : Bob (W1.1) 6 : 2: game 2 comes next."
    result(olga, "1:W1.1", score_a=2, score_b=6)
    assert olga.lines()[-1] == "result 1:W1.1/2 1 2 2 6"
    olga.press(f"{olga.at}/result/1:W1.1?game=1", "/result/1:W1.1", {"score-a": 5, "score-b": 3, "reason": "slip"})
    assert olga.lines()[-1] == "result 1:W1.1 1 5 2 3"


def test_a_level_match_of_a_knock_out_says_what_decides(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single game crokinole-championship", "draw 1")
    result(olga, "1:W1.1", score_a=4, score_b=4)
    assert "a shootout of twenties decides" in olga.said
    assert olga.said.startswith("Ann : Bob (W1.1) 4 : 4: a shootout comes next.")
    assert "Twenties shootout" in olga.look(f"{olga.at}/result/1:W1.1")
    assert "twenties-a" not in olga.form("/result/1:W1.1").fields  # the score is the twenties
    olga.press(f"{olga.at}/result/1:W1.1", "/result/1:W1.1", {"score-a": 13, "score-b": 5})
    assert "Look again: 13 points; a side can have at most 12 here." in olga.page
    assert "Look at the question below" in olga.page
    olga.press(f"{olga.at}/result/1:W1.1", "/result/1:W1.1", {"score-a": 7, "score-b": 5})
    assert olga.lines()[-1] == "result 1:W1.1/2 1 7 2 5 twenties 7 5"
    assert olga.computed()["champion"] == 1
    assert "Champion: <bdi>Ann</bdi>" in olga.look(olga.at)


@pytest.mark.parametrize(
    "who, line", [("a", "forfeit 1:1-4 1"), ("b", "forfeit 1:1-4 4"), ("both", "forfeit 1:1-4 1 4")]
)
def test_a_match_is_given_up_and_what_stands_taken_away(four: Browser, who: str, line: str) -> None:
    four.press(f"{four.at}/result/1:1-4", "/forfeit", who=who)
    assert four.lines()[-1] == line
    four.press(f"{four.at}/result/1:1-4", "/clear", {"reason": "came after all"})
    assert (four.lines()[-1], four.seen().events[-1].reason) == ("clear 1:1-4", "came after all")
    assert four.said == "What stood is taken away. Ann : Dee (round 1): to be played."


def test_a_match_whose_players_are_not_known_has_no_form(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", "phase 1 single game crokinole-championship", "draw 1")
    olga.look(f"{olga.at}/result/1:W2.1")
    assert olga.status == 404
    assert "Who plays this match is not known yet." in olga.page
    assert "not known yet who plays" in olga.look(f"{olga.at}/matches")


def test_a_finished_best_of_three_opens_its_last_game(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single best=3 game washers-ritzenthaler", "draw 1")
    olga.enter("result 1:W1.1 1 21 2 3", "result 1:W1.1/2 1 21 2 9")
    page = olga.look(f"{olga.at}/result/1:W1.1")
    assert "Correct the result: Game 2</h2>" in page
    assert (olga.form("/result/1:W1.1").fields["game"], "?game=1" in page) == ("2", True)


def test_a_game_of_twenties_has_one_field_a_side(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 round-robin game twenties-shootout", "draw 1")
    olga.press(f"{olga.at}/result/1:1-2", "/result/1:1-2", {"score-a": 3, "score-b": 5})
    assert olga.lines()[-1] == "result 1:1-2 1 3 2 5 twenties 3 5"


# ---- by one tap


def scores_to_choose(olga: Browser, match: str) -> list[str]:
    page = olga.look(f"{olga.at}/result/{match}")
    return re.findall(r'type="radio" name="score" value="([^"]*)"', page)


def test_the_results_of_the_game_are_buttons_and_one_of_them_is_entered(four: Browser) -> None:
    assert scores_to_choose(four, "1:1-4") == ["8:0", "7:1", "6:2", "5:3", "4:4", "3:5", "2:6", "1:7", "0:8"]
    form = four.form("/result/1:1-4")
    assert not {"score", "score-a", "shootout-a"} & set(form.fields)
    four.send(form, {"score": "5:3", "twenties-a": 7, "twenties-b": 4})
    assert four.lines()[-1] == "result 1:1-4 1 5 4 3 twenties 7 4"
    scores_to_choose(four, "1:1-4")
    assert four.form("/result/1:1-4").fields["score"] == "5:3"


def test_a_button_that_is_none_and_no_button_are_refused(four: Browser) -> None:
    before = four.lines()
    for fill in ({}, {"score": "x:1"}, {"score": "5"}, {"score": "5:3:1"}, {"score": "-1:9"}, {"score": "9999:1"}):
        four.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {"twenties-a": 2, **fill})
        assert 'id="wrong-score">Choose the result.' in four.page
        assert four.form("/result/1:1-4").fields["twenties-a"] == "2"
    assert four.lines() == before


def test_what_is_no_result_of_the_game_is_typed_and_asked_about(four: Browser) -> None:
    four.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {"score": "9:3", "twenties-a": 0})
    assert (four.status, "these are 12." in four.page) == (422, True)
    four.look(f"{four.at}/result/1:1-4?by=points")
    four.send(four.form("/result/1:1-4"), {"score-a": 6, "score-b": 4, "twenties-a": 0})
    four.send(four.form("/result/1:1-4"), {"sure": "6/4/0/"})
    assert four.lines()[-1] == "result 1:1-4 1 6 4 4"
    four.look(f"{four.at}/result/1:1-4")
    assert four.form("/result/1:1-4").fields["score-a"] == "6"


@pytest.mark.parametrize(
    "game, count",
    [
        ("crokinole-championship rounds=10", 21),
        ("crokinole-championship rounds=11", 0),
        ("crokinole-championship best_of=3", 7),
        ("crokinole-official", 0),
        ("twenties-shootout", 0),
        ("washers-ritzenthaler", 0),
    ],
)
def test_where_they_are_too_many_the_points_are_typed(olga: Browser, game: str, count: int) -> None:
    olga.enter("add Ann", "add Bob", f"phase 1 round-robin game {game}", "draw 1")
    assert len(scores_to_choose(olga, "1:1-2")) == count
    assert ("score-a" in olga.form("/result/1:1-2").fields) == (count == 0)


@pytest.mark.parametrize("game, sign", [("crokinole-official", True), ("washers-ritzenthaler", False)])
def test_the_keyboard_is_of_digits_where_no_score_is_below_0(olga: Browser, game: str, sign: bool) -> None:
    olga.enter("add Ann", "add Bob", f"phase 1 round-robin game {game}", "draw 1")
    page = olga.look(f"{olga.at}/result/1:1-2")
    assert (re.search(r'name="score-a"[^>]*inputmode="numeric"', page) is not None) == sign


def test_a_level_result_and_its_shootout_are_entered_at_once(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single game crokinole-championship", "draw 1")
    fill = {"score": "4:4", "twenties-a": 6, "twenties-b": 6, "shootout-a": 3, "shootout-b": 5}
    olga.press(f"{olga.at}/result/1:W1.1", "/result/1:W1.1", fill)
    both = ["result 1:W1.1 1 4 2 4 twenties 6 6", "result 1:W1.1/2 1 3 2 5 twenties 3 5"]
    assert olga.lines()[-2:] == both
    assert olga.said == "Ann : Bob (W1.1) 4 : 4, 3 : 5: Bob wins."


def test_a_shootout_is_asked_about_and_stands_beside_no_other_score(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single game crokinole-championship", "draw 1")
    before = olga.lines()
    fill = {"score": "5:3", "shootout-a": 13, "shootout-b": 5}
    olga.press(f"{olga.at}/result/1:W1.1", "/result/1:W1.1", fill)
    assert 'id="wrong-shootout-a">The scores are not equal' in olga.page
    olga.send(olga.form("/result/1:W1.1"), {"score": "4:4", "shootout-b": "x"})
    assert 'id="wrong-shootout-b">A whole number' in olga.page
    olga.send(olga.form("/result/1:W1.1"), {"shootout-b": 5})
    assert "Look again: 13 points; a side can have at most 12 here." in olga.page
    assert olga.lines() == before
    olga.send(olga.form("/result/1:W1.1"), {"sure": "4:4///13/5"})
    assert olga.lines()[-1] == "result 1:W1.1/2 1 13 2 5 twenties 13 5"
    assert "Everything is as it should be." in olga.look(olga.at)


@pytest.mark.parametrize(
    "phase, lines, asks",
    [
        ("round-robin", [], False),
        ("single level=replay", [], False),
        ("single best=3", [], False),
        ("single best=3", ["result 1:W1.1 1 8 2 0", "result 1:W1.1/2 1 4 2 4"], False),
        ("single best=3", ["result 1:W1.1 1 8 2 0", "result 1:W1.1/2 1 0 2 8"], True),
        ("single", ["result 1:W1.1 1 4 2 4"], False),
    ],
)
def test_a_shootout_is_asked_for_where_a_level_game_leads_to_one(
    olga: Browser, phase: str, lines: list[str], asks: bool
) -> None:
    olga.enter("add Ann", "add Bob", f"phase 1 {phase} game crokinole-championship", "draw 1", *lines)
    match = "1:1-2" if phase == "round-robin" else "1:W1.1"
    olga.look(f"{olga.at}/result/{match}")
    assert ("shootout-a" in olga.form(f"/result/{match}").fields) == asks


def test_the_page_says_where_the_winner_goes(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", "add Dee", "phase 1 single third=yes game crokinole-championship")
    olga.enter("draw 1")
    assert "The winner goes on: Final, W2.1." in olga.look(f"{olga.at}/result/1:W1.2")
    assert "Semi-finals · W1.2" in olga.page
    olga.enter("result 1:W1.1 1 8 4 0", "result 1:W1.2 2 8 3 0")
    assert "The winner goes on" not in olga.look(f"{olga.at}/result/1:W2.1")
    assert "You can take it back." in olga.page


# ---- what the table says meanwhile


def at_table_1(four: Browser, names: tuple[str, str], *events: str) -> str:
    """The page of the match that is called to table 1, where a box plays so."""
    called = next(one["match"] for one in four.computed()["tables"] if one["table"] == "1")
    assert called == "1:1-4"
    live, match = played("crokinole-championship rounds=4", *events, names=names)
    four.site.live.take(score(live, match, table="1", board="b1"))
    page = four.look(f"{four.at}/result/{called}")
    return page[page.index('class="entry"') :]


def test_the_score_that_was_heard_last_stands_beside_the_form(four: Browser) -> None:
    page = at_table_1(four, ("Ann", "Dee"), "A 20", "next", "B 5", "next", "B 15")
    assert "<strong>2 : 2 after round 2</strong>" in page
    assert "at the table now" in page
    four.site.live.take(lost(board="b1", table="1"))
    assert "last heard from the box at" in four.look(f"{four.at}/result/1:1-4")


def test_a_table_that_has_the_sides_otherwise_is_read_so(four: Browser) -> None:
    assert "<strong>0 : 2 after round 1</strong>" in at_table_1(four, ("Dee", "Ann"), "A 20", "next")


def test_nothing_is_said_of_a_table_that_plays_something_else(four: Browser) -> None:
    assert 'class="heard"' not in at_table_1(four, ("Ann", "Bob"), "A 20", "next")


def test_a_score_that_is_left_out_is_missed_and_not_out_of_a_range(four: Browser) -> None:
    four.look(f"{four.at}/result/1:1-2?by=points")
    four.send(four.form("/result/1:1-2"), {"score-a": "5", "score-b": ""})
    assert four.status == 422 and "A number is missing here." in four.page and "9999" not in four.page
