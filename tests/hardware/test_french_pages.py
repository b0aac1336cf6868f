"""The French pages for who builds the box: what is said on a screen stands there as it is said, and the marks have
their blanks."""

import re
from pathlib import Path

import pytest

from tallyboard.text.language import language
from tests.hardware.guide_texts import is_said
from tests.hardware.test_guide import OF_OTHERS, quotes
from tests.pages import ROOT, text_of, without_blocks

HARDWARE = ROOT / "hardware"
GUIDE, GUIDE_FR = HARDWARE / "guide.md", HARDWARE / "guide-fr.md"
FRENCH = [*HARDWARE.glob("*-fr.md"), *HARDWARE.glob("boards/*-fr.md")]

pages = pytest.mark.parametrize("page", FRENCH, ids=lambda page: page.name)


def test_every_french_page_has_its_english_one_and_both_link_each_other() -> None:
    assert len(FRENCH) >= 3
    for page in FRENCH:
        english = page.with_name(page.name.replace("-fr.md", ".md"))
        assert f"[In English]({english.name})" in text_of(page) and f"[En français]({page.name})" in text_of(english)


def test_what_a_screen_says_stands_so_in_the_french_guide() -> None:
    """What a box's console says in English; what the laptop says in French."""
    french = " ".join(re.sub("\u00a0", " ", text_of(GUIDE_FR)).split())
    said = {quoted for quoted in quotes(GUIDE) if len(quoted.split()) > 2 and is_said(quoted)}
    said |= {quoted for quoted in quotes(GUIDE) if quoted in OF_OTHERS} - {"fit to page", "the console says"}
    assert len(said) > 8
    laptop = language("fr", "terminal")
    shown = {quoted: (quoted, re.sub("\u00a0", " ", laptop(quoted))) for quoted in said if "received" not in quoted}
    assert [quoted for quoted, either in shown.items() if not any(f"« {one} »" in french for one in either)] == []
    assert "« … : … enregistrements reçus, déjà ici : 0. »" in french


@pages
def test_french_marks_have_a_blank_that_does_not_break(page: Path) -> None:
    text = re.sub(r"`[^`]*`|\]\([^)]*\)|<!--.*?-->|\|[-:|]+\|", "", without_blocks(text_of(page)))
    text = re.sub(r"«\u00a0[A-Z][^»]*\u00a0»|\"[^\"]*\"", "", text)  # what is quoted from a screen is English
    assert re.findall(r".{12}(?<![\u00a0\d\w/)])[;!?»].{3}|.{12}\w[;!?].{3}|« .{8}|.{8} [:;!?»](?!-)", text) == []


@pages
def test_french_numbers_and_units_stay_together(page: Path) -> None:
    text = without_blocks(text_of(page))
    lines = [line for line in text.splitlines() if not re.match(r"\| !\[|.*\b(?:with|high|from)\b", line)]
    assert re.findall(r".{8}\d (?:mm|mA|V|kΩ|Ω|ns|°C)\b", "\n".join(lines)) == []
