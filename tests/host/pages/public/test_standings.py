"""The standings: the figures of the computed object, and the reason at each place."""

import pytest

from tests.host.pages.public.conftest import LANGUAGES, Hall, Node

CROKINOLE = "game crokinole-championship"
WASHERS = "game washers-ritzenthaler"
FIGURES = ("points", "twenties", "played", "won", "level", "lost", "byes", "for", "against")


def swiss(hall: Hall, entrants: int = 6) -> Hall:
    hall.begin(*(f"add P{n}" for n in range(1, entrants + 1)), f"phase 1 swiss rounds=2 {CROKINOLE}", "draw 1")
    return hall.play_out(1)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("entrants", [5, 6])
def test_a_row_has_the_figures_of_the_computed_object(hall: Hall, entrants: int, language: str) -> None:
    swiss(hall, entrants)
    rows = hall.computed["phases"][0]["standings"][0]["rows"]
    shown = hall.get("/t/T/standings", language).all("tr", data_entrant="1")[0].parent
    assert shown is not None
    for row, told in zip(rows, shown.all("tr"), strict=True):
        assert told.attributes["data-entrant"] == str(row["entrant"])
        assert told.one("a").text == f"P{row['entrant']}"
        rare = {name for name in ("level", "byes") if not any(one[name] for one in rows)}
        figures = [row[name] for name in FIGURES if name not in rare]  # type: ignore[literal-required]
        assert [cell.text for cell in told.all("td")] == [str(row["place"]), *map(str, figures)]


@pytest.mark.parametrize(
    "line, reason, in_french",
    [
        ("result 1:1-2 1 21 2 18", "more points: 4 to 2", "plus de points\u00a0: 4 à 2"),
        ("result 1:1-2 1 9 2 9", "by lot", "par tirage au sort"),
    ],
)
def test_the_reason_stands_at_the_place(hall: Hall, line: str, reason: str, in_french: str) -> None:
    hall.begin("add Ann", "add Bob", "add Cid", f"phase 1 round-robin {WASHERS}", "draw 1")
    hall.enter("result 1:1-3 1 21 3 0", "result 1:2-3 2 21 3 0", line)
    assert hall.get("/t/T/standings").one("p", class_="why").text == reason
    assert hall.text("/t/T/standings", "fr").count(f">{in_french}</a>") == 1


def test_who_is_disqualified_stands_last_without_a_place(hall: Hall) -> None:
    swiss(hall).enter("disqualify 1")
    row = hall.get("/t/T/standings").one("tr", data_entrant="1")
    assert row.one("td").text == "\u2013"
    assert row.one("p", class_="why").text.startswith("does not count")
    assert row.one("span", class_="status").text == "disqualified"


