"""Two operators at once, forms that are sent twice, and somebody who is not logged in."""

import threading
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tallyboard.pages.app import make_app
from tallyboard.pages.desk.posted import Notice, Once
from tallyboard.pages.desk.routes import ROUTES
from tests.host.pages.desk.browser import As, Browser, site_in


@pytest.fixture
def otto(four: Browser) -> Browser:
    return Browser(four.site, "Otto")


# ---- two at once


def test_a_result_that_another_has_entered_is_not_overwritten_unseen(four: Browser, otto: Browser) -> None:
    four.look(f"{four.at}/result/1:1-4")
    otto.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {"score-a": 6, "score-b": 2, "twenties-a": 0})
    four.send(four.form("/result/1:1-4"), {"score-a": 5, "score-b": 3, "twenties-b": 4})
    assert four.status == 409
    assert "<bdi>Otto</bdi>: result: <bdi>Ann</bdi> 6 : 2 <bdi>Dee</bdi>" in four.page
    form = four.form("/result/1:1-4")
    assert (form.fields["score-a"], form.fields["score-b"], form.fields["twenties-b"]) == ("5", "3", "4")
    assert four.lines()[-1] == "result 1:1-4 1 6 4 2"
    four.send(form, {"reason": "Otto read it wrongly"})
    assert four.lines()[-1] == "result 1:1-4 1 5 4 3 twenties 0 4"
    assert four.seen().events[-1].who == "Olga"


def test_a_sheet_is_not_entered_over_another_result(four: Browser, otto: Browser) -> None:
    fill = {f"r{number}-a-20": 1 for number in range(1, 5)}
    four.press(f"{four.at}/sheet/1:1-4", "/sheet/1:1-4", {"what": "compute", **fill})
    otto.press(f"{four.at}/result/1:1-4", "/forfeit", who="a")
    four.send(four.form("/sheet/1:1-4"), {"what": "compute", "r4-a-20": 2})
    four.send(four.form("/sheet/1:1-4"), {"what": "enter"})
    assert four.status == 409
    assert "<bdi>Otto</bdi>: forfeit <bdi>Ann</bdi> : <bdi>Dee</bdi>: <bdi>Ann</bdi>" in four.page
    assert four.form("/sheet/1:1-4").fields["r4-a-20"] == "2"
    assert four.lines()[-1] == "forfeit 1:1-4 1"
    four.send(four.form("/sheet/1:1-4"), {"what": "enter"})
    assert four.lines()[-1].startswith("result 1:1-4 1 8 4 0")


def test_a_form_that_comes_back_for_a_wrong_field_still_knows_what_it_was_made_from(
    four: Browser, otto: Browser
) -> None:
    four.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {"score-a": "x", "score-b": 3, "twenties-a": 0})
    four.look(f"{four.at}/result/1:1-4")
    form = four.form("/result/1:1-4")
    otto.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {"score-a": 6, "score-b": 2, "twenties-a": 0})
    four.send(form, {"score-a": "x", "score-b": 3, "twenties-a": 0})
    assert four.status == 422
    four.send(four.form("/result/1:1-4"), {"score-a": 5})
    assert four.status == 409
    assert four.lines()[-1] == "result 1:1-4 1 6 4 2"


def test_seeds_of_another_are_seen_before_they_are_replaced(four: Browser, otto: Browser) -> None:
    four.look(f"{four.at}/order")
    otto.press(f"{four.at}/order", "/order", {"seed-2": 1, "how": "fields"})
    four.send(four.form("/order"), {"seed-3": 1, "how": "fields"})
    assert four.status == 409
    assert "<bdi>Otto</bdi>: seeds: <bdi>Bob</bdi>" in four.page
    four.send(four.form("/order"), {"how": "fields"})
    assert four.lines()[-1] == "seeds 3"


def test_a_phase_that_another_has_declared_is_not_replaced_unseen(four: Browser, otto: Browser) -> None:
    four.look(f"{four.at}/phase/2")
    otto.press(f"{four.at}/phase/2?preset=best-eight", "/phase/2")
    four.send(four.form("/phase/2"), {"format": "double", "of": 1})
    assert four.status == 409
    assert "<bdi>Otto</bdi>: phase 2 (Play-off):" in four.page
    assert four.form("/phase/2").fields["format"] == "double"
    four.send(four.form("/phase/2"))
    assert four.lines()[-1].startswith("phase 2 double of=1")


@pytest.mark.parametrize(
    "page, action, fields",
    [
        ("/entrants", "/status", {"entrant": "2"}),
        ("", "/free", {"table": "1"}),
        ("/phases", "/draw", {"what": "redraw"}),
        ("/phases", "/draw", {"what": "end"}),
        ("/entrant/2", "/status", {"status": "withdraw"}),
        ("", "/undo", {}),
        ("/result/1:1-4", "/forfeit", {"who": "both"}),
    ],
)
def test_a_button_that_was_made_from_something_else_does_nothing(
    four: Browser, otto: Browser, page: str, action: str, fields: dict[str, str]
) -> None:
    four.look(four.at + page)
    form = four.form(action, **fields)
    four.enter("absent 2", "free 1", "call 1:1-4 1", "redraw 1", "add Eva", "redraw 1", "forfeit 1:1-4 1")
    before = four.lines()
    four.send(form)
    assert four.lines() == before
    assert "changed" in (four.said or four.page)
    assert "Otto" in (four.said or four.page)


