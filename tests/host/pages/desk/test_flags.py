"""Flags one by one, with what each choice does."""

from tallyboard.desk.matches import members
from tests.host.pages.desk.browser import Browser
from tests.host.pages.desk.recorded import recorded


def kinds(olga: Browser) -> list[str]:
    return [flag["kind"] for flag in olga.computed()["flags"]]


def flagged(olga: Browser) -> str:
    return olga.look(olga.at)


def knock_out(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", "add Dee", "phase 1 single game crokinole-official", "draw 1")
    olga.enter("result 1:W1.1 1 100 4 0", "result 1:W1.2 2 100 3 0")


def test_nothing_is_flagged(four: Browser) -> None:
    assert "Everything is as it should be." in flagged(four)


def test_a_misfit_is_taken_away(olga: Browser) -> None:
    knock_out(olga)
    olga.enter("result 1:W2.1 1 100 2 0", "result 1:W1.1 1 0 4 100")
    assert kinds(olga) == ["misfit"]
    page = flagged(olga)
    assert "<bdi>Bob</bdi> : <bdi>Dee</bdi> (W2.1) has a result of <bdi>Ann</bdi>, <bdi>Bob</bdi>, who are not" in page
    olga.send(olga.form("/clear"))
    assert (olga.lines()[-1], kinds(olga)) == ("clear 1:W2.1 1 2", [])


def test_a_surplus_is_left(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 single best=3 game crokinole-official", "draw 1")
    olga.enter("result 1:W1.1 1 100 2 0", "result 1:W1.1/2 1 0 2 100", "result 1:W1.1/3 1 100 2 0")
    olga.enter("result 1:W1.1/2 1 100 2 0")
    assert kinds(olga) == ["surplus"]
    assert "leave it" in flagged(olga)


def test_hand_and_box_differ_and_either_is_right(four: Browser) -> None:
    match = recorded(four.site, "A 20", "next")
    four.press(f"{four.at}/recorded/{match}", "/take", match="1:1-2")
    four.press(
        f"{four.at}/result/1:1-2", "/result/1:1-2", {"score-a": 1, "score-b": 9, "sure": "1/9/1/0", "reason": "no"}
    )
    assert kinds(four) == ["differs"]
    page = flagged(four)
    assert f"/recorded/{match}#correct" in page
    assert "<bdi>Ann</bdi> : <bdi>Bob</bdi> (round 2): the result by hand is not what the table recorded." in page
    four.send(four.form("/result/1:1-2"))
    assert (kinds(four), four.seen().events[-1].reason) == ([], "the table is right")
    four.press(
        f"{four.at}/result/1:1-2",
        "/result/1:1-2",
        {"score-a": 1, "score-b": 9, "twenties-a": "", "sure": "1/9//0", "reason": "no"},
    )
    four.press(
        f"{four.at}/recorded/{match}",
        f"/recorded/{match}",
        {"score-a": 1, "score-b": 9, "twenties-a": 0, "reason": "the hand is right", "kind": "result"},
    )
    sides = {one["match"]: one["sides"] for one in four.computed()["phases"][0]["matches"]}
    assert kinds(four) == ([] if sides["1:1-2"] == [1, 2] else ["differs"])


def test_a_wrong_call_is_freed_and_called_again(olga: Browser) -> None:
    knock_out(olga)
    olga.enter("open 1", "call", "result 1:W1.1 1 0 4 100")
    assert kinds(olga) == ["wrong-call"]
    assert "was called for <bdi>Ann</bdi> : <bdi>Bob</bdi> (W2.1), which has other players now." in flagged(olga)
    olga.send(olga.form("/free", again="yes"))
    assert (list(olga.lines()[-2:]), kinds(olga)) == (["free 1", "call 1:W2.1 1"], [])


def test_a_draw_that_would_be_another_is_drawn_again(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 round-robin game crokinole-official", "draw 1", "result 1:1-2 1 100 2 0")
    olga.enter("phase 2 single of=1 game crokinole-official", "draw 2", "result 1:1-2 1 0 2 100")
    assert kinds(olga) == ["draw-differs"]
    flagged(olga)
    olga.send(olga.form("/draw"))
    assert (olga.lines()[-1], kinds(olga)) == ("redraw 2", [])


def test_who_is_not_drawn_is_drawn_or_absent(four: Browser) -> None:
    four.enter("add Eva", "add Fay")
    assert kinds(four) == ["not-drawn", "not-drawn"]
    flagged(four)
    four.send(four.form("/status", entrant="5"))
    assert (four.lines()[-1], kinds(four)) == ("absent 5", ["not-drawn"])
    flagged(four)
    four.send(four.form("/draw"))
    assert (four.lines()[-1], kinds(four)) == ("redraw 1", [])


def test_who_is_tied_plays_a_shootout(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "phase 1 round-robin chain=points,shootout game crokinole-official", "draw 1")
    olga.enter("result 1:1-2 1 50 2 50")
    assert kinds(olga) == ["tied"]
    assert "/phase/1/shootout?of=1%2C2" in flagged(olga)
    olga.press(f"{olga.at}/phase/1/shootout?of=1%2C2", "/shootout", {"twenties-1": 3, "twenties-2": 1})
    assert kinds(olga) == []


def test_a_result_in_doubt_stands_until_somebody_confirms_it(four: Browser) -> None:
    four.enter("result 1:1-4 1 14 4 0")
    assert "1 waits for you" in four.look(four.at)
    assert "4 rounds award 8 points, and these are 14." in flagged(four)
    sent = four.form("/confirm")
    four.send(sent)
    assert four.said == "The result is confirmed."
    assert "Everything is as it should be." in flagged(four)
    four.enter("result 1:2-3 2 9 3 0")
    flagged(four)
    sent = four.form("/confirm")
    four.enter("result 1:2-3 2 10 3 0")
    four.send(sent)  # what it was about is another now
    assert four.said.startswith("This result is in doubt no more")
    assert "and these are 10." in flagged(four)


def test_what_a_late_draw_would_make_of_each_group_is_said_before_it_and_after_it(olga: Browser) -> None:
    game = "game crokinole-championship"
    olga.enter(*(f"add P{number}x" for number in range(1, 9)), f"phase 1 round-robin groups=2 {game}")
    olga.enter(*(f"phase {2 + at} round-robin of=1 take={take} across=points {game}" for at, take in enumerate(_POOLS)))
    olga.enter("draw 1", "add Zoe")
    said = (
        "New in it: <bdi>Zoe</bdi> (group A).",
        "Group A keeps who was in it, but its schedule is new, in all rounds: print it again.",
        "The other groups stay as they are.",
        "Phase 3 (Power pool B) takes places 5 to 8 of phase 1, which has 9 entrants then: "
        "who is last of them would be in no phase. "
        f'<a href="/desk/{olga.id}/phase/3">Declare it otherwise</a>',
    )
    assert [one for one in said if f"<li>{one}</li>" not in flagged(olga)] == []
    olga.send(olga.form("/phase/1/draw"))
    assert olga.lines()[-1] == "redraw 1" and [one for one in said if f"<p>{one}</p>" not in olga.page] == []
    olga.enter("add Yan")
    assert "In group B all others meet as before" not in flagged(olga), "a group of four is paired anew too"
    olga.enter("redraw 1", "add Xia")
    assert "<li>In group A all others meet as before, in the same rounds; only byes change." in flagged(olga)


_POOLS = ("1-4", "5-8")


_LATE = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal")


def test_who_comes_late_waits_for_the_next_round_where_one_is_played(olga: Browser) -> None:
    olga.enter(*(f"add {name}" for name in _LATE), "phase 1 partners rounds=2 game crokinole-championship", "draw 1")
    olga.enter("add Ida")
    assert "Draw them in" in flagged(olga)
    match = olga.computed()["phases"][0]["matches"][0]
    one, other = (members(side)[0] for side in match["sides"])
    olga.enter(f"result {match['match']} {one} 5 {other} 3")
    assert "Draw them in" not in flagged(olga)
    assert "The next round of phase 1 takes them in by itself; what is played stays as it is." in olga.page
    olga.enter("draw 1")
    assert "not drawn" not in flagged(olga)


def test_a_new_draw_asks_for_the_results_that_it_would_leave_out(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", "phase 1 swiss rounds=2 game crokinole-championship", "draw 1")
    olga.enter("result 1:1-2 1 5 2 3", "absent 2")
    said = "<p>1 result would no longer count:</p>\n<ul><li><bdi>Ann</bdi> : <bdi>Bob</bdi> (round 1) 5 : 3</li></ul>"
    olga.press(f"{olga.at}/phases", "/draw", what="redraw")
    assert olga.lines()[-1] == "absent 2" and "1 result would no longer count: see it above the button" in olga.said
    assert said in olga.page
    olga.press(f"{olga.at}/phases", "/draw", {"leaves": "1"}, what="redraw")
    assert olga.lines()[-1] == "redraw 1" and kinds(olga) == ["misfit"]
