"""Crokinole Match Notation: every game that has a form in it, read by a validator written from the draft alone."""

import json
import random
import re
import uuid
from collections.abc import Iterable, Mapping
from contextlib import closing
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest

from shared_rules.games import catalogue, scoresheet
from shared_rules.games.result import result
from tallyboard.export import cmn
from tallyboard.shapes import MatchObject
from tallyboard.store import open_store, tournaments
from tallyboard.store.tournaments.follow import FollowedSeason
from tests.harness.command_line import Run
from tests.harness.golden_sheets import goldens
from tests.harness.paper import Paper
from tests.harness.random_matches import LINES, READ_TWICE, STEPS, events_of, try_event
from tests.harness.stores import from_sheet, kept, started

_DAY = "2026-11-21T16:00:05Z"


_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z")
_OF_AN_EVENT = {"name": str, "type": str, "round": int, "venue": str, "location": dict}


def _faults(document: Any) -> list[str]:
    """What the draft forbids in this document; fields that it does not know are allowed."""
    found: list[str] = []

    def want(holds: bool, what: str) -> None:
        if not holds:
            found.append(what)

    def whole(value: object, least: int) -> bool:
        return type(value) is int and value >= least

    def side(value: object) -> bool:
        return value is None or (type(value) is int and value in (0, 1))

    def pair(game: dict[str, Any], key: str) -> bool:
        good = isinstance(game[key], list) and len(game[key]) == 2 and all(whole(n, 0) for n in game[key])
        want(good, f"game.{key}")
        return good

    def text(value: object) -> bool:
        return isinstance(value, str) and bool(value.strip())

    def length(value: dict[str, Any], played: list[dict[str, Any]], winner: Any) -> None:
        """`fixed` is exactly so many games. `first_to`: the winner has the target in the end and nobody before.

        The draft counts two points for a game and one for a tie; in its own example a game is one.
        """
        number = {"fixed": "count", "first_to": "target"}[value["type"]]
        if not whole(value.get(number), 1):
            want(False, "gameFormat")
        elif number == "count":
            want(len(played) == value["count"], "exactly that many games")
        else:
            want(any(reached(value["target"], played, winner, *worth) for worth in ((2, 1), (1, 0))), "target")

    def reached(target: int, played: list[dict[str, Any]], winner: Any, won: int, tied: int) -> bool:
        points = [0, 0]
        for game in played:
            if max(points) >= target:
                return False
            points = [
                n + (tied if game["winner"] is None else won * (game["winner"] == s)) for s, n in enumerate(points)
            ]
        return winner is not None and points[winner] >= target

    def a_game(game: dict[str, Any]) -> None:
        want("winner" in game and side(game["winner"]), "game.winner")
        want("hammer" not in game or (type(game["hammer"]) is int and game["hammer"] in (0, 1)), "game.hammer")
        counted = "twenties" in game and pair(game, "twenties")
        if "scores" in game and pair(game, "scores"):
            # Raw totals, before any subtraction: points of discs, those of the twenties among them.
            want(all(n % 5 == 0 for n in game["scores"]), "scores are points")
            if counted:
                want(
                    all(n >= 20 * t for n, t in zip(game["scores"], game["twenties"], strict=True)), "scores: twenties"
                )
            higher = None if len(set(game["scores"])) == 1 else game["scores"].index(max(game["scores"]))
            want("awarded" in game or game["winner"] == higher, "who has more wins the game")

    def match(value: dict[str, Any]) -> None:
        want(_DATE.fullmatch(value["date"]) is not None and datetime.fromisoformat(value["date"]) is not None, "date")
        players = {"singles": 1, "doubles": 2}[value["format"]]
        want(len(value["teams"]) == 2, "teams")
        for team in value["teams"]:
            want(len(team["players"]) == players, "players")
            want(all(text(one["name"]) and ("cid" not in one or text(one["cid"])) for one in team["players"]), "name")
        want(len(value["games"]) > 0, "games")
        for game in value["games"]:
            a_game(game)
        want("winner" in value and side(value["winner"]), "winner")
        if "gameFormat" in value and not found:
            length(value["gameFormat"], value["games"], value["winner"])

    want(document["cmn"] == "1.0", "cmn")
    for key, value in document.get("event", {}).items():
        want(type(value) is _OF_AN_EVENT.get(key, type(value)), f"event.{key}")
    if "source" in document:
        app = document["source"]["app"]
        want(text(app) and app == app.lower() and not re.search(r"\s", app), "source.app")
        want(all(text(value) for value in document["source"].values()), "source")
    want(document.get("batch", True) is True, "batch")
    want("batch" not in document or not {"id", "match"} & set(document), "a batch is no match")
    records = document["matches"] if document.get("batch") else [document]
    for one in records:
        want(str(uuid.UUID(one["id"])) == one["id"], "id")
        match(one["match"])
    want(len({one["id"] for one in records}) == len(records), "ids are unique")
    return found


