"""What went wrong, and what people are told of it.

The core (desk, store, link, hub, drive) knows no command and no page. It raises a `CoreError` with a `Told` from a
table of this room, and the fields that its sentences name. A face that has a next step of its own takes `told.on_page`.
"""

UPDATE = "Update the laptop: `pip install --upgrade tallyboard-*.whl`."


def later(said: str) -> str:
    """Marks a sentence that stands in a table, and is said in somebody's language later."""
    return said


class TallyboardError(Exception):
    """Something the user can act on: one sentence with the cause, one with the next step. The command line prints it on
    stderr and leaves with exit code 2; nothing has been lost or half done."""

    def __init__(self, cause: str, next_step: str) -> None:
        super().__init__(f"{cause} {next_step}")
        self.cause = cause
        self.next_step = next_step


class Told:
    """What is told of one failure: its sentences, with {fields} to be filled in. Programs compare it by `is`."""

    def __init__(self, cause: str, next_step: str, *, on_page: str = "") -> None:
        self.cause = cause
        self.next_step = next_step
        self.on_page = on_page or next_step  # where somebody looks at a page, and has no command line


class CoreError(TallyboardError):
    """A failure of the core: `told` says which, `fields` with what; the sentences are a terminal's, in English."""

    def __init__(self, told: Told, /, **fields: object) -> None:
        super().__init__(told.cause.format(**fields), told.next_step.format(**fields))
        self.told = told
        self.fields = fields
