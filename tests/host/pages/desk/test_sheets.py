"""A scoresheet with zone counts: computed round by round, then entered."""

import pytest

from tallyboard.journal.presses import read_scoresheet
from tests.host.pages.desk.browser import Browser

FULL = {
    "r1-a-20": 3,
    "r1-a-10": 1,
    "r1-b-15": 2,
    "r2-a-5": 1,
    "r2-b-20": 1,
    "r3-a-20": 1,
    "r3-b-20": 1,
    "r4-a-15": 2,
    "r4-b-15": 1,
}


def sheet(olga: Browser, match: str, fill: dict[str, object]) -> None:
    olga.press(f"{olga.at}/sheet/{match}", f"/sheet/{match}", {"what": "compute", **fill})


def enter(olga: Browser, match: str, **fill: object) -> None:
    olga.send(
        olga.form(f"/sheet/{match}"),
        {"what": "enter", **{name.replace("_", "-"): value for name, value in fill.items()}},
    )


def begun(olga: Browser, game: str) -> None:
    olga.enter("add Ann", "add Bob", f"phase 1 round-robin game {game}", "draw 1")


def test_a_sheet_is_shown_computed_before_it_is_entered(four: Browser) -> None:
    before = four.lines()
    sheet(four, "1:1-4", dict(FULL))
    assert four.status == 200
    assert four.lines() == before
    written = "game crokinole-championship rounds=4\nA 20\nA 20\nA 20\nA 10\nB 15\nB 15\nnext\nA 5\nB 20\nnext\n"
    result = read_scoresheet(written + "A 20\nB 20\nnext\nA 15\nA 15\nB 15\nnext\n")
    for one in result["rounds"]:
        assert f"<td>{one['raw']['A']}</td><td>{one['raw']['B']}</td>" in four.page
        assert f"{one['totals']['A']} : {one['totals']['B']}</td>" in four.page
    assert "Enter 5 : 3" in four.page
    enter(four, "1:1-4")
    assert four.lines()[-1] == "result 1:1-4 1 5 4 3 twenties 4 2"
    assert four.said == "Ann : Dee (round 1) 5 : 3: Ann wins."


def test_what_was_changed_after_computing_is_computed_again(four: Browser) -> None:
    before = four.lines()
    sheet(four, "1:1-4", dict(FULL))
    enter(four, "1:1-4", r4_a_15=1)
    assert four.lines() == before
    assert "Enter 4 : 4" in four.page
    enter(four, "1:1-4")
    assert four.lines()[-1] == "result 1:1-4 1 4 4 4 twenties 4 2"


@pytest.mark.parametrize(
    "fill, field, told",
    [
        ({"r2-b-15": "x"}, "r2-b-15", "A whole number from 0 to 12."),
        ({"r3-a-5": 12}, "r3-a-5", "More than the 12 discs of a side in this round."),
        ({"r5-a-5": 1}, "r5-a-5", "The match was over before this round."),
        ({"r2-a-5": "", "r2-b-20": ""}, "r2-a-20", "This round is empty"),
    ],
)
def test_a_wrong_count_is_told_at_its_field_and_nothing_is_lost(
    four: Browser, fill: dict[str, object], field: str, told: str
) -> None:
    before = four.lines()
    sheet(four, "1:1-4", {**FULL, **fill})
    assert four.status == 422
    assert f'id="wrong-{field}">{told}' in four.page
    fields = four.form("/sheet/1:1-4").fields
    assert all(fields[name] == str(value) for name, value in {**FULL, **fill}.items())
    assert four.lines() == before


def test_a_sheet_that_is_not_full_has_no_result(four: Browser) -> None:
    sheet(four, "1:1-4", {"r1-a-20": 3})
    assert "By this sheet the match is not over." in four.page
    sheet(four, "1:1-4", {})
    assert "Fill in what was counted first." in four.page
    assert four.status == 422


def test_a_target_is_played_to_on_as_many_rounds_as_it_takes(olga: Browser) -> None:
    begun(olga, "crokinole-official target=50")
    sheet(olga, "1:1-2", {f"r{number}-a-10": 1 for number in range(1, 5)})
    assert "By this sheet the match is not over." in olga.page
    assert "r6-a-20" in olga.page
    sheet(olga, "1:1-2", {f"r{number}-a-20": 1 for number in range(1, 4)})
    enter(olga, "1:1-2")
    assert olga.lines()[-1] == "result 1:1-2 1 60 2 0 twenties 3 0"


def test_southwest_has_penalties_forfeits_and_a_shootout(olga: Browser) -> None:
    begun(olga, "pichenotte-southwest games=2")
    fill = {"r1-a-50": 1, "r1-b-penalty": 1, "r1-b-20": 1, "r2-a-forfeit": "1", "r2-b-50": 1}
    sheet(olga, "1:1-2", fill)
    assert "By this sheet the match is not over." in olga.page
    fields = olga.form("/sheet/1:1-2").fields
    assert fields["r2-a-forfeit"] == "1"
    olga.send(olga.form("/sheet/1:1-2"), {"what": "compute", "r3-a-20": 1, "r3-b-20": 2})
    assert olga.status == 200
    enter(olga, "1:1-2")
    assert olga.lines()[-1] == "result 1:1-2 1 50 2 50 twenties 0 1 won 2"


def test_a_shootout_has_one_round_of_twenties(olga: Browser) -> None:
    begun(olga, "twenties-shootout")
    olga.look(f"{olga.at}/sheet/1:1-2")
    assert {name for name in olga.form("/sheet/1:1-2").fields if name.startswith("r")} == {"r1-a-20", "r1-b-20"}
    sheet(olga, "1:1-2", {"r1-a-20": 7, "r1-b-20": 5})
    enter(olga, "1:1-2")
    assert olga.lines()[-1] == "result 1:1-2 1 7 2 5 twenties 7 5"


def test_a_game_without_zones_has_no_sheet(olga: Browser) -> None:
    begun(olga, "washers-ritzenthaler")
    assert "By scoresheet" not in olga.look(f"{olga.at}/result/1:1-2")
    olga.look(f"{olga.at}/sheet/1:1-2")
    assert "This game has no sheet by zones" in olga.page


def test_a_correction_by_sheet_may_have_a_reason(four: Browser) -> None:
    four.enter("result 1:1-4 1 8 4 0")
    sheet(four, "1:1-4", dict(FULL))
    enter(four, "1:1-4", reason="the sheet says so")
    assert four.lines()[-1].startswith("result 1:1-4 1 5 4 3")
    assert four.seen().events[-1].reason == "the sheet says so"


def test_what_another_has_entered_meanwhile_stands_above_the_sheet(four: Browser) -> None:
    four.look(f"{four.at}/sheet/1:1-4")
    assert "What stands" not in four.page
    four.enter("result 1:1-4 1 2 4 6 board m1")
    four.send(four.form("/sheet/1:1-4"), {"what": "compute", **FULL})
    assert "What stands: 2 : 6, from the table" in four.page
    assert "Enter 5 : 3" in four.page
    four.enter("result 1:1-4 1 4 4 4")
    four.look(f"{four.at}/sheet/1:1-4")
    assert "What stands: 4 : 4, by hand" in four.page
