"""What is to be read out stands in order, each in a sentence, until somebody has read it: once, whoever reads."""

import re

import pytest

from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import AtTable, Followed, at_tables, hall
from tests.host.pages.desk.browser import Browser, forms_of

_GAME = "game crokinole-championship rounds=4"
_FOUR = ("add Ann", "add Bob", "add Cid", "add Dee")


def to_read(browser: Browser) -> list[str]:
    """The sentences that nobody has read, as they are to be."""
    page = browser.look(f"{browser.at}/announcer").partition('aria-labelledby="read"')[0]
    found = re.findall(r'class="said" role="status">(.*?)</p>|</small>(.*?)</span>', page)
    return [re.sub("<[^>]*>", "", one or other) for one, other in found]


def read_first(browser: Browser) -> None:
    browser.look(f"{browser.at}/announcer")
    browser.send(browser.form("/announcer/read"))


def test_calls_are_read_in_turn_and_stand_below_then(four: Browser) -> None:
    assert to_read(four) == [
        "Round 1: 2 matches.",
        *("Table 1: Ann against Dee. Round 1.", "Table 2: Bob against Cid. Round 1."),
    ]
    read_first(four)
    assert four.said == "It is marked as read."
    assert to_read(four)[0] == "Table 1: Ann against Dee. Round 1."
    read_first(four)
    assert to_read(four)[0] == "Table 2: Bob against Cid. Round 1."
    assert "Olga" in four.page.partition("Was read")[2]
    four.enter("free 1", "call 1:1-4 1")
    assert to_read(four)[1] == "Last call. Table 1: Ann against Dee. Round 1.", "another call"
    four.enter("result 1:1-4 1 8 4 0")
    assert to_read(four) == ["Table 2: Bob against Cid. Round 1."], "what is over is not read"


def test_who_plays_already_is_not_called(four: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(sql: Sql, followed: Followed) -> list[AtTable]:
        first, *others = at_tables(sql, followed)
        return [first._replace(state="playing"), *others]

    monkeypatch.setattr("tallyboard.pages.desk.announcer.at_tables", seen)
    assert to_read(four)[1].startswith("Table 2")


def test_of_two_who_read_at_once_one_does(four: Browser) -> None:
    otto = Browser(four.site, "Otto")
    for one in (four, otto):
        one.look(f"{four.at}/announcer")
    four.send(four.form("/announcer/read"))
    otto.send(otto.form("/announcer/read"))
    assert otto.said == "Olga has read this already."
    assert to_read(otto)[0].startswith("Table 1")
    with four.site.store.get().reading() as sql:
        assert [one.given_by for one in hall.read_out(sql, four.seen().about.id).values()] == ["Olga"]


def test_results_that_decide_are_read_and_so_is_the_champion(olga: Browser) -> None:
    olga.enter(*_FOUR, f"phase 1 single {_GAME}", "draw 1", "result 1:W1.1 1 5 4 3", "forfeit 1:W1.2 3")
    assert to_read(olga)[:2] == [
        "Semi-finals: victory for Ann against Dee, 5 to 3.",
        "Semi-finals: victory for Bob without playing, against Cid.",
    ]
    olga.enter("result 1:W2.1 1 4 2 4", "result 1:W2.1/2 1 30 2 40")
    assert to_read(olga)[2:] == ["Final: victory for Bob against Ann, by a shootout.", "The champion is Bob."]
    olga.look(f"{olga.at}/announcer")
    everything = next(one for one in forms_of(olga.page) if "Mark all" in one.said)
    names = re.findall(r'name="name" value="([^"]*)"', olga.page)
    olga.client.post(everything.action, data={"once": "x1", "name": names})
    assert to_read(olga) == [] and "Nothing is to be read out." in olga.page
    olga.enter("result 1:W2.1/2 1 40 2 30")
    assert to_read(olga) == ["Final: victory for Ann against Bob, by a shootout.", "The champion is Ann."], "corrected"


def test_the_desk_s_message_the_clock_and_who_has_no_match(olga: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    olga.enter(*_FOUR, "add Eve", f"phase 1 partners rounds=5 {_GAME}", "draw 1", "open 1", "call")
    olga.press(olga.at, "/say", {"message": "Soup <until> 8"})
    olga.press(olga.at, "/clock", {"minutes": "20"})
    said = to_read(olga)
    assert said[0].startswith("The clock goes: 20 minutes, until ")
    assert re.fullmatch(r"Round 1: 1 match\. Sitting out: \w+\.", said[1]), "before the calls of the round"
    assert re.fullmatch(r"Table 1: \w+ and \w+ against \w+ and \w+\. Round 1\.", said[2])
    assert said[3] == "Soup &lt;until&gt; 8"
    monkeypatch.setattr(hall.RoundClock, "until", property(lambda clock: clock.begun))
    assert re.fullmatch(r"Time is up\. Still on: Table 1, \w+ and \w+ against \w+ and \w+\.", to_read(olga)[0])
    assert "Time is up" in olga.look(olga.at)


def test_the_end_of_a_league_and_a_page_in_french(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", f"phase 1 round-robin {_GAME}", "draw 1", "result 1:1-2 1 8 2 0")
    assert to_read(olga) == ["Phase 1 is played. In front: 1. Ann, 2. Bob.", "The champion is Ann."]
    french = Browser(olga.site, language="fr")
    assert to_read(french)[-1] == "Le champion\u00a0: Ann."
