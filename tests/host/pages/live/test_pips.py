"""Who won which round, from the stored match and from the totals of a board that is ahead of the store."""

from typing import Any

import pytest

from tallyboard.pages.live.cards import dots, pips
from tallyboard.text.language import language
from tests.host.watch_events import played


@pytest.mark.parametrize(
    ("line", "events", "length", "letters"),
    [
        ("crokinole-championship", "", 4, "nuuu nuuu"),
        ("crokinole-championship", "A 20;next;B 5;next;next;A 5", 4, "wltn lwtn"),
        ("crokinole-championship rounds=2", "A 20;next;next", 2, "wt lt"),
        ("crokinole-official", "B 20;next", 0, "ln wn"),
        ("crokinole-official target=20", "B 20;next", 0, "l w"),
        ("crokinole-traditional scoring=simple sides=3", "C 20;next;A 5;B 5;next", 0, "ltn ltn wln"),
        ("washers-ritzenthaler", "A 3;B 3;B 2;next", 0, "ln wn"),
        ("pichenotte-southwest games=1", "next;A agree;B agree;A 20;next;A agree;B agree", 1, "tw tl"),
    ],
)
def test_rounds_in_the_order_of_time(line: str, events: str, length: int, letters: str) -> None:
    live, match = played(line, *filter(None, events.split(";")))
    assert pips(live, match, length) == (letters.split(), 0)


def test_a_board_that_is_a_round_ahead_tells_it_by_its_totals() -> None:
    _, match = played("crokinole-championship", "A 20", "next", "B 5")
    live, _ = played("crokinole-championship", "A 20", "next", "B 5", "next")
    assert pips(live, match, 4) == (["wlnu", "lwnu"], 0)
    assert pips(live, None, 4) == (["", ""], 0), "two rounds, of which nothing is known"
    taken_back, _ = played("crokinole-championship", "A 20")
    assert pips(taken_back, match, 4) == (["nuuu", "nuuu"], 0)


@pytest.mark.parametrize(("closed", "shown", "more"), [(2, "wwnuuuuuu", 0), (8, "wwwwwwwwn", 0), (10, "wwwwwwwwn", 2)])
def test_of_many_rounds_the_last_nine_are_shown(closed: int, shown: str, more: int) -> None:
    live, match = played("crokinole-championship rounds=12", *["A 20", "next"] * closed)
    (mine, _), before = pips(live, match, 12)
    assert (mine, before) == (shown, more)


def test_dots_say_what_they_mean_in_words() -> None:
    html: Any = dots("wn", 3, language("fr"))
    assert 'aria-label="+3 gagnée, en cours">+3 <i class=w></i><i class=n></i>' in html
    assert dots("", 0, language("en")) == ""
