"""The commands about what came of matches: `result`, `confirm`, `forfeit`, `clear`."""

import re
import shlex
from collections.abc import Sequence
from contextlib import closing
from typing import NamedTuple, Unpack

from tallyboard.commands import EXIT_DONE
from tallyboard.commands.tournament.finding import decided_matches, is_match_name, open_match
from tallyboard.commands.tournament.names import entrant_of, entrants_of
from tallyboard.commands.tournament.opened import (
    AfterChange,
    Changing,
    change,
    count_of_flags,
    opened,
    tell,
    who,
)
from tallyboard.commands.tournament.said import Stands, outcome_of, result_words, stands
from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError
from tallyboard.shapes import MatchObject
from tallyboard.store import read_store
from tallyboard.store.tournaments import notices
from tallyboard.text.tournament.given import board_line, can_be_result
from tallyboard.text.tournament.matches import figures
from tallyboard.text.tournament.names import listed


def line_of_board(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> str:
    """The line `result … board ID` of a match object; `words`: the match, and who were A and B, as far as was said."""
    if not can_be_result(recorded):
        raise TallyboardError(
            f"The match {recorded['match'][:8]} is {recorded['status']}, with {len(recorded['sides'])} sides.",
            "Only a finished match of two sides can be a result; enter it by hand: `tallyboard tournament result`.",
        )
    named = words[0] if words and is_match_name(words[0]) else None
    sides = _sides(recorded, words[1:] if named else words, tournament)
    match = named or open_match(*sides, tournament)
    if named is None:
        due = tournament.match(match)[1].verdict.due
        match += f"/{due}" if due not in (None, 1) else ""
    return board_line(recorded, match, sides)


def _sides(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> tuple[int, int]:
    """The entrants who were A and B: those who are named, else those whose names the match has."""
    step = "Say who were A and B: `tallyboard tournament result Ann Bob --match " + recorded["match"][:8] + "`."
    if words:
        both = entrants_of(words, tournament.entrants)
    else:
        names = [name for side in recorded["sides"] if (name := recorded["names"][side])]
        if len(names) != len(recorded["sides"]):
            raise TallyboardError("The match has no names.", step)
        try:
            both = [entrant_of(name, tournament.entrants) for name in names]
        except TallyboardError as error:
            raise TallyboardError(error.cause, step) from None
    if len(both) != 2 or both[0] == both[1]:
        raise TallyboardError("A match is of two entrants.", step)
    return both[0], both[1]


_SCORE = re.compile(r"-?\d+")
_EXAMPLE = "Write it as `tallyboard tournament result Ann 6 Bob 2`, also with `twenties 5 2` or `won Ann` behind."


class ResultSaid(NamedTuple):
    """A result as it was said: `match` is None where only the entrants are named, in the sequence of `scores`."""

    match: str | None
    names: tuple[str, str]
    scores: tuple[str, str]
    twenties: Sequence[str] | None
    won: str | None


def understood(words: Sequence[str], twenties: Sequence[str] | None, won: str | None) -> ResultSaid:
    """What was said, the options with it; raises TallyboardError. A name needs no quotes: it ends with its score."""
    rest = list(words)
    match = rest.pop(0) if rest and is_match_name(rest[0]) else None
    first, first_score = _entrant_and_score(rest)
    second, second_score = _entrant_and_score(rest)
    while rest:
        part = rest.pop(0).casefold()
        if part == "twenties" and twenties is None and len(rest) >= 2:
            twenties = [rest.pop(0), rest.pop(0)]
        elif part == "won" and won is None and rest:
            name = [rest.pop(0)]
            while rest and rest[0].casefold() != "twenties":
                name.append(rest.pop(0))
            won = " ".join(name)
        else:
            raise _wrong(f"{part!r} cannot stand behind the scores.")
    return ResultSaid(match, (first, second), (first_score, second_score), twenties, won)


def _entrant_and_score(rest: list[str]) -> tuple[str, str]:
    """Takes a name, whose first word may be a number, and the score behind it."""
    name: list[str] = []
    while rest and (not name or not _SCORE.fullmatch(rest[0])):
        name.append(rest.pop(0))
    if not name:
        raise _wrong("A result is of two entrants.")
    if not rest:
        raise _wrong(f"The score of {' '.join(name)} is missing.")
    return " ".join(name), rest.pop(0)


def _wrong(cause: str) -> TallyboardError:
    return TallyboardError(cause, _EXAMPLE)


def result(
    words: Sequence[str] = (),
    twenties: Sequence[str] | None = None,
    won: str | None = None,
    match: str | None = None,
    **how: Unpack[Changing],
) -> int:
    """Enter a result: `result Ann 6 Bob 2` is of the match of the two that is called or ready."""
    entered: list[str] = []
    before: Stands | None = None
    if match is not None:
        if twenties or won:
            raise TallyboardError("--match brings its own figures.", "Leave --twenties and --won out.")
        recorded = _recorded(match, how.get("db"))

    def decide(tournament: Tournament) -> list[str]:
        nonlocal before
        if match is None:
            entered[:] = [_line(understood(words, twenties, won), tournament)]
        else:
            entered[:] = [line_of_board(recorded, words, tournament)]
        before = stands(entered[0].split()[1], tournament)
        return entered

    return change(decide, lambda after: result_words(entered[0], before, after), **how)


def confirm(match: str, **how: Unpack[Changing]) -> int:
    """Say that a result is right which its game cannot have given; until then it stands beside the flags."""
    name, _, game = match.upper().partition("/")

    def is_chosen(one: notices.Doubted) -> bool:
        return one.match == name and game in ("", str(one.game))

    with opened(how.get("tournament"), how.get("db")) as (store, followed):
        found = notices.confirm(store, followed, is_chosen, who(how), how.get("reason") or "")
        said = listed(figures(one.scores, one.twenties) for one in found)
        sentence = f"{name}: {said} is confirmed; it is in doubt no more."
        flagged = count_of_flags(followed.tournament)
        tell(store, followed, lambda _: [sentence], [], how.get("as_json", False), flagged)
    return EXIT_DONE


def forfeit(words: Sequence[str], **how: Unpack[Changing]) -> int:
    """Say that an entrant gave a match up, or did not come; both, where two are named."""
    lost: list[str] = []

    def decide(tournament: Tournament) -> list[str]:
        named = is_match_name(words[0])
        who = entrants_of(words[1:] if named else words, tournament.entrants)
        if len(who) not in (1, 2):
            raise TallyboardError(
                "A forfeit is of one entrant, or of both of a match.",
                "Write it as `tallyboard tournament forfeit 1:1-2 Ann`.",
            )
        meant = words[0] if named else _match_of(who, tournament)
        lost[:] = [" ".join(["forfeit", meant, *map(str, who)])]
        return lost

    def said(after: AfterChange) -> list[str]:
        _, meant, *who = lost[0].split()
        both = "Both have lost it. If it is one alone: `tallyboard tournament undo`, and name that one."
        return [outcome_of(meant, after), *([both] if len(who) == 2 else [])]

    return change(decide, said, **how)


def clear(words: Sequence[str], **how: Unpack[Changing]) -> int:
    """Take away what stands for a match and its two, or for a match and two others who played it before."""
    cleared: list[str] = []
    stood = False

    def decide(tournament: Tournament) -> list[str]:
        nonlocal stood
        named = is_match_name(words[0])
        who = entrants_of(words[1:] if named else words, tournament.entrants)
        if named:
            cleared[:] = [" ".join(["clear", words[0], *map(str, who)])]
            stood = bool(who) or stands(words[0], tournament) is not None
            return cleared
        decided = decided_matches(who[0], who[1], tournament) if len(who) == 2 else []
        if len(decided) != 1:
            raise TallyboardError(
                "Which match is to be cleared is not clear.", "Name it: `tallyboard tournament clear 1:1-2`."
            )
        cleared[:] = [f"clear {decided[0]['match']}"]
        stood = stands(decided[0]["match"], tournament) is not None
        return cleared

    def said(_: AfterChange) -> list[str]:
        match = cleared[0].split()[1]
        return [f"What stood for {match} is taken away." if stood else f"Nothing stood for {match}."]

    return change(decide, said, **how)


def _line(said: ResultSaid, tournament: Tournament) -> str:
    """The words of a result as a script has them; the match is found where it is not named."""
    both = [entrant_of(name, tournament.entrants) for name in said.names]
    match = said.match or _found(said, both, tournament)
    line = ["result", match, str(both[0]), said.scores[0], str(both[1]), said.scores[1]]
    if said.twenties:
        line += ["twenties", *said.twenties]
    if said.won is not None:
        line += ["won", str(entrant_of(said.won, tournament.entrants))]
    return " ".join(line)


def _found(said: ResultSaid, both: Sequence[int], tournament: Tournament) -> str:
    """The match of these two that is called or ready, with its game."""
    words = [word for one in zip(said.names, said.scores, strict=True) for word in one]
    words += ["twenties", *said.twenties] if said.twenties else []
    words += ["won", said.won] if said.won is not None else []
    return _with_game(open_match(both[0], both[1], tournament, shlex.join(words)), tournament)


def _with_game(match: str, tournament: Tournament) -> str:
    """The match with the game that is due in it."""
    due = tournament.match(match)[1].verdict.due
    return match if due in (None, 1) else f"{match}/{due}"


def _match_of(who: Sequence[int], tournament: Tournament) -> str:
    """The match that these are to play now."""
    if len(who) == 2:
        return open_match(who[0], who[1], tournament)
    called = [table.call.match for table in tournament.tables.values() if table.call and who[0] in table.call.entrants]
    others = [one.number for one in tournament.entrants if one.number != who[0]]
    found = called or [name for other in others for name in tournament.open_matches(who[0], other)]
    name = tournament.entrants[who[0] - 1].name
    if len(found) == 1:
        return found[0]
    if found:
        raise TallyboardError(
            f"{name} has several matches to play: {', '.join(found)}.", "Name one before the entrant."
        )
    raise TallyboardError(
        f"{name} has no match that is called or ready.", "`tallyboard tournament schedule` shows the matches."
    )


def _recorded(match: str, db: str | None) -> MatchObject:

    with closing(read_store(db)) as reader:
        return reader.match(match)
