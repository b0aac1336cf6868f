"""The order in which people look for names."""

import re


def natural(name: str) -> list[str | int]:
    """A key that sorts `Table 10` behind `Table 9`."""
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"([0-9]+)", name))]
