"""What is said of a result that was entered: what came of the match, what stood before, and what looks like a slip."""

from collections.abc import Sequence
from typing import NamedTuple

from tallyboard.commands.tournament.opened import After
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.names import phase_number
from tallyboard.desk.objects import DeskMatchObject, match_object
from tallyboard.desk.options import Options
from tallyboard.text.doubts import doubt_words, doubts_of_line
from tallyboard.text.tournament.matches import figures, outcome
from tallyboard.text.tournament.names import Names


class Stands(NamedTuple):
    """What stands for a game: `8 : 4 with twenties 5 : 2`, or `a forfeit`; and its twenties as `5 : 2`, empty without
    any. A is first."""

    words: str
    twenties: str = ""


def stands(named: str, tournament: Tournament) -> Stands | None:
    """What stands for this game of the match and its players; None for nothing."""
    try:
        match, found = tournament.match(_name(named))
    except Refusal:
        return None  # it is refused, or kept without counting
    if found.pair is None:
        return None
    record = tournament.state.field.records.of(match.name, found.pair)
    if record.forfeit:
        return Stands("a forfeit")
    number = named.partition("/")[2]
    game = record.game(int(number) if number.isdecimal() else 1)
    if game is None:
        return None
    seen = found.a_first(game)
    twenties = f"{seen.twenties[0]} : {seen.twenties[1]}" if any(seen.twenties) else ""
    return Stands(figures(seen.scores, seen.twenties), twenties)


def result_words(line: str, before: Stands | None, after: After) -> list[str]:
    """The sentences after a result."""
    words = line.split()
    now = stands(words[1], after.tournament)
    said = [outcome_of(words[1], after)]
    if now and now.twenties:
        said.append(f"Twenties {now.twenties}.")
    if before:
        said.append(f"Before stood {before.words}; the last word counts.")
    if before and before.twenties and not (now and now.twenties):
        said.append("Now it has no twenties: if they were right, enter it with them, `twenties N N` behind the scores.")
    return [*said, *_slip(words, after)]


def outcome_of(named: str, after: After) -> str:
    """What the match has come to now."""
    match = _object(_name(named), after.tournament)
    if match is None:
        return f"{_name(named)} is kept; no match has this name now."
    told = outcome(match, Names(after.computed["entrants"]))
    options = _options_of(named, after.tournament)
    if match["due"] and match["due"] > options.best:
        told += " It is a shootout of twenties." if options.level == "shootout" else " It decides a level match."
    return told


def _slip(words: Sequence[str], after: After) -> list[str]:
    """A word of doubt where the figures cannot be what the game gives."""
    match, _, game = words[1].partition("/")
    phase = after.tournament.phases[phase_number(match) - 1]
    at = words.index("twenties") if "twenties" in words else 0
    twenties = (int(words[at + 1]), int(words[at + 2])) if at else (0, 0)
    line = phase.line_of(int(game or 1))
    said = [doubt_words(one) for one in doubts_of_line(line, (int(words[3]), int(words[5])), twenties)]
    right = f"If it is right, `tallyboard tournament confirm {words[1]}`; until then it stands beside the flags."
    return [*said, right] if said else []


def _name(named: str) -> str:
    return named.partition("/")[0].upper()


def _options_of(named: str, tournament: Tournament) -> Options:
    return tournament.phases[phase_number(named) - 1].options


def _object(name: str, tournament: Tournament) -> DeskMatchObject | None:
    """The JSON object of the match; None where it is gone."""
    phase = tournament.phases[phase_number(name) - 1]
    match = phase.find(name)
    return None if match is None else match_object(phase, match, phase.standing(match), False)
