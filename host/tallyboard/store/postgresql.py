"""Connections to a PostgreSQL server, none of which waits for ever. Imports the driver, which not everybody has."""

import logging
from time import monotonic
from typing import Any

import psycopg
from psycopg import waiting
from psycopg.abc import PQGen
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Engine, create_engine, event

from tallyboard.store import transactions

_LOOK_S = 0.1  # how often psycopg looks whether anything else is to be done than to wait
# In seconds: a connection on which nothing is asked, for it waits for news, hears within these that its line was cut.
_KEEP_ALIVE = {"keepalives_idle": 20, "keepalives_interval": 5, "keepalives_count": 3}
# What becomes of a lost connection is told by us, in sentences; they would print it as they see it.
for _library in ("psycopg", "sqlalchemy"):
    logging.getLogger(_library).addHandler(logging.NullHandler())
_POOL_S = 10  # how long a thread waits for one of its process's connections


class LimitedConnection(psycopg.Connection[Any]):
    """Ends itself where the server has been silent for `silence_s` while a statement is under way. Every conversation
    with the server goes through `wait`: statements, COPY, the ends of transactions."""

    ordinary_silence_s: float
    silence_s: float

    def wait(self, gen: PQGen[Any], interval: float = _LOOK_S, *more: Any, **options: Any) -> Any:
        """What psycopg does with each step of a conversation. It would have an interrupted statement cancelled first,
        for which it waits for the server. The server ends it as well when nobody is there any more."""
        if self.pgconn.transaction_status == TransactionStatus.IDLE:
            self.silence_s = self.ordinary_silence_s  # `allow_long` was for the transaction before
        try:
            return waiting.wait(self._impatient(gen), self.pgconn.socket, interval, *more, **options)
        except (KeyboardInterrupt, SystemExit):
            self.pgconn.finish()
            raise

    def _impatient(self, conversation: PQGen[Any]) -> PQGen[Any]:
        """The same conversation. psycopg says every _LOOK_S that nothing has come."""
        heard_s = monotonic()
        try:
            wants = next(conversation)
            while True:
                ready = yield wants
                if ready:
                    heard_s = monotonic()
                elif self._is_asked() and monotonic() - heard_s > self.silence_s:
                    self.pgconn.finish()
                    raise psycopg.OperationalError(f"no answer for {self.silence_s:g} s")
                wants = conversation.send(ready)
        except StopIteration as end:
            return end.value

    def _is_asked(self) -> bool:
        """Whether a statement is under way; else it waits for notifications, and silence is no fault."""
        return self.pgconn.transaction_status == TransactionStatus.ACTIVE


def postgresql_engine(url: URL, only_reads: bool) -> Engine:
    """SQLAlchemy's engine for this address. Raises TypeError and ValueError for options that it does not take. A
    connection that was lost, because the server was started anew, say, is an error once, for all that were open."""
    allowed = transactions.READING if only_reads else transactions.ORDINARY
    own = url.query.get("options", ())
    options = [f"-c {name}={value}" for name, value in transactions.settings(allowed).items()]
    options += [own] if isinstance(own, str) else own
    arguments: dict[str, Any] = {"options": " ".join(options)}
    defaults = {"connect_timeout": transactions.CONNECT_S, **_KEEP_ALIVE}
    arguments.update({name: value for name, value in defaults.items() if name not in url.query})
    # hstore is a type that no table of ours has; to ask for it would be a question more at every start.
    engine = create_engine(
        url, connect_args=arguments, use_native_hstore=False, pool_timeout=_POOL_S, hide_parameters=True
    )

    @event.listens_for(engine, "do_connect")
    def _connect(_dialect: Any, _record: Any, positional: list[Any], named: dict[str, Any]) -> LimitedConnection:
        connection = LimitedConnection.connect(*positional, **named)
        connection.silence_s = connection.ordinary_silence_s = allowed.silence
        return connection

    return engine
