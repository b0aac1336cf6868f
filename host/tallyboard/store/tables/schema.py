"""The tables. Records and corrections are the truth; matches can be thrown away and computed again."""

from typing import Any

import sqlalchemy as sa
from sqlalchemy import BigInteger, Column, Integer, Table, Text

Moment = BigInteger  # milliseconds since 1970, UTC, by the database's clock

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _filled(kind: Any, *names: str, **more: Any) -> list[Column[Any]]:
    """Columns of this kind that are never NULL."""
    return [Column(name, kind, nullable=False, **more) for name in names]


# A board that was heard at least once; `id` is its processor's number in hex digits. `says`: the epoch that it said to
# a hub of this database last, NULL for one that only other databases have heard; never copied.
boards = Table(
    "boards",
    metadata,
    Column("id", Text, primary_key=True),
    *_filled(Text, "table_name", "firmware"),
    *_filled(sa.DateTime, "heard"),
    Column("says", BigInteger),
)

# One epoch of a board's journal. `turn` orders a board's epochs: the one that the board says itself has a greater one
# than all others that are known then, whatever a clock says. Of those with the same, which no board has said one after
# the other, `first_heard` does, a Moment, then the epoch itself; 0 for one of which there are records only, until its
# board speaks of it.
#
# The board is known to have had the records from `oldest_seq` up to, not with, `next_seq`; this only grows. A store
# that has fewer knows by it that the last match goes on. `matches_sum` tells whether all its matches are there: see
# matches/kept.py. `underived_from`: records from this number on have come since the matches were computed, 0: any may
# have; NULL where the matches are those of the records. `changes`: how often something was written of it: matches that
# were computed meanwhile may lack what came.
journals = Table(
    "journals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("board", Text, sa.ForeignKey("boards.id"), nullable=False),
    *_filled(BigInteger, "epoch", "oldest_seq", "next_seq"),
    *_filled(BigInteger, "matches_sum", server_default="0"),
    *_filled(Moment, "first_heard", server_default="0"),
    Column("underived_from", BigInteger),
    *_filled(BigInteger, "changes", "turn", server_default="0"),
    sa.UniqueConstraint("board", "epoch"),
)


def _of_a_journal() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["board", "epoch"], ["journals.board", "journals.epoch"])


# A journal record as the board made it, its check included.
records = Table(
    "records",
    metadata,
    Column("board", Text, primary_key=True),
    Column("epoch", BigInteger, primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    *_filled(sa.LargeBinary(8), "data"),
    # On a server looking up the journal of each would cost more than writing it: who writes records locks that row.
    _of_a_journal().ddl_if(dialect="sqlite"),
)

# Other bytes, sound too, that came later for the key of a stored record: two histories of one board.
conflicts = Table(
    "conflicts",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    *_filled(Text, "board"),
    *_filled(BigInteger, "epoch", "seq"),
    *_filled(sa.LargeBinary(8), "data"),
    *_filled(sa.DateTime, "heard"),
    _of_a_journal(),
    sa.Index("uq_conflicts_board_epoch_seq_data", "board", "epoch", "seq", "data", unique=True),
)

# A match computed from records; `result` is the whole object that `results --json` prints, `crc` the check of the row.
matches = Table(
    "matches",
    metadata,
    Column("id", Text, primary_key=True),
    *_filled(Text, "board"),
    *_filled(BigInteger, "epoch", "first_seq", "last_seq"),
    *_filled(Text, "status", "result"),
    *_filled(BigInteger, "crc"),
    _of_a_journal(),
    sa.UniqueConstraint("board", "epoch", "first_seq"),
)

# A name as the laptop knows it, for what a board keeps of it (`shown`) in the match that the laptop calls `key`.
# `given`: when, a Moment; of two the later one holds, also where it is no other than what is shown.
full_names = Table(
    "full_names",
    metadata,
    Column("key", Text, primary_key=True),
    Column("side", Text, primary_key=True),
    Column("shown", Text, primary_key=True),
    *_filled(Text, "name"),
    *_filled(Moment, "given", server_default="0"),
)

# What somebody says of a match beside what its board recorded, see corrections.py; never changed, never taken out. `id`
# is a UUID. `content`: the scoresheet, or the score in a line. `given`: a Moment, on one database later than those of
# the match before it. `crc` is the check of the row.
corrections = Table(
    "corrections",
    metadata,
    Column("id", Text, primary_key=True),
    Column("match_id", Text, nullable=False, index=True),
    *_filled(Text, "kind", "content", "given_by", "reason"),
    *_filled(Moment, "given"),
    *_filled(Text, "laptop"),
    *_filled(BigInteger, "crc"),
)

# A process that talks to boards: on which laptop, by which command. It has been silent since `heard`.
hubs = Table(
    "hubs",
    metadata,
    Column("id", Text, primary_key=True),
    *_filled(Text, "laptop"),
    *_filled(BigInteger, "pid"),
    *_filled(Text, "command"),
    *_filled(Moment, "started", "heard"),
)

# Which hub has a board, on which port, how many of the board's records are not stored yet, and which match waits there
# to be started: JSON, NULL for none; `waits`: NEXT would start it now.
presence = Table(
    "presence",
    metadata,
    Column("board", Text, primary_key=True),
    *_filled(Text, "hub", "port"),
    *_filled(BigInteger, "behind"),
    *_filled(sa.Boolean, "waits"),
    Column("upcoming", Text),
    *_filled(Moment, "heard"),
)

# What a board is to be told, see orders.py: for the board of this id, or for the one whose table has this name. `what`
# is JSON; `said` what became of it, in a sentence. `begun_…`: where the board's journal ended when a hub began to do
# it.
orders = Table(
    "orders",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True, autoincrement=True),
    Column("board", Text),
    Column("table_name", Text),
    *_filled(Text, "kind", "what", "given_by"),
    *_filled(Moment, "given"),
    Column("state", Text, nullable=False, index=True),
    *_filled(Text, "said"),
    Column("hub", Text),
    Column("begun_epoch", BigInteger),
    Column("begun_seq", BigInteger),
    Column("ended", Moment),
)

