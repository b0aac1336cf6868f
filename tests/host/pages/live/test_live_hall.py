"""The hall as cards: what changes a card, what leaves it as it is, and when a table is shown no more."""

from tallyboard.pages.live.cards import Card
from tallyboard.pages.live.hall import Asks, Notes, Viewing
from tallyboard.store.seats import Ask
from tests.host.pages.live.halls import ALL, Hall
from tests.host.watch_events import LIVE, MATCH, alarm, call, connected, database, lost, order, played, score, unplugged


def cards(hall: Hall, choice: Viewing = ALL) -> list[Card]:
    return hall.live.cards(choice)


def only(hall: Hall) -> Card:
    (card,) = cards(hall)
    return card


def test_a_card_has_names_totals_rounds_twenties_and_what_is_counted(hall: Hall) -> None:
    hall.hear(score(*played("crokinole-championship rounds=8", "A 20", "next", "B 15"), table="Table 3"))
    card = only(hall)
    assert [(side.name, side.total, side.running, side.twenties) for side in card.sides] == [
        ("Ann", 2, 0, 1),
        ("Bob", 0, 15, 0),
    ]
    assert [(side.pips, side.first, side.lead) for side in card.sides] == [
        ("wnuuuuuu", False, True),
        ("lnuuuuuu", True, False),
    ]
    assert card.stage is not None
    assert (card.stage.kind, card.stage.number, card.stage.of) == ("round", 2, 8)


def test_a_card_tells_by_what_its_table_is_there(hall: Hall) -> None:
    hall.hear(score(port="radio e66164084301"))
    assert only(hall).source == "radio"
    hall.hear(score(port="/dev/ttyACM1"))
    assert only(hall).source == "box"


def test_what_changes_nothing_on_the_page_is_no_change(hall: Hall) -> None:
    hall.hear(score())
    before = hall.live.versions.number
    hall.hear(score(next=10), score(epoch=8))
    hall.live.step()
    assert hall.live.versions.number == before


def test_a_press_changes_one_card(hall: Hall) -> None:
    hall.tables(3)
    before = hall.live.versions.number
    hall.hear(score({**LIVE, "raw": [20, 0]}, board="b2", port="p2", table="Table 2"))
    assert [one.title for one in hall.live.news(before, ALL).shown if isinstance(one, Card)] == ["Table 2"]
    assert hall.live.versions.number == before + 1


def test_tables_are_in_the_order_in_which_people_look_for_them(hall: Hall) -> None:
    hall.tables(11)
    assert [card.title for card in cards(hall)][:3] == ["Table 1", "Table 2", "Table 3"]
    assert [card.title for card in cards(hall)][-2:] == ["Table 10", "Table 11"]


def test_two_boards_of_one_name_have_a_card_each_and_one_again_when_one_is_renamed(hall: Hall) -> None:
    hall.hear(score(board="e66164084301", table="Table 3"), score(board="e66164084302", port="p2", table="Table 3"))
    assert [card.title for card in cards(hall)] == ["Table 3 (084301)", "Table 3 (084302)"]
    assert len(cards(hall, Viewing("Table 3"))) == 2
    before = hall.live.versions.number
    hall.hear(score(board="e66164084302", port="p2", table="Table 4"))
    assert [card.title for card in cards(hall)] == ["Table 3", "Table 4"]
    assert set(hall.live.news(before, ALL).gone) == {"table:Table 3 (084301)", "table:Table 3 (084302)"}


def test_a_table_is_found_by_its_name_as_desks_write_it_and_by_its_board(hall: Hall) -> None:
    hall.hear(score(board="e66164084301", table="Table 3"))
    for word in ("Table 3", "table3", "TABLE  3", "e66164084301"):
        assert [card.title for card in cards(hall, Viewing(word))] == ["Table 3"], word
    assert cards(hall, Viewing("Table 33")) == []
    assert cards(hall, Viewing("")) == []


def test_a_table_without_a_name_that_browsers_would_take_for_a_folder_has_its_board_in_the_address(hall: Hall) -> None:
    hall.hear(score(board="b1", port="p1", table=".."), score(board="b2", port="p2", table="Table 2"))
    assert [card.word for card in cards(hall)] == ["b1", "Table 2"]


def test_what_is_not_stored_is_said_once_it_had_the_time(hall: Hall) -> None:
    hall.hear(score(behind=2))
    assert only(hall).behind == 0
    hall.now += 3
    hall.live.step()
    assert only(hall).behind == 2


