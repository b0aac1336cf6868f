"""The one exception that a person is meant to read."""

UPDATE = "Update the laptop: `pip install --upgrade tallyboard-*.whl`."


class TallyboardError(Exception):
    """Something the user can act on: one sentence with the cause, one with the next step.

    The command line prints it on stderr and leaves with exit code 2; nothing has been lost or half done.
    """

    def __init__(self, cause: str, next_step: str) -> None:
        super().__init__(f"{cause} {next_step}")
        self.cause = cause
        self.next_step = next_step
