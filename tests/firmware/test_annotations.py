"""Annotations cost a board nothing: the byte code is the same without them.

So it is without the names that are only annotated, and without the blocks under `if False:` with what annotations need;
but for the numbers of lines, for each of these is one.
"""

import ast
from pathlib import Path

import pytest
from mpy_cross_v6_3 import mpy_cross_compile

from tallyboard.drive.deploy import SMALL_INT_BITS, compiled
from tallyboard.drive.files import firmware_dir, rules_dir

MODULES = [*sorted((firmware_dir() / "lib" / "tableside").rglob("*.py")), *sorted(rules_dir().rglob("*.py"))]
NO_LINES = 3  # the compiler's level of optimization that leaves their numbers out


def without_annotations(source: str) -> str:
    """The same lines, with blanks where an annotation stands, but for that of a name which is given no value."""
    lines = [bytearray(line.encode()) for line in source.split("\n")]
    for node in ast.walk(ast.parse(source)):
        bare = isinstance(node, ast.AnnAssign) and node.value is None
        if isinstance(node, ast.arg | ast.AnnAssign) and node.annotation and not bare:
            _blank(lines, node.annotation, b":")
        elif isinstance(node, ast.FunctionDef) and node.returns:
            _blank(lines, node.returns, b"->")
    return b"\n".join(lines).decode()


def _blank(lines: list[bytearray], annotation: ast.expr, mark: bytes) -> None:
    """Overwrite the annotation and the mark before it; what stands behind it goes on in its last line."""
    assert annotation.end_lineno is not None and annotation.end_col_offset is not None
    begin = lines[annotation.lineno - 1].rindex(mark, 0, annotation.col_offset)
    for row in range(annotation.lineno - 1, annotation.end_lineno - 1):
        lines[row][begin:] = b" \\"
        begin = 0
    lines[annotation.end_lineno - 1][begin : annotation.end_col_offset] = b" " * (annotation.end_col_offset - begin)


class Stripper(ast.NodeTransformer):
    """Takes away what makes a line and nothing else: a name with its annotation alone, and a block that never runs."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else node

    def visit_If(self, node: ast.If) -> ast.AST | None:
        never = isinstance(node.test, ast.Constant) and node.test.value is False
        return None if never else self.generic_visit(node)


def on_the_drive(source: str) -> dict[str, bytes]:
    return compiled({"lib/m.py": source.encode()})


def without_lines(source: str) -> bytes:
    done, code = mpy_cross_compile("m.py", source, optimization_level=NO_LINES, small_number_bits=SMALL_INT_BITS)
    assert code is not None, done.stderr
    return code


def annotated_in(module: ast.AST) -> list[ast.AST]:
    return [n for n in ast.walk(module) if getattr(n, "annotation", None) or getattr(n, "returns", None)]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_module_is_the_same_without_its_annotations(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    stripped = without_annotations(source)
    assert on_the_drive(source) == on_the_drive(stripped)
    module = Stripper().visit(ast.parse(stripped))
    assert annotated_in(module) == []
    assert without_lines(ast.unparse(ast.parse(stripped))) == without_lines(ast.unparse(module))


@pytest.mark.parametrize(
    ("annotated", "plain"),
    [
        ("from m import Match\ndef f(a: Match):\n    return a\n", "def f(a):\n    return a\n"),
        ("T = False\nif T:\n    import x\ndef f(a: 'x.X') -> None:\n    pass\n", "def f(a):\n    pass\n"),
    ],
    ids=["an import", "a constant"],
)
def test_what_runs_for_the_sake_of_an_annotation_is_seen(annotated: str, plain: str) -> None:
    assert on_the_drive(annotated) != on_the_drive(plain)
    assert without_lines(annotated) != without_lines(plain)
