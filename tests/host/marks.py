"""Where a test can run."""

import os

import pytest

linux_only = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs Linux's /proc")
