"""The pages that people read: README, docs/ and what lies beside it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
SITE = ROOT / "index.md"
DOCS = sorted((ROOT / "docs").glob("*.md"))
FRENCH = sorted((ROOT / "docs" / "fr").glob("*.md"))
GAMES = sorted((ROOT / "docs/games").glob("*.md"))
PAGES = [
    *sorted(ROOT.glob("*.md")),
    *DOCS,
    *FRENCH,
    *GAMES,
    *sorted((ROOT / "hardware").glob("*.md")),
    *sorted((ROOT / "hardware/boards").glob("*.md")),
    ROOT / "tests/emulator/README.md",
]


def text_of(page: Path) -> str:
    """The text of a page."""
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    """The page's path in the project."""
    return page.relative_to(ROOT).as_posix()


def without_blocks(text: str) -> str:
    """The text without what stands in blocks of code, be they within a list or not."""
    return re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)


def blocks(text: str, language: str) -> list[list[str]]:
    """The lines of each block of code in this language."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return [block.splitlines() for block in found]


def code_in(text: str) -> list[str]:
    """What stands as code within the sentences."""
    paragraphs = re.split(r"\n\n|\n(?=[|-])", without_blocks(text))
    return [" ".join(code.split()) for paragraph in paragraphs for code in re.findall(r"`([^`]+)`", paragraph)]


def anchors(text: str) -> set[str]:
    """The names that links give the headings, as GitHub makes them: small letters, hyphens for blanks, no marks."""
    headings = re.findall(r"^#+ (.+)$", without_blocks(text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
