"""What rich draws: output that is redrawn. It is imported only where something is: it costs more than most commands."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

_PIPE_WIDTH = 200  # columns where nobody's terminal sets a width, so that no line is folded


def console(stderr: bool = False) -> "Console":
    """The console for standard output, or for what goes beside it."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else _PIPE_WIDTH
    return Console(stderr=stderr, width=width, markup=False, emoji=False, highlight=False)


@contextmanager
def bar(before: str, during: str) -> Iterator[tuple[Callable[[int, int], None], Callable[[str], None]]]:
    """What to call with (done, all), and with a sentence; both show on stderr, on a terminal a bar with `before`, then
    `during`, else the sentence alone."""
    if not sys.stderr.isatty():
        yield lambda done, total: None, lambda sentence: print(sentence, file=sys.stderr, flush=True)
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        task = progress.add_task(before, total=None)
        yield (
            lambda done, total: progress.update(task, description=during, completed=done, total=total),
            lambda sentence: progress.console.print(sentence),
        )
