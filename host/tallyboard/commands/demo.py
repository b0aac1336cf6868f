"""`tallyboard demo`: the whole thing in a minute, without hardware."""

import os


def demo() -> None:
    """Play two matches on a virtual board, pull the plug and the cable, and check the result."""
    from tallyboard.errors import TallyboardError

    if os.name != "posix":
        raise TallyboardError("The demonstration needs Linux or macOS.", "Run it in WSL.")
    from tallyboard.commands.results import results
    from tallyboard.commands.show import show
    from tallyboard.commands.verify import verify
    from tallyboard.demo import story

    story.run(story.Commands(results, show, verify))
