"""What comes to the desk's pages from elsewhere, and goes there."""

import json
import re
from io import BytesIO
from zipfile import ZipFile

from tests.host.pages.desk.browser import Browser

FIELD = ("add Ann", "add Cyd", "add Bob")
LIST = "rank,player,rating\n1,Bob,4.25\n2,ANN,3\n3,Cid,1\n"


def look_who(olga: Browser, pasted: str, files: object = None) -> None:
    """Press the button beside the list."""
    form = olga.form("/order")
    form.action = f"{olga.at}/ratings"
    assert f'formaction="{form.action}"' in olga.page
    olga.send(form, {"ratings": pasted}, files)


def test_a_pasted_list_fills_the_seeds_and_enters_nothing_until_it_is_sent(olga: Browser) -> None:
    olga.enter(*FIELD, "seeds 2")
    olga.look(f"{olga.at}/order")
    look_who(olga, LIST)
    fields = olga.form("/order").fields
    assert [fields[f"seed-{number}"] for number in (1, 2, 3)] == ["2", "", "1"]
    for said in ("2 entrants are in the list.", "so behind them: Cyd.", "Cyd is not in it, but Cid is", "rating 4.25"):
        assert said in olga.page
    assert len(olga.lines()) == 4
    olga.send(olga.form("/order"), {"how": "fields", "seed-1": "x", "seed-2": "y"})
    assert 'id="wrong-seed-1"' in olga.page and 'id="wrong-seed-2"' in olga.page and "rating 4.25" in olga.page
    assert olga.form("/order").fields["ratings"].strip() == LIST.strip(), "nothing that was typed is lost"
    olga.send(olga.form("/order"), {"how": "fields", "seed-1": 2, "seed-2": ""})
    assert (olga.lines()[-1], olga.said) == ("seeds 3 1", "Seeded: Bob, Ann.")


def test_a_list_comes_as_a_file_too_and_a_wrong_one_is_told_with_its_line(olga: Browser) -> None:
    olga.enter(*FIELD)
    olga.look(f"{olga.at}/order")
    look_who(olga, "", {"list": ("nca.csv", LIST.encode("utf-16"))})
    assert olga.form("/order").fields["seed-3"] == "1"
    for wrong, said in (
        ("name,rating\nAnn,x", "Line 2: Under rating Ann has x"),
        ("name,rating\nAnn,x\nBob,y", "Line 3: Under rating Bob has y"),
        ("name,rating\nZoe,1", "Nobody of the tournament has a rating in this list."),
        ("", "Paste the list, or choose its file."),
    ):
        olga.look(f"{olga.at}/order")
        look_who(olga, wrong)
        assert (olga.status, said in olga.page) == (422, True)
        assert olga.form("/order").fields["ratings"].strip() == wrong
    assert len(olga.lines()) == 3


def test_a_list_of_ratings_that_is_given_for_who_plays_seeds_and_enters_nobody(olga: Browser) -> None:
    for way, given in (("/add", {"names": LIST}), ("/import", {}), ("/add", {"names": LIST.replace(",", "\t")})):
        files = None if given else {"sheet": ("nca.csv", LIST.encode())}
        olga.look(f"{olga.at}/entrants")
        olga.send(olga.form(way), given, files)
        assert olga.status == 422 and f'<a href="/desk/{olga.id}/order">Seeds and contest</a>' in olga.page
        assert 'id="wrong-names"' in olga.page if given else 'id="wrong-sheet"' in olga.page
    assert olga.lines() == []
    olga.look(f"{olga.at}/entrants")
    olga.send(olga.form("/import"), files={"sheet": ("nca.csv", b"name,rating\nAnn,x")})
    assert olga.status == 422 and "Line 2: Under rating Ann has x" in olga.page.partition('id="wrong-sheet"')[2]
    olga.enter(*FIELD)
    for way, given in (("/add", {"names": LIST}), ("/import", {})):
        files = None if given else {"sheet": ("nca.csv", LIST.encode())}
        olga.look(f"{olga.at}/entrants")
        olga.send(olga.form(way), given, files)
        assert (olga.status, olga.form("/order").fields["seed-3"]) == (200, "1")
        assert "2 entrants are in the list." in olga.page
    assert len(olga.lines()) == 3
    olga.look(f"{olga.at}/entrants")
    olga.send(olga.form("/import"), files={"sheet": ("players.csv", b"name,club,rating\nDee,Ottawa,3\n")})
    assert olga.lines()[-1] == "add Dee", "it is no list of ratings that says more of who plays"


