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

from tests.pages import (
    DOCS,
    FRENCH,
    GAMES,
    PAGES,
    ROOT,
    SITE,
    anchors,
    blocks,
    code_in,
    name_of,
    text_of,
    without_blocks,
)

MARK = "===="  # between the outputs of two commands
PACKAGES = ("firmware/lib", "host")  # where paths that begin with a package's name are
IN_THE_PROJECT = re.compile(
    r"(\.ci|benchmarks|browser|docs|firmware|hardware|host|shared_rules|tests|tableside|tallyboard)/[\w./-]*"
)
ARCHITECTURE = ROOT / "docs" / "architecture.md"
LAPTOP = ROOT / "host" / "tallyboard"
FOR_ALL = {"errors/", "shapes.py"}  # which every room may use, as the page says above its table
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


def test_the_first_page_of_the_site_has_every_page_in_a_list() -> None:
    lists = [
        line for block in re.findall(r"```{toctree}\n(.*?)```", text_of(SITE), re.DOTALL) for line in block.split()
    ]
    assert [name_of(page) for page in DOCS if name_of(page).removesuffix(".md") not in lists] == []


def test_the_first_page_in_french_leads_to_every_other() -> None:
    first = ROOT / "docs" / "fr" / "index.md"
    linked = {(first.parent / target.partition("#")[0]).resolve() for target in links(first)}
    assert [name_of(page) for page in FRENCH if page not in linked] == ["docs/fr/index.md"]


def bones(page: Path) -> list[str]:
    """What a page is made of, from top to bottom: headings by their depth, pictures, rows, points, steps, blocks."""
    return re.findall(r"^ *(#+ |\||- |\d+\. |!\[|```)", text_of(page), re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in (*DOCS, *GAMES) if "[En français]" in text_of(page)], ids=name_of)
def test_a_page_in_french_has_what_the_english_one_has(page: Path) -> None:
    """What is added to one is forgotten in the other else; each leads to the other in its first line."""
    other = (page.parent / text_of(page).partition("\n\n[En français](")[2].partition(")\n")[0]).resolve()
    assert other in FRENCH
    back = page.relative_to(ROOT / "docs").as_posix()
    assert text_of(other).partition("\n\n")[2].startswith(f"[In English](../{back})\n")
    assert bones(other) == bones(page)


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


def run(commands: list[str], folder: Path, language: str) -> list[str]:
    """What each of these commands prints in a shell, one after the other; `tallyboard` is the one that is tested."""
    script = "set -e\n" + "".join(f"{command}\necho {MARK}\n" for command in commands)
    env = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    env.update(HOME=str(folder), PATH=f"{Path(sys.executable).parent}:{env['PATH']}", PYTHONIOENCODING="utf-8")
    env["TALLYBOARD_LANGUAGE"] = language
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
    printed = run([command for command, _ in shown], tmp_path, "fr" if page in FRENCH else "en")
    for (command, lines), out in zip(shown, printed, strict=True):
        # "…" stands for what differs from run to run; a column is then as wide as it happens to be
        pattern = r"\n".join(_pattern(line) for line in lines)
        assert re.fullmatch(pattern, out.rstrip("\n")), f"{command}\n{out}"


def _pattern(line: str) -> str:
    if line == "…":  # lines that the page leaves out
        return r"(?:.*\n)*.+"
    return r"\s+".join(re.escape(word).replace("…", ".+") for word in line.split()) if "…" in line else re.escape(line)


def functions(file: Path) -> set[str]:
    """The functions, classes and methods of a Python file; those of a class with its name and a dot before them."""
    found, calls = set(), ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.parse(text_of(file)).body:
        if isinstance(node, calls | ast.ClassDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{one.name}" for one in node.body if isinstance(one, calls)}
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
    walks = [code for code in code_in(text_of(ARCHITECTURE)) if ".py:" in code]
    assert len(walks) > 50


def rooms_told() -> dict[str, list[str]]:
    """The rooms of the laptop in the order of the page, each with those that it is said to use."""
    section = text_of(ARCHITECTURE).partition("### The laptop\n")[2].partition("\n### ")[0]
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    return {code_in(row[1])[0]: code_in(row[3]) for row in rows}


def room_of(file: Path) -> str:
    """The room that a file of the package is in, as the page writes it."""
    first, *rest = file.relative_to(LAPTOP).parts
    return f"{first}/" if rest else first


def imports_of(file: Path) -> set[str]:
    """The modules that a file imports anywhere in it, for types alone too."""
    nodes = list(ast.walk(ast.parse(text_of(file))))
    named = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return named | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def rooms_there() -> dict[str, set[str]]:
    """The rooms of the laptop, each with those that its files import."""
    uses: dict[str, set[str]] = {}
    for file in LAPTOP.rglob("*.py"):
        used = uses.setdefault(room_of(file), set())
        for module in imports_of(file):
            package, _, inner = module.partition(".")
            if package == LAPTOP.name:
                name = inner.partition(".")[0]
                used.add(f"{name}/" if (LAPTOP / name).is_dir() else f"{name}.py")
    return {room: used - {room} for room, used in uses.items()}


def test_the_table_of_the_laptops_rooms_is_what_they_import() -> None:
    there = rooms_there()
    assert all(not there[room] for room in FOR_ALL)
    assert {room: set(used) for room, used in rooms_told().items()} == {
        room: used - FOR_ALL for room, used in there.items()
    }


def test_a_room_of_the_laptop_uses_only_rooms_that_stand_below_it() -> None:
    order = list(rooms_told())
    upwards = [
        (room, other)
        for room, used in rooms_there().items()
        for other in used
        if order.index(other) <= order.index(room)
    ]
    assert upwards == []


def test_the_map_names_every_module_of_the_box() -> None:
    firmware = ROOT / "firmware" / "lib" / "tableside"
    section = text_of(ARCHITECTURE).partition("### The box\n")[2].partition("\n### ")[0]
    unnamed = [file.name for file in firmware.glob("*.py") if not re.search(rf"\b{file.name}\b", section)]
    assert unnamed == ["__init__.py"]
