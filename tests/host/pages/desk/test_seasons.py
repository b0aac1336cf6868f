"""A season at the desk: its roster, its nights, what counts; and whose names its roster offers."""

import re
from pathlib import Path

import pytest

from tallyboard.store.tournaments import About
from tallyboard.store.tournaments.appending import append
from tallyboard.store.tournaments.rows import seasons
from tallyboard.store.tournaments.seasons import followed_season
from tests.harness.sizes import PRINTS
from tests.host.pages.desk.browser import Browser, back_at, begin, forms_of

GAME = "game crokinole-championship"


def start(olga: Browser, name: str = "Tuesdays", **options: str) -> None:
    """Begin a season by the form; its page is seen then."""
    olga.look("/desk/all")
    olga.send(olga.form("/desk/season"), {"season": name, **options})


def roster(olga: Browser, *people: str) -> None:
    olga.send(olga.form("/players"), {"players": "\r\n".join(people)})


def evening(olga: Browser, name: str, *names: str) -> str:
    """A finished tournament, who comes first beats all after them; its id."""
    begin(olga, name)
    olga.enter(*(f"add {one}" for one in names), f"phase 1 round-robin {GAME}", "draw 1")
    pairs = [(x, y) for x in range(1, len(names) + 1) for y in range(x + 1, len(names) + 1)]
    olga.enter(*(f"result 1:{x}-{y} {x} 6 {y} 2 twenties 2 1" for x, y in pairs))
    return olga.seen().about.id


def lines(olga: Browser) -> list[str]:
    """The season's lines."""
    with olga.site.store.get().reading() as sql:
        return [event.line for event in followed_season(sql).events]