# A tournament as it was begun, see tournaments/. `id` is a UUID, `time_zone` an IANA name; `crc` is the check of what
# stands before it. `last`: the number of its last event, `active`: a Moment when something was entered: for whoever
# asks what is new.
#
# The rest is of this database, and never copied. `number`: the tournaments in the order in which they came here.
# `used`: a number that only grows; the one with the greatest is in use, 0: never chosen here. `auto`: its calls are
# made by themselves. `ahead`: how many ms its desk's time goes before the database's clock, which was set back.
tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Text, primary_key=True),
    *_filled(Text, "name", "first_line", "time_zone"),
    *_filled(Moment, "created"),
    *_filled(BigInteger, "crc"),
    *_filled(BigInteger, "used", server_default="0"),
    Column("auto", sa.Boolean, nullable=False, server_default=sa.false()),
    *_filled(Integer, "last", server_default="0"),
    *_filled(Moment, "active", server_default="0"),
    *_filled(Integer, "number", server_default="0"),
    *_filled(BigInteger, "ahead", server_default="0"),
)

# What the desk entered, or a board's result did: a line of the desk's script, numbered from 1 in its tournament without
# a gap, never changed, never taken out. `at`: a Moment, never before the event before. `minute`: of the tournament's
# days, see `Followed.minute_of`. `crc` is the check of the row.
tournament_events = Table(
    "tournament_events",
    metadata,
    Column("tournament", Text, sa.ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    *_filled(Text, "line"),
    *_filled(Moment, "at"),
    *_filled(Integer, "minute"),
    *_filled(Text, "who", "reason"),
    *_filled(BigInteger, "crc"),
)

# A dated fact beside a tournament that computing does not see, see tournaments/notices.py; never changed, never taken
# out. `given`: a Moment. `crc` is the check of the row.
notices = Table(
    "notices",
    metadata,
    Column("tournament", Text, nullable=False, index=True),
    *_filled(Moment, "given"),
    Column("id", Text, primary_key=True),
    *_filled(Text, "kind", "content", "given_by", "reason"),
    *_filled(BigInteger, "crc"),
)

# A table that is opened to phones, see seats/. `key`: its name as names are compared. `board`: that its phones are,
# one after the other. `closed`: since then its secret lets nobody in, NULL for one that is open. Seats, phones and what
# they ask are of this database, and never copied.
seats = Table(
    "seats",
    metadata,
    Column("key", Text, primary_key=True),
    *_filled(Text, "name", "secret"),
    *_filled(Moment, "opened"),
    Column("locked", sa.Boolean, nullable=False, server_default=sa.false()),
    Column("board", Text),
    Column("closed", Moment),
)

# A phone that was let in: `token_check` is the check of its token (see tokens.py), `board` what it is, `seat` the key
# of its table. `heard`: when a hub last heard it; `percent` and `charging`: of its battery. It is valid until it
# `ended`; `why`: see seats/reading.py.
phones = Table(
    "phones",
    metadata,
    Column("token_check", Text, primary_key=True),
    *_filled(Text, "board", "seat"),
    *_filled(Moment, "since"),
    Column("heard", Moment),
    Column("percent", Integer),
    Column("charging", sa.Boolean),
    Column("ended", Moment),
    Column("why", Text),
    sa.Index(
        "uq_phones_seat",
        "seat",
        unique=True,
        sqlite_where=sa.text("ended IS NULL"),
        postgresql_where=sa.text("ended IS NULL"),
    ),
)

# A phone that wants the seat of another one. `answer`: yes or no, NULL while it waits.
seat_asks = Table(
    "seat_asks",
    metadata,
    Column("token_check", Text, primary_key=True),
    *_filled(Text, "seat"),
    *_filled(Moment, "asked"),
    Column("answer", Text),
    Column("answered_by", Text),
)

# The key by which the datagrams of a board without a cable are sealed, see radio.py: 32 bytes, none where its pairing
# was taken back. Keys, and what is noted of the air, are of this database, and never copied.
radio_boards = Table(
    "radio_boards",
    metadata,
    Column("board", Text, primary_key=True),
    *_filled(sa.LargeBinary(32), "key"),
    *_filled(Moment, "paired"),
    *_filled(Text, "paired_by"),
)

# What came by the air and did not fit, how many times, and when it was noted `last`.
radio_notes = Table(
    "radio_notes",
    metadata,
    Column("board", Text, primary_key=True),
    Column("what", Text, primary_key=True),
    *_filled(BigInteger, "times"),
    *_filled(Moment, "last"),
)
