"""The day that docs/organiser.md goes through leads to a champion, and its script computes the same."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tallyboard.desk import compute_script
from tests.harness.command_line import Run
from tests.pages import ROOT, blocks, text_of

SECTION = text_of(ROOT / "docs" / "organiser.md").partition("## A tournament in a day\n")[2].partition("\n## ")[0]


def commands(language: str) -> list[list[str]]:
    """The words of each command of Tallyboard in blocks of this language."""
    lines = [line for block in blocks(SECTION, language) for line in block]
    return [shlex.split(line)[3:] for line in lines if line.startswith("$ tallyboard ")]


def sheet() -> str:
    """The sheet that the page has somebody type."""
    found = re.search(r"<<END\n(.*?)END\n", SECTION, re.DOTALL)
    assert found
    return found[1]


def test_the_day_of_the_page_ends_with_a_champion(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "players.csv").write_text(sheet())

    def said(*words: object) -> str:
        ran = run("tournament", *words)
        assert (ran.code, ran.err) == (0, ""), ran
        return ran.out

    def play() -> None:
        """Call and play until nothing is left; the smaller number wins."""
        while True:
            said("call")
            computed = json.loads(said("export", "--json"))
            called = [m for p in computed["phases"] for m in p["matches"] if m["state"] == "called"]
            if not called:
                return
            for match in called:
                one, other = sorted(match["sides"])
                said("result", one, 6, other, 2)

    for words in commands("console"):
        said(*words)
    play()
    for words in commands("text"):
        said(*words)
    play()
    computed = json.loads(said("export", "--json"))
    assert computed == compute_script(said("export", "--script"))
    assert [len(phase["order"]) for phase in computed["phases"]] == [17, 8]
    assert computed["champion"] == 1
    assert computed["flags"] == []
    assert said("call").endswith(
        "Next: Ann is champion. `tallyboard tournament print bracket` makes paper for the wall.\n"
        "Tournament: Club day.\n"
    )
    assert "Losers' bracket" in said("bracket")
    assert max(map(len, said("bracket").splitlines())) <= 80
