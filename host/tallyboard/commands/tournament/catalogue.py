"""The commands behind `tallyboard tournament`, and the list of them that its help prints."""

from typing import NamedTuple


class Subcommand(NamedTuple):
    """`module`: of this folder, with the `function`; `summary` is the first line of that function's docstring."""

    module: str
    function: str
    summary: str


# In the order in which the help lists them.
SUBCOMMANDS = {
    "compute": Subcommand("compute", "compute", "Compute tournaments that are written down as scripts."),
}
