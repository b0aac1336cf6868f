"""In which line of a TOML text each key stands. Python's tomllib does not tell.

The text has to be TOML: it was read by tomllib before. Keys are written as in `carrier.holes[2]`, counted from 0, and
so are those of inline tables and arrays of tables.
"""

import re

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*"{3,5}'
    r"|'''(?:[^']|'(?!''))*'{3,5}"
    r'|"(?:[^"\\\n]|\\.)*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_OTHER = re.compile(r"[^,\]}#\n]+")  # numbers, dates, true and false


class _Finder:
    """Goes through the text once. `lines`: what was found."""

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.lines: dict[str, int] = {}
        self.tables_in: dict[str, int] = {}  # how many tables an array of tables has so far

    def find(self) -> None:
        table = ""
        while not self._at_end():
            table = self._header() if self._peek("[") else self._setting(table)

    def _at_end(self) -> bool:
        self._skip(_SPACE)
        return self.at >= len(self.text)

    def _peek(self, what: str) -> bool:
        return self.text.startswith(what, self.at)

    def _skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        if match is None:
            raise ValueError(f"line {self._line()} is not TOML")
        self.at = match.end()
        return match.group()

    def _line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def _note(self, key: str, line: int, parents: bool) -> None:
        """A table's own header says better where it is than the first of what is in it."""
        if parents:
            self.lines.setdefault(key, line)
        else:
            self.lines[key] = line

    def _dotted(self) -> list[str]:
        names = []
        while True:
            self._skip(_SPACE)
            quoted = self._peek('"') or self._peek("'")
            names.append(self._skip(_STRING)[1:-1] if quoted else self._skip(_BARE))
            self._skip(_SPACE)
            if not self._peek("."):
                return names
            self.at += 1

    def _header(self) -> str:
        line, many = self._line(), self._peek("[[")
        self.at += 2 if many else 1
        *above, last = self._dotted()
        self.at += 2 if many else 1
        table = ""
        for name in above:
            table = self._newest(_joined(table, name))
            self._note(table, line, parents=True)
        table = _joined(table, last)
        if many:
            self._note(table, line, parents=True)
            self.tables_in[table] = self.tables_in.get(table, 0) + 1
            table = self._newest(table)
        self._note(table, line, parents=False)
        return table

    def _newest(self, table: str) -> str:
        """Of an array of tables the one that was begun last."""
        return f"{table}[{self.tables_in[table] - 1}]" if table in self.tables_in else table

    def _setting(self, table: str) -> str:
        """`key = value`; gives the table that it stands in."""
        line, key = self._line(), table
        *above, last = self._dotted()
        for name in above:
            key = _joined(key, name)
            self._note(key, line, parents=True)
        key = _joined(key, last)
        self._note(key, line, parents=False)
        self._skip(_SPACE)
        self.at += 1  # the sign "="
        self._value(key)
        return table

    def _value(self, key: str) -> None:
        self._skip(_SPACE)
        if self._peek("["):
            self._array(key)
        elif self._peek("{"):
            self._inline_table(key)
        elif self._peek('"') or self._peek("'"):
            self._skip(_STRING)
        else:
            self._skip(_OTHER)

    def _array(self, key: str) -> None:
        self.at += 1
        count = 0
        while not self._closes("]"):
            self._note(f"{key}[{count}]", self._line(), parents=False)
            self._value(f"{key}[{count}]")
            count += 1

    def _inline_table(self, key: str) -> None:
        self.at += 1
        while not self._closes("}"):
            self._setting(key)

    def _closes(self, bracket: str) -> bool:
        """Whether the array or inline table ends here; goes past a comma before the next value."""
        self._skip(_SPACE)
        if self._peek(","):
            self.at += 1
            self._skip(_SPACE)
        if self._peek(bracket):
            self.at += 1
            return True
        return False


def _joined(table: str, name: str) -> str:
    return f"{table}.{name}" if table else name


def find_lines(text: str) -> dict[str, int]:
    """The line, from 1, of every key, table and value of an array. Raises ValueError for what is not TOML."""
    finder = _Finder(text)
    finder.find()
    return finder.lines


def line_of(key: str, lines: dict[str, int]) -> int:
    """The line of the key; of the table that it belongs into when it is missing; 1 when that is missing too."""
    while key and key not in lines:
        key = key[: max(key.rfind("."), key.rfind("["), 0)]
    return lines.get(key, 1)