def test_a_chain_of_three_names_those_among_whom_points_count(hall: Hall) -> None:
    hall.begin(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee")), f"phase 1 round-robin {WASHERS}", "draw 1")
    hall.enter("result 1:1-2 1 21 2 5", "result 1:2-3 2 21 3 20", "result 1:1-3 3 21 1 0")
    hall.enter(*(f"result 1:{n}-4 {n} 21 4 10" for n in (1, 2, 3)))
    page = hall.get("/t/T/standings?phase=1&why=3,1")
    said = [one.text for one in page.one("section", id="why").all("li")]
    assert said == [
        "Level by points: 4 each.",
        "Level by points among Ann , Bob and Cid : 2 each.",
        "Cid stands above by the difference of points made and given: 31 to 6.",
    ]
    turned = hall.get("/t/T/standings?why=1,3").one("section", id="why").all("li")
    assert [one.text for one in turned] == said
    french = hall.get("/t/T/standings?why=3&and=1", "fr")
    said = [one.text for one in french.one("section", id="why").all("li")]
    assert said[-1] == "Cid passe devant : la différence des points marqués et donnés, 31 à 6."


def test_each_reason_leads_to_the_comparison_of_the_two(hall: Hall) -> None:
    swiss(hall)
    page = hall.get("/t/T/standings")
    addresses = [link.attributes["href"] for why in page.all("p", class_="why") for link in why.all("a")]
    assert len(addresses) == 5
    for address in addresses:
        assert hall.get(address).one("section", id="why").all("li")


@pytest.mark.parametrize(
    "query", ["why=1&and=1", "why=1", "why=1,99", "why=a,b", "why=1,2&phase=9", "why=1,2,3", "why="]
)
def test_who_cannot_be_compared_is_told_above_the_standings(hall: Hall, query: str) -> None:
    swiss(hall)
    page = hall.get(f"/t/T/standings?{query}")
    assert page.one("p", id="why").text
    assert page.all("table", class_="standings") and page.all("nav", class_="tabs")


def test_the_form_offers_the_best_two_to_compare(hall: Hall) -> None:
    swiss(hall)
    best = [str(row["entrant"]) for row in hall.computed["phases"][0]["standings"][0]["rows"][:2]]
    assert [chosen(select) for select in hall.get("/t/T/standings").one("form", class_="compare").all("select")] == best
    later = hall.get("/t/T/standings?why=4&and=2").one("form", class_="compare")
    assert [chosen(select) for select in later.all("select")] == ["4", "2"]


def chosen(select: Node) -> str:
    (one,) = [option for option in select.all("option") if "selected" in option.attributes]
    return one.attributes["value"]


@pytest.mark.parametrize("points", ["", "points=3,1,0 bye=2"])
def test_a_row_with_walkovers_and_a_bye_can_be_added_up(hall: Hall, points: str) -> None:
    hall.begin(*(f"add P{n}" for n in range(1, 6)), f"phase 1 swiss rounds=3 {points} {CROKINOLE}")
    hall.enter("draw 1", "forfeit 1:1-3 3").play_out(1).enter("draw 1", "withdraw 4").play_out(1)
    group = hall.computed["phases"][0]["standings"][0]["rows"]
    page = hall.get("/t/T/standings")
    heads = [head.text for head in page.one("table", class_="standings").all("th", scope="col")]
    for row in group:
        cells = [cell.text for cell in page.one("tr", data_entrant=str(row["entrant"])).all("td")]
        told = dict(zip(heads[:1] + heads[2:], cells, strict=True))
        counted = int(told["Played"]) + int(told["Walkovers"])
        assert counted == sum(int(told.get(name, 0)) for name in ("Won", "Level", "Lost"))
    assert sum(row["won"] + row["level"] + row["lost"] - row["played"] for row in group) >= 2
    bye = "2" if points else "8"
    legend = page.one("p", class_="legend").text
    assert f"Who wins one gets {bye}." in legend and f"A bye gives {bye}," in legend


@pytest.mark.parametrize("points", ["", "points=3,1,0 bye=2"])
def test_the_comparison_tells_where_all_points_come_from(hall: Hall, points: str) -> None:
    hall.begin(*(f"add P{n}" for n in range(1, 6)), f"phase 1 swiss rounds=3 {points} {CROKINOLE}")
    hall.enter("draw 1", "forfeit 1:1-3 3").play_out(1).enter("draw 1", "withdraw 4").play_out(1)
    rows = {row["entrant"]: row for row in hall.computed["phases"][0]["standings"][0]["rows"]}
    byes = 0
    for one, other in ((1, 2), (3, 4), (5, 1)):
        accounts = hall.get(f"/t/T/standings?why={one},{other}").one("section", id="why").all("table", class_="account")
        for entrant, account in zip((one, other), accounts, strict=True):
            brought = [int(line.one("td", class_="points").text) for line in account.one("tbody").all("tr")]
            assert (
                account.one("tfoot").one("td", class_="points").text
                == str(rows[entrant]["points"])
                == str(sum(brought))
            )
            byes += sum(line.text.endswith(f"bye {2 if points else 8}") for line in account.one("tbody").all("tr"))
    assert byes


def test_groups_have_a_table_each_and_a_ranking_with_what_goes_on(hall: Hall) -> None:
    hall.begin(*(f"add P{n}" for n in range(1, 7)), f"phase 1 round-robin groups=2 {WASHERS}")
    hall.enter(f"phase 2 single of=1 take=1-4 {WASHERS}", "draw 1").play_out(1)
    page = hall.get("/t/T/standings")
    captions = [one.text for one in page.all("caption")]
    assert captions == ["Group A", "Group B"]
    ranking = page.one("table", class_="ranking")
    places = [row.all("td")[0].text for row in ranking.all("tr")[1:] if not row.has("class_", "line")]
    order = [entrant for level in hall.computed["phases"][0]["ranking"] for entrant in level]
    assert places == [str(place) for place in range(1, 7)]
    rows = ranking.all("tr")[1:]
    assert [row.one("a").text for row in rows if row.all("a")] == [f"P{entrant}" for entrant in order]
    assert rows[4].text == "phase 2 (Play-off) takes places 1 to 4"


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_draw_the_page_says_what_comes(hall: Hall, language: str) -> None:
    hall.begin()
    assert hall.get("/t/T/standings", language).one("p", class_="notice").text
    hall.enter("add Ann", "add Bob", f"phase 1 round-robin {WASHERS}")
    assert hall.get("/t/T/standings", language).one("p", class_="notice").text


@pytest.mark.parametrize("language", LANGUAGES)
def test_power_pools_have_their_own_ranking_over_all_groups(hall: Hall, language: str) -> None:
    hall.begin(*(f"add P{n}" for n in range(1, 7)), f"phase 1 round-robin groups=2 {WASHERS}")
    hall.enter(f"phase 2 single of=1 take=1-4 {WASHERS}", f"phase 3 round-robin of=1 take=1-3 across=points {WASHERS}")
    hall.enter("draw 1").play_out(1)
    page = hall.get("/t/T/standings", language)
    by_place, by_figures = page.all("table", class_="ranking")
    lines = [row.text for table in (by_place, by_figures) for row in table.all("tr", class_="line")]
    if language == "en":
        assert lines == ["phase 2 (Play-off) takes places 1 to 4", "phase 3 (Power pool) takes places 1 to 3"]
        assert "all groups by points alone" in page.text
    assert len(lines) == 2
    assert by_place.all("p", class_="why") and not by_figures.all("p", class_="why")[0].all("a")