def match(name: str, *who: str) -> dict[str, object]:
    teams = [{"players": [{"name": one}]} for one in who]
    game = {"winner": 0, "scores": [20, 5], "twenties": [2, 0]}
    date = "2026-02-11T19:30:00Z"
    return {
        "id": name,
        "match": {"date": date, "format": "singles", "teams": teams, "games": [game] * 4, "winner": 0},
    }


def test_results_from_another_application_are_taken_once_and_places_go_out(olga: Browser) -> None:
    olga.enter(*FIELD, "phase 1 round-robin game crokinole-championship", "draw 1")
    batch = {"cmn": "1.0", "batch": True, "matches": [match("m1", "Ann", "Bob"), match("m2", "Ann", "Zoe")]}
    files = {"cmn": ("night.json", json.dumps(batch).encode())}
    olga.look(f"{olga.at}/taken")
    olga.send(olga.form("/taken"), files=files)
    assert [*olga.lines()[5:]] == ["result 1:1-3 1 8 3 0 twenties 8 0"]
    assert olga.said.startswith("1 match is taken in. Not taken is m2 (Ann : Zoe): Zoe is no entrant.")
    assert "at m1 (Ann : Bob): game 1 has 20 points, and its twenties alone bring 40." in olga.said
    olga.look(f"{olga.at}/taken")
    olga.send(
        olga.form("/taken"),
        files={"cmn": ("one.json", json.dumps({"cmn": "1.0", **match("m1", "Ann", "Bob")}).encode())},
    )
    assert olga.said == "1 match was taken in before, and changed nothing."
    for data, said in ((b"{", "is cut off"), (b"", "Choose a file"), (b" " * 2_000_001, "too large")):
        olga.look(f"{olga.at}/taken")
        olga.send(olga.form("/taken"), files={"cmn": ("x.json", data)})
        assert (olga.status, said in olga.page) == (422, True)
    french = Browser(olga.site, language="fr")
    unknown = {"cmn": "1.0", **match("m2", "Ann", "Bobb")}
    broken = {"cmn": "1.0", "batch": True, "matches": [match("m3", "Ann", "Bob"), {"id": "m4"}]}
    for document, said in (
        (unknown, r"m2 \(Ann : Bobb\)</bdi>\u00a0: <bdi>Bobb n.est pas inscrit, mais Bob l.est</bdi>."),
        (broken, r"<bdi>Match 2\u00a0: match manque</bdi>. Rien n.a été saisi."),
    ):
        french.look(f"{olga.at}/taken")
        french.send(french.form("/taken"), files={"cmn": ("x.json", json.dumps(document).encode())})
        assert (french.status, bool(re.search(said, french.page))) == (422, True)
    olga.look(f"{olga.at}/placements.csv")
    assert olga.status == 404
    olga.enter("end 1")
    olga.look(f"{olga.at}/papers")
    assert "/placements.csv" in olga.page
    olga.look(f"{olga.at}/placements.csv")
    assert "singles,1,Ann," in olga.page
    with ZipFile(BytesIO(olga.client.get(f"{olga.at}/archive.zip").content)) as kept:
        assert kept.read("placements.csv").decode("utf-8-sig").splitlines()[1].endswith(",singles,1,Ann,")
