"""The commands about what came of matches: `result`, `confirm`, `forfeit`, `clear`."""

import re
import shlex
from collections.abc import Sequence
from typing import NamedTuple, Unpack

from tallyboard.commands.tournament.meant import decided_matches, entrant_of, entrants_of, is_match_name, open_match
from tallyboard.commands.tournament.opened import AfterChange, Changing, change, done, who
from tallyboard.commands.tournament.said import outcome_of, result_before, result_words, stands
from tallyboard.desk import Tournament
from tallyboard.errors import TallyboardError
from tallyboard.shapes import MatchObject
from tallyboard.store import Store, read_store
from tallyboard.store.tournaments import Followed, StoredEvent, notices
from tallyboard.text.language import _, later
from tallyboard.text.match_words import STATUS
from tallyboard.text.tournament.given import board_line, can_be_result
from tallyboard.text.tournament.matches import figures
from tallyboard.text.tournament.names import listed

_SCORE = re.compile(r"-?\d+")
_EXAMPLE = later(
    "Write it as `tallyboard tournament result Ann 6 Bob 2`, also with `twenties 5 2` or `won Ann` behind."
)


class ResultSaid(NamedTuple):
    """A result as it was said: `match` is None where only the entrants are named, in the sequence of `scores`."""

    match: str | None
    names: tuple[str, str]
    scores: tuple[str, str]
    twenties: Sequence[str] | None
    won: str | None


def result(
    words: Sequence[str] = (),
    twenties: Sequence[str] | None = None,
    won: str | None = None,
    match: str | None = None,
    **how: Unpack[Changing],
) -> None:
    recorded: MatchObject | None = None
    if match is not None:
        if twenties or won:
            raise TallyboardError("--match brings its own figures.", "Leave --twenties and --won out.")
        with read_store(how.get("db")) as reader:
            recorded = reader.match(match)

    def decide(tournament: Tournament) -> list[str]:
        if recorded is not None:
            return [_line_of_board(recorded, words, tournament)]
        return [_line(understood(words, twenties, won), tournament)]

    change(decide, result_words, result_before, **how)


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
            raise TallyboardError("%(word)s cannot stand behind the scores.", _EXAMPLE, word=repr(part))
    return ResultSaid(match, (first, second), (first_score, second_score), twenties, won)


def _entrant_and_score(rest: list[str]) -> tuple[str, str]:
    """Takes a name, whose first word may be a number, and the score behind it."""
    name: list[str] = []
    while rest and (not name or not _SCORE.fullmatch(rest[0])):
        name.append(rest.pop(0))
    if not name:
        raise TallyboardError("A result is of two entrants.", _EXAMPLE)
    if not rest:
        raise TallyboardError("The score of %(name)s is missing.", _EXAMPLE, name=" ".join(name))
    return " ".join(name), rest.pop(0)


def _line(said: ResultSaid, tournament: Tournament) -> str:
    """The words of a result as a script has them; the match is found where it is not named."""
    both = [entrant_of(name, tournament.entrants) for name in said.names]
    twenties = ["twenties", *said.twenties] if said.twenties else []
    typed = [said.names[0], said.scores[0], said.names[1], said.scores[1], *twenties]
    typed += [] if said.won is None else ["won", said.won]
    match = said.match or _with_game(open_match(both[0], both[1], tournament, shlex.join(typed)), tournament)
    won = [] if said.won is None else ["won", str(entrant_of(said.won, tournament.entrants))]
    line = ["result", match, str(both[0]), said.scores[0], str(both[1]), said.scores[1], *twenties, *won]
    return " ".join(line)


def _with_game(match: str, tournament: Tournament) -> str:
    """The match with the game that is due in it."""
    due = tournament.match(match)[1].verdict.due
    return match if due in (None, 1) else f"{match}/{due}"


