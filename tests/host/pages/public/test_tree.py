"""A knock-out as rounds of boxes: what stands where, for the page and for the TV."""

from itertools import pairwise

import pytest

from tallyboard.desk.objects import DeskMatchObject
from tallyboard.pages.public.tree import Box, Part, TreeEntry, tree, turns
from tallyboard.pages.public.view import View
from tallyboard.pages.render import PageReader, ServerLinks, render
from tallyboard.text.language import language
from tallyboard.text.tournament.bracket import KnockOut, short
from tests.host.pages.public.conftest import LANGUAGES, Hall, Node, read

GAME = "game crokinole-championship rounds=2"
FORMS = [
    (2, "double"),
    (2, "single"),
    (3, "double"),
    (4, "single third=yes"),
    (7, "double"),
    (9, "single third=yes"),
    (14, "double"),
    (33, "single"),
]


def begin(hall: Hall, entrants: int, form: str, *more: str) -> None:
    names = (f"add P{n}" for n in range(1, entrants + 1))
    hall.begin(*names, *more, f"phase 1 {form} {GAME}", "draw 1", name=f"{form} {entrants}")


def view(hall: Hall, code: str = "en") -> View:
    app = hall.client.app
    facts = app.state.known.facts(hall.store, "now")  # type: ignore[attr-defined]
    return View(facts, language(code), ServerLinks(app))  # type: ignore[arg-type]


def parts(seen: View, path_of: int | None = None) -> list[Part]:
    return tree(seen, seen.brackets[-1], path_of)


def boxes(made: list[Part]) -> dict[str, Box]:
    """By the names that matches have in the bracket."""
    rounds = [one for part in made for one in part]
    found = [box for one in rounds for box in (*one.boxes, *(box for _, box in one.below)) if box]
    assert len({box.name for box in found}) == len(found)
    return {short(box.name): box for box in found}


def texts(box: Box) -> list[str]:
    return [entry.text for entry in box.entries]


def tv(seen: View) -> list[Node]:
    """The screens of a TV."""
    shown = turns(seen, seen.brackets[-1])
    spoken = PageReader(seen.language)
    return [read(render("live/scene_tree.html", spoken, seen.links, scene={"data": one})) for one in shown]


@pytest.mark.parametrize(("entrants", "form"), FORMS)
def test_every_match_has_one_box_between_those_that_lead_to_it(hall: Hall, entrants: int, form: str) -> None:
    begin(hall, entrants, form)
    for _ in range(2):
        made = parts(view(hall))
        phase = hall.computed["phases"][0]
        assert sorted(boxes(made)) == sorted(short(match["match"]) for match in phase["matches"])
        for part in made:
            for one, after in pairwise(part):
                assert len(one.boxes) == len(after.boxes) * (1 if one.is_straight else 2)
                _assert_leads(phase["matches"], one.boxes, after.boxes)
        hall.play_out(1)


