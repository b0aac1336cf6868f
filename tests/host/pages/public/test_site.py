"""`tallyboard export --site`: files that open from a disk, each leading to others of them, and to nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.pages import exported
from tallyboard.pages.exported import ExportedSite, SiteFile
from tallyboard.store.tournaments.appending import append, create
from tallyboard.store.tournaments.follow import FollowedSeason
from tests.harness.command_line import Run
from tests.harness.paper import Paper
from tests.host.pages.public.conftest import Hall, Node, read

CROKINOLE = "crokinole-championship rounds=2"
ROUNDS = ("A 20", "A 15", "B 5", "next", "B 15", "A 20", "next")


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A tournament with everything: groups, a bracket, a match at a board, hostile names; and another one."""
    hall = Hall(tmp_path_factory.mktemp("event"))
    hall.begin("add Zoe", "add Yan", "phase 1 single game washers-ritzenthaler", "draw 1", name="Another")
    another = hall.now.about.id
    names = ('<script>alert("x")</script>', "../../etc/passwd", "\u05d0\u05d1\u05d2", "👩‍👩‍👧 O'Hara", "Ann", "Bob")
    hall.begin(*(f"add {name}" for name in names), "open 1", f"phase 1 round-robin groups=2 game {CROKINOLE}")
    hall.enter(f"phase 2 double of=1 take=1-4 game {CROKINOLE}", "draw 1", "call")
    call = next(event for event in hall.now.events if event.line.startswith("call"))
    key = f"{hall.id}-{call.number}.1"
    hall.board(Paper().boot().assign(CROKINOLE, key).start_assigned(CROKINOLE, key).press(*ROUNDS))
    hall.board(Paper(8).boot().start("twenties-shootout").press("A 20", "next"))  # outside of the tournament
    hall.play_out(1).enter("draw 2")
    night = hall.play_ready(2).now.about.id
    season = FollowedSeason(create(hall.store, "Tuesdays <b>", "season", "UTC"))
    nights = [f"night 2026-01-13 {night}", f"night 2026-01-06 {another}"]
    append(hall.store, season, lambda _: ["player Ann", f"player {names[0]}", *nights], "Ann")
    yield hall
    hall.store.close()