def _line_of_board(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> str:
    """The line `result … board ID` of a match object; `words`: the match, and who were A and B, as far as was said."""
    if not can_be_result(recorded):
        raise TallyboardError(
            "The match %(match)s is %(status)s, with %(sides)s sides.",
            "Only a finished match of two sides can be a result; enter it by hand: `tallyboard tournament result`.",
            match=recorded["match"][:8],
            status=STATUS[recorded["status"]],
            sides=len(recorded["sides"]),
        )
    named = words[0] if words and is_match_name(words[0]) else None
    sides = _sides(recorded, words[1:] if named else words, tournament)
    return board_line(recorded, named or _with_game(open_match(*sides, tournament), tournament), sides)


def _sides(recorded: MatchObject, words: Sequence[str], tournament: Tournament) -> tuple[int, int]:
    """The entrants who were A and B: those who are named, else those whose names the match has."""
    step = later(
        "Say who were A and B: `tallyboard tournament result Ann Bob --match %(match)s`.", match=recorded["match"][:8]
    )
    if words:
        both = entrants_of(words, tournament.entrants)
    else:
        names = [name for side in recorded["sides"] if (name := recorded["names"][side])]
        if len(names) != len(recorded["sides"]):
            raise TallyboardError("The match has no names.", step)
        try:
            both = [entrant_of(name, tournament.entrants) for name in names]
        except TallyboardError as error:
            raise TallyboardError("%(cause)s", step, cause=error) from None
    if len(both) != 2 or both[0] == both[1]:
        raise TallyboardError("A match is of two entrants.", step)
    return both[0], both[1]


def confirm(match: str, **how: Unpack[Changing]) -> None:
    name, _slash, game = match.upper().partition("/")
    said: list[str] = []

    def is_chosen(one: notices.Doubted) -> bool:
        return one.match == name and game in ("", str(one.game))

    def work(store: Store, followed: Followed) -> list[StoredEvent]:
        found = notices.confirm(store, followed, is_chosen, who(how), how.get("reason") or "")
        of_each = listed(figures(one.scores, one.twenties) for one in found)
        confirmed = later("%(match)s: %(figures)s is confirmed; it is in doubt no more.")
        said.append(_(confirmed, match=name, figures=of_each))
        return []

    done(work, lambda after: said, how)


def forfeit(words: Sequence[str], **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        named, lost = _match_and_entrants(words, tournament)
        if len(lost) not in (1, 2):
            raise TallyboardError(
                "A forfeit is of one entrant, or of both of a match.",
                "Write it as `tallyboard tournament forfeit 1:1-2 Ann`.",
            )
        return [" ".join(["forfeit", named or _match_of(lost, tournament), *map(str, lost)])]

    def said(after: AfterChange) -> list[str]:
        match, *lost = after.words[1:]
        both = _("Both have lost it. If it is one alone: `tallyboard tournament undo`, and name that one.")
        return [outcome_of(match.upper(), after), *([both] if len(lost) == 2 else [])]

    change(decide, said, **how)


def clear(words: Sequence[str], **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        named, others = _match_and_entrants(words, tournament)
        if named:
            return [" ".join(["clear", named, *map(str, others)])]
        decided = decided_matches(others[0], others[1], tournament) if len(others) == 2 else []
        if len(decided) != 1:
            raise TallyboardError(
                "Which match is to be cleared is not clear.", "Name it: `tallyboard tournament clear 1:1-2`."
            )
        return [f"clear {decided[0]['match']}"]

    def said(after: AfterChange) -> list[str]:
        match, *others = after.words[1:]
        stood = others or any(after.before)
        gone = later("What stood for %(match)s is taken away.") if stood else later("Nothing stood for %(match)s.")
        return [_(gone, match=match)]

    change(decide, said, lambda tournament, lines: stands(str(lines[0]).split()[1], 1, tournament), **how)


def _match_and_entrants(words: Sequence[str], tournament: Tournament) -> tuple[str, list[int]]:
    """The match, "" where it is not named, and the entrants behind it."""
    named = words[0] if is_match_name(words[0]) else ""
    return named, entrants_of(words[1:] if named else words, tournament.entrants)


def _match_of(lost: Sequence[int], tournament: Tournament) -> str:
    """The match that these are to play now."""
    if len(lost) == 2:
        return open_match(lost[0], lost[1], tournament)
    who = lost[0]
    called = [call.match for call in tournament.state.floor.calls_now() if who in call.everybody]
    others = [one.number for one in tournament.entrants if one.number != who]
    found = called or [name for other in others for name in tournament.open_matches(who, other)]
    name = tournament.entrant(who).name
    if not found:
        raise TallyboardError(
            "%(name)s has no match that is called or ready.",
            "`tallyboard tournament schedule` shows the matches.",
            name=name,
        )
    if len(found) > 1:
        raise TallyboardError(
            "%(name)s has several matches to play: %(found)s.",
            "Name one before the entrant.",
            name=name,
            found=", ".join(found),
        )
    return found[0]
