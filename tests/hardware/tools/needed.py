"""A test whose tools are missing says so and is skipped; in CI it has failed."""

from hardware.making.tools import MissingToolError, Tool, require
from tests.harness.missing import cannot_run


def need(*tools: Tool) -> None:
    """Skips the test, or the module that is being read, where one of the tools is not there; under TALLYBOARD_CI it
    fails."""
    try:
        require(*tools)
    except MissingToolError as missing:
        cannot_run(str(missing))
