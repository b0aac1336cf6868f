"""What the day shows at a glance, and what is kept of it."""

import re
from io import BytesIO
from zipfile import ZipFile

import pytest
from markupsafe import Markup

from tallyboard.desk.matches import members
from tallyboard.pages.live.hall import Live
from tallyboard.store.tournaments import at_tables
from tallyboard.store.tournaments.hall import message_of
from tests.host.pages.desk.browser import Browser
from tests.host.pages.desk.recorded import recorded
from tests.host.watch_events import lost, score


def test_the_hall_reads_a_message_until_it_is_taken_away(four: Browser) -> None:
    four.press(four.at, "/say", {"message": "Lunch until 13:00 #2"})
    assert four.said == "The hall reads it now."
    assert 'value="Lunch until 13:00 #2"' in four.page
    four.send(four.form("/say"), {"gone": "yes"})
    with four.site.store.get().reading() as sql:
        assert (four.said, message_of(sql, four.seen().about.id)) == ("The hall reads nothing more.", "")


def test_a_message_that_no_tv_has_room_for_is_refused(four: Browser) -> None:
    four.press(four.at, "/say", {"message": "x" * 201})
    assert four.said.endswith("Nothing was entered.")


def test_a_clock_of_more_minutes_than_there_are_is_refused_and_not_cut(four: Browser) -> None:
    four.look(four.at)
    assert 'name="minutes" inputmode="numeric" maxlength="9"' in four.page, "a browser cuts nothing that is typed"
    four.send(four.form("/clock"), {"minutes": "100000"})
    assert four.said.startswith("A whole number from 1 to 999.") and four.said.endswith("Nothing was entered.")
    assert "data-left" not in four.look(four.at)


def test_it_says_how_far_each_phase_is_and_when_it_ends(four: Browser) -> None:
    page = four.look(four.at)
    assert "Phase 1 · round robin" in page and "0 of 6 · ends about " in page
    four.enter("absent 4")
    page = four.look(four.at)
    assert "0 of 6" in page and "ends about " not in page


def test_who_was_entered_last_stands_first_among_the_results(four: Browser) -> None:
    four.enter("result 1:1-4 1 8 4 0", "result 1:2-3 2 5 3 3", "undo", "result 1:2-3 2 6 3 2")
    below = four.look(four.at).partition("Last results")[2]
    assert 0 < below.index("6 : 2") < below.index("8 : 0") and "5 : 3" not in below
    assert "<bdi>Otto</bdi>" in below


def test_who_comes_late_is_drawn_in_by_one_button(four: Browser) -> None:
    four.enter("add Eva")
    page = four.look(four.at)
    assert "Came late" in page and "Draw them in" in page
    four.send(four.form("/draw"))
    assert four.lines()[-1] == "redraw 1" and "Came late" not in four.look(four.at)


def test_pages_and_tables_of_the_day_are_saved_as_one_file(four: Browser) -> None:
    four.enter("result 1:1-4 1 8 4 0")
    answer = four.client.get(f"{four.at}/archive.zip")
    assert 'filename="club-day.zip"' in answer.headers["content-disposition"]
    with ZipFile(BytesIO(answer.content)) as kept:
        names = set(kept.namelist())
        assert {"places.csv", "day.txt", "pages/index.html", "pages/en/standings.html"} <= names
        assert "matches.csv" not in names, "no box or phone has recorded any"
        assert "Ann" in kept.read("places.csv").decode("utf-8-sig")
        assert "result 1:1-4 1 8 4 0" in kept.read("day.txt").decode()
        assert "No box or phone has recorded a match yet." in kept.read("pages/en/matches.html").decode()
    match = recorded(four.site, "A 20", "next")
    four.press(f"{four.at}/recorded/{match}", "/take", match="1:1-2")
    with ZipFile(BytesIO(four.client.get(f"{four.at}/archive.zip").content)) as kept:
        assert len(kept.read("matches.csv").decode().splitlines()) == 2


def test_a_level_match_stands_on_top_until_its_shootout_is_entered(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "in all", "phase 1 single game crokinole-championship", "draw 1", "open 1")
    olga.enter("call 1:W1.1 1", "result 1:W1.1 1 4 2 4 twenties 5 5")
    page = olga.look(olga.at)
    assert "<h2>Shootout: <bdi>Ann</bdi>" in page and "Enter the shootout" in page
    assert "The matches are on" not in page and "Everything is as it should be" not in page
    seat = page[page.index('class="seat') :].partition("</li>")[0]
    assert seat.count('class="sc">4</b>') == 2 and "level, shootout to come" in seat
    olga.enter("result 1:W1.1/2 1 3 2 1")
    page = olga.look(olga.at)
    assert "Shootout:" not in page and "Everything is as it should be" in page


def test_a_seat_is_old_as_soon_as_its_card_in_the_hall_is(four: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(*about: object) -> object:
        return [one._replace(state="playing") for one in at_tables(*about)]  # type: ignore[arg-type]

    monkeypatch.setattr("tallyboard.pages.desk.day.at_tables", seen)
    now = 1000.0
    four.site.live = Live(clock=lambda: now)
    four.site.live.take(score(table="1"))
    four.site.live.take(lost(table="1"))
    assert 'class="seat live"' in four.look(four.at), "it was heard a moment ago"
    now += 10
    four.site.live.step()
    assert 'class="seat stale"' in four.look(four.at)


def test_a_match_is_told_by_who_plays_it_and_the_round(olga: Browser) -> None:
    olga.enter(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal")), "open 1")
    olga.enter("phase 1 partners rounds=2 game crokinole-championship", "draw 1")
    first, second = (one["match"] for one in olga.computed()["phases"][0]["matches"])
    olga.enter(f"call {first} 1")
    for page in (
        olga.look(olga.at),
        olga.look(f"{olga.at}/matches"),
        olga.look(f"{olga.at}/floor"),
        olga.look(f"{olga.at}/result/{second}"),
    ):
        seen = Markup(page).striptags()
        assert " & " in seen and "ound 1" in seen
        assert not re.search(r"\d:\d\+", seen), "its formal name is for the log"
    one, other = (members(side)[0] for side in olga.computed()["phases"][0]["matches"][0]["sides"])
    assert re.search(r"Take back \w+ & \w+ : \w+ & \w+ called to table 1", Markup(olga.look(olga.at)).striptags())
    olga.enter(f"result {first} {one} 5 {other} 3")
    assert re.search(r"Take back result: \w+ & \w+ 5 : 3 \w+ & \w+ ·", Markup(olga.look(olga.at)).striptags())
    assert f"result {first}: " in Markup(olga.look(f"{olga.at}/log")).striptags()
