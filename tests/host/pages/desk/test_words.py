"""What pages say: in French, without a command, with whatever names there are."""

import re
from pathlib import Path

import pytest

from tallyboard.text.language import LOCALE
from tests.host.pages.desk.browser import Browser, begin, site_in
from tests.host.pages.desk.recorded import recorded

PAGES = (
    *("", "/floor", "/entrants", "/order", "/entrant/1", "/phases", "/phase/1", "/phase/2", "/phase/1/shootout"),
    *("/matches", "/result/1:1-4", "/sheet/1:1-4", "/boards", "/log", "/papers"),
)
HOSTILE = (
    "<script>alert(1)</script>",
    '" onmouseover="x',
    "{{ 7 * 7 }} %(x)s %s",
    "محمد علي",
    "W" * 60,
    "Zoë 🎯 e\u0301",
    "'; DROP TABLE--",
)
ENGLISH = re.compile(r"\b(the|entered|match is|nobody|what)\b", re.IGNORECASE)
COMMAND = re.compile(
    r"`|tallyboard (?!serve\b)[a-z]"
)  # how the program is started that shows the page has no other place


def all_pages(olga: Browser) -> list[str]:
    match = recorded(olga.site, "A 20", "next")
    return [*PAGES, f"/recorded/{match}"]


@pytest.fixture
def flagged(four: Browser) -> Browser:
    """The same with some of each flag."""
    four.enter("phase 2 single of=1 game crokinole-championship", "result 1:1-4 1 8 4 0", "result 1:2-3 2 8 3 0")
    four.enter("end 1", "draw 2", "result 1:1-4 1 0 4 8", "add Eva", "open 9", "call")
    return four


def test_every_page_is_there_and_gives_no_advice_for_a_command_line(flagged: Browser) -> None:
    for page in all_pages(flagged):
        told = re.sub(r"<(script|template|style)\b.*?</\1>", "", flagged.look(flagged.at + page), flags=re.DOTALL)
        assert flagged.status == 200, page
        assert not COMMAND.search(re.sub(r"<[^>]*>", "", told)), page


def test_what_is_refused_gives_no_advice_for_a_command_line(flagged: Browser) -> None:
    flagged.look(f"{flagged.at}/entrants")
    for action, fill in (
        ("call", {"match": "1:1-2", "table": "1"}),
        ("call", {"match": "9:1-2", "table": "1"}),
        ("call", {"match": "1:1-2", "table": "77"}),
        ("call", {"match": "zzz", "table": "1"}),
        ("phase/1/draw", {"what": "draw"}),
        ("phase/9/draw", {"what": "redraw"}),
        ("phase/2/draw", {"what": "end"}),
        ("status", {"status": "in", "entrant": "77"}),
        ("note", {"note": ""}),
        ("note", {"note": "a # b"}),
        ("close", {"table": "77"}),
        ("free", {"table": "77"}),
        ("undo", {}),
    ):
        flagged.client.post(f"{flagged.at}/{action}", data=fill)
        answer = flagged.client.post(f"{flagged.at}/{action}", data=fill)
        assert answer.status_code == 200, action
        assert "Nothing was entered" in answer.text, (action, fill)
        assert not COMMAND.search(re.sub(r"<(script|template)\b.*?</\1>|<[^>]*>", "", answer.text, flags=re.DOTALL))


def test_names_are_data(tmp_path: Path) -> None:
    olga = Browser(site_in(tmp_path))
    begin(olga, "<img src=x onerror=alert(1)>")
    olga.press(f"{olga.at}/entrants", "/add", {"names": "\n".join(HOSTILE)})
    assert len(olga.lines()) == len(HOSTILE), olga.page
    olga.enter("open <i>1</i>", "phase 1 round-robin game crokinole-championship", "draw 1", "call", "note <b>x</b>")
    called = next(one["match"] for one in olga.computed()["tables"])
    for page in (*PAGES[:-5], f"/result/{called}", f"/sheet/{called}", "/boards", "/log", "/papers"):
        found = olga.look(olga.at + page)
        if page == "/result/1:1-4":
            continue
        assert olga.status == 200, page
        assert not re.search(r"<(img|i|b)>|<img|<script>alert|onmouseover=\"x\"", found), page
        assert 'value="" onmouseover' not in found
    olga.press(f"{olga.at}/result/{called}", f"/result/{called}", {"score-a": 5, "score-b": 3, "twenties-a": 0})
    assert olga.status == 200
    assert not re.search(r"<(img|i|b)>|<img|<script>alert", olga.page)


def test_pages_speak_french(tmp_path: Path) -> None:
    olga = Browser(site_in(tmp_path), language="fr-CA")
    begin(olga, "Soirée")
    assert olga.said == "Le tournoi Soirée est commencé ; les tirages se font avec le nombre 7."
    olga.press(f"{olga.at}/entrants", "/add", {"names": "Zoé\nÉmile\nZorro\nLéa"})
    olga.press(f"{olga.at}/phase/1?preset=all", "/phase/1")
    olga.press(f"{olga.at}/phases", "/draw")
    olga.press(olga.at, "/open", {"count": 2})
    olga.press(olga.at, "/call")
    olga.press(f"{olga.at}/result/1:1-4", "/result/1:1-4", {"score-a": 5, "score-b": 3, "twenties-a": 0})
    assert olga.said == "Zoé : Léa (ronde 1) 5 : 3, Zoé gagne."
    for page in all_pages(olga):
        found = olga.look(olga.at + page)
        main = re.sub(r"<[^>]*>", " ", found[found.index("<main") : found.index("</main>")])
        english = ENGLISH.findall(main)
        assert not english, (page, english)
    olga.press(f"{olga.at}/result/1:1-4", "/result/1:1-4", {"score-a": "x", "score-b": 3, "twenties-a": 0})
    assert "Un nombre entier de -9999 à 9999." in olga.page


def test_french_has_no_break_before_its_signs() -> None:
    said = Path(LOCALE, "fr", "desk.po").read_text(encoding="utf-8")
    for line in said.splitlines():
        if line.startswith("msgstr"):
            assert not re.search(r"\w [;!?»]|« ", line), line
