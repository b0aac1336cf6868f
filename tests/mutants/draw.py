"""The small faults that a source file can be given, and which of them a seed draws.

A mutant is one edit of the text. Names keep their meaning and the file keeps its lines; what is not run (annotations,
docstrings, imports) is left alone.
"""

import ast
import random
import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_NOT_RUN = {"annotation", "returns", "decorator_list", "type_params"}


class Mutant(NamedTuple):
    """One edit: `old`, `start` bytes into the file, becomes `new`."""

    path: str
    line: int
    text: str
    start: int
    old: str
    new: str

    @property
    def change(self) -> str:
        """What is changed, on one line: `a < b -> a <= b`."""
        return " ".join(f"{self.old} -> {self.new}".split())

    @property
    def name(self) -> tuple[str, str, str]:
        """What stands for this mutant wherever its line has moved to: the file, its line's text, the change."""
        return self.path, self.text, self.change

    def applied(self, source: bytes) -> bytes:
        """The file's text with this edit."""
        end = self.start + len(self.old.encode())
        return source[: self.start] + self.new.encode() + source[end:]


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file, in the order of its lines; only such that still compile."""
    text = _Text(source)
    found = []
    for node, replacement in _edits(ast.parse(source)):
        start, old = text.segment(node)
        if replacement is None or replacement == old:
            continue
        mutant = Mutant(path, node.lineno, text.line(node.lineno), start, old, replacement)
        if _compiles(mutant.applied(source)):
            found.append(mutant)
    return sorted(set(found), key=lambda one: (one.start, one.old, one.new))


def draw(mutants: Iterable[Mutant], count: int, seed: int) -> list[Mutant]:
    """Up to `count` of them in a seed's order: first a line, each as likely as the next, then one of its mutants."""
    lines: dict[tuple[str, int], list[Mutant]] = defaultdict(list)
    for mutant in sorted(mutants):
        lines[mutant.path, mutant.line].append(mutant)
    chance = random.Random(seed)
    drawn = chance.sample(sorted(lines), min(count, len(lines)))
    return [chance.choice(lines[line]) for line in drawn]


def sources(root: Path, folders: Iterable[str]) -> list[str]:
    """The Python files of these folders and files, by their paths under `root`."""
    found = []
    for folder in folders:
        place = root / folder
        found += [place] if place.is_file() else sorted(place.rglob("*.py"))
    return [str(path.relative_to(root)) for path in found]


class _Text:
    """Where the nodes of a tree stand in the bytes that it was parsed from."""

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def segment(self, node: ast.expr | ast.stmt) -> tuple[int, str]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        end = self._starts[node.end_lineno - 1] + node.end_col_offset
        return start, self._source[start:end].decode()

    def line(self, number: int) -> str:
        return self._lines[number - 1].decode().strip()


def _compiles(source: bytes) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):  # of code that looks odd
            compile(source, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError):
        return False
    return True


def _edits(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str | None]]:
    """Each node that can be replaced, with what replaces it."""
    for node in _walk(tree):
        if isinstance(node, ast.stmt):
            for target, new in _statement(node):
                yield target, new
        elif isinstance(node, ast.expr):
            for new in _expression(node):
                yield node, f"({new})" if isinstance(node, (ast.Compare, ast.BinOp, ast.BoolOp)) else new


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """What is run of a tree: no annotations, docstrings, imports; nothing inside an f-string, whose place is vague."""
    for field, value in ast.iter_fields(node):
        if field in _NOT_RUN:
            continue
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or isinstance(child, (ast.Import, ast.ImportFrom)) or _only_said(child):
                continue
            yield child
            if not isinstance(child, ast.JoinedStr):
                yield from _walk(child)


def _only_said(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _statement(node: ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    match node:
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Raise() | ast.Delete() | ast.Assert():
            yield node, "pass"
        case ast.Continue() | ast.Break():
            yield node, "pass"
        case ast.Return(value=ast.expr() as value) if not _is_none(value):
            yield node, "return None"
        case ast.If(test=test) | ast.While(test=test):
            yield test, f"not ({ast.unparse(test)})"


def _expression(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                swapped = [*ops[:at], _COMPARISONS[type(op)](), *ops[at + 1 :]]
                yield ast.unparse(ast.Compare(node.left, swapped, node.comparators))
        case ast.BinOp(op=op) if type(op) in _OPERATORS:
            yield ast.unparse(ast.BinOp(node.left, _OPERATORS[type(op)](), node.right))
        case ast.BoolOp(op=op):
            yield ast.unparse(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), node.values))
        case ast.UnaryOp(op=ast.Not()):
            yield ast.unparse(node.operand)
        case ast.IfExp():
            yield f"({ast.unparse(ast.IfExp(node.test, node.orelse, node.body))})"
        case ast.Constant(value=value):
            yield from _constant(value)
        case ast.JoinedStr():
            yield '"XX"'
        case ast.Call():
            yield from _call(node)


def _constant(value: object) -> Iterator[str]:
    match value:
        case bool():
            yield str(not value)
        case int():
            yield from (str(value + 1), f"({value - 1})" if value < 1 else str(value - 1))
        case str() if value:
            yield repr("XX" + value)
        case bytes() if value:
            yield repr(b"XX" + value)


def _call(node: ast.Call) -> Iterator[str]:
    """An argument is None, or left out if it has a name; or the call is removed and its first argument stays."""
    positional = [one for one in node.args if not isinstance(one, ast.Starred)]
    for one in positional:
        if not isinstance(one, ast.Constant):
            changed = [ast.Constant(None) if other is one else other for other in node.args]
            yield ast.unparse(ast.Call(node.func, changed, node.keywords))
    for keyword in node.keywords:
        if keyword.arg is not None:
            left = [other for other in node.keywords if other is not keyword]
            yield ast.unparse(ast.Call(node.func, node.args, left))
    if positional:
        yield f"({ast.unparse(positional[0])})"


def _is_none(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) and value.value is None
