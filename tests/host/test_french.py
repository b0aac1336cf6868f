"""The command line in French, over a small store: no English is left in what it says."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallyboard.commands.catalogue import COMMANDS, GROUPS
from tallyboard.commands.parsing import subcommands
from tallyboard.hub.tournaments import SAID
from tallyboard.text import language
from tests.harness.command_line import Run
from tests.harness.paper import Paper
from tests.harness.stores import kept, started

# Words of every English sentence, and of no French one.
ENGLISH = re.compile(
    r"\b(the|is|are|was|of|to|and|or|with|not|has|have|it|its|that|this|these|which|who|what|where|there|here|from|by|"
    r"no|nor|one|each|every|give|does|cannot|will|been|them|they|their|you|your|for|at|yet|now|only)\b"
)
TYPED = re.compile(
    r"`[^`]*`|--[a-z-]+|\"[^\"]*\"|'[^']*'|/\S*|\b(USB to|at 9:05)\b"
)  # words that somebody types, and files

# What somebody does at a club, and what goes wrong; DB is the store of three matches.
LINES = [
    "results",
    "results --all",
    "results --db /nowhere/x.db",
    "results --db DIR",
    "show ff",
    "show MATCH",
    "correct MATCH --aside --reason twice",
    "correct MATCH --drop --reason so",
    "correct MATCH --result 'A 8 B x' --reason so",
    "correct MATCH --result 'A 8 B 4' --reason so",
    "correct MATCH --reason so",
    "show MATCH",
    "verify",
    "rebuild",
    "copy --from DB --to NEW",
    "copy --from DB --to DB",
    "boards",
    "boards --port /dev/none",
    "sync",
    "setup --light 3",
    "setup",
    "setup --light x",
    "setup --radio",
    "assign --cancel --table 9",
    "assign crokinole-official --table 9 --port x",
    "export --format csv --out OUT",
    "export --format cmn",
    "export --format csv --out /nowhere/x",
    "export --form csv",
    "export",
    "export --format csv --event x",
    "deploy --to DIR",
    "deploy --to OUT --force --board none",
    "board",
    "board --state DIR --link x --sides 7",
    "score /nowhere/sheet",
    "tables seat 1-3",
    "tables",
    "tables lock 1",
    "tables lock 8",
    "tables seat 3-1",
    "tables seat 1-3 --close",
    "doctor",
    "season new Club",
    "season player Ann",
    "season standings",
    "season player",
    "season night 1",
    "tournament new Open seed=7",
    "tournament add Ann",
    "tournament add Bob",
    "tournament add Cid",
    "tournament add Ann",
    "tournament phase 1 round-robin game crokinole-championship",
    "tournament draw",
    "tournament open 1",
    "tournament call",
    "tournament schedule",
    "tournament result Ann 6 Bob 2",
    "tournament result Ann 6 Zed 2",
    "tournament standings",
    "tournament flags",
    "tournament log",
    "tournament undo",
    "tournament bracket",
    "tournament why Ann Bob",
    "tournament",
    "results x",
    "result",
    "results --al",
    "results --db",
    "tournament none",
    "-x",
]


@pytest.fixture
def french() -> Iterator[None]:
    language.speak("fr")
    yield
    language.speak("en")


def test_what_hinders_a_call_is_said_in_french(french: None) -> None:
    assert language._(SAID["other"], match="1:1-2") == "la table joue un autre match\u00a0; 1:1-2 en attend la fin"


def left(said: str) -> list[str]:
    """The lines that have English in them."""
    return [line for line in said.splitlines() if ENGLISH.search(TYPED.sub("", line))]


def test_every_help_is_in_french(french: None, run: Run) -> None:
    below = [f"{group} {name}" for group in GROUPS for name in subcommands(group)]
    below.remove("tournament phase")  # which is full of words that are typed: of=, for, no
    helps = {name: run("help", *name.split()) for name in (*COMMANDS, *below)}
    assert {ran.code for ran in helps.values()} == {0}
    english = {name: left(ran.out) for name, ran in helps.items()}
    assert {name: lines for name, lines in english.items() if lines} == {}


def test_what_is_said_at_a_club_is_in_french(french: None, run: Run, tmp_path: Path) -> None:
    paper = started(Paper().boot(), "crokinole-official format=doubles target=20", "Zoé, Ann", "Bob").press(
        "A 20", "B 5"
    )
    paper.press("undo", "next").boot().start("crokinole-championship rounds=1").press("next")
    paper.start("washers-ritzenthaler target=2").press("A 3", "next", "A 2", "B 2", "B 2", "next")
    paper.start("crokinole-official").press("A 20", "A 20", "next")
    kept(tmp_path / "club.db", paper, table="Table 3", missing=frozenset({len(paper.records) - 2}))
    (tmp_path / "dir").mkdir()
    match = run("results", "--db", tmp_path / "club.db", "--json").out.partition('"match": "')[2][:8]
    places = {"DB": tmp_path / "club.db", "NEW": tmp_path / "new.db", "DIR": tmp_path / "dir", "OUT": tmp_path / "out"}
    english = {}
    for line in LINES:
        language.speak("fr")  # which `--json` is not
        words = [str({**places, "MATCH": match}.get(word, word)) for word in shlex.split(line)]
        own = ["--db", str(places["DB"])] if takes_db(words) and "--db" not in words else []
        ran = run(*words, *own)
        assert ran.code in (0, 1, 2), line
        if found := left(ran.out + ran.err):
            english[line] = found
    assert english == {}


def takes_db(words: list[str]) -> bool:
    """Whether the command of these words has that option."""
    entry = COMMANDS.get(words[0])
    if words[0] in GROUPS:
        entry = subcommands(words[0]).get(words[1]) if words[1:] else entry
    return entry is not None and any(one.startswith("--db ") for one in entry.takes)