@pytest.fixture(scope="module")
def month_s_site(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site of `month`, before its second night."""
    olga = back_at(begun, tmp_path_factory.mktemp("month"))
    id = evening(olga, "One", "Ann", "Zoe", "Bob")
    evening(olga, "Two", "Bob", "Annie")
    start(olga, best="1", points="10, 8,6")
    roster(olga, "Ann = Annie", "Bob", "Cid")
    olga.send(olga.form("/night"), {"tournament": id, "date": "2026-01-01"})
    return olga.left()


@pytest.fixture
def month(month_s_site: Path, tmp_path: Path) -> Browser:
    """A season with three people in its roster and two nights; its page is seen."""
    olga = back_at(month_s_site, tmp_path)
    olga.press("/desk/season/now", "/night", {"tournament": olga.seen().about.id, "date": "2026-01-02"})
    return olga


def test_a_season_is_begun_with_its_roster_and_its_nights(month: Browser) -> None:
    with month.site.store.get().reading() as sql:
        season = followed_season(sql)
    assert season.about.first_line == "season best=1 points=10,8,6"
    assert [event.line for event in season.events][:3] == ["player Ann = Annie", "player Bob", "player Cid"]
    assert {event.who for event in season.events} == {"Olga"}
    assert month.said == "Two is the night of 2026-01-02."
    assert "The best night alone counts. A night gives points by place: 10, 8, 6;" in month.page
    assert "not in the roster: <bdi>Zoe</bdi>." in month.page
    page = month.look(f"/season/{season.about.id[:8]}")
    assert page.index("<bdi>Ann</bdi>") < page.index("<bdi>Bob</bdi>") < page.index("<bdi>Cid</bdi>")
    assert "more wins: 2 to 1" in page and "no place: not there yet" in page


def test_a_night_has_its_own_day_and_points_where_they_are_given(month: Browser) -> None:
    begin(month, "Three")
    month.look("/desk/season/now")
    month.send(month.form("/night"), {"own": "match"})
    line = lines(month)[-1].split()
    assert (line[0], line[2], line[3]) == ("night", month.seen().about.id, "points=match")
    assert len(line[1]) == 10
    assert "Every tournament is a night already." not in month.page  # Club day is none
    assert "not finished" in month.page


@pytest.mark.parametrize(
    ("action", "fill", "told"),
    [
        ("/players", {"players": ""}, "Type at least one name."),
        ("/players", {"players": "Dee\nann"}, "Line 2, <bdi>ann</bdi>: "),
        ("/players", {"players": "Dee = Annie"}, "Annie is in the roster already: Ann."),
        ("/players", {"players": "Dee = "}, "A name is missing."),
        ("/players", {"players": "Dee & Eve"}, "An entrant here is one player"),
        ("/players", {"players": "D#e"}, "The sign #"),
        ("/called", {"player": "3", "name": "Bob"}, "Bob is in the roster already: Bob."),
        ("/called", {"player": "3", "name": ""}, "Type the name."),
        ("/night", {"date": "2026-02-30"}, "This is no date."),
        ("/night", {"own": "1,2"}, "It cannot count so."),
        ("/players", {"players": "Dee\nEve = Dee"}, "Line 2, <bdi>Eve = Dee</bdi>: This name stands here twice."),
        ("/options", {"best": "100"}, "A number of nights, from 1 to 99."),
        ("/options", {"least": "3 of 5"}, "A number of nights, from 0 to 99."),
        ("/options", {"chain": "wins,points"}, "is no chain"),
        ("/options", {"points": "10;8"}, "is not valid"),
    ],
)
def test_what_cannot_be_is_told_and_nothing_is_entered(
    month: Browser, action: str, fill: dict[str, str], told: str
) -> None:
    before = lines(month)
    month.look("/desk/season/now")
    month.send(month.form(action), fill)
    assert (month.status, lines(month)) == (422, before)
    assert told in month.page
    assert re.findall("autofocus aria-invalid|autofocus", month.page) == ["autofocus aria-invalid"]  # one leads there
    assert all(month.form(action).fields[name] == value for name, value in fill.items() if value)


def test_a_season_of_a_name_that_is_there_is_not_begun_twice(month: Browser) -> None:
    for name, told in (("TUESDAYS", "There is a season of this name."), ("", "Give it a name"), ("x" * 61, "61 char")):
        start(month, name)
        assert month.status == 422 and told in month.page
    start(month, "Fridays", best="x")
    assert month.status == 422 and month.form("/desk/season").fields["season"] == "Fridays"


def test_who_is_called_otherwise_what_counts_and_what_is_taken_back(month: Browser) -> None:
    for how, said in (("also", "In the roster: Cid = Sid."), ("rename", "In the roster: Sid = Cid.")):
        month.look("/desk/season/now")
        month.send(month.form("/called"), {"player": "3", "name": "Sid", "how": how})
        assert month.said == said
    assert "<li><bdi>Cid</bdi> is shown as <bdi>Sid</bdi>.</li>" in month.page
    month.look("/desk/season/now")
    month.send(month.form("/options"), {"best": "", "least": "2"})
    assert lines(month)[-1] == "set best=99 least=2"
    assert month.form("/options").fields["best"] == ""
    month.send(month.form("/options"))
    assert lines(month)[-1] == "set best=99 least=2"  # nothing is other than it stands
    month.send(month.form("/out", night=month.seen().about.id))
    assert lines(month)[-1] == f"out {month.seen().about.id}"
    assert "<li><bdi>Two</bdi> of 2026-01-02 is out of the season.</li>" in month.page
    month.send(month.form("/undo"))
    assert lines(month)[-1] == "undo" and "Two" in month.look("/desk/season/now")


def test_a_guest_is_taken_in_or_is_somebody_of_the_roster(month: Browser) -> None:
    month.press("/desk/season/now", "/called", {"player": "3"}, name="Zoe")
    assert lines(month)[-1] == "also 3 Zoe" and "not in the roster" not in month.page
    month.send(month.form("/undo"))
    assert "are counted among the roster: who is taken in" in month.page
    month.send(month.form("/players", players="Zoe"))
    assert lines(month)[-1] == "player Zoe" and "not in the roster" not in month.page
    assert "The points of 1 other player change with it, of 1 night." in month.said  # Bob is third now
    month.send(month.form("/players"), {"players": "Gus"})
    assert "The points of" not in month.said


def test_a_guest_is_nobody_until_one_is_chosen_and_nobody_who_was_there_too(month: Browser) -> None:
    month.look("/desk/season/now")
    guest = month.form("/called", name="Zoe")
    assert guest.fields["player"] == ""
    before = lines(month)
    month.send(guest)
    assert (month.status, lines(month)) == (422, before) and "Choose who of the roster is called so." in month.page
    month.send(month.form("/called", name="Zoe"), {"player": "2"})
    assert (month.status, lines(month)) == (422, before)
    assert "<bdi>Bob</bdi> both played on 2026-01-01 (<bdi>One</bdi>): they are two people." in month.page


def test_one_press_is_taken_back_as_a_whole(month: Browser) -> None:
    month.look("/desk/season/now")
    roster(month, "Dee", "Eve")
    month.send(month.form("/undo"))
    assert lines(month)[-2:] == ["undo", "undo"]
    assert month.form("/players").fields["players"].strip() == ""


def test_a_night_that_is_gone_is_told_and_the_rest_stands(month: Browser) -> None:
    store = month.site.store.get()
    with store.reading() as sql:
        season = followed_season(sql)
    append(store, season, lambda _: ["night 2026-01-03 gone.txt"], "Otto")
    page = month.look("/desk/season/now")
    assert "The tournament of the night 2026-01-03 is not here." in page and "<bdi>gone.txt</bdi>" in page
    assert month.status == 200
    public = month.look("/season/now")
    assert "The standings are without it" in public and "<bdi>Bob</bdi>" in public
    month.press("/desk/season/now", "/out", night="gone.txt")
    assert "is not here" not in month.page


@PRINTS
def test_a_season_is_printed(month: Browser) -> None:
    assert "standings.pdf" in month.look("/desk/season/now")
    assert month.client.get("/desk/season/now/standings.pdf?size=letter").content.startswith(b"%PDF")


# ---- whose names are offered


@pytest.fixture
def door(month: Browser) -> Browser:
    """The door of a new evening: nobody is entered yet."""
    begin(month, "Three")
    month.look(f"{month.at}/entrants")
    return month


def add(olga: Browser, *names: str) -> None:
    olga.send([form for form in forms_of(olga.page) if form.action.endswith("/add")][-1], {"names": "\n".join(names)})


def test_the_roster_is_offered_to_be_ticked_and_to_be_typed(door: Browser) -> None:
    assert all(f'<option value="{name}">' in door.page for name in ("Ann", "Bob", "Cid"))
    door.send(door.form("/add"), {"tick-1": "Ann", "tick-3": "Cid", "names": "Dee Longname"})
    assert door.lines() == ["add Dee Longname", "add Ann", "add Cid"]
    assert '<option value="Ann">' not in door.page and '<option value="Bob">' in door.page
    assert 'list="known"' in door.page
    late = next(form for form in forms_of(door.page) if form.action.endswith("/add"))
    door.send(late, {"names": "Bob"})
    assert door.lines()[-1] == "add Bob"


def test_who_is_ticked_and_typed_is_told_at_the_line_that_was_typed(door: Browser) -> None:
    door.send(door.form("/add"), {"tick-1": "Ann", "tick-3": "Cid", "names": "Dee Longname\nann"})
    assert door.status == 422 and "Line 2, <bdi>Ann</bdi>: This name stands here twice." in door.page
    door.enter("add Ann")
    door.send(door.form("/add"), {"tick-1": "Ann", "names": "Dee Longname"})
    assert door.status == 422 and "<bdi>Ann</bdi>: Somebody stands there twice." in door.page
    assert "Line 3" not in door.page


@pytest.mark.parametrize(
    ("typed", "question", "taken"),
    [
        ("Annie", "<bdi>Annie</bdi>? In the roster that is <bdi>Ann</bdi>.", "Ann"),
        ("Bobb", "<bdi>Bobb</bdi>? In the roster there is <bdi>Bob</bdi>.", "Bob"),
        ("Sid", "<bdi>Sid</bdi>? In the roster there is <bdi>Cid</bdi>.", "Cid"),
    ],
)
def test_a_near_miss_is_asked_and_either_answer_enters(door: Browser, typed: str, question: str, taken: str) -> None:
    add(door, "Eve", typed)
    assert (door.status, list(door.lines())) == (422, [])
    assert question in door.page
    form = door.form("/add")
    assert form.fields["near-1"] == taken and form.fields["names"].split() == ["Eve", typed]
    kept = Browser(door.site)
    door.send(form)
    assert list(door.lines()) == ["add Eve", f"add {taken}"]
    door.enter("undo", "undo")
    kept.look(f"{kept.at}/entrants")
    add(kept, "Eve", typed)
    kept.send(kept.form("/add"), {"near-1": ""})
    assert list(kept.lines())[-2:] == ["add Eve", f"add {typed}"]


def test_a_name_of_the_roster_is_not_asked_nor_one_that_is_far(door: Browser) -> None:
    add(door, "ann", "Mortimer")
    assert list(door.lines()) == ["add ann", "add Mortimer"]


def test_what_is_typed_anew_beside_an_answer_is_asked_too(door: Browser) -> None:
    add(door, "Annie")
    door.send(door.form("/add"), {"names": "Annie\nBobb"})
    assert door.status == 422 and "<bdi>Bobb</bdi>?" in door.page and "<bdi>Annie</bdi>?" not in door.page


def test_what_was_answered_is_not_asked_again_when_another_line_is_wrong(door: Browser) -> None:
    add(door, "Annie", "Bobb", "Dee", "Dee")
    door.send(door.form("/add"), {"near-1": "Ann", "near-2": ""})
    assert door.status == 422 and "Line 4" in door.page and "<bdi>Annie</bdi>?" not in door.page
    door.send(door.form("/add"), {"names": "Annie\nBobb\nDee\nSid"})
    assert door.status == 422 and "<bdi>Sid</bdi>?" in door.page and "<bdi>Bobb</bdi>?" not in door.page
    door.send(door.form("/add"))
    assert list(door.lines()) == ["add Ann", "add Bobb", "add Dee", "add Cid"]


def test_a_sheet_is_asked_as_well_and_keeps_clubs_and_seeds(door: Browser) -> None:
    sheet = "name;club;seed\nAnnie;Ottawa;2\nEve;;1\n"
    door.send(door.form("/import"), files={"sheet": ("players.csv", sheet.encode())})
    assert door.status == 422 and "<bdi>Annie</bdi>?" in door.page
    door.send(door.form("/add"))
    assert list(door.lines()) == ["add Ann", "add Eve", "seeds 2 1"]
    assert door.seen().events[0].reason == "club Ottawa"


def test_of_several_seasons_one_is_chosen_and_none_asks_nothing(door: Browser) -> None:
    start(door, "Fridays")
    roster(door, "Ida")
    page = door.look(f"{door.at}/entrants")
    assert "<datalist" not in page or '<option value="Ann">' not in page  # no night of either: nobody guesses
    ids = {about.name: about.id[:8] for about in _seasons(door)}
    assert '<option value="Ida">' in door.look(f"{door.at}/entrants?season={ids['Fridays']}")
    add(door, "Annie")
    assert list(door.lines()) == ["add Annie"]
    assert door.where.partition("?")[2].startswith(f"season={ids['Fridays']}")  # the page goes on with it
    door.look(f"{door.at}/entrants?season=none")
    add(door, "Idaa")
    assert list(door.lines())[-1] == "add Idaa"


def _seasons(olga: Browser) -> list[About]:
    with olga.site.store.get().reading() as sql:
        return seasons(sql)


def test_the_page_speaks_french(month: Browser) -> None:
    olivier = Browser(month.site, "Olivier", "fr")
    page = olivier.look("/desk/season/now")
    assert "Liste du club" in page and "Seule la meilleure soirée compte." in page
    assert "Soirées" in olivier.look("/season/now")