def _document(matches: Iterable[Mapping[str, Any]], asked: int, event: str | None = None) -> Any:
    """The document of these match objects."""
    made, _ = cmn.written(cast(Iterable[MatchObject], matches), asked, event, lambda _: None)
    assert made is not None
    with made:
        return json.load(made)


def _match(text: str, day: str | None = _DAY) -> dict[str, Any]:
    """The match object of a sheet, as a store has it."""
    sheet = scoresheet.read(text)
    told = result(sheet.match, sheet.names)
    return {"match": str(uuid.uuid5(uuid.NAMESPACE_URL, text)), "started": day, **told, "correction": None}


def _form_of(match: dict[str, Any]) -> dict[str, Any]:
    """The `match` of a match object, valid."""
    document = _document([match], 1)
    assert _faults(document) == []
    form: dict[str, Any] = document["match"]
    return form


def _form(text: str) -> dict[str, Any]:
    """The `match` of a sheet."""
    return _form_of(_match(text))


def _sheet(line: str, rounds: list[str], closed_by: tuple[str, ...] = ("next",)) -> str:
    """A sheet from rounds written as `A 20, B 15`; `name` lines may stand first in a round."""
    lines = ["game " + line]
    for one in rounds:
        lines += [*(part.strip() for part in one.split(",") if part), *closed_by]
    return "\n".join(lines) + "\n"


_REVIEWED = ("next", "A agree", "B agree")
_FAMILY = ("crokinole-official", "crokinole-traditional", "crokinole-championship", "twenties-shootout")


def _winner_of(games: list[dict[str, Any]], line: str) -> int | None:
    """Who won, from the games of the notation alone, by what the game's rules add up."""
    if games[-1].get("shootout"):
        winner: int | None = games[-1]["winner"]
        return winner
    if line.startswith("crokinole-championship"):
        points = [[2 * (game["winner"] == s) + (game["winner"] is None) for game in games] for s in (0, 1)]
    else:  # differences and raw points come to the same order
        points = [[game.get("awarded", game["scores"])[s] for game in games] for s in (0, 1)]
    totals = [sum(of_side) for of_side in points]
    return None if totals[0] == totals[1] else totals.index(max(totals))


def _finished() -> list[Any]:
    """The golden sheets that are a finished match with a form in the notation."""
    sheets = [golden for golden in goldens() if "error" not in golden.expected]
    return [pytest.param(golden.text, id=golden.name) for golden in sheets if _has_form(_match(golden.text))]


def _has_form(match: dict[str, Any]) -> bool:
    two = len(match["sides"]) == 2 and match["options"].get("format") != "two-on-one"
    return match["status"] == "finished" and two and match["game"] in (*_FAMILY, "pichenotte-southwest")


def test_the_sheets_cover_the_games() -> None:
    texts = [param.values[0] for param in _finished()]
    assert {_match(text)["game"] for text in texts} == {*_FAMILY, "pichenotte-southwest"}


