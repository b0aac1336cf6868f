"""Nothing that a board says stops the laptop: seeded boards that say anything, at any speed, without an end.

--campaign plays more seeds. A failure says the call that plays it again.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.hub import follower, following, intake
from tallyboard.hub.follower import Follower
from tallyboard.hub.intake import Intake
from tallyboard.hub.sync import Collection
from tallyboard.journal.runs import Run
from tallyboard.link import Client, conversation
from tallyboard.link.client import PullAlone
from tallyboard.link.conversation import Conversation
from tallyboard.link.finding import CABLE
from tallyboard.store import Heard, Stored, open_store
from tests.harness.campaign import form
from tests.link.desk import DirectDesk
from tests.link.hostile import CONVERSATION_S, BrokenError, Foe, FoePort, Judge, JudgedStore, Spoil

SEEDS = form(50, 4000)
BLOCK = 50
CHEATED = 60  # seeds among which a cheat is found out
FOLLOWED_READS = 1000  # of a port that is followed, until it is let go
_NOON = 1_800_000_000.0


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(follower, "CABLE", replace(CABLE, back_off_s=(0,), pauses_s=(0,)))
    monkeypatch.setattr(following, "POLL_S", 0)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def judged(kind: type[JudgedStore]) -> JudgedStore:
    plain = open_store("sqlite://")
    made = kind(plain._engine, plain.database)
    made.judge = Judge()
    return made


def syncs(seed: int, kind: type[JudgedStore] = JudgedStore, spoil: Spoil | None = None) -> Counter[str]:
    """Two syncs with the board of this seed, and what follows upon its state; what happened."""
    store = judged(kind)
    judge = store.judge
    for port in [FoePort(Foe(seed, spoil).answers, judge) for _ in range(2)]:
        client = Client(port, clock=port.clock)
        collection = Collection(client, store, lambda: _NOON)
        try:
            report = collection.run()
            judge.tally["syncs"] += 1
            judge.tally["damaged"] += report.damaged
            for _ in range(5):
                collection.catch_up(client.state())
        except TallyboardError as error:
            assert str(error).isprintable(), error
            judge.tally["errors"] += 1
        if port.now > CONVERSATION_S:
            raise BrokenError(f"a conversation of {port.now} s")
        assert len(client._waiting) <= 4096 // 8
        judge.tally["reads"] += port.reads
    store.close()
    return judge.tally


def follows(seed: int, kind: type[JudgedStore] = JudgedStore, spoil: Spoil | None = None) -> Counter[str]:
    """A follower on the board of this seed for some thousand reads."""
    store = judged(kind)
    port = FoePort(Foe(seed, spoil).answers, store.judge)
    told: list[Mapping[str, Any]] = []

    @contextmanager
    def opener(path: str) -> Iterator[FoePort]:
        yield port

    def tell(event: Mapping[str, Any]) -> None:
        told.append(event)
        if len(told) > 60:
            one.stop()

    def enough() -> None:
        if port.reads == FOLLOWED_READS:
            one.stop()

    port.on_read = enough
    one = Follower(port.name, DirectDesk(lambda: store), tell, opener=opener, clock=port.clock)
    one.run()
    for event in told:
        store.judge.tally[event["event"]] += 1
        if str(event.get("cause", "")).startswith("Something unexpected"):
            raise BrokenError(event["cause"])
    store.close()
    return store.judge.tally


def plays(play: Callable[..., Counter[str]], first: int, seeds: int, *how: Any) -> tuple[list[str], Counter[str]]:
    """What was broken in these seeds, and what happened in all."""
    broken, total = [], Counter[str]()
    for seed in range(first, first + seeds):
        try:
            total += play(seed, *how)
        except (BrokenError, Exception) as fault:
            broken.append(f"{play.__name__}({seed}): {fault!r}")
    return broken, total


@pytest.mark.parametrize("play", [syncs, follows])
@pytest.mark.parametrize("first", range(0, SEEDS, BLOCK))
def test_a_hostile_board_stops_nobody(first: int, play: Callable[..., Counter[str]]) -> None:
    broken, total = plays(play, first, BLOCK)
    assert not broken, "\n".join(broken[:5])
    wanted = ("syncs", "errors", "damaged") if play is syncs else ("connected", "disconnected", "score")
    assert [what for what in (*wanted, "acks", "stored", "given up") if not total[what]] == []


# ---- laptops that cheat, which this has to find out


def _waits_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every frame gives the next one its time."""
    limit = Conversation.limit

    def reply(self: Conversation, before: Any, true: Any = Conversation.reply) -> Any:
        return true(self, limit(self, 0.25))

    monkeypatch.setattr(Conversation, "reply", reply)


def _reads_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is heard is not counted."""
    monkeypatch.setattr("tallyboard.link.conversation._STRAY_BYTES", 1 << 60)


def _gives_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What came damaged among others is not asked for alone."""
    monkeypatch.setattr(PullAlone, "runs", lambda self, numbers: ((number, bytes(8)) for number in numbers))


def _believes_records(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "checker", lambda epoch: lambda number, data: True)


def _believes_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_extent", lambda oldest, following: None)
    monkeypatch.setattr(conversation, "_known", lambda number: None)


def _acknowledges_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Intake, "done_below", lambda self: self.heard.next)


class _Forgets(JudgedStore):
    """Says that it has stored, and has not."""

    def commit(self, heard: Heard, runs: list[Run]) -> Stored:
        return Stored(sum(len(data) // 8 for _, data in runs), ())


def _forgets(monkeypatch: pytest.MonkeyPatch) -> type[JudgedStore]:
    return _Forgets


# With what boards mostly do that such a laptop falls for.
_CHEATS: tuple[tuple[Callable[..., Any], Callable[..., Any], Spoil | None], ...] = (
    (syncs, _waits_anew, Foe._endless),
    (syncs, _reads_on, Foe._endless),
    (syncs, _gives_up_at_once, None),
    (syncs, _believes_records, None),
    (syncs, _believes_numbers, Foe._numbers),
    (syncs, _acknowledges_all, None),
    (syncs, _forgets, None),
    (follows, _gives_up_at_once, None),
    (follows, _believes_numbers, Foe._numbers),
    (follows, _acknowledges_all, None),
    (follows, _believes_records, None),
    (follows, _forgets, None),
)


@pytest.mark.parametrize(("play", "cheat", "spoil"), _CHEATS)
def test_a_laptop_that_cheats_is_found_out(
    play: Callable[..., Counter[str]], cheat: Callable[..., Any], spoil: Spoil | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = cheat(monkeypatch) or JudgedStore
    assert any(plays(play, seed, 1, kind, spoil)[0] for seed in range(CHEATED)), "nothing was broken"
