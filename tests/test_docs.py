"""The pages that people read lead somewhere, and what they show runs."""

import ast
import os
import re
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.pages import DOCS, PAGES, README, ROOT, anchors, blocks, code_in, name_of, text_of, without_blocks

MARK = "===="  # between the outputs of two commands
PACKAGES = ("firmware/lib", "host")  # where paths that begin with a package's name are
IN_THE_PROJECT = re.compile(
    r"(\.ci|benchmarks|docs|firmware|hardware|host|shared_rules|tests|tableside|tallyboard)/[\w./-]*"
)
PLAYED_ELSEWHERE = {"adding-a-game.md"}  # in a copy of the project, to which it adds a game
WITH_EXAMPLES = [p for p in PAGES if blocks(text_of(p), "console") and p.name not in PLAYED_ELSEWHERE]


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead, but for other sites."""
    found = re.findall(r"\]\(([^)\s]+)\)", without_blocks(text_of(page)))
    return [target for target in found if "://" not in target]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for target in links(page):
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        assert file.exists(), target
        assert not anchor or anchor in anchors(text_of(file)), target


def test_the_readme_leads_to_every_page() -> None:
    linked = {(README.parent / target.partition("#")[0]).resolve() for target in links(README)}
    assert [name_of(page) for page in DOCS if page not in linked] == []


def examples(page: Path) -> list[tuple[str, list[str]]]:
    """The commands of a page's examples, each with the lines that it prints."""
    found: list[tuple[str, list[str]]] = []
    for block in blocks(text_of(page), "console"):
        end = None  # the line that ends what a command is given on standard input
        for line in block:
            if end is not None:
                found[-1] = (found[-1][0] + "\n" + line, [])
                end = None if line == end else end
            elif line.startswith("$ "):
                found.append((line[2:], []))
                end = line.rpartition("<<")[2] if "<<" in line else None
            else:
                found[-1][1].append(line)
    return found


def run(commands: list[str], folder: Path) -> list[str]:
    """What each of these commands prints in a shell, one after the other; `tallyboard` is the one that is tested."""
    script = "set -e\n" + "".join(f"{command}\necho {MARK}\n" for command in commands)
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    env.update(HOME=str(folder), PATH=f"{Path(sys.executable).parent}:{env['PATH']}", PYTHONIOENCODING="utf-8")
    shell = subprocess.Popen(
        ["bash", "-c", script],
        cwd=folder,
        env=env,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        out, err = shell.communicate(timeout=120)
    finally:
        _end(shell.pid)
    assert shell.returncode == 0, out + err
    return out.split(MARK + "\n")[:-1]


def _end(group: int) -> None:
    """End what a failed example has left running."""
    with suppress(ProcessLookupError):
        os.killpg(group, signal.SIGKILL)


@pytest.mark.parametrize("page", WITH_EXAMPLES, ids=name_of)
def test_the_examples_of_a_page_print_what_stands_there(page: Path, tmp_path: Path) -> None:
    shown = examples(page)
    printed = run([command for command, _ in shown], tmp_path)
    for (command, lines), out in zip(shown, printed, strict=True):
        # "…" stands for what differs from run to run; a column is then as wide as it happens to be
        pattern = r"\n".join(_pattern(line) for line in lines)
        assert re.fullmatch(pattern, out.rstrip("\n")), f"{command}\n{out}"


def _pattern(line: str) -> str:
    return r"\s+".join(re.escape(word).replace("…", ".+") for word in line.split()) if "…" in line else re.escape(line)


def functions(file: Path) -> set[str]:
    """The functions, classes and methods of a Python file; those of a class with its name and a dot before them."""
    found = set()
    for node in ast.parse(text_of(file)).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_file_and_function_that_a_page_names_is_there(page: Path) -> None:
    for code in code_in(text_of(page)):
        path, _, function = code.partition(":")
        if IN_THE_PROJECT.fullmatch(path) and f"`{path}`, a new file" not in text_of(page):
            files = [ROOT / folder / path for folder in ("", *PACKAGES) if (ROOT / folder / path).exists()]
            assert files, code
            assert not function or function in functions(files[0]), code


def test_the_walks_name_functions() -> None:
    """Else the test above would hold of a page that names none in its way."""
    walks = [code for code in code_in(text_of(ROOT / "docs" / "architecture.md")) if ".py:" in code]
    assert len(walks) > 50
