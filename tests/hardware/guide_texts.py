"""What the firmware and the laptop's program can say, read from their sources, to hold pages against."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shared_rules.games.catalogue import IDS, new
from tableside import intro, texts, views
from tableside.menu import texts as menu_texts
from tests.pages import ROOT

ANY = "\x00"  # stands for what is known only when it is said
_SAYING = (ROOT / "firmware", ROOT / "host" / "tallyboard")


@cache
def display_texts() -> tuple[str, ...]:
    """Every text of the displays: in capitals, "?" for a side, %d and %s for what is known only when it is said."""
    found = ["UNDO", "NEXT", "MENU", f"{texts.STUCK}?%d"]
    for module in (texts, menu_texts):
        for value in vars(module).values():
            found += _strings(value)
    for game in IDS:
        match = new(game)
        found += [intro.intro_text(match), views.round_text(match)]
    return tuple(text for text in found if re.search("[A-Z]", text))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, tuple):
        for each in value:
            yield from _strings(each)


def shows(said: str) -> bool:
    """Whether the displays can show this, or begin with it. Several blanks count as one."""
    plain = (" ".join(text.split()) for text in display_texts())
    return any(re.fullmatch(_shown(text), said) or text.startswith(said) for text in plain)


def _shown(text: str) -> str:
    if text.endswith("?"):  # a question, not a side
        return re.escape(text)
    pattern = re.escape(text).replace(re.escape("?"), "[A-C]")
    return re.sub(r"%\d*s", "[A-Z .]+", re.sub(r"%\d*d", r"[ \\d]+", pattern))


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Each sentence with what it can become when it is said."""
    return tuple((re.compile(".+".join(map(re.escape, text.split(ANY)))), text) for text in sentences())


@cache
def sentences() -> tuple[str, ...]:
    """Everything that is put together from pieces of text in the sources of the box and the laptop."""
    found: set[str] = set()
    for folder in _SAYING:
        for file in folder.rglob("*.py"):
            found.update(_said(file))
    for file in (ROOT / "host" / "tallyboard" / "errors").glob("*.py"):  # tables of sentences with {fields}
        found.update(re.sub(r"\{\w+\}", ANY, text) for text in _said(file))
    named = {re.sub(r"%\(\w+\)s", ANY, text) for text in found}  # as catalogues have them
    return tuple(sorted(" ".join(text.split()) for text in named if len(text) > 8))


def _said(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
            yield " ".join(_template(argument) for argument in node.args)
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            yield _template(node)


def _template(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_template(part) for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return re.sub(r"%\d*[sd]", ANY, _template(node.left))
    return ANY


def is_said(quoted: str) -> bool:
    """Whether box or laptop can say this; "…" in it stands for anything."""
    plain = " ".join(quoted.split())
    gaps = re.compile(".*".join(re.escape(part) for part in plain.split("…")))
    return any(
        pattern.fullmatch(plain) or (text.count(ANY) < len(text) / 4 and gaps.search(text))
        for pattern, text in _patterns()
    )
