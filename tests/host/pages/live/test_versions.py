"""What changed after what, and ids that mean nothing here."""

import pytest

from tallyboard.pages.live import changes as versions
from tallyboard.pages.live.changes import Versions


def test_a_viewer_gets_what_is_newer_in_the_order_of_the_changes() -> None:
    known = Versions()
    for key in ("a", "b", "c", "a"):
        known.change(key)
    assert known.changed(0) == ["b", "c", "a"]
    assert known.changed(3) == ["a"]
    assert known.changed(known.number) == []


def test_what_is_gone_is_told_until_it_is_there_again() -> None:
    known = Versions()
    known.change("a")
    known.remove("a")
    assert (known.changed(0), known.gone(0), known.gone(2)) == ([], ["a"], [])
    known.change("a")
    assert (known.changed(1), known.gone(1)) == (["a"], [])


def test_an_id_is_of_this_process_alone() -> None:
    known = Versions()
    known.change("a")
    assert known.read(known.id) == 1
    assert known.read(Versions().id_of(1)) is None, "of another process"


@pytest.mark.parametrize(
    "told", ["", "x", "-", "{boot}", "{boot}-", "{boot}--1", "{boot}-2", "{boot}-\u0661", "{boot}-" + "9" * 5000]
)
def test_an_id_that_nobody_gave_means_everything(told: str) -> None:
    known = Versions()
    known.change("a")
    assert known.read(told.replace("{boot}", known.id.partition("-")[0])) is None


def test_who_was_away_for_long_is_told_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(versions, "_GONE_KEPT", 2)
    known = Versions()
    before = known.id
    for key in ("a", "b", "c"):
        known.remove(key)
    assert known.read(before) is None, "it would not be told that a is gone"
    assert known.read(known.id_of(1)) == 1
    assert known.gone(1) == ["b", "c"]
