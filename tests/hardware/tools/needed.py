"""A test whose tools are missing says so and is skipped; in CI it has failed."""

import os

import pytest

from hardware.making.tools import MissingToolError, Tool, require


def need(*tools: Tool) -> None:
    """Skips the test, or the module that is being read, where one of the tools is not there; under TALLYBOARD_CI it
    fails."""
    try:
        require(*tools)
    except MissingToolError as missing:
        if "TALLYBOARD_CI" in os.environ:
            pytest.fail(str(missing))
        pytest.skip(str(missing), allow_module_level=True)
