"""A mutant is really applied, and one that lives is told from one that is killed: on a small tree."""

import argparse
import subprocess
from pathlib import Path

import pytest

from tests.mutants.draw import Mutant, draw, mutants_of, sources
from tests.mutants.run import HERE, KILLED, ROOT, Group, Plan, Tree, hunt, read_equivalents, read_plan, verdict

SOURCE = b'''"""A gate."""


def fee(age: int, member: bool = False) -> int:
    """In euros."""
    if age < 6 or not member:
        return 3
    return age + 1
'''
TEST = """
import subprocess
import sys

from gate import fee


def test_a_child_pays_three():
    assert fee(5, True) == 3


def test_a_member_pays_by_age():
    code = "from gate import fee; print(fee(6, True))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).stdout == b"7\\n"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with one module, `gate.py`, and its test."""
    made = tmp_path / "tree"
    for name, content in (("gate.py", SOURCE), ("test_gate.py", TEST.encode()), ("pyproject.toml", b"")):
        made.mkdir(exist_ok=True)
        (made / name).write_bytes(content)
    (made / "tests").mkdir()
    (made / "tests" / "mutants").mkdir()
    (made / "tests" / "mutants" / "limits.py").write_bytes((HERE / "limits.py").read_bytes())
    subprocess.run(["git", "init", "-q", str(made)], check=True)
    return made


def mutant(change: str) -> Mutant:
    """The mutant of the gate with this change."""
    (found,) = [one for one in mutants_of("gate.py", SOURCE) if one.change == change]
    return found


def test_every_kind_of_fault_is_drawn_and_each_is_another_program() -> None:
    made = mutants_of("gate.py", SOURCE)
    assert sorted(one.change for one in made) == sorted(
        [
            "False -> True",
            "age < 6 or not member -> (age < 6 and (not member))",
            "age < 6 or not member -> not (age < 6 or not member)",
            "age < 6 -> (age <= 6)",
            "6 -> 7",
            "6 -> 5",
            "not member -> member",
            "return 3 -> return None",
            "3 -> 4",
            "3 -> 2",
            "return age + 1 -> return None",
            "age + 1 -> (age - 1)",
            "1 -> 2",
            "1 -> 0",
        ]
    )
    assert len({one.applied(SOURCE) for one in made}) == len(made)
    for one in made:
        before, after = SOURCE.splitlines(), one.applied(SOURCE).splitlines()
        assert [at for at, (old, new) in enumerate(zip(before, after, strict=True), 1) if old != new] == [one.line]


@pytest.mark.parametrize(
    ("line", "changes"),
    [
        ("x = 'é' + f(y, k=1)", {"f(y, k=1) -> f(y)", "f(y, k=1) -> f(None, k=1)", "'é' -> 'XXé'", "1 -> 0"}),
        ("del x[-1:]", {"del x[-1:] -> pass", "1 -> 2"}),
        (
            "a = 1 if b is None else 2",
            {"b is None -> (b is not None)", "1 if b is None else 2 -> (2 if b is None else 1)"},
        ),
        ("raise E(f'{x + 1}')", {"raise E(f'{x + 1}') -> pass", "f'{x + 1}' -> \"XX\""}),
        (
            "while not x in y: pass",
            {"not x in y -> x in y", "x in y -> (x not in y)", "not x in y -> not (not x in y)"},
        ),
    ],
)
def test_faults_of_a_line(line: str, changes: set[str]) -> None:
    assert changes <= {one.change for one in mutants_of("a.py", line.encode())}


@pytest.mark.parametrize("line", ["import x", '"A docstring."', "a: 'int'", "def f(a: 'b') -> 'c': ..."])
def test_what_is_not_run_is_left_alone(line: str) -> None:
    assert [one for one in mutants_of("a.py", line.encode()) if one.old != "..."] == []


def test_a_seed_draws_the_same_again_and_a_line_once() -> None:
    made = mutants_of("gate.py", SOURCE)
    assert draw(made, 3, 7) == draw(reversed(made), 3, 7)
    assert {tuple(draw(made, 3, seed)) for seed in range(20)} != {tuple(draw(made, 3, 7))}
    assert sorted(one.line for one in draw(made, 99, 1)) == [4, 6, 7, 8]


def test_a_living_and_a_killed_mutant_are_told_apart(root: Path, tmp_path: Path) -> None:
    tree = Tree(root, tmp_path / "copy")
    assert tree.run("test_gate.py", compiled=True)[0] == 0
    killed = verdict(tree, mutant("3 -> 4"), [Group("test_gate.py")])
    assert (killed.word, verdict(tree, mutant("False -> True"), [Group("test_gate.py")]).word) == (KILLED, "LIVES")
    in_a_program = verdict(tree, mutant("age + 1 -> (age - 1)"), [Group("test_gate.py")])
    assert in_a_program.word == KILLED, "what a test starts is the mutant too"
    assert (tree.folder / "gate.py").read_bytes() == SOURCE
    assert (root / "gate.py").read_bytes() == SOURCE


def test_what_a_hunt_prints(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lives = mutant("False -> True")
    plan = Plan(["gate.py"], {"": ["test_gate.py"]}, ("",))
    known = {one.name: "nobody asks" for one in mutants_of("gate.py", SOURCE) if one.line == 6}
    known["gate.py", "gone", "1 -> 2"] = "it was"
    wanted = argparse.Namespace(only=None, count=4, seed=1, steps=None, show=None)
    assert hunt(root, plan, {lives.name: "nobody leaves it out", **known}, wanted) == 0
    said = capsys.readouterr().out
    assert "equivalent gate.py:4: False -> True" in said
    assert "nobody leaves it out" in said
    assert "no longer a mutant, take it out of equivalent.toml: gate.py: gone: 1 -> 2" in said
    assert "seed 1: 2 of 2 killed, 100 %; 2 equivalent; drawn from 14 in 1 files" in said
    assert hunt(root, plan, known, wanted) == 1
    assert "LIVES      gate.py:4: False -> True" in capsys.readouterr().out


def test_every_source_has_tests_that_are_there() -> None:
    plan = read_plan(HERE / "nearest.toml")
    for path in sources(ROOT, plan.sources):
        for step in plan.steps(path):
            assert [test for test in step.split() if not (ROOT / test).exists()] == [], path
    for prefix in (*plan.tests, *plan.sources):
        assert (ROOT / prefix).exists(), prefix


def test_every_equivalent_has_a_reason() -> None:
    for name, why in read_equivalents(HERE / "equivalent.toml").items():
        assert len(why) > 15, name


def test_a_group_that_fails_without_a_mutant_is_told_and_left_out(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (root / "test_broken.py").write_text("def test_it():\n    assert False\n")
    tree = Tree(root, tmp_path / "copy")
    groups = [Group("test_broken.py"), Group("test_gate.py")]
    assert [verdict(tree, mutant(change), groups).word for change in ("False -> True", "3 -> 4")] == ["LIVES", KILLED]
    said = capsys.readouterr().out
    assert said.startswith("BROKEN without a mutant, left out: test_broken.py: ")
    assert said.count("\n") == 1


def test_a_source_of_which_the_table_knows_nothing_is_told() -> None:
    with pytest.raises(SystemExit, match=r"No tests are named for gate\.py"):
        Plan(["gate.py"], {"other/": ["test_gate.py"]}).groups("gate.py", None)
