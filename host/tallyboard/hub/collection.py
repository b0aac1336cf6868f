"""Copying a board's journal into a store: ask for what is missing, check it, store it, and only then acknowledge it."""

import time
from collections.abc import Callable
from dataclasses import replace

from tallyboard.hub.astray import Astray
from tallyboard.hub.collected import Collected
from tallyboard.hub.fetch import Fetch, Progress, silent
from tallyboard.hub.wanted import meet, worth_asking
from tallyboard.journal.spans import Spans
from tallyboard.link.client import Client
from tallyboard.shapes import BoardState
from tallyboard.store.ingesting import Heard
from tallyboard.store.store import Store


def sync(
    client: Client,
    store: Store,
    on_progress: Progress = silent,
    wall: Callable[[], float] = time.time,
) -> Collected:
    """Bring the store up to what the board's journal held at the start, as Collection.run."""
    return Collection(client, store, wall).run(on_progress)


class Collection:
    """One conversation that fills a store: first everything (`run`), then what is new (`catch_up`), as often as wished.

    `wall` gives the time (Unix time), which the board is told, for it to date its matches.
    """

    def __init__(self, client: Client, store: Store, wall: Callable[[], float] = time.time) -> None:
        self._client = client
        self._store = store
        self._wall = wall
        self._heard: Heard
        self._done = Spans()  # stored, or damaged on the board too: the board may forget them
        self._board_damaged = 0
        self._astray = Astray(client.port.name)

    @property
    def heard(self) -> Heard:
        """What the board said last, after `run`."""
        return self._heard

    def run(self, on_progress: Progress = silent) -> Collected:
        """Collect everything; `on_progress(records done, all)`.

        Raises TallyboardError when the board goes away or the store fails. What had arrived whole is stored then; the
        next run asks for the rest.
        """
        heard, fields = meet(self._client, self._wall())
        self._heard = heard
        self._board_damaged = fields["damaged"]
        held = self._store.held(heard.board, heard.epoch)
        self._done = Spans(held)
        return self._collect(worth_asking(heard, held), held, fields["acked"], on_progress)

    def catch_up(self, state: BoardState) -> Collected | None:
        """Take what is new by this state (see Client.state), None where nothing is.

        Acknowledges when the board is quiet, not at every press. Raises as `run`, which it does where the journal is
        another one now.
        """
        heard = self._heard
        if self._astray.is_another(state, heard):
            return self.run()
        if state["next"] > heard.next:
            self._heard = replace(heard, oldest=max(heard.oldest, self._client.oldest), next=state["next"])
            return self._collect(Spans([(heard.next, state["next"])]), Spans(self._done), None, silent)
        if state["acked"] < self._done_below():
            self._client.ack(heard.epoch, self._done_below())
        return None

    def _collect(self, wanted: Spans, held: Spans, acked: int | None, on_progress: Progress) -> Collected:
        """Get these; `acked`: what the board has acknowledged, None to leave that for later."""
        heard = self._heard
        fetch = Fetch(self._client, self._store, heard, held, on_progress)
        fetch.run(wanted)
        journal = Spans([(heard.oldest, heard.next)])
        if fetch.conflicts:  # two histories: see where they part
            fetch.run(journal.without(fetch.seen))
        for first, end in (*fetch.seen, *fetch.given_up):
            self._done.add(first, end)
        if acked is not None and acked < self._done_below():
            acked = self._client.ack(heard.epoch, self._done_below())
        return self._report(
            received=fetch.received,
            already_had=len(journal) - len(journal.without(held)),
            damaged=fetch.damaged,
            acked=acked or 0,
            conflicts=tuple(sorted(fetch.conflicts)),
            missing=len(Spans([(0, max(self._client.oldest, heard.oldest))]).without(held)),
        )

    def _report(
        self,
        received: int,
        conflicts: tuple[int, ...],
        already_had: int = 0,
        damaged: int = 0,
        acked: int = 0,
        missing: int = 0,
    ) -> Collected:
        heard = self._heard
        return Collected(
            board=heard.board,
            table=heard.table,
            firmware=heard.firmware,
            epoch=heard.epoch,
            received=received,
            already_had=already_had,
            damaged=damaged,
            acked=acked,
            conflicts=conflicts,
            missing=missing,
            board_damaged=self._board_damaged,
        )

    def _done_below(self) -> int:
        """The number below which the board may forget everything. What merely did not arrive ends it."""
        heard = self._heard
        return min(self._done.end_of(max(heard.oldest, self._client.oldest)), heard.next)