@pytest.fixture(scope="module")
def site(event: Hall, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    exported.write(folder, ExportedSite(event.store, None).files())
    return folder


def pages(site: Path) -> dict[Path, Node]:
    return {file: read(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html"))}


def addresses(page: Node) -> list[str]:
    return [
        node.attributes[name] for node in page.all() for name in ("href", "src", "action") if name in node.attributes
    ]


def test_every_link_leads_to_a_file_that_is_there_and_to_a_place_in_it(site: Path) -> None:
    known = pages(site)
    led_to = {file.resolve() for file in (site / "assets/fonts").iterdir()}  # the style does
    led_to.add(site / "index.html")
    for file, page in known.items():
        assert addresses(page)
        for address in addresses(page):
            path, _, place = address.partition("#")
            assert path == unquote(path) and not path.startswith("/") and ":" not in path and "?" not in path, address
            target = (file.parent / path).resolve() if path else file
            assert target.is_file() and target.is_relative_to(site.resolve()), f"{file.name}: {address}"
            if place:
                assert known[target].all(id=place), f"{file.name}: {address}"
            led_to.add(target)
    assert {file.resolve() for file in site.rglob("*") if file.is_file()} - led_to == {site.resolve() / exported.MARK}


def test_no_file_needs_a_server_or_a_script(site: Path) -> None:
    for file, page in pages(site).items():
        text = file.read_text(encoding="utf-8")
        assert "http" not in text, file
        assert not page.all("script") and not page.all("form") and not page.all("iframe")
        assert "style" not in {name for node in page.all() for name in node.attributes}
        assert not [name for node in page.all() for name in node.attributes if name.startswith(("on", "data-stream"))]
    for style in site.rglob("*.css"):
        loaded = re.findall(r"url\(([^)?]*)", style.read_text(encoding="utf-8"))
        assert all((style.parent / name).is_file() for name in loaded)


def test_it_has_every_page_of_the_tournament_in_each_language_and_none_of_another(site: Path, event: Hall) -> None:
    there = {file.relative_to(site).as_posix() for file in pages(site)}
    plain = ("index", "standings", "schedule", "players", "statistics", "matches", "bracket-2")
    seasons = sorted(file for file in there if file.startswith("en/season-"))
    assert len(seasons) == 3 and sum(file.endswith(("-1.html", "-2.html")) for file in seasons) == 2
    matches = {file for file in there if file.startswith("en/match-")}
    for code in ("en", "fr"):
        assert {f"{code}/{name}.html" for name in plain} <= there
        assert {f"{code}/player-{n}.html" for n in range(1, 7)} <= there
        assert read((site / code / "index.html").read_text("utf-8")).one("html").attributes["lang"] == code
    assert len(matches) == 1  # the one that was played in it
    assert {file.removeprefix("en/") for file in there if file.startswith("en/")} == {
        file.removeprefix("fr/") for file in there if file.startswith("fr/")
    }
    assert not [file for file, page in pages(site).items() if "Zoe" in page.text]


def test_the_first_page_of_the_folder_is_the_tournament_at_a_glance(site: Path) -> None:
    front, page = (read((site / file).read_text("utf-8")) for file in ("index.html", "en/index.html"))
    assert front.one("main").text == page.one("main").text and "Phase 2" in front.one("main").text
    tabs = [link.attributes["href"] for link in front.one("nav", class_="tabs").all("a") if link.all("svg")]
    assert tabs == [
        "en/index.html",
        "en/schedule.html",
        "en/standings.html",
        "en/bracket-2.html#live",
        "en/players.html",
    ]
    assert front.one("nav", class_="preferences").one("a", hreflang="fr").attributes["href"] == "fr/index.html"


def test_a_page_leads_to_itself_in_the_other_language(site: Path) -> None:
    page = read((site / "fr" / "player-3.html").read_text("utf-8"))
    assert page.one("nav", class_="preferences").one("a", hreflang="en").attributes["href"] == "../en/player-3.html"


def test_names_of_files_are_safe_for_every_file_system(site: Path) -> None:
    for file in site.rglob("*"):
        assert set(file.name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.")


def test_the_command_writes_it_and_writes_it_again(event: Hall, tmp_path: Path, run: Run) -> None:
    folder = tmp_path / "out"
    first = run("export", "--site", folder, "--db", event.db)
    assert (first.code, first.err) == (0, "")
    assert "Club day" in first.out
    (folder / "en" / "player-1.html").unlink()
    again = run("export", "--site", folder, "--db", event.db, "--tournament", "another")
    assert (again.code, again.err) == (0, "")
    assert not (folder / "en" / "player-3.html").exists() and (folder / "en" / "player-1.html").exists()
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize("other", ["notes.txt", "en/mine.html", "folder/"])
def test_a_folder_with_something_else_in_it_is_refused(event: Hall, tmp_path: Path, run: Run, other: str) -> None:
    folder = tmp_path / "out"
    assert run("export", "--site", folder, "--db", event.db).code == 0
    mine = folder / other
    if other.endswith("/"):
        mine.mkdir()
    else:
        mine.write_text("mine")
    before = {file: file.stat().st_mtime_ns for file in folder.rglob("*")}
    ran = run("export", "--site", folder, "--db", event.db)
    assert (ran.code, ran.out) == (2, "")
    assert other.rstrip("/") in ran.err and "nothing was changed" in ran.err
    assert {file: file.stat().st_mtime_ns for file in folder.rglob("*")} == before


def test_what_fails_half_way_leaves_the_folder_as_it_was(site: Path) -> None:
    before = sorted(site.rglob("*"))

    def files() -> Iterator[SiteFile]:
        yield SiteFile("index.html", b"new")
        raise TallyboardError("The disk is gone.", "Plug it in.")

    with pytest.raises(TallyboardError):
        exported.write(site, files())
    assert sorted(site.rglob("*")) == before
    assert (site / "index.html").read_bytes() != b"new"
    assert [path.name for path in site.parent.iterdir() if path.name.startswith(".")] == []


@pytest.mark.parametrize(
    "words",
    [
        ("--site", "out", "--format", "csv"),
        ("--site", "out", "--out", "x.csv"),
        ("--site", "out", "1234"),
        ("--format", "csv", "--tournament", "Club day"),
        ("--site", "out", "--tournament", "Nobody's"),
        ("--site", "missing/out"),
    ],
)
def test_what_does_not_go_together_is_refused(event: Hall, tmp_path: Path, run: Run, words: tuple[str, ...]) -> None:
    given = [tmp_path / word if "out" in word and not word.startswith("-") else word for word in words]
    ran = run("export", *given, "--db", event.db)
    assert (ran.code, ran.out) == (2, "")
    assert not (tmp_path / "out").exists()
