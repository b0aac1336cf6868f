"""What a board keeps of a name: letters of its display, whole ones, as many as fit."""

import pytest

from tallyboard.text.board_names import board_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("日本", "RiBen"),
        ("Łukasz Żółć", "Lukasz Zolc"),
        ("  Ann   Bee ", "Ann Bee"),
        ("x" * 30, "x" * 24),
        ("x" * 23 + "é", "x" * 23 + "e"),
        ("x" * 22 + "Щ", "x" * 22),  # Shch is there whole or not at all
        ("Ann & Bob", "Ann & Bob"),
        ("\u200d\u0301", ""),
    ],
)
def test_a_name(name: str, shown: str) -> None:
    assert board_name(name) == shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann & Bob", "Ann & Bob"),
        ("Ann/Bob", "Ann & Bob"),
        ("Ann and Bob", "Ann & Bob"),
        ("Christopher & Bartholomew", "Christophe & Bartholome"),
        ("Bo + Bartholomew", "Bo & Bartholome"),
        ("The Sandy Owls", "The Sandy Owls"),
        ("A & B & C", "A & B & C"),
    ],
)
def test_partners_get_ten_bytes_each(name: str, shown: str) -> None:
    assert board_name(name, of_pairs=True) == shown


@pytest.mark.parametrize(
    ("name", "of_pairs", "kept"),
    [
        *[("日本 " * 20, of_pairs, "RiBen RiBen RiBen RiBen") for of_pairs in (False, True)],
        *[("Щ" * 20, of_pairs, "Shch" * 6) for of_pairs in (False, True)],
        *[("é" * 60, of_pairs, "e" * 24) for of_pairs in (False, True)],
        ("Ann & " + "ß" * 40, False, "Ann & " + "s" * 18),
        ("Ann & " + "ß" * 40, True, "Ann & " + "s" * 10),
        *[("😀" * 9, of_pairs, ":grinning::grinning:") for of_pairs in (False, True)],
    ],
)
def test_never_more_than_a_board_keeps(name: str, of_pairs: bool, kept: str) -> None:
    shown = board_name(name, of_pairs)
    assert shown == kept
    assert len(shown) <= 24
    assert board_name(shown, of_pairs) == shown, "the same again"
