"""Annotations cost a board nothing: what is compiled is the same bytes without them."""

import ast
from pathlib import Path

import pytest

from tallyboard.drive.compiled import compiled
from tests.vm.vm import RULES

ANNOTATED = sorted((RULES / "shared_rules/games").glob("*.py")) + [RULES / "firmware/lib/tableside/keymap.py"]


def without_annotations(source: str) -> str:
    """The same lines, with blanks where an annotation stands."""
    lines = [bytearray(line.encode()) for line in source.split("\n")]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation:
            blank(lines, node.annotation, b":")
        if isinstance(node, ast.FunctionDef) and node.returns:
            blank(lines, node.returns, b"->")
    return b"\n".join(lines).decode()


def blank(lines: list[bytearray], annotation: ast.expr, mark: bytes) -> None:
    """Overwrite the annotation, which stands on one line, and the mark before it."""
    row = annotation.lineno - 1
    assert annotation.end_lineno == annotation.lineno and annotation.end_col_offset is not None
    begin = lines[row].rindex(mark, 0, annotation.col_offset)
    lines[row][begin : annotation.end_col_offset] = b" " * (annotation.end_col_offset - begin)


@pytest.mark.parametrize("path", ANNOTATED, ids=lambda path: path.stem)
def test_the_compiled_module_is_the_same_without_them(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    stripped = without_annotations(source)
    assert stripped.count("->") == 0
    assert ast.dump(ast.parse(stripped)) != ast.dump(ast.parse(source)) or "def " not in source
    name = f"lib/{path.name}"
    assert compiled({name: source.encode()}) == compiled({name: stripped.encode()})


def test_an_import_for_an_annotation_would_be_seen() -> None:
    plain = b"def f(match):\n    return match\n"
    annotated = b"from m import Match\ndef f(match: Match):\n    return match\n"
    assert compiled({"lib/m.py": plain}) != compiled({"lib/m.py": annotated})
