"""Asking ports who is there: all at once, for one that leads to another device takes seconds to give up on."""

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass

from tallyboard.errors import TallyboardError
from tallyboard.link.advice import no_board, no_data_port
from tallyboard.link.client import QUICK, Client, Patience
from tallyboard.link.finding import Candidate, Sure, look
from tallyboard.link.port import Port, SerialPort
from tallyboard.shapes import Welcome

# On a port that is only a guess long waits would be wasted.
_LONG = QUICK
_SHORT = Patience(answers=(0.5, 0.5))
_AT_ONCE = 32


@dataclass(frozen=True)
class Answer:
    """What came of asking a port: the `fields` of the board's welcome, or the `error`."""

    candidate: Candidate
    fields: Welcome | None = None
    error: TallyboardError | None = None


def ask_all(
    candidates: Iterable[Candidate], opener: Callable[[str], Port] = SerialPort, patience: Patience | None = None
) -> list[Answer]:
    """Ask every port HELLO, in the order of the candidates. `opener` opens a path. `patience`: None for little.

    The ports of one device are asked one after the other, and no more once one has answered: the others are its
    console, where a question could stop the board's program.
    """
    devices: dict[str, list[Candidate]] = {}
    for candidate in candidates:
        devices.setdefault(candidate.device or candidate.path, []).append(candidate)

    def ask_device(ports: list[Candidate]) -> list[Answer]:
        answers = []
        for candidate in ports:
            answers.append(_ask(candidate, opener, patience))
            if answers[-1].fields is not None:
                return answers[-1:]
        return answers

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [answer for answers in pool.map(ask_device, devices.values()) for answer in answers]


def found_boards(overrides: Sequence[str], held: Sequence[str] = ()) -> list[str]:
    """The ports that boards are on, by name or as those that answer; `overrides` as for finding.look.

    `held`: ports on which another program is known to have a board; they are not asked, and those that looking does not
    find come last. Raises TallyboardError where there is none.
    """
    found = look(overrides)
    known = {os.path.realpath(path) for path in held}
    is_sure = {one.path: one.sure >= Sure.NAMED or os.path.realpath(one.path) in known for one in found.ports}
    guesses = [candidate for candidate in found.ports if not is_sure[candidate.path]]
    boards = [path for path, sure in is_sure.items() if sure]
    boards += [answer.candidate.path for answer in ask_all(guesses) if answer.fields]
    if not overrides:
        there = {os.path.realpath(path) for path in boards}
        boards += [path for path in held if os.path.realpath(path) not in there]
    if boards:
        return boards
    raise no_data_port(found.consoles[0].path) if found.consoles else no_board(overrides, len(found.ports))


def _ask(candidate: Candidate, opener: Callable[[str], Port], patience: Patience | None) -> Answer:
    patience = patience or (_LONG if candidate.sure >= Sure.NAMED else _SHORT)
    try:
        with closing(opener(candidate.path)) as port:
            return Answer(candidate, fields=Client(port, patience).hello())
    except TallyboardError as error:
        return Answer(candidate, error=error)
