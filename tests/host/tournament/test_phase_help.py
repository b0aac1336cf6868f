"""`tournament phase --help` says what a phase can be: all of it, as the desk reads it."""

from collections.abc import Callable

from shared_rules.games import catalogue
from tallyboard.desk.options import FORMAT_WORDS, FORMATS, OPTIONS
from tests.harness.command_line import Run
from tests.host.tournament.conftest import Day


def test_every_format_and_option_has_its_words() -> None:
    assert tuple(FORMAT_WORDS) == FORMATS
    assert all(words.form.startswith(f"{name}=") and words.meaning for name, words in OPTIONS.items())


def test_the_help_lists_formats_options_games_and_examples_that_run(run: Run, begun: Callable[..., Day]) -> None:
    ran = run("tournament", "phase", "--help")
    assert (ran.code, ran.err) == (0, "")
    said = " ".join(ran.out.split())
    for words in OPTIONS.values():
        assert f"{words.form} " in said
        assert f"{words.meaning}. Default: {words.default}." in said
    for word in (*FORMATS, *catalogue.IDS):
        assert word in said
    assert run("help", "tournament", "phase").out == ran.out
    examples = [line.split()[2:] for line in ran.out.splitlines() if line.startswith("  tallyboard ")]
    assert len(examples) == 3
    day = begun()
    for example in examples:
        assert "Phase " in day.said(*example)


def test_an_option_that_a_format_does_not_have_is_not_told_of_it(run: Run) -> None:
    lines = run("tournament", "phase", "--help").out.splitlines()
    assert any(line.split()[:2] == ["third=no|yes", "single:"] for line in lines)
    assert any(line.split()[:2] == ["of=K", "who"] for line in lines)
