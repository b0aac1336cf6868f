"""What a table is called, and the order in which people look for names."""

import re


def table_or_digits(table: str, board: str) -> str:
    """The table's name; of one without a name the last six digits of its board's id."""
    return table or board[-6:]


def natural(name: str) -> list[str | int]:
    """A key that sorts `Table 10` behind `Table 9`."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"([0-9]+)", name))]
