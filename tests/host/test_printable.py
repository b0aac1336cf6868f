"""Characters in names that are not seen or act on the text around them: shown escaped, refused where entered."""

import random
import unicodedata

import pytest

from shared_rules.games import scoresheet
from shared_rules.readable import JOINERS, unreadable
from tallyboard.errors import TallyboardError
from tallyboard.text.printable import printable, refuse_unprintable
from tests.harness.command_line import Run
from tests.harness.fake_board import BoardHalf, PtyBoard
from tests.harness.paper import Paper

_KEPT_OUT = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")


def test_the_table_is_that_of_unicode() -> None:
    """What is not assigned yet, in this Python's Unicode, may be in the table or not."""
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        if category != "Cn":
            assert (unreadable(chr(code)) is not None) == (category in _KEPT_OUT), hex(code)


def test_both_readings_of_the_table_are_one() -> None:
    chance = random.Random(1)
    letters = [*"Ab \n\x1b\u202e\u200b", "ن", "म", "\U0001f469", "\ufe0f", *map(chr, JOINERS), *map(chr, JOINERS)]
    for _ in range(5000):
        some = "".join(chance.choices(letters, k=chance.randint(1, 5)))
        assert (unreadable(some) is None) == (printable(some) == some), ascii(some)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Jean-François d'Août",
        "山田\u3000太郎",
        "\u0646\u0627\u0645\u0647\u200c\u0627\u06cc",
        "क्\u200dष",
        "\U0001f469\u200d\U0001f680",
        "Ann\u00a0B",
        "A/B\\c",
    ],
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert printable(name) == name
    refuse_unprintable("The name", name)
    assert scoresheet.read(f"game twenties-shootout\nname A {name}\n").names[0]


@pytest.mark.parametrize(
    ("name", "shown", "code"),
    [
        ("A\x1b[31m", r"A\x1b[31m", "U+001B"),
        ("A\x00", r"A\x00", "U+0000"),
        ("A\x7fB", r"A\x7fB", "U+007F"),
        ("A\x85B", r"A\x85B", "U+0085"),
        ("A\u2028B", r"A\u2028B", "U+2028"),
        ("A\u202eB", r"A\u202eB", "U+202E"),
        ("A\u2066B", r"A\u2066B", "U+2066"),
        ("A\u200fB", r"A\u200fB", "U+200F"),
        ("A\u061cB", r"A\u061cB", "U+061C"),
        ("A\u200bB", r"A\u200bB", "U+200B"),
        ("A\u200dB", r"A\u200dB", "U+200D"),
        ("न\u200d", r"न\u200d", "U+200D"),
        ("A\ufeffB", r"A\ufeffB", "U+FEFF"),
        ("A\udcffB", r"A\udcffB", "U+DCFF"),
        ("A\U000e0041", r"A\U000e0041", "U+E0041"),
    ],
)
def test_what_is_not_seen_is_shown_escaped_and_refused(name: str, shown: str, code: str) -> None:
    assert printable(name) == shown
    with pytest.raises(TallyboardError) as refused:
        refuse_unprintable("The name", name)
    assert code in refused.value.cause
    assert printable(refused.value.cause) == refused.value.cause
    with pytest.raises(scoresheet.SheetError) as at:
        scoresheet.read(f"game twenties-shootout\n\nname A {name}\n")
    assert (at.value.line, code in at.value.cause) == (3, True)


def test_a_name_line_may_have_tabs() -> None:
    assert scoresheet.read("game twenties-shootout\nname\tA\tAnn\n").names[0] == "Ann"


def test_a_sheet_with_such_a_name_is_told_by_file_and_line(run: Run) -> None:
    ran = run("score", "-", stdin="game twenties-shootout\nname A A\u202eB\n".encode())
    assert (ran.code, ran.out) == (2, "")
    assert (
        ran.err == "-:2: a name has no characters like U+202E, which are not seen or move others. Correct the line.\n"
    )


def test_file_names_and_lines_of_sheets_reach_no_terminal(run: Run) -> None:
    told = r"no\x1b[2Jne: cannot be read: No such file or directory. Check the name of the file." + "\n"
    assert run("score", "no\x1b[2Jne").err == told
    assert r"\x1b" in run("score", "-", stdin=b"game twenties-shootout\n\x1b[2J 20\n").err


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("assign", "twenties-shootout", "Ann\u202e"), "The name"),
        (("assign", "twenties-shootout", "--key", "k\x1b"), "The key"),
        (("setup", "--name", "Table\x1b[2J"), "The name"),
        (("export", "--format", "cmn", "--event", "Day\u2028"), "The name of --event"),
    ],
)
def test_what_is_entered_is_refused(run: Run, arguments: tuple[str, ...], what: str) -> None:
    ran = run(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(what + " ")
    assert "which cannot be seen or moves the text around it." in ran.err


def test_what_a_board_says_of_itself_moves_no_terminal(run: Run) -> None:
    """Its name, firmware and id, the names of players, an error's words."""
    evil = "T\x1b[2J\u202e"
    paper = Paper().boot().start_assigned("twenties-shootout", "k\x1b", evil, evil).press("A 20", "next")
    with PtyBoard(BoardHalf(paper, "e66", table=evil, firmware=f"0.1{evil}")) as served:
        said = [run("sync", served.path), run("boards", "--port", served.path), run("doctor", "--port", served.path)]
    said += [run("results"), run("verify"), run("show", run("results").out.splitlines()[1].split()[0])]
    for ran in said:
        assert "\x1b" not in ran.out + ran.err
        assert "\u202e" not in ran.out + ran.err
    assert sum(r"T\x1b[2J\u202e" in ran.out for ran in said) >= 5