def _assert_leads(matches: list[DeskMatchObject], before: list[Box | None], after: list[Box | None]) -> None:
    """Whoever goes on stands in the box that the line leads to, above if from above."""
    for at, box in enumerate(before):
        winner = box and box.match["winner"]
        target = after[at * len(after) // len(before)]
        if winner and target and not short(target.name).startswith("F2"):
            place = [entry.entrant for entry in target.entries].index(winner)
            assert place == at % 2 or len(before) == len(after)


def test_a_side_that_is_not_known_says_where_it_comes_from(hall: Hall) -> None:
    begin(hall, 8, "single third=yes", "open 7")
    hall.enter("call 1:W1.1 7")
    made = boxes(parts(view(hall)))
    assert texts(made["W2.1"]) == ["winner at table 7", "winner of quarter-final 2"]
    assert texts(made["W3.1"]) == ["winner of semi-final 1", "winner of semi-final 2"]
    assert texts(made["T"]) == ["loser of semi-final 1", "loser of semi-final 2"]
    assert str(made["W1.1"].tag) == "Table 7" and made["W1.1"].is_live and not made["W1.2"].is_live


def test_the_losers_say_where_they_drop_from_and_the_final_where_they_go(hall: Hall) -> None:
    begin(hall, 8, "double")
    made = boxes(parts(view(hall)))
    assert texts(made["L1.1"]) == ["loser of W1.1", "loser of W1.2"]
    assert texts(made["F1"]) == ["winner of W3.1", "winner of the losers' bracket"]
    assert texts(made["F2"]) == ["", ""] and "losers" in made["F2"].tag
    assert "loser of round 1" in tv(view(hall))[0].text, "which has no names of matches"


def test_a_score_has_what_decided_in_brackets(hall: Hall) -> None:
    begin(hall, 4, "single")
    hall.enter("result 1:W1.1 1 4 4 4", "result 1:W1.1/2 1 2 4 5")
    entries = {entry.entrant: entry for entry in boxes(parts(view(hall)))["W1.1"].entries}
    assert entries[1] == TreeEntry(1, "P1", "1", 0, "4", "(2)", "lost")
    assert entries[4] == TreeEntry(4, "P4", "4", 1, "4", "(5)", "win")


def test_who_comes_from_groups_has_the_place_there_and_a_lot_seeds_nobody(hall: Hall) -> None:
    begin(hall, 8, "round-robin groups=2")
    hall.play_out(1).enter(f"phase 2 single of=1 take=1-4 {GAME}", "draw 2")
    seeds = {entry.seed for box in boxes(parts(view(hall))).values() for entry in box.entries if entry.entrant}
    assert seeds == {"A1", "A2", "B1", "B2"}
    begin(hall, 4, "single order=lot")
    assert {entry.seed for box in boxes(parts(view(hall))).values() for entry in box.entries} == {""}


@pytest.mark.parametrize("form", ["single third=yes", "double"])
def test_a_path_is_lit_from_the_first_box_to_the_last(hall: Hall, form: str) -> None:
    begin(hall, 14, form)
    hall.play_out(1)
    bracket = KnockOut(hall.computed["phases"][0])
    for entrant in range(1, 15):
        made = boxes(parts(view(hall), entrant))
        own = [name for name, match in bracket.matches.items() if entrant in match["sides"]]
        assert [name for name, box in made.items() if box.is_lit] == [name for name in made if name in own]
        assert sum(box.is_last for box in made.values()) == 1
        won = [name for name in own if made[name].match["winner"] == entrant]
        assert {name for name, box in made.items() if box.goes} <= set(won)
        assert sum(box.goes for box in made.values()) == sum(box.comes for box in made.values())


def test_the_round_that_is_played_is_known_and_others_have_a_time(hall: Hall) -> None:
    begin(hall, 8, "single", "open 1")
    hall.enter("call")
    (part,) = parts(view(hall))
    assert [one.is_here for one in part] == [True, False, False] and part[0].is_on and not part[1].is_on
    assert not part[0].start and part[1].start and part[2].start
    hall.play_out(1)
    (part,) = parts(view(hall))
    assert [one.over for one in part] == [4, 2, 1] and not any(one.is_on for one in part)


def test_a_league_and_a_phase_before_its_draw_have_no_tree(hall: Hall) -> None:
    hall.begin("add A", "add B", f"phase 1 single {GAME}")
    assert parts(view(hall)) == [] and tv(view(hall)) == []


# ---- the TV


def test_a_tv_has_eight_matches_and_begins_with_what_is_not_over(hall: Hall) -> None:
    begin(hall, 40, "single")
    sizes = [[len(one.all("ol")[at].all("li")) for at in range(4)] for one in tv(view(hall))]
    assert sizes == [[8, 4, 2, 1]] * 4
    hall.play_ready(1)
    assert [[head.text.partition(" · ")[0] for head in one.all("h3")] for one in tv(view(hall))] == [
        ["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals"]
    ] * 2
    hall.play_out(1)
    (last,) = tv(view(hall))
    assert len(last.all("h3")) == 4, "the round of 16 stays, for there is room"


@pytest.mark.parametrize(("entrants", "trees"), [(8, [2]), (16, [1, 1]), (32, [1, 1, 1])])
def test_a_double_elimination_is_whole_where_it_fits_else_part_by_part(
    hall: Hall, entrants: int, trees: list[int]
) -> None:
    begin(hall, entrants, "double")
    assert [len(one.all("div", class_="tree")) for one in tv(view(hall))] == trees


def test_a_tv_mirrors_the_score_of_a_table_and_has_no_links_and_no_ids(hall: Hall) -> None:
    begin(hall, 4, "single", "open 3")
    hall.enter("call 1:W1.1 3")
    (shown,) = tv(view(hall))
    assert [one.attributes["data-side"] for one in shown.all("b", data_mirror="1:W1.1")] == ["0", "1"]
    assert not [one for one in shown.all() if "id" in one.attributes or one.tag == "a"]


def test_when_it_is_over_the_way_of_the_champion_is_lit_on_the_tv(hall: Hall) -> None:
    begin(hall, 8, "single third=yes")
    assert not tv(view(hall))[0].all("li", class_="path")
    hall.play_out(1)
    lit = tv(view(hall))[0].all("li", class_="path")
    assert len(lit) == 3
    (hint,) = [one["hint"] for one in turns(view(hall), view(hall).brackets[-1])]
    assert hint == "the thick line is the way of the champion"
    assert all(f"P{hall.computed['champion']}" in one.text for one in lit)


# ---- the page


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_are_data_and_a_long_one_is_told_whole(hall: Hall, code: str) -> None:
    evil = "<script>alert(1)</script>" + "x" * 30
    hall.begin(f"add {evil}", "add B", f"phase 1 single {GAME}", "draw 1")
    page = hall.get("/t/T/bracket/1", code)
    (name,) = [one for one in page.all("a", class_="cut1") if one.attributes.get("title") == evil]
    assert name.text == evil and name.has("class_", "xl")


def test_a_large_bracket_is_no_burden(hall: Hall) -> None:
    begin(hall, 64, "double")
    hall.play_out(1)
    assert len(hall.client.get(f"/t/{hall.id}/bracket/1").content) < 100_000
