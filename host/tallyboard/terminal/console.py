"""What rich draws: output that is redrawn. Imported only where something is, for it costs more than most commands."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

_PIPE_WIDTH = 200  # columns where nobody's terminal sets a width, so that no line is folded


def console(stderr: bool = False) -> Console:
    """The console for standard output, or for what goes beside it."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


@contextmanager
def bar(before: str, during: str) -> Iterator[tuple[Callable[[int, int], None], Callable[[str], None]]]:
    """What to call with (done, all), and with a sentence; both show on stderr, a bar with `before`, then `during`."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(before, total=None)
        yield (
            lambda done, total: progress.update(task, description=during, completed=done, total=total),
            lambda sentence: progress.console.print(sentence),
        )
