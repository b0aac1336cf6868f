"""Random tournaments through all pages: none fails, each is whole in French, every link leads somewhere."""

import pytest

from tallyboard.desk import Refusal
from tallyboard.errors import TallyboardError
from tests.harness.campaign import form
from tests.host.pages.public.conftest import Hall, Node
from tests.reference.desk.scripts import random_script

SEEDS = form(8, 300)
NAMES = (
    "<b>Bob</b>",
    '"><script>alert(1)</script>',
    "\u05d0\u05d1\u05d2",
    "Zoë \U0001f469\u200d\U0001f680",
    "%(name)s {0} {{ x }}",
    "M" * 60,
)


@pytest.mark.parametrize("seed", range(SEEDS))
def test_every_page_of_a_random_tournament_is_there_and_leads_somewhere(hall: Hall, seed: int) -> None:
    _play(hall, seed)
    names = {" ".join(entrant["name"].split()) for entrant in hall.computed["entrants"]}
    assert {link.text for row in hall.get("/t/T/players").all("th", class_="name") for link in row.all("a")} == names
    waiting, seen = ["/t/now"], set[str]()
    while waiting:
        address = waiting.pop()
        if address in seen or len(seen) > 60:
            continue
        seen.add(address)
        for language in ("en", "fr"):
            page = hall.get(address, language)
            assert len(page.all("h1")) == 1 and page.one("h1").text
            _has_unique_names(page)
            assert not [text for text in _texts(page) if text.startswith("alert(")], "a name has become markup"
        waiting += [link for link in _links(page) if link not in seen and "/table/" not in link]


def _play(hall: Hall, seed: int) -> None:
    """The lines of a random script as far as they are taken, with hostile names for some of the entrants."""
    first, *lines = [line for line in random_script(seed).text.splitlines() if line.strip()] or ["tournament singles"]
    hall.begin(first="tournament doubles seed=5" if "doubles" in first.lower() else "tournament singles seed=5")
    is_singles = "doubles" not in first.lower()
    for number, line in enumerate(lines):
        word = line.lower().split()[0]
        if word in ("tournament", "at") or word.startswith("#"):
            continue
        if word == "add" and is_singles and number % 3 == 0:
            line = f"add {NAMES[number % len(NAMES)]} {number}"[:64]
        try:
            hall.enter(line)
        except (Refusal, TallyboardError):
            continue


def _has_unique_names(page: Node) -> None:
    """What links and readers of pages go by: ids, and the names of regions and menus."""
    ids = [node.attributes["id"] for node in page.all() if "id" in node.attributes]
    named = [node for node in page.all() if node.attributes.get("role") == "region" or node.tag == "nav"]
    for names in (ids, [node.attributes["aria-label"] for node in named]):
        assert len(names) == len(set(names)), sorted(names)


def _links(page: Node) -> list[str]:
    found = [node.attributes.get("href", "") for node in page.one("main").all("a")]
    return [link.partition("#")[0] for link in found if link.startswith("/t/")]


def _texts(page: Node) -> list[str]:
    return ["".join(child for child in script.children if isinstance(child, str)) for script in page.all("script")]
