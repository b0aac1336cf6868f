"""A desk: somebody who enters what happens, and whose laptop may die in the middle of it."""

from collections.abc import Callable, Sequence
from typing import Any

from sqlalchemy import event

from tallyboard.desk import Refusal, Tournament
from tallyboard.errors import TallyboardError
from tallyboard.store import Store, tournaments
from tallyboard.store.tournaments import About, Followed, StoredEvent

Decide = Callable[[Tournament], Sequence[str]]


class DeskKilled(BaseException):
    """The desk's process is gone, and its connection with it."""


class Desk:
    """`told`: the events of which it was told that they are stored."""

    def __init__(self, name: str, store: Store, about: About) -> None:
        self.name = name
        self.store = store
        self.followed = Followed(about)
        self.told: list[StoredEvent] = []
        self.look()

    def look(self) -> Tournament:
        """The tournament as it stands."""
        with self.store.reading() as sql:
            self.followed.catch_up(sql)
        return self.followed.tournament

    def enter(self, decide: Decide) -> bool:
        """Whether this was entered; False where the tournament refuses it."""
        try:
            self.told += tournaments.append(self.store, self.followed, decide, self.name)
        except Refusal:
            return False
        return True

    def die_entering(self, decide: Decide, statement: int) -> bool:
        """Enter this, and die at that statement of the transaction; whether it came so far. The desk begins anew."""
        count = 0

        def dies(*_: Any) -> None:
            nonlocal count
            count += 1
            if count == statement:
                raise DeskKilled

        engine = self.store._engine
        event.listen(engine, "before_cursor_execute", dies)
        try:
            self.enter(decide)
        except (DeskKilled, TallyboardError):
            return True
        finally:
            event.remove(engine, "before_cursor_execute", dies)
            self.followed.forget()
        return False
