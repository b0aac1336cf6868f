"""Words that people look for where the page says another, or says it in passing: each is an entry of the index at its
heading, and such entries stand first in what a search finds."""

from sphinx.application import Sphinx

WORDS = {
    "CONTRIBUTING": {"How to add …": "add an option, add a command", "Which test for which file": "which test"},
    "docs/fr/table": {"Touches": "annuler"},
    "docs/fr/telephones": {"Une soirée de club": "wifi, pare-feu"},
    "docs/fr/organisateur": {"La veille": "imprimer"},
    "docs/link": {"In short": "ack, epoch"},
    "docs/organiser": {"The evening before": "print"},
    "docs/phones": {"A club evening": "wifi, firewall"},
    "docs/table": {"Keys": "undo"},
    "hardware/build/buying/bom": {"Prices": "price, cost"},
    "hardware/build/order/order-ten": {"What to upload": "gerber"},
}
"""By page and heading."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Called by Sphinx."""
    app.connect("source-read", _add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def _add(app: Sphinx, docname: str, source: list[str]) -> None:
    for heading, words in WORDS.get(docname, {}).items():
        before, found, behind = source[0].partition(f"\n## {heading}\n")
        if not found:
            raise ValueError(f"{docname} has no heading {heading}, see words_to_find.py")
        source[0] = f"{before}{found}\n```{{index}} ! {words.replace(', ', ', ! ')}\n```\n{behind}"