def test_two_who_enter_the_same_result_at_once_enter_it_once(four: Browser, otto: Browser) -> None:
    forms = []
    for browser in (four, otto):
        browser.look(f"{four.at}/result/1:1-4")
        forms.append((browser, browser.form("/result/1:1-4")))
    together = threading.Barrier(2)

    def send(browser: Browser, form: object, score: int) -> None:
        together.wait()
        browser.send(form, {"score-a": score, "score-b": 8 - score, "twenties-a": 0})  # type: ignore[arg-type]

    threads = [threading.Thread(target=send, args=(*pair, 5 + at)) for at, pair in enumerate(forms)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(line.startswith("result") for line in four.lines()) == 1
    assert sorted([four.status, otto.status]) == [200, 409]


# ---- sent twice


def test_a_result_that_is_sent_again_after_a_restart_stands_already(four: Browser, tmp_path: Path) -> None:
    """The laptop was killed after it had entered the form, and before it could say so."""
    four.look(f"{four.at}/result/1:1-4")
    form, fill = four.form("/result/1:1-4"), {"score-a": 5, "score-b": 3, "twenties-a": 0}
    four.send(form, fill)
    before = four.lines()
    after = Browser(site_in(tmp_path))
    after.send(form, fill)
    assert (after.status, after.said) == (200, "That stands already; it is not entered twice.")
    after.press(f"{four.at}/result/1:1-4", "/result/1:1-4", fill)
    assert after.said == "That stands already; it is not entered twice."
    assert after.lines() == before
    after.press(f"{four.at}/result/1:1-4", "/result/1:1-4", {**fill, "score-a": 6, "score-b": 2})
    assert after.lines()[-1] == "result 1:1-4 1 6 4 2"


@pytest.mark.parametrize(
    "page, action, fill, fields",
    [
        ("/log", "/note", {"note": "rain"}, {}),
        ("/result/1:1-4", "/result/1:1-4", {"score-a": 5, "score-b": 3, "twenties-a": 0}, {}),
        ("/entrants", "/add", {"names": "Eva"}, {}),
        ("", "/undo", {}, {}),
        ("", "/free", {}, {"table": "1"}),
        ("/floor", "/open", {"count": 5}, {}),
        ("/phase/1/shootout", "/shootout", {"twenties-1": 1, "twenties-2": 2}, {}),
    ],
)
def test_a_form_that_is_sent_twice_is_entered_once(
    four: Browser, page: str, action: str, fill: dict[str, object], fields: dict[str, str]
) -> None:
    four.look(four.at + page)
    form = four.form(action, **fields)
    four.send(form, fill)
    once = four.lines()
    first = four.said
    four.send(form, fill)
    assert four.lines() == once
    assert four.said == f"That was entered already; it is not entered twice. {first}"


def test_the_second_of_a_double_click_waits_for_the_first() -> None:
    once = Once()
    begun, may_end = threading.Event(), threading.Event()
    done: list[str] = []

    def slow() -> Notice:
        begun.set()
        may_end.wait()
        done.append("slow")
        return Notice("good", [])

    def fast() -> Notice:
        done.append("fast")
        return Notice("good", [])

    results: list[bool] = []
    first = threading.Thread(target=lambda: results.append(once.do("n", slow)))
    first.start()
    begun.wait()
    second = threading.Thread(target=lambda: results.append(once.do("n", fast)))
    second.start()
    may_end.set()
    first.join()
    second.join()
    assert (done, sorted(results)) == (["slow"], [False, True])


def test_what_could_not_be_entered_may_be_sent_again(four: Browser) -> None:
    four.look(f"{four.at}/floor")
    form = four.form("/open")
    four.send(form, {"count": "x"})
    four.send(form, {"count": 5})
    assert four.lines()[-1] == "open 1 2 3 4 5"


def test_what_came_of_a_form_is_said_for_a_minute_and_known_for_longer() -> None:
    now = [100.0]
    once = Once(lambda: now[0])
    once.do("n", lambda: Notice("good", []))
    now[0] += 59
    assert once.fresh("n") == Notice("good", [])
    now[0] += 1
    assert once.fresh("n") is None
    assert not once.do("n", lambda: Notice("good", [])), "it is not entered twice"


def test_the_numbers_of_old_forms_are_forgotten() -> None:
    once = Once()
    for number in range(2001):
        once.do(str(number), lambda: Notice("good", []))
    assert once.notice("0") is None
    assert once.notice("1") is not None


# ---- nobody


def test_who_is_not_logged_in_sees_nothing_and_changes_nothing(four: Browser) -> None:
    nobody = TestClient(As(make_app(four.site), ""), follow_redirects=False)
    where = {
        "t": four.id,
        "phase": 1,
        "entrant": 1,
        "match": "1:1-4",
        "recorded": "0",
        "kind": "calls",
        "season": "now",
    }
    before = four.lines()
    for route in ROUTES:
        path = route.path.replace(":int", "").format(**where)
        assert "POST" in (route.methods or ()) or nobody.get(path).status_code == 303, path
        if "POST" in (route.methods or ()):
            fill = {"what": "draw", "names": "Eva", "status": "in", "entrant": "all", "note": "x", "count": "3"}
            assert nobody.post(path, data=fill).status_code == 403, path
    assert four.lines() == before
