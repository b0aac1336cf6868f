"""Seats: tables that are opened to phones, which phone sits at each, and who else wants to.

A seat has a secret: whoever shows it gets the table's keys, with a token that the phone has made itself. At most one
token of a seat is valid. A seat keeps its board: whoever comes after another phone goes on with its match.
"""

from tallyboard.store.seats.admission import SeatWish, admit
from tallyboard.store.seats.changing import MOST, answer, close_seats, free, heard, lock, open_seats, withdraw
from tallyboard.store.seats.reading import (
    Admitted,
    Ask,
    HandedJournal,
    Phone,
    Seat,
    Taken,
    TokenStanding,
    Void,
    number_of,
    phones,
    seats,
    stands,
)
from tallyboard.store.tokens import check_of, is_phone

__all__ = [
    "MOST", "Admitted", "Ask", "HandedJournal", "Phone", "Seat", "SeatWish", "Taken", "TokenStanding", "Void",
    "admit", "answer", "check_of", "close_seats", "free", "heard", "is_phone", "lock", "number_of",
    "open_seats", "phones", "seats", "stands", "withdraw",
]  # fmt: skip
