"""The rich console, for output that is redrawn; imported only there."""

import sys

from rich.console import Console

_PIPE_WIDTH = 200  # columns where nobody's terminal sets a width, so that no line is folded


def console(stderr: bool = False) -> Console:
    """The console for standard output, or for what goes beside it."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)
