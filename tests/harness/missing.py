"""What becomes of a test whose tool is missing."""

import os
from pathlib import Path
from typing import NoReturn

import pytest

# Where the kernel makes simulated pins, once its module is loaded.
GPIO_SIM = Path("/sys/kernel/config/gpio-sim")


def cannot_run(reason: str) -> NoReturn:
    """Skip the test, or the module that is being read, and say why; where everything is installed on purpose it has
    failed."""
    if "TALLYBOARD_CI" in os.environ:
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)
