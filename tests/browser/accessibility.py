"""What keeps somebody from reading a page: axe's rules, the contrast within drawings, and what is cut off."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

_DRAWN_CONTRAST = (Path(__file__).parent / "drawn_contrast.js").read_text(encoding="utf-8")
_CUT = (Path(__file__).parent / "cut.js").read_text(encoding="utf-8")


def violations(page: Page, *only: str) -> list[str]:
    """What axe finds on the page as it is shown now: the rule, and where it is broken. `only`: these of its rules."""
    page.evaluate(f"() => {{ {Axe().axe_script}\n}}")  # as a function: it is statements, not an expression
    options = {"runOnly": list(only)} if only else {}
    found = page.evaluate("options => axe.run(options)", options)["violations"]
    return [f"{rule['id']}: {rule['help']}: {node['html']}" for rule in found for node in rule["nodes"]]


def faint(page: Page) -> list[str]:
    """Words and lines in drawings that stand out too little."""
    said: list[str] = page.evaluate(_DRAWN_CONTRAST)
    return said


def cut(page: Page) -> list[str]:
    """What is wider than the screen, and lines of which something is missing."""
    said: list[str] = page.evaluate(_CUT)
    return said