@pytest.mark.parametrize("text", _finished())
def test_a_golden_sheet_is_valid_and_tells_the_same_match(text: str) -> None:
    _tells_the_same(_match(text))


def _tells_the_same(match: dict[str, Any]) -> None:
    form = _form_of(match)
    winners = [match["sides"].index(side) for side in match["winners"]]
    assert form["winner"] == (winners[0] if len(winners) == 1 else None)
    assert _winner_of(form["games"], match["game"]) == form["winner"]
    assert len(form["games"]) == len(match["rounds"])
    counted = [game["twenties"] for game in form["games"] if not game.get("shootout")]
    assert [sum(n[s] for n in counted) for s in (0, 1)] == list(match["twenties"].values())


@pytest.mark.parametrize(
    ("place", "value", "fault"),
    [
        (("date",), "2026-11-21T16:00:05+01:00", "date"),
        (("teams", 0, "players"), [{"name": "Ann"}, {"name": "Bob"}], "players"),
        (("teams", 1, "players", 0, "name"), "", "name"),
        (("gameFormat",), {"type": "fixed", "count": 2}, "exactly that many games"),
        (("games",), [], "games"),
        (("games", 0, "winner"), "A", "game.winner"),
        (("games", 0, "hammer"), None, "game.hammer"),
        (("games", 0, "scores"), [20, -20], "game.scores"),
        (("games", 0, "scores"), [1, 0], "scores are points"),
        (("games", 0, "scores"), [15, 0], "scores: twenties"),
        (("games", 0, "scores"), [20, 25], "who has more wins the game"),
        (("gameFormat",), {"type": "first_to", "target": 20}, "target"),
        (("gameFormat",), {"type": "first_to", "count": 1}, "gameFormat"),
        (("date",), "2026-11-21Z", "date"),
        (("teams", 0, "players", 0, "cid"), None, "name"),
        (("games", 0, "twenties"), [1], "game.twenties"),
        (("winner",), 2, "winner"),
    ],
)
def test_the_validator_finds_what_is_wrong(place: tuple[str | int, ...], value: object, fault: str) -> None:
    document = _document([_match(_sheet("twenties-shootout", ["A 20"]))], 1)
    assert _faults(document) == []
    inner = document["match"]
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    assert fault in _faults(document)


def test_the_validator_takes_the_length_of_the_drafts_example() -> None:
    document = _document([_match(_sheet("twenties-shootout", ["A 20"]))], 1)
    document["match"]["games"] = [{"winner": winner} for winner in (0, 0, 1, 0, 1, 1, 0, 0)]
    for target, faults in ((4, ["target"]), (5, []), (6, ["target"]), (10, []), (11, ["target"])):
        document["match"]["gameFormat"] = {"type": "first_to", "target": target}
        assert _faults(document) == faults, target


@pytest.mark.parametrize("line", LINES)
def test_whatever_is_pressed_a_match_has_a_valid_form_or_a_reason(line: str) -> None:
    chance = random.Random(line)
    told = 0
    for _ in range(40):
        played = catalogue.new(line)
        for event in events_of(chance.choices(STEPS[played.ID], k=60), played.ID):
            try_event(played, event)
        match = {"match": str(uuid.uuid4()), "started": _DAY, **result(played), "correction": None}
        if _has_form(match):
            _tells_the_same(match)
            told += 1
        else:
            with pytest.raises(cmn.NoFormError):
                cmn.written([cast(MatchObject, match)], 1, None, lambda _: None)
    if line not in READ_TWICE:  # of a game that is new here nobody knows how soon a match of it ends
        assert not told or getattr(catalogue.by_id(line), "CMN")  # noqa: B009
        return
    never = "sides=3" in line or "two-on-one" in line or "9999" in line
    assert (told > 0) == (not never and not line.startswith(("pichenottes", "washers")))


