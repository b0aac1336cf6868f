"""What a phone proves itself by: a token that it has made, of which a store keeps the check. Without one that is valid
nothing is stored of a board that is a phone."""

import hashlib
import secrets

from tallyboard.store.tables.sql import CoreSql

PHONE = "70686f6e65"  # so begins the id of a board that is a phone, "phone" in hex digits; no chip's number does
_DIGITS = 24  # of a board's id


def check_of(token: str) -> str:
    """The check of a token: its SHA-256 in hex digits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def is_phone(board: str) -> bool:
    return board.startswith(PHONE)


def new_board() -> str:
    """The id of a phone that is a board from now on."""
    return PHONE + secrets.token_hex((_DIGITS - len(PHONE)) // 2)


def is_let_in(sql: CoreSql, board: str, check: str) -> bool:
    """Whether records of this board may be stored, in this transaction: it is no phone, or this is the check of its
    valid token. Nobody ends the token before the transaction ends."""
    if not is_phone(board):
        return True
    # No lock that who notes when a phone was heard has to wait for; in SQLite whoever writes is alone.
    lock = " FOR KEY SHARE" if sql.dialect == "postgresql" else ""
    wanted = f"SELECT 1 FROM phones WHERE token_check = :token AND board = :board AND ended IS NULL{lock}"
    return next(sql.rows(wanted, token=check, board=board), None) is not None
