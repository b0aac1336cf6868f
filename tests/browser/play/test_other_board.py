"""The page of a box that is bought: its own keys and pins, and no third side."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tallyboard.play.build import ready_page
from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.windows import PHONE, Windows


@pytest.fixture(scope="session")
def macropad(play_page: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of the page, where the other one could be made too."""
    path: Path = tmp_path_factory.mktemp("macropad") / "play.html"
    path.write_text(ready_page("macropad"), encoding="utf-8")
    return path.as_uri()


@both_browsers
def test_the_keys_of_a_macropad_count_as_those_of_a_box(windows: Windows, macropad: str) -> None:
    box = Benches(windows, macropad).open().box(1)
    box.press("A1", "B2")
    box.shows(A="° 20.", B="  15.")
    box.undo()
    box.shows(B="   0.")
    box.tap("A3")  # what stands on a cap is nothing that a finger touches
    box.shows(A="° 30.")
    expect(box.key("MENU")).to_have_count(1)
    expect(box.key("C1")).to_have_count(0)
    expect(box.form().locator("[name=sides] option:enabled")).to_have_text(["2"])


def test_a_box_that_was_for_three_sides_is_drawn_with_two(windows: Windows, file: str, macropad: str) -> None:
    """Boxes are kept by the address of the page, whatever board it shows."""
    bench = Benches(windows, file).open(PHONE)
    bench.box(1).choose("crokinole-traditional sides=3", sides=3)
    expect(bench.box(1).display("C")).to_have_count(1)
    context = bench.page.context
    bench.page.close()
    box = Benches(windows, macropad).again(context).box(1)
    expect(box.display("C")).to_have_count(0)
