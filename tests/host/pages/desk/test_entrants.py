"""Who plays: entered, checked in, in their order, out of the tournament."""

import pytest

from tallyboard.desk.matches import members
from tests.host.pages.desk.browser import Browser, begin, site_in


def statuses(olga: Browser) -> list[str]:
    return [one["status"] for one in olga.computed()["entrants"]]


def test_many_are_entered_at_once(olga: Browser) -> None:
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Ann\r\n\r\n  Bob   Ross\n"})
    assert olga.lines() == ["add Ann", "add Bob Ross"]
    assert olga.said == "Entered: Ann, Bob Ross. There are 2 entrants now."
    assert {event.who for event in olga.seen().events} == {"Olga"}


def test_pairs_are_entered(tmp_path) -> None:  # type: ignore[no-untyped-def]
    olga = Browser(site_in(tmp_path))
    begin(olga, entry="doubles")
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Ann & Bob\nCid and Dee"})
    assert olga.lines() == ["add Ann & Bob", "add Cid & Dee"]


@pytest.mark.parametrize(
    "names, told",
    [
        ("", "Type at least one name."),
        ("Eva\nann", "Line 2, "),
        ("12", "A name has no sign #"),
        ("A#B", "A name has no sign #"),
        ("x" * 61, "60 characters"),
        ("Ann & Bob", "This is no name for an entrant here."),
        ("a\u202eb", "This is no name for an entrant here."),
    ],
)
def test_a_name_that_cannot_be_is_told_and_nothing_is_entered(olga: Browser, names: str, told: str) -> None:
    olga.enter("add Ann")
    olga.press(f"{olga.at}/entrants", "/add", {"names": names})
    assert olga.status == 422
    assert told in olga.page
    assert olga.form("/add").fields["names"].strip() == names
    assert olga.lines() == ["add Ann"]


def test_a_sheet_is_entered_whole_or_not_at_all(olga: Browser) -> None:
    sheet = "name,club,seed,phone\nAnn,Ottawa,2,1\nBob,,1,2\n"
    olga.look(f"{olga.at}/entrants")
    olga.send(olga.form("/import"), files={"sheet": ("players.csv", sheet.encode())})
    assert olga.lines() == ["add Ann", "add Bob", "seeds 2 1"]
    assert [event.reason for event in olga.seen().events] == ["club Ottawa", "", ""]
    assert olga.said.endswith("2 of them are seeded. Columns that were left out: phone.")
    olga.send(olga.form("/import"), files={"sheet": ("players.csv", b"name\nCid\nAnn\n")})
    assert olga.status == 422
    assert "Row 3: Ann is there already." in olga.page
    olga.send(olga.form("/import"), files={"sheet": ("players.xlsx", b"PK\x03\x04")})
    assert "The sheet cannot be read." in olga.page
    olga.send(olga.form("/import"))
    assert "Choose a file" in olga.page
    assert len(olga.lines()) == 3


def test_checking_in_is_one_press(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "withdraw 2")
    olga.press(f"{olga.at}/entrants", "/status", entrant="1", status="absent")
    assert (statuses(olga), olga.said) == (["absent", "withdrawn"], "Ann: absent.")
    assert olga.where.endswith("#e1")
    olga.press(f"{olga.at}/entrants", "/status", entrant="all", status="in")
    assert statuses(olga) == ["in", "withdrawn"]
    olga.press(f"{olga.at}/entrants", "/status", entrant="all", status="absent")
    assert statuses(olga) == ["absent", "withdrawn"]


