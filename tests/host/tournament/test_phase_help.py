"""`tournament phase --help` says what a phase can be: all of it, as the desk reads it."""

from collections.abc import Callable

from shared_rules.games import catalogue
from tallyboard.desk.options import FORMAT_WORDS, FORMATS, OPTIONS
from tallyboard.desk.presets import PRESETS
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
    for word in (*FORMATS, *catalogue.IDS, *(f"{name} {one.title}" for name, one in PRESETS.items())):
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


def test_a_preset_is_declared_by_its_name(begun: Callable[..., Day]) -> None:
    day = begun()
    day.lines(*(f"add P{number}x" for number in range(8)))
    said = day.said("phase --preset club-evening game crokinole-official").splitlines()
    assert [line.split(",")[0] for line in said if line.startswith("Phase ")] == [
        "Phase 1 is Swiss",
        "Phase 2 is single elimination",
    ]
    assert day.said("phase --preset next-eight").startswith("Phase 3 is single elimination, crokinole-official")
    day.lines("undo", "undo")
    assert day.told("schedule")["schedule"] == [] and "There is no phase" in day.refused("draw")
    for words, told in (
        ("phase", "A phase has a format and a game."),
        ("phase --preset chess", "There is no preset chess."),
        ("phase --preset all swiss rounds=4", "so swiss cannot stand there."),
        ("phase --preset wcc-2019", "is for 20 entrants or more, and 8 are in.\nFor so many there are: club-evening"),
    ):
        assert told in day.refused(words)
