"""`run`, the command line for tests that collect from a board."""

from tests.harness.command_line import run as run  # a fixture
