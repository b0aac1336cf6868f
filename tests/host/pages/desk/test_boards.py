"""What boxes recorded: taken as a result without a call, and corrected beside the presses."""

import pytest

from tests.host.pages.desk.browser import Browser
from tests.host.pages.desk.recorded import recorded

WIN = ("A 20", "next")


def test_a_match_without_a_call_is_taken(four: Browser) -> None:
    match = recorded(four.site, *WIN, names=("Bob", "Ann"))
    assert "Take or correct" in four.look(f"{four.at}/boards")
    four.press(f"{four.at}/recorded/{match[:8]}", "/take", match="1:1-2")
    assert four.lines()[-1] == f"result 1:1-2 2 20 1 0 twenties 1 0 board {match}"
    assert four.said.startswith("Bob : Ann (round 2)") or four.said.startswith("Ann : Bob (round 2)")
    assert "counts as 1:1-2" in four.look(f"{four.at}/boards")
    assert "/take" not in four.look(f"{four.at}/recorded/{match[:8]}")


def test_who_was_a_is_chosen(four: Browser) -> None:
    match = recorded(four.site, *WIN, names=(None, None))
    four.press(f"{four.at}/recorded/{match}", "/take", {"first": 1}, match="1:3-4")
    x, points, y = four.lines()[-1].split()[2:5]
    sides = next(one["sides"] for one in four.computed()["phases"][0]["matches"] if one["match"] == "1:3-4")
    assert (int(x), points, int(y)) == (sides[1], "20", sides[0])


def test_what_a_box_recorded_is_corrected(four: Browser) -> None:
    match = recorded(four.site, *WIN)
    four.press(f"{four.at}/recorded/{match}", "/take", match="1:1-2")
    page = f"{four.at}/recorded/{match}"
    four.press(page, f"/recorded/{match}", {"score-a": 15, "score-b": 20, "kind": "result"})
    assert four.seen().events[-1].reason == "corrected by Olga: corrected at the desk"
    fill = {"score-a": 15, "score-b": 25, "reason": "one disc was B's", "kind": "result"}
    four.press(page, f"/recorded/{match}", fill)
    assert four.said == ("Corrected. What the board recorded stays beside it. It counts as 1:1-2 of Club day.")
    standing = four.site.store.get().match(match)
    assert standing["correction"] is not None
    assert (standing["totals"], standing["correction"]["by"]) == ({"A": 15, "B": 25}, "Olga")
    last = four.seen().events[-1]
    assert (last.who, last.reason) == ("board", "corrected by Olga: one disc was B's")
    four.press(page, f"/recorded/{match}", {"reason": "it was right", "kind": "drop"})
    assert four.site.store.get().match(match)["totals"] == {"A": 20, "B": 0}
    four.press(page, f"/recorded/{match}", {"reason": "a mistake", "kind": "aside"})
    assert four.site.store.get().match(match)["status"] == "aside"
    assert "set aside" in four.look(f"{four.at}/boards")
    assert "a mistake" in four.look(page)


@pytest.mark.parametrize(
    "fill",
    [
        {"score-a": "x", "reason": "r", "kind": "result"},
        {"won": "A", "reason": "r", "kind": "result"},
        {"won": "Z", "reason": "r", "kind": "result"},
        {"reason": "r", "kind": "nothing"},
        {"reason": "r", "kind": "drop"},
        {"reason": "a\u202eb", "kind": "result"},
    ],
)
def test_a_correction_that_cannot_be_changes_nothing(four: Browser, fill: dict[str, object]) -> None:
    match = recorded(four.site, *WIN, names=("B", "A"))
    if fill.get("won") == "A":
        fill = {"score-a": 1, "score-b": 2, **fill}
    four.press(f"{four.at}/recorded/{match}", f"/recorded/{match}", fill)
    assert four.status == 422
    assert four.site.store.get().match(match)["correction"] is None


def test_two_corrections_at_once(four: Browser) -> None:
    match = recorded(four.site, *WIN)
    otto = Browser(four.site, "Otto")
    page = f"{four.at}/recorded/{match}"
    four.look(page)
    otto.press(page, f"/recorded/{match}", {"score-a": 15, "reason": "Otto saw it", "kind": "result"})
    four.send(four.form(f"/recorded/{match}"), {"score-a": 10, "reason": "mine", "kind": "result"})
    assert four.status == 409
    assert "<bdi>Otto</bdi>: <bdi>A 15 B 0 twenties 1 0</bdi>" in four.page
    assert four.form(f"/recorded/{match}").fields["score-a"] == "10"
    four.send(four.form(f"/recorded/{match}"), {"kind": "result"})
    assert four.site.store.get().match(match)["totals"]["A"] == 10


def test_a_match_that_is_not_there(four: Browser) -> None:
    assert four.look(f"{four.at}/recorded/zzz") and four.status == 404
    assert four.look(f"{four.at}/recorded/00000000") and four.status == 404


def test_a_match_that_is_not_over_is_not_taken(four: Browser) -> None:
    finished, match = recorded(four.site, *WIN), recorded(four.site, "A 5")
    assert "/take" not in four.look(f"{four.at}/recorded/{match}")
    four.look(f"{four.at}/recorded/{finished}")
    form = four.form("/take", match="1:1-2")
    form.action = form.action.replace(finished, match)
    four.send(form)
    assert four.status == 422
    assert "Only a finished match of two sides can be a result." in four.page


def test_a_correction_to_what_the_game_cannot_give_is_doubted(four: Browser) -> None:
    match = recorded(four.site, *WIN)
    four.press(
        f"{four.at}/recorded/{match}", f"/recorded/{match}", {"score-b": -5, "reason": "misread", "kind": "result"}
    )
    assert four.said.endswith("Look again: -5 points; in this game no score is below 0.")
