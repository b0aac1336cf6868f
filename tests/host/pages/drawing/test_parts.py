"""Numbers and text in drawings."""

import pytest

from tallyboard.pages.drawing.parts import fitted, isolated, number, signed, text_width
from tests.host.pages.drawing.markup import NAMES

# Advance widths in thousandths of an em as DejaVu Sans and its bold face have them, the widest of the common fonts.
ADVANCES = {
    "A": (684, 774),
    "G": (775, 821),
    "M": (863, 995),
    "O": (787, 850),
    "W": (989, 1103),
    "a": (613, 675),
    "i": (278, 343),
    "l": (278, 343),
    "m": (974, 1042),
    "n": (634, 712),
    "r": (411, 493),
    "w": (818, 924),
    "8": (636, 696),
    "…": (1000, 1000),
}


@pytest.mark.parametrize("letter", ADVANCES)
def test_a_letter_is_as_wide_as_is_thought_at_most(letter: str) -> None:
    regular, bold = ADVANCES[letter]
    assert regular <= text_width(letter, 1000)
    assert bold <= text_width(letter, 1000, bold=True)


def test_a_name_is_not_thought_much_wider_than_it_is() -> None:
    """In DejaVu Sans this one is 11,411 thousandths of an em wide, bold 12,750."""
    assert 11_411 <= text_width("Zoë Beaulieu-Tremblay", 1000) < 11_411 * 1.25
    assert 12_750 <= text_width("Zoë Beaulieu-Tremblay", 1000, bold=True) < 12_750 * 1.25


@pytest.mark.parametrize("name", NAMES)
def test_what_is_cut_fits_and_begins_as_it_did(name: str) -> None:
    for room in range(0, 400, 7):
        cut = fitted(name, room, 15)
        assert text_width(cut, 15) <= room + 1e-9
        assert cut == name or cut == "" or (cut.endswith("…") and name.startswith(cut[:-1]))


def test_as_much_of_a_name_is_shown_as_fits() -> None:
    assert fitted("nnnn", 4 * 6.5, 10) == "nnnn"
    assert fitted("nnnn", 4 * 6.5 - 0.1, 10) == "nn…"
    assert fitted("n nnnnn", 22, 10) == "n…", "no blank before the ellipsis"
    assert fitted("nnnn", 4 * 6.5, 10, bold=True) == "n…"
    assert fitted("nnnn", 5, 10) == ""


def test_marks_upon_a_letter_stay_with_it() -> None:
    assert fitted("e\u0301" * 5, 3 * 6.5, 10) == "e\u0301…"


@pytest.mark.parametrize(("value", "shown"), [(0, "0"), (-0.04, "0"), (12.0, "12"), (3.14, "3.1"), (-2.5, "-2.5")])
def test_numbers_are_short(value: float, shown: str) -> None:
    assert number(value) == shown


def test_points_below_nothing_have_a_true_minus() -> None:
    assert (signed(-20), signed(0), signed(20)) == ("\u221220", "0", "20")


def test_a_name_runs_its_own_way_and_is_no_markup() -> None:
    assert isolated("<b>") == "\u2068&lt;b&gt;\u2069"
