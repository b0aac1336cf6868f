"""A table: a virtual board, and two who play the matches that are called there."""

import random
import threading
import time
from pathlib import Path
from typing import NamedTuple

from shared_rules.games.events import SIDES
from tallyboard.demo.board import BoardProcess
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.players import Played

_PRESS_S = 0.35  # between two presses, at speed 1
_SETTLE = "wait 3100"  # until the status says nothing that is only for a moment
_LOOKS = 5  # at a status that says several things in turn
_LIMIT_S = 10


class Figures(NamedTuple):
    """How a match ended as its players counted it. `winner`: 0 or 1 for A and B, None where it is level."""

    scores: tuple[int, int]
    twenties: tuple[int, int]
    winner: int | None


class BoardTable:
    """The table of this name, with a board whose memory is in `folder`.

    `entered`: the events of every press that counted, in order. `counted`: by key the figures of the matches that were
    played to their end. `wrong`: sentences about what a display should have shown.
    """

    def __init__(self, name: str, folder: Path, seed: int, speed: float) -> None:
        self.name = name
        self.entered: list[int] = []
        self.counted: dict[str, Figures] = {}
        self.begun: set[str] = set()  # keys
        self.wrong: list[str] = []
        self.failure: BaseException | None = None
        self.plugs_pulled = 0
        self._folder = folder
        self._seed = seed
        self._pause_s = _PRESS_S / speed
        self._pull_next = False
        self._ended = threading.Event()
        self._playing: threading.Thread | None = None
        folder.mkdir()
        self._board = self._switched_on()
        self.board = (folder / "memory" / "uid").read_bytes().hex()

    def _switched_on(self) -> BoardProcess:
        return BoardProcess(self._folder / "port", self._folder / "memory")

    @property
    def port(self) -> Path:
        """Where its cable is plugged in."""
        return self._folder / "port"

    @property
    def is_playing(self) -> bool:
        """Whether a match is on."""
        return self._playing is not None and self._playing.is_alive()

    @property
    def pulls(self) -> bool:
        """Whether the plug is still to be pulled in the middle of a match."""
        return self._pull_next

    def play(self, key: str, match: str, game: str) -> None:
        """Start the match that waits at the board, and play it to its end beside whatever else happens."""
        self.begun.add(key)
        draw = random.Random(f"{self._seed} {match} {key.rpartition('.')[2]}")
        self._playing = threading.Thread(target=self._play, args=(key, game, draw), daemon=True)
        self._playing.start()

    def pull_the_plug(self) -> None:
        """In the middle of the next round that is counted, and in again."""
        self._pull_next = True

    def close(self) -> None:
        """Nobody plays, and the board is off."""
        self._ended.set()
        if self._playing is not None:
            self._playing.join(_LIMIT_S)
        self._board.end()

    # ---- playing

    def _play(self, key: str, game: str, draw: random.Random) -> None:
        try:
            self._board.do("hold NEXT")
            played = Played(game, draw)
            for event, command in played.presses():
                time.sleep(self._pause_s * draw.uniform(0.5, 1.5))
                if self._ended.is_set():
                    return
                if self._pull_next and played.match.counted():
                    self._pull()
                self._board.do(command)
                self.entered.append(event)
            self._see_result(played)
            self.counted[key] = figures_of(played)
        except BaseException as failure:  # for whoever looks after this thread
            self.failure = failure

    def _pull(self) -> None:
        """Pull the plug between two presses: the same numbers are to be there afterwards."""
        self._pull_next = False
        self._board.do(_SETTLE)
        before = {side: self._board.displays[side] for side in "AB"}
        self._board.pull_the_plug()
        self._board = self._switched_on()
        self.plugs_pulled += 1
        after = {side: self._board.displays[side] for side in "AB"}
        if after != before:
            self.wrong.append(f"Table {self.name} showed {before} before its plug was pulled, and {after} after it.")

    def _see_result(self, played: Played) -> None:
        """The box is to say who has won."""
        winners = played.match.winners
        wanted = f"WIN{SIDES[winners[0]]}" if len(winners) == 1 else "DRAW"
        for _ in range(_LOOKS):
            self._board.do(_SETTLE)
            said = self._board.displays["S"]
            if said == wanted:
                return
        self.wrong.append(f"Table {self.name} says {said!r} at the end of a match, where {wanted!r} was played.")


def figures_of(played: Played) -> Figures:
    """The figures of a match that was played to its end."""
    match = played.match
    if not match.finished:
        raise TallyboardError("The match is not over.", "Play it to its end.")
    winner = match.winners[0] if len(match.winners) == 1 else None
    return Figures((match.totals[0], match.totals[1]), (match.twenties[0], match.twenties[1]), winner)
