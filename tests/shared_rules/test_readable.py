"""The characters that a name may have, by what Unicode says of them."""

import sys
import unicodedata

import pytest

from shared_rules.readable import unreadable

# Categories of what is not seen or moves others: controls, formats, surrogates, private use, ends of lines.
UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
JOINERS = (0x200C, 0x200D)


def test_every_character_that_is_not_seen_is_kept_out() -> None:
    seen = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in UNSEEN and code not in JOINERS and unreadable(chr(code)) != code
    ]
    assert seen == []


def test_every_character_that_has_a_name_and_is_seen_may_stand() -> None:
    kept_out = [
        code
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code))[0] in "LMNPS"
        and not 0xE0100 > code >= 0xE0000
        and unreadable(f"a{chr(code)}b") is not None
    ]
    assert kept_out == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Ann Lee", None),
        ("\u202eAnn\u0007", 0x202E),
        ("A\tB", 0x09),
        ("A\u007fB", 0x7F),
        ("क\u200dष", None),
        ("\u0100\u200c\u1fff", None),
        ("\u00ff\u200c\u1fff", 0x200C),
        ("\u0100\u200d\u2000", 0x200D),
        ("👩\u200d👧", None),
        ("\u2070\u200d👧", None),
        ("\u206f", 0x206F),
        ("a\u200db", 0x200D),
        ("\u200dक", 0x200D),
        ("क\u200d", 0x200D),
        ("क\u200d\u200dष", 0x200D),
    ],
)
def test_a_name(text: str, code: int | None) -> None:
    assert unreadable(text) == code
