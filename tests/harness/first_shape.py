"""The first shape that a store had, as the first version made it: what all migrations begin with."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, text

from tallyboard.store import store as store_module

_OF_A_JOURNAL = "FOREIGN KEY (board, epoch) REFERENCES journals (board, epoch)"
_TABLES = f"""
CREATE TABLE boards (
    id VARCHAR(64) NOT NULL, table_name VARCHAR(64) NOT NULL, firmware VARCHAR(64) NOT NULL, heard TIMESTAMP NOT NULL,
    CONSTRAINT pk_boards PRIMARY KEY (id)
);
CREATE TABLE journals (
    id SERIAL NOT NULL, board VARCHAR(64) NOT NULL, epoch BIGINT NOT NULL, oldest_seq BIGINT NOT NULL,
    next_seq BIGINT NOT NULL,
    CONSTRAINT fk_journals_board FOREIGN KEY (board) REFERENCES boards (id),
    CONSTRAINT pk_journals PRIMARY KEY (id), CONSTRAINT uq_journals_board_epoch UNIQUE (board, epoch)
);
CREATE TABLE records (
    board VARCHAR(64) NOT NULL, epoch BIGINT NOT NULL, seq BIGINT NOT NULL, data BYTEA NOT NULL,
    CONSTRAINT fk_records_board_epoch {_OF_A_JOURNAL}, CONSTRAINT pk_records PRIMARY KEY (board, epoch, seq)
);
CREATE TABLE conflicts (
    id SERIAL NOT NULL, board VARCHAR(64) NOT NULL, epoch BIGINT NOT NULL, seq BIGINT NOT NULL, data BYTEA NOT NULL,
    heard TIMESTAMP NOT NULL,
    CONSTRAINT fk_conflicts_board_epoch {_OF_A_JOURNAL}, CONSTRAINT pk_conflicts PRIMARY KEY (id)
);
CREATE TABLE matches (
    id VARCHAR(36) NOT NULL, board VARCHAR(64) NOT NULL, epoch BIGINT NOT NULL, first_seq BIGINT NOT NULL,
    last_seq BIGINT NOT NULL, status VARCHAR(16) NOT NULL, result JSON NOT NULL,
    CONSTRAINT fk_matches_board_epoch {_OF_A_JOURNAL}, CONSTRAINT pk_matches PRIMARY KEY (id),
    CONSTRAINT uq_matches_board_epoch_first_seq UNIQUE (board, epoch, first_seq)
)
"""
_OF_SQLITE = {"SERIAL": "INTEGER", "BYTEA": "BLOB", "TIMESTAMP": "DATETIME", "VARCHAR(64)": "TEXT"}


def make(engine: Engine, revision: str = "0001") -> None:
    """Make a store of this shape in an empty database."""
    config = Config()
    config.set_main_option("script_location", str(store_module.MIGRATIONS))
    tables = _TABLES
    for word, other in _OF_SQLITE.items() if engine.dialect.name == "sqlite" else ():
        tables = tables.replace(word, other)
    with engine.begin() as connection:
        for table in tables.split(";"):
            connection.execute(text(table))
        config.attributes["connection"] = connection
        command.stamp(config, "0001")
        command.upgrade(config, revision)