def test_a_board_that_is_away_was_heard_at_one_moment_however_often_that_is_told(hall: Hall) -> None:
    hall.hear(score(), lost(silent_s=4.0, behind=3))
    card = only(hall)
    assert (card.heard, card.behind, card.trouble) == (996_000, 3, "It went away. Plug it in.")
    before = hall.live.versions.number
    hall.now += 5
    hall.live.step()
    assert (only(hall), hall.live.versions.number) == (card, before)
    hall.hear(score())
    assert only(hall).heard is None


def test_a_table_that_is_unplugged_leaves_after_ten_minutes_where_all_of_it_is_stored(hall: Hall) -> None:
    hall.tables(3)
    hall.hear(unplugged(board="b1", port="p1", table="Table 1"))
    hall.hear(unplugged(board="b2", port="p2", table="Table 2", behind=1))
    before = hall.live.versions.number
    hall.now += 601
    hall.live.step()
    assert [card.title for card in cards(hall)] == ["Table 2", "Table 3"]
    assert hall.live.news(before, ALL).gone == ("table:Table 1",)
    hall.hear(connected(board="b1", port="p1", table="Table 1"))
    assert [card.title for card in cards(hall)] == ["Table 1", "Table 2", "Table 3"]


def test_an_alarm_stays(hall: Hall) -> None:
    hall.hear(score(), alarm(), score())
    assert only(hall).alarm.startswith("ALARM: ")


def test_a_table_of_another_laptop_has_its_score_as_it_is_stored(hall: Hall) -> None:
    _, match = played("crokinole-championship rounds=8", "A 20", "next", "B 15")
    hall.hear(score(None, match, hub="desk-2", table="Table 3"))
    assert [(side.total, side.running) for side in only(hall).sides] == [(2, 0), (0, 15)]


def test_a_stored_match_without_a_score_says_why(hall: Hall) -> None:
    hall.hear(score(None, {**MATCH, "status": "incomplete"}, hub="desk-2"))
    assert (only(hall).standing, only(hall).stage) == ("incomplete", None)


def test_notes_tell_of_the_database_and_not_of_orders(hall: Hall) -> None:
    hall.hear(database(37), order(table="Table 3", said="It has two sides."), call())
    notes = hall.live.notes
    assert notes.database is not None
    assert (notes.database.waiting, notes.database.why) == (37, "The database does not answer. Start it again.")
    for address in ("/", "/tv"):
        html = hall.page(address)
        assert "It has two sides." not in html
        assert "the table plays another match" not in html
    hall.hear(database(0, reachable=True))
    assert hall.live.notes == Notes()


# ---- phones

PHONE = "70686f6e650123456789abcd"


def test_a_table_by_phone_says_so_and_when_its_battery_is_low(hall: Hall) -> None:
    hall.hear(score(board=PHONE, table="Table 4", port="Table 4 by phone"), score(board="b1", table="Table 5"))
    page = hall.page("/")
    assert page.count("by phone</span>") == 1 and page.count("by box</span>") == 1 and "Battery" not in page
    before = hall.live.versions.number
    hall.live.take_phones(Asks(), {PHONE: 15})
    (changed,) = hall.live.news(before, ALL).shown
    assert isinstance(changed, Card)
    assert (changed.title, changed.source, changed.battery) == ("Table 4", "phone", 15)
    assert "Battery of the phone: 15 %" in hall.page("/") and "par téléphone" in hall.page("/?lang=fr")
    hall.live.take_phones(Asks(), {})
    assert [card.battery for card in cards(hall)] == [None, None]


def test_what_the_desk_has_to_decide_is_told_to_the_desk_alone(hall: Hall) -> None:
    desk, asks = Viewing(tournament="now", is_desk=True), Asks((Ask("6c", "Table 4", 1000),))
    before = hall.live.versions.number
    hall.live.take_phones(asks, {})
    assert hall.live.news(before, desk).shown == (asks,)
    assert asks in hall.live.news(None, desk).shown
    assert hall.live.news(before, ALL).shown == () and asks not in hall.live.news(None, ALL).shown
    before = hall.live.versions.number
    hall.live.take_phones(asks, {})
    assert hall.live.news(before, desk).shown == ()
    hall.live.take_phones(Asks(), {})
    assert hall.live.news(before, desk).shown == (Asks(),)