@pytest.mark.parametrize(
    ("line", "form", "length"),
    [
        # A point of the notation is half a game: 15 points of discs are no number of those.
        ("crokinole-official target=15", "singles", None),
        ("crokinole-official format=doubles target=15 discs=6", "doubles", None),
        ("crokinole-traditional target=15 start=loser", "singles", None),
        ("crokinole-traditional scoring=simple target=25", "singles", None),
        ("crokinole-championship rounds=2", "singles", {"type": "fixed", "count": 2}),
        ("crokinole-championship best_of=2 format=doubles", "doubles", None),
    ],
)
def test_the_options_of_the_crokinole_family(line: str, form: str, length: dict[str, Any] | None) -> None:
    match = _form(_sheet(line, ["A 20, B 5, B 15", "B 5, A 20, A 10"]))
    assert (match["format"], match.get("gameFormat")) == (form, length)
    assert match["games"] == [
        {"winner": None, "hammer": 0, "scores": [20, 20], "twenties": [1, 0]},
        {"winner": 0, "hammer": 1, "scores": [30, 5], "twenties": [1, 0]},
    ]
    assert match["winner"] == 0
    assert line.split()[0] == catalogue.new(match["rules"]).ID, "the game line says how long it was"


def test_a_draw_has_no_winner() -> None:
    match = _form(_sheet("crokinole-championship rounds=2", ["A 20", "B 15"]))
    assert [game["winner"] for game in match["games"]] == [0, 1]
    assert match["winner"] is None


def test_a_contest_of_twenties_is_one_game() -> None:
    match = _form(_sheet("twenties-shootout", ["B 20, B 20, A 20"]))
    assert match["games"] == [{"winner": 1, "hammer": 0, "scores": [20, 40], "twenties": [1, 2]}]
    assert (match["gameFormat"], match["winner"]) == ({"type": "fixed", "count": 1}, 1)


def test_games_of_southwest() -> None:
    match = _form(_sheet("pichenotte-southwest games=2", ["A 20, B 50", "A 25, A 25, B 15"], _REVIEWED))
    assert match["gameFormat"] == {"type": "fixed", "count": 2}
    assert match["games"] == [
        {"winner": 1, "hammer": 0, "scores": [20, 50], "twenties": [1, 0]},
        {"winner": 0, "hammer": 1, "scores": [50, 15], "twenties": [0, 0]},
    ]
    assert match["winner"] == 0
    long = _form(_sheet("pichenotte-southwest target=50", ["A 50"], _REVIEWED))
    assert "gameFormat" not in long
    assert long["rules"] == "pichenotte-southwest format=singles target=50 discs=12"


def test_penalties_and_forfeits_show_what_was_awarded() -> None:
    rounds = ["A 20, A 15, B 20, A penalty 20", "A 20, A 20, B 5, A forfeit", "A 5"]
    match = _form(_sheet("pichenotte-southwest games=3", rounds, _REVIEWED))
    assert match["games"] == [
        {"winner": 1, "hammer": 0, "scores": [35, 20], "twenties": [1, 1], "awarded": [15, 20]},
        {"winner": 1, "hammer": 1, "scores": [40, 5], "twenties": [0, 0], "awarded": [0, 5]},
        {"winner": 0, "hammer": 0, "scores": [5, 0], "twenties": [0, 0]},
    ]
    assert match["winner"] == 1


def test_a_shootout_decides_a_level_match_and_has_no_points() -> None:
    rounds = ["A 15, B 15", "A 20, B 20", "A 20, A 20, A penalty 20, A penalty 20, B 20"]
    match = _form(_sheet("pichenotte-southwest games=1", rounds, _REVIEWED))
    assert "gameFormat" not in match
    assert match["games"] == [
        {"winner": None, "hammer": 0, "scores": [15, 15], "twenties": [0, 0]},
        {"winner": None, "hammer": 1, "twenties": [1, 1], "shootout": True},
        {"winner": 1, "hammer": 0, "twenties": [2, 1], "shootout": True},
    ]
    assert match["winner"] == 1


