"""Ports of the hall socket: a phone's browser asks for one, and plays on it as the board of a table."""

import time
from collections.abc import Callable

from tallyboard.errors import link as errors
from tallyboard.link.fed_ports import FedPort, FedPorts
from tallyboard.link.ports import Whose
from tallyboard.link.sources import AIR


class HallPort(FedPort):
    """The port of one socket, for the board `board` of a table, admitted by the token with this `check`; `send` and
    `let_go`: see FedPort."""

    def __init__(
        self,
        board: str,
        table: str,
        check: str,
        send: Callable[[bytes], None],
        let_go: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(f"{table} by phone", Whose(board, table, check), errors.PHONE_AWAY, send, let_go, clock)
        self.board, self.table, self.check = board, table, check


class HallPorts(FedPorts[HallPort]):
    """The source of these ports: one a table."""

    pace = AIR
    gone = errors.PHONE_AWAY
