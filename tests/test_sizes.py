"""`make test` and `make check` together run every test, and none of them twice but what draws at random."""

import subprocess
import sys

import pytest

from tests.harness.sizes import CHECK, LEFT_TO_CHECK, ROOT, TEST, is_left


def collected(*options: str) -> list[str]:
    """The tests that are found with these options."""
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", *options]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout
    return [line for line in said.splitlines() if line.startswith("tests/") and "::" in line]


def _whole(name: str) -> str:
    return name.partition("[")[0]


def test_what_is_left_to_check_is_there_and_stands_once() -> None:
    for name in LEFT_TO_CHECK:
        assert (ROOT / name).exists(), name
        assert not is_left((ROOT / name).parent), name


@pytest.mark.check("every test found three times")
def test_each_test_is_in_one_size_and_what_draws_in_both() -> None:
    everything, quick, rest = collected(), collected("--size", TEST), collected("--size", CHECK)
    # what draws at random has more parts where it draws more
    assert {_whole(name) for name in quick + rest} == {_whole(name) for name in everything}
    assert len(quick) > 5000
    drawn = {_whole(name) for name in {*quick} & {*rest}}
    assert len(drawn) < 100, sorted(drawn)


def test_make_check_says_what_make_test_leaves_out() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"--size {TEST}\n" in makefile
    assert f"--size {CHECK} --ignore tests/hardware/tools\n" in makefile
    assert "$(MAKE) hardware-check\n" in makefile
