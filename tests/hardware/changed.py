"""Copies of the tests' board with something changed."""

import re

from hardware.source.lines import find_lines
from hardware.source.read import BadBoardFile, read_board
from tests.hardware.sample import TEXT

_LINES = find_lines(TEXT)


def changed(changes: dict[str, str | None]) -> str:
    """The text with these values; None removes the key. Of a name that ends in ` = ` the whole line is replaced. A key
    that is inside of an inline table is changed there."""
    rows = TEXT.splitlines()
    for key, value in changes.items():
        name = key.removesuffix(" = ")
        line = _LINES[name] - 1
        last = name.rsplit(".", 1)[-1]
        if name != key:
            rows[line] = value or ""
        elif value is None:
            rows[line] = ""
        else:
            inline = rf"\b{last} = (\"[^\"]*\"|[^,}}]+)" if not rows[line].startswith(last) else rf"^{last} = .*"
            rows[line] = re.sub(inline, lambda _, new=f"{last} = {value}": new, rows[line])  # type: ignore[misc]
    return "\n".join(rows) + "\n"


def without(table: str) -> str:
    """The text without this table."""
    return re.sub(rf"^\[{table}\].*?(?=^\[)", "", TEXT, flags=re.DOTALL | re.MULTILINE)


def refused(text: str) -> list[tuple[int, str, str]]:
    """Line, key and rule of all faults of this board.toml; none if it is good."""
    try:
        read_board(text)
    except BadBoardFile as bad:
        found = [re.fullmatch(r"hardware/board\.toml:(\d+): (\S+?): (.+)", line) for line in str(bad).splitlines()]
        return [(int(match[1]), match[2], match[3]) for match in found if match]
    return []
