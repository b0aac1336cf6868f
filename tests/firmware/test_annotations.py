"""Annotations cost a board nothing: but for the numbers of lines, the byte code is the same without them."""

import ast
from pathlib import Path

import pytest
from mpy_cross_v6_3 import mpy_cross_compile

from tallyboard.drive.compiled import SMALL_INT_BITS
from tallyboard.drive.files import firmware_dir, rules_dir

MODULES = [*sorted((firmware_dir() / "lib" / "tableside").rglob("*.py")), *sorted(rules_dir().rglob("*.py"))]
NO_LINES = 3  # the compiler's level of optimization that leaves their numbers out


class Stripper(ast.NodeTransformer):
    """Takes annotations away, and the blocks with what only they need."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else ast.Assign([node.target], node.value, lineno=node.lineno)

    def visit_If(self, node: ast.If) -> ast.AST | None:
        never = isinstance(node.test, ast.Constant) and node.test.value is False
        return None if never else self.generic_visit(node)


def byte_code(code: str) -> bytes:
    done, compiled = mpy_cross_compile("x.py", code, optimization_level=NO_LINES, small_number_bits=SMALL_INT_BITS)
    assert compiled is not None, done.stderr
    return compiled


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_module_is_the_same_without_its_annotations(path: Path) -> None:
    module = ast.parse(path.read_text(encoding="utf-8"))
    as_it_is = byte_code(ast.unparse(module))
    assert as_it_is == byte_code(ast.unparse(Stripper().visit(module)))


def test_what_runs_for_the_sake_of_an_annotation_is_seen() -> None:
    code = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    import x\ndef f(a: 'x.X') -> None:\n    pass\n"
    assert byte_code(code) != byte_code("def f(a):\n    pass\n")