@pytest.mark.parametrize(
    ("form", "name", "players"),
    [
        ("singles", "", ["A"]),
        ("singles", "name A Ann & Bob", ["Ann & Bob"]),
        ("doubles", "", ["A1", "A2"]),
        ("doubles", "name A Ann & Bob", ["Ann", "Bob"]),
        ("doubles", "name A Ann/Bob", ["Ann", "Bob"]),
        ("doubles", "name A Ann + Bob", ["Ann", "Bob"]),
        ("doubles", "name A Alexandra AND Sandy", ["Alexandra", "Sandy"]),
        ("doubles", "name A The Owls", ["The Owls (A1)", "The Owls (A2)"]),
        ("doubles", "name A Ann & Bob & Cy", ["Ann & Bob & Cy (A1)", "Ann & Bob & Cy (A2)"]),
        ("doubles", "name A Ann &", ["Ann & (A1)", "Ann & (A2)"]),
    ],
)
def test_the_players_of_a_side(form: str, name: str, players: list[str]) -> None:
    match = _form(_sheet(f"crokinole-official target=20 format={form}", [f"{name}, A 20"]))
    assert [player["name"] for player in match["teams"][0]["players"]] == players


def test_one_match_is_a_record_of_its_own(run: Run, tmp_path: Path) -> None:
    paper = started(Paper().boot(), "crokinole-official target=20", "Zoë", "Bob").press("A 20", "next")
    (match_id,) = kept(tmp_path / "club.db", paper)
    arguments = ("export", "--db", tmp_path / "club.db", "--format", "cmn", "--date", "2026-11-21")
    ran = run(*arguments, match_id[:6], "--event", "Tuesday League")
    assert (ran.code, ran.err) == (0, "")
    assert "Zoë" in ran.out
    document = json.loads(ran.out)
    assert _faults(document) == []
    assert document == {
        "cmn": "1.0",
        "id": match_id,
        "match": {
            "date": "2026-11-21T00:00:00Z",
            "format": "singles",
            "teams": [{"players": [{"name": "Zoë"}]}, {"players": [{"name": "Bob"}]}],
            "games": [{"winner": 0, "hammer": 0, "scores": [20, 0], "twenties": [1, 0]}],
            "winner": 0,
            "rules": "crokinole-official format=singles target=20 discs=12",
        },
        "event": {"name": "Tuesday League"},
        "source": {"app": "tallyboard", "version": version("tallyboard")},
    }
    assert "event" not in json.loads(run(*arguments, match_id).out)


def test_who_has_a_cid_and_where_it_was_is_said(run: Run, tmp_path: Path) -> None:
    paper = started(Paper().boot(), "crokinole-official target=20", "Annie", "Bob").press("A 20", "next")
    kept(tmp_path / "club.db", paper)
    with closing(open_store(str(tmp_path / "club.db"))) as store:
        league = FollowedSeason(tournaments.create(store, "League", "season", "UTC"))
        tournaments.append(store, league, lambda _: ["player Ann = CRK-00142 = Annie", "player Bob = Bobby"], "Olga")
    arguments = ("export", "--db", tmp_path / "club.db", "--format", "cmn", "--date", "2026-11-21")
    place = ("--venue", "Town Hall", "--location", "ca, Ontario")
    document = json.loads(run(*arguments, *place).out)
    assert _faults(document) == []
    assert document["event"] == {"venue": "Town Hall", "location": {"country": "CA", "region": "Ontario"}}
    teams = document["matches"][0]["match"]["teams"]
    assert teams == [{"players": [{"name": "Annie", "cid": "CRK-00142"}]}, {"players": [{"name": "Bob"}]}]
    for wrong in (("--location", "Ontario"), ("--venue", " ")):
        assert run(*arguments, *wrong).code == 2


