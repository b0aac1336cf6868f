"""Whoever copies the blocks of docs/adding-a-game.md has a game: on the board, on the laptop, in every test."""

import json
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.reference.reference import GAMES
from tests.tutorial.tutorial import DOCUMENT, ROOT, Block, Tree, blocks, typed

GAME = "cornhole-cancellation"
SHEETS = sorted(block.above.split("`")[1] for block in blocks() if block.above.endswith(".txt`, a new file:"))
WINS = "tests/shared_rules/sheets/cornhole-4-more-than-the-target-wins.txt"

# The tests of all games, as far as they are about this one or about all of them together.
GENERIC = (
    "tests/shared_rules/test_golden.py",
    "tests/shared_rules/test_every_game.py",
    "tests/shared_rules/test_refused_lines.py",
    "tests/shared_rules/test_replay.py",
    "tests/shared_rules/test_options.py",
    "tests/shared_rules/test_messages.py",
    "tests/firmware/test_menu.py",
    "tests/firmware/test_panel.py",
    "tests/firmware/test_monkey.py",
    "tests/host/test_doubts.py",
    "tests/host/test_export_cmn.py",
    "tests/hardware/test_cards.py",
)
PLAIN = ("-p", "no:cacheprovider", "-p", "no:xdist")
ABOUT_IT = f"cornhole or every_game or every_ruling or title or numbers_of_games or chosen or [{len(GAMES)}]"


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """The checkout with all that the document adds to it."""
    return Tree(tmp_path_factory.mktemp("checkout")).apply_all()