def test_seeds_and_contest_are_fields(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid")
    olga.press(f"{olga.at}/order", "/order", {"seed-3": 1, "seed-1": 4, "contest-2": 9, "how": "fields"})
    assert list(olga.lines()[3:]) == ["contest 2 9", "seeds 3 1"]
    assert olga.said == "Seeded: Cid, Ann."
    olga.press(f"{olga.at}/order", "/order", {"contest-1": 12, "how": "contest"})
    assert list(olga.lines()[5:]) == ["contest 1 12", "seeds contest"]
    olga.press(f"{olga.at}/order", "/order", {"how": "nobody"})
    assert olga.lines()[-1] == "seeds"
    olga.press(f"{olga.at}/order", "/order", {"how": "fields"})
    assert olga.said == "Nothing has changed. Nobody is seeded."
    before = olga.lines()
    wrong = {"seed-1": 1, "seed-2": 1, "seed-3": "y", "contest-3": "x", "contest-1": 1000}
    olga.press(f"{olga.at}/order", "/order", {**wrong, "how": "fields"})
    assert olga.status == 422
    assert all(f'id="wrong-{field}"' in olga.page for field in wrong), "all of them are marked"
    assert olga.form("/order").fields["contest-3"] == "x"
    assert olga.lines() == before


def test_an_entrant_is_renamed(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob")
    olga.press(f"{olga.at}/entrant/1", "/rename", {"name": "Anna"})
    assert (olga.lines()[-1], olga.said) == ("rename 1 Anna", "Ann is called Anna now.")
    for name in ("bob", "", "12", "x" * 90):
        olga.press(f"{olga.at}/entrant/1", "/rename", {"name": name})
        assert olga.status == 422
        assert olga.form("/rename").fields["name"] == name
    assert len(olga.lines()) == 3


def test_going_out_says_what_follows_before_and_after(four: Browser) -> None:
    page = four.look(f"{four.at}/entrant/1")
    assert "so 3 matches no longer count." in page
    assert "The call of <bdi>Ann</bdi> : <bdi>Dee</bdi> to Table <bdi>1</bdi> has ended." in page
    four.send(four.form("/status", status="disqualify"), {"reason": " "})
    assert four.status == 422
    assert "a disqualification needs a reason" in four.page
    four.send(four.form("/status", status="disqualify"), {"reason": "threw a disc"})
    assert four.lines()[-1] == "disqualify 1"
    assert four.seen().events[-1].reason == "threw a disc"
    assert "so 3 matches no longer count." in four.said
    four.press(f"{four.at}/entrant/1", "/status", status="in")
    assert statuses(four)[0] == "in"
    four.press(f"{four.at}/entrant/1", "/status", status="absent")
    four.press(f"{four.at}/entrant/1", "/status", {"reason": "bus"}, status="withdraw")
    assert statuses(four)[0] == "withdrawn"
    assert four.look(f"{four.at}/entrant/9") and four.status == 404


def test_of_partners_who_goes_home_is_drawn_no_more_and_nothing_is_lost(olga: Browser) -> None:
    olga.enter(*(f"add P{number}x" for number in range(9)), "phase 1 partners rounds=3 game crokinole-championship")
    olga.enter("draw 1")
    one = members(olga.computed()["phases"][0]["matches"][0]["sides"][0])[0]
    page = olga.look(f"{olga.at}/entrant/{one}")
    assert "No more rounds are drawn with them" in page and "lost without playing" not in page
    assert page.count("1 match is not played any more: one of its four is out.") == 2, "of both ways out"
    assert page.count("/result/1%3A") == 1, "the match is listed, with partner and opponents"
    olga.press(f"{olga.at}/entrant/{one}", "/status", {"reason": "bus"}, status="withdraw")
    assert "1 match is not played any more" in olga.said
    olga.press(f"{olga.at}/phases", "/draw", what="draw")
    assert olga.said.startswith("Phase 1 is drawn, 8 entrants. Round 2: ")


def test_a_match_whose_other_player_is_not_known_leads_nowhere(olga: Browser) -> None:
    olga.enter("add Ann", "add Bob", "add Cid", "phase 1 single game washers-ritzenthaler", "draw 1")
    page = olga.look(f"{olga.at}/entrant/1")
    assert "W2.1" in page and "result/1%3AW2.1" not in page
    olga.enter("result 1:W1.2 2 21 3 18")
    assert "result/1%3AW2.1" in olga.look(f"{olga.at}/entrant/1")


def test_the_page_of_who_has_withdrawn_says_nothing_of_absent_ones(four: Browser) -> None:
    absent = "Who is absent is neither drawn nor called"
    assert absent in four.look(f"{four.at}/entrant/2")
    four.enter("withdraw 2")
    assert absent not in four.look(f"{four.at}/entrant/2")


def test_a_list_of_a_thousand_is_entered_to_its_last_letter(olga: Browser) -> None:
    names = [f"Somebody Longname {at:04}" for at in range(1000)]
    olga.press(f"{olga.at}/entrants", "/add", {"names": "\n".join(names)})
    assert [one["name"] for one in olga.computed()["entrants"]] == names


def test_a_line_that_cannot_be_is_told_by_its_number_as_pasted(olga: Browser) -> None:
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Ann\r\n\r\n\r\nAnn"})
    assert "Line 4, <bdi>Ann</bdi>: " in olga.page


def test_rows_that_are_pasted_from_a_spreadsheet_are_taken_with_club_and_seed(olga: Browser) -> None:
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Zed Ray\tOttawa, North\t2\r\nAda\t\t1\nBob"})
    assert [one["name"] for one in olga.computed()["entrants"]] == ["Zed Ray", "Ada", "Bob"]
    assert (olga.lines()[-1], olga.seen().events[0].reason) == ("seeds 2 1", "club Ottawa, North")
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Seed\tName\n\tCid\n"})
    assert olga.lines()[-1] == "add Cid"
    before = olga.lines()
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Dee\tOttawa\tx\nEva\tOttawa\t1"})
    assert 'id="wrong-names"' in olga.page and "Row 1: x is no seed." in olga.page
    assert olga.form("/add").fields["names"].startswith("Dee\tOttawa")
    assert olga.lines() == before