def _mixed() -> Paper:
    """Eight matches: two of them have a form, six have none, for five reasons."""
    paper = Paper().boot()
    for line in ("crokinole-official target=20", "twenties-shootout"):
        paper.start(line).press("A 20", "next")
    paper.start("crokinole-official target=20").press("A 20").start("crokinole-official").press("B 5")
    paper.start("twenties-shootout sides=3").press("C 20", "next")
    paper.start("crokinole-traditional format=two-on-one target=20").press("B 20", "next")
    paper.start("washers-ritzenthaler target=3").press("A 3", "A board", "A board", "next")
    return paper.start("crokinole-official").press("A 20", "A 20")


def test_a_batch_leaves_out_what_has_no_form_and_says_so(run: Run, tmp_path: Path) -> None:
    paper = _mixed()
    ids = kept(tmp_path / "club.db", paper, missing=frozenset({len(paper.records) - 2}))
    ran = run("export", "--db", tmp_path / "club.db", "--format", "cmn", "--date", "2026-11-21T15:30+01:00")
    assert ran.code == 0
    document = json.loads(ran.out)
    assert _faults(document) == []
    assert (document["batch"], document["event"]) == (True, {})
    assert [one["id"] for one in document["matches"]] == ids[:2]
    assert {one["match"]["date"] for one in document["matches"]} == {"2026-11-21T14:30:00Z"}
    assert sorted(ran.err.splitlines()) == [
        "1 match left out: CMN has singles and doubles, not two on one.",
        "1 match left out: CMN has two sides, not three.",
        "1 match left out: CMN is for crokinole and Southwest pichenotte.",
        "1 match left out: records are missing.",
        "2 matches left out: not finished.",
    ]
    named = json.loads(
        run("export", "--db", tmp_path / "club.db", "--format", "cmn", *ids[1::-1], "--date", "2026-11-21").out
    )
    assert [one["id"] for one in named["matches"]] == [ids[1], ids[0]]


def test_a_match_that_was_asked_for_and_has_no_form_is_1(run: Run, tmp_path: Path) -> None:
    ids = kept(tmp_path / "club.db", _mixed())
    out = tmp_path / "club.json"
    ran = run("export", "--db", tmp_path / "club.db", "--format", "cmn", ids[0], ids[5], "--out", out)
    assert (ran.code, ran.out, out.exists()) == (1, "", False)
    assert ran.err.splitlines() == [
        f"Match {ids[5][:8]} has no form in CMN: CMN has singles and doubles, not two on one.",
        "Leave it out, or take --format json, which has every match.",
    ]


def test_nothing_with_a_form_is_1(run: Run, tmp_path: Path) -> None:
    kept(tmp_path / "club.db", Paper().boot().start("washers-ritzenthaler").press("A 3"))
    out = tmp_path / "club.json"
    ran = run("export", "--db", tmp_path / "club.db", "--format", "cmn", "--out", out)
    assert (ran.code, ran.out, out.exists()) == (1, "", False)
    assert ran.err.splitlines() == [
        "1 match left out: CMN is for crokinole and Southwest pichenotte.",
        "Nothing was exported.",
    ]


def test_a_finished_match_without_a_date_is_not_lost_unseen(run: Run, tmp_path: Path) -> None:
    ids = kept(tmp_path / "club.db", _mixed())
    for asked, how_many in (((), "2 matches have"), ((ids[0],), "1 match has")):
        ran = run("export", "--db", tmp_path / "club.db", "--format", "cmn", *asked)
        assert (ran.code, ran.out) == (2, "")
        cause, step = ran.err.splitlines()
        assert cause.startswith(f"CMN needs a date, and {how_many} none: {ids[0][:8]}")
        assert "--date 2026-11-21" in step


def test_a_sheet_from_a_board_reads_as_the_sheet_itself(tmp_path: Path, run: Run) -> None:
    text = _sheet("pichenotte-southwest games=1 format=doubles", ["name A Ann & Bob, A 20, B 15"], _REVIEWED)
    kept(tmp_path / "club.db", from_sheet(text))
    ran = run("export", "--db", tmp_path / "club.db", "--format", "cmn", "--date", _DAY)
    assert json.loads(ran.out)["matches"][0]["match"] == _form(text)