@pytest.fixture(scope="module")
def shown(tree: Tree, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, str]]]:
    """The board of the document, switched on; what its displays show after each of the keys there."""
    first, *keys = typed("tallyboard board").text.splitlines()
    (tree.folder / "build").mkdir()
    board = subprocess.Popen(
        tree.command(shlex.split(first.removeprefix("$ "))),
        cwd=tree.folder,
        env=tree.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield list(pressed(board, [*keys, "wait 4000"]))
        print("quit", file=board.stdin, flush=True)
        assert board.wait(60) == 0
    finally:
        board.kill()
        board.communicate()


def pressed(board: "subprocess.Popen[str]", keys: list[str]) -> Iterator[dict[str, str]]:
    """What is lit when each of these is done."""
    lit: dict[str, str] = {}
    for key in keys:
        print(key, file=board.stdin, flush=True)
        assert board.stdout
        for line in board.stdout:
            said = json.loads(line)
            assert "error" not in said, line
            lit.update(said.get("displays", {}))
            if "done" in said:
                break
        yield dict(lit)


def lines(printed: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in printed.splitlines()]


def test_every_block_says_where_it_goes() -> None:
    assert sum(block.kind != "console" for block in blocks()) == 4 + 2 * len(SHEETS)
    assert len(SHEETS) == 3


def test_the_sheets_come_to_what_stands_beside_them(tree: Tree) -> None:
    for sheet in SHEETS:
        expected = json.loads((tree.folder / sheet).with_suffix(".json").read_text(encoding="utf-8"))
        code = 2 if "error" in expected else 0
        found = json.loads(tree.run("tallyboard", "score", "--json", sheet, code=code).splitlines()[0])
        assert found.get("line") == expected.get("line")
        assert found.get("totals") == expected.get("totals")


def test_a_refusal_speaks_of_bags(tree: Tree) -> None:
    said = tree.run("tallyboard", "score", "tests/shared_rules/sheets/cornhole-2-a-foul-uses-up-a-bag.txt", code=2)
    assert "all 4 bags of A are thrown already" in said


def test_the_result_is_printed_as_in_the_document(tree: Tree) -> None:
    command, *printed = typed(f"tallyboard score {WINS}").text.splitlines()
    found = tree.run(*shlex.split(command.removeprefix("$ "))).splitlines()
    assert [line.rstrip() for line in found] == [line.rstrip() for line in printed]


def test_the_board_plays_it(shown: list[dict[str, str]]) -> None:
    after = [(lit["A"], lit["B"]) for lit in shown]
    assert after[:4] == [("°  3.", "   0."), ("°  3.", "   1."), ("°  3.", "   1."), ("°  2", "   0")]
    assert after[-1] == ("  11", "   0")
    assert [lit["S"] for lit in shown[:4]] == ["A  3", "B  1", "BFOL", "A+2 "]
    assert shown[-1]["S"] == "WINA"


def test_a_laptop_collects_it(tree: Tree, shown: list[dict[str, str]]) -> None:
    for part in typed("tallyboard sync").text.split("$ ")[1:]:
        command, *printed = part.splitlines()
        said = tree.run(*shlex.split(command)).split()
        assert {word for line in printed for word in line.split() if "…" not in word} <= {*said}
    db = ("--db", "build/club.db")
    (match,) = lines(tree.run("tallyboard", "results", "--json", *db))
    assert (match["game"], match["status"], match["winners"]) == (GAME, "finished", ["A"])
    assert match["totals"] == {"A": 11, "B": 0}
    presses = json.loads(tree.run("tallyboard", "show", match["match"][:8], "--json", *db))["presses"]
    assert [press["event"] for press in presses] == ["A 3", "B 1", "B foul", "next", "A 3", "A 3", "A 3", "next"]
    assert json.loads(tree.run("tallyboard", "verify", "--json", *db))["differences"] == []
    assert GAME in tree.run("tallyboard", "export", "--format", "csv", "--rows", "rounds", *db)
    assert "1 foul" in tree.run("tallyboard", "export", "--format", "csv", "--rows", "rounds", *db)
    assert json.loads(tree.run("tallyboard", "export", "--format", "json", *db))["matches"][0]["totals"]["A"] == 11
    assert "CMN is for crokinole" in tree.run("tallyboard", "export", "--format", "cmn", match["match"], *db, code=1)


def test_a_laptop_without_it_keeps_every_press_and_says_what_helps(
    tree: Tree, shown: list[dict[str, str]], tmp_path: Path
) -> None:
    without = Tree(tmp_path, ("shared_rules", "host", "firmware"))
    db = ("--db", str(tmp_path / "club.db"))
    port = str(tree.folder / "build/table")
    assert lines(without.run("tallyboard", "sync", port, "--json", *db))[0]["received"] > 8
    (match,) = lines(without.run("tallyboard", "results", "--json", *db))
    assert (match["newer"], match["totals"], match["game"]) == (True, {}, f"game {len(GAMES)}")
    assert "of a newer Tallyboard" in without.run("tallyboard", "results", *db)
    assert "of a newer Tallyboard" in without.run("tallyboard", "verify", *db, code=1)
    said = without.run("tallyboard", "doctor", "--port", port, *db)
    assert "1 match is of a newer Tallyboard" in said and "pdate" in said
    assert "of a newer Tallyboard" in without.run("tallyboard", "show", match["match"], *db)
    without.run("tallyboard", "export", "--format", "csv", "--rows", "rounds", *db)
    without.run("tallyboard", "export", "--format", "csv", "--rows", "presses", *db)
    without.run("tallyboard", "export", "--format", "cmn", match["match"], *db, code=1)
    (known,) = lines(tree.run("tallyboard", "results", "--json", *db))
    assert (known["match"], known["totals"]) == (match["match"], {"A": 11, "B": 0}), "the presses were there"


def test_it_is_wherever_games_are_without_another_line(tree: Tree) -> None:
    found = json.loads(tree.run("everywhere", GAME, "21", "2"))
    assert found["name"] == "Cornhole"
    assert found["play"]["keys"][:3] == [["3", ""], ["1", ""], ["foul", ""]] and found["play"]["texts"]
    assert found["play"]["of_sides"] == {"2": [], "3": None}
    assert found["desk"] == {"bags": "Bags a side", "target": "Points to play to"}
    assert found["assign"] == {"format": ["singles", "doubles"], "bags": [], "target": []}
    assert found["card"] == "Cornhole" and "AFOL" in found["says"]
    assert found["paper"] == ["hole", "board", "foul", "awarded", "total"]
    assert found["doubted"] == ["99 points; a side can have at most 32 here"] and found["not doubted"] == []
    assert found["counted"] == {"points": 2, "for": 21, "against": 2, "minutes": 20}


TOSSES = '''"""A game of another structure: no format, three sides unless two are asked for, legs in sets, no facts."""

from shared_rules.games.events import COUNT, OWN
from shared_rules.games.match import Match


class Pins(Match):
    """A throw is a round; who has three legs wins."""

    ID = "pins-of-three"
    OPTIONS = (("sides", 3), ("legs", 3), ("colour", "red"), ("stakes", (1, 2)))
    ACTIONS = {COUNT: "hit", OWN: "miss"}
    WORDS = (("miss", "", "?MIS"),)
    ROUND = "leg"

    def slot_names(self) -> tuple:
        return ("hit",)

    def key_map(self) -> tuple:
        return ((COUNT, 1), None), ((OWN, 0), None)

    def hit(self, side: int, value: int) -> None:
        self.counts[side][0] += 1
        self.close([int(s == side) for s in range(self.sides)])

    def miss(self, side: int, argument: int) -> None:
        self.counts[side][0] += 0

    def outcome(self) -> tuple:
        return self.most(self.totals) if max(self.totals) >= self.options["legs"] else ()
'''


def test_a_game_of_another_structure_too(tmp_path: Path) -> None:
    tree = Tree(tmp_path)
    (tree.folder / "shared_rules/games/pins.py").write_text(TOSSES, "utf-8")
    for name, table, rows in (
        ("catalogue", "_HOMES", '    ("pins-of-three", "pins", "Pins", "PINS OF THREE"),\n'),
        (
            *("options", "OPTIONS"),
            '    ("legs", NUMBER, (1, 9)),\n    ("colour", CHOICE, ("red", "blue")),\n    ("stakes", LIST, 2),\n',
        ),
    ):
        tree.apply(Block(f"`shared_rules/games/{name}.py`, the last line of `{table}`:", "", rows))
    found = json.loads(tree.run("everywhere", "pins-of-three", "3", "2"))
    assert found["name"] == "Pins of three"
    assert found["play"]["keys"][:2] == [["1", ""], ["miss", ""]]
    assert found["play"]["of_sides"] == {"2": ["sides=2"], "3": []}
    assert found["desk"] == {"legs": "Legs", "colour": "Colour", "stakes": "Stakes"}
    assert set(found["assign"]) == {"sides", "legs", "colour", "stakes"}
    assert found["card"] == "Pins of three" and "AMIS" in found["says"]
    assert found["doubted"] == found["not doubted"] == []
    assert found["counted"] == {"points": 2, "for": 3, "against": 2, "minutes": 15}


def test_the_tests_of_all_games_take_it(tree: Tree) -> None:
    said = tree.run("pytest", *PLAIN, *GENERIC, "-k", ABOUT_IT)
    assert " passed" in said and "skipped" not in said
    every_game = [path.name for path in (ROOT / "tests/shared_rules").glob("test_*.py")]
    for name in ("test_golden.py", "test_every_game.py"):
        assert name in every_game and name in DOCUMENT.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("def key_map", "def keys", "cornhole-cancellation has no key map"),
        ('("cornhole-cancellation", "cornhole",', '("cornhole", "cornhole",', "unknown game cornhole-cancellation"),
    ],
)
def test_a_slip_is_told_by_the_first_sheet(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    tree = Tree(tmp_path, ("shared_rules", "host", "firmware", "tests")).apply_all((right, wrong))
    assert said in tree.run(
        "tallyboard", "score", "tests/shared_rules/sheets/cornhole-4-more-than-the-target-wins.txt", code=2
    )


def test_slips_are_told_by_the_tests(tmp_path: Path) -> None:
    tree = Tree(tmp_path, ("shared_rules", "host", "firmware", "tests", "pyproject.toml"))
    tree.apply_all(("self.raw(1) - low", "self.raw(1)"))
    module = tree.folder / "shared_rules/games/cornhole.py"
    module.write_text(module.read_text("utf-8").replace("((FOUL, 0), None)", "((COUNT, 7), None)"), "utf-8")
    tests = ("tests/shared_rules/test_golden.py", "tests/shared_rules/test_every_game.py")
    said = tree.run("pytest", *PLAIN, *tests, "-k", "cornhole", code=1)
    assert "result.totals.B: expected 0, found 8" in said
    assert "kinds of events in ACTIONS that no key of key_map enters" in said
