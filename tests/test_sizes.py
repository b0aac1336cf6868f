"""`make test` and `make check` together run every test, and none of them twice but what draws at random."""

import subprocess
import sys

import pytest

from tests.harness.sizes import CHECK, LEFT_TO_CHECK, ROOT, TEST, is_left

# Prints each test that is found, and whether either size runs it.
_TOLD = """
import pytest
from tests.harness.sizes import CHECK, TEST, is_run

class Told:
    def pytest_collection_modifyitems(self, items):
        for item in items:
            print(f"told {int(is_run(item, TEST))}{int(is_run(item, CHECK))} {item.nodeid}")

pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider"], plugins=[Told()])
"""
_SOME = ("tests/link", "tests/phones", "tests/reference/season", "tests/test_schedules.py", "tests/test_wheel.py")


def _said(*command: str) -> list[str]:
    return subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def collected(*options: str) -> list[str]:
    """The tests among some that are found with these options."""
    found = _said("-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *_SOME, *options)
    return [line for line in found if line.startswith("tests/") and "::" in line]


def _whole(name: str) -> str:
    return name.partition("[")[0]


def test_what_is_left_to_check_is_there_and_stands_once() -> None:
    for name in LEFT_TO_CHECK:
        assert (ROOT / name).exists(), name
        assert not is_left((ROOT / name).parent), name


@pytest.mark.check("every test is found once more")
def test_each_test_is_in_one_size_and_what_draws_in_both() -> None:
    told = [line.split(" ", 2)[1:] for line in _said("-c", _TOLD) if line.startswith("told ")]
    assert [name for sizes, name in told if sizes == "00"] == []
    assert sum(sizes == "10" for sizes, _ in told) > 5000
    drawn = {_whole(name) for sizes, name in told if sizes == "11"}
    assert 0 < len(drawn) < 100, sorted(drawn)


@pytest.mark.check("some tests are found three times")
def test_the_options_find_what_is_in_each_size() -> None:
    everything, quick, rest = collected(), collected("--size", TEST), collected("--size", CHECK)
    # what draws at random has more parts where it draws more
    assert {_whole(name) for name in quick + rest} == {_whole(name) for name in everything}
    assert 0 < len(quick) < len(everything) and not {*quick} >= {*rest}
    assert {_whole(name) for name in {*quick} & {*rest}}


def test_make_check_says_what_make_test_leaves_out() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"--size {TEST}\n" in makefile
    assert f"--size {CHECK} --ignore tests/hardware/tools\n" in makefile
    assert "$(MAKE) hardware-check\n" in makefile
