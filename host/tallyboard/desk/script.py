"""A script: a tournament as plain text."""

from shared_rules.games.options import number
from tallyboard.desk.events import CallAll, Undo
from tallyboard.desk.lines import lines_of, words_of
from tallyboard.desk.objects import TournamentObject, as_object, in_full
from tallyboard.desk.tournament import Tournament
from tallyboard.errors import English, TallyboardError
from tallyboard.errors.desk import NO_FIRST_LINE, NO_TIME, Refusal

_MOST_HOURS = 99_999  # eleven years: a league's evenings may be months apart


class ScriptError(TallyboardError):
    """A line of a script that is refused; `line` counts from 1. The script has no result."""

    def __init__(self, line: int, refusal: Refusal) -> None:
        super().__init__("Line %(line)s: %(why)s", "", line=line, why=refusal)
        self.line = line
        self.refusal = refusal

    def words(self, language: English) -> tuple[str, str]:
        return super().words(language)[0], self.refusal.words(language)[1]


def read_script(text: str) -> Tournament:
    """The tournament of a whole text; raises ScriptError at the first line that is refused."""
    lines = lines_of(text)
    tournament = None
    for index, line in enumerate(lines, 1):
        if not words_of(line):
            continue
        try:
            if tournament is None:
                tournament = Tournament(line)
            elif words_of(line)[0].lower() == "at":
                minute = _minute(words_of(line))
                tournament.check_minute(minute)
                tournament.minute = minute
            else:
                tournament.enter(line)
        except Refusal as refusal:
            raise ScriptError(index, refusal) from None
    if tournament is None:
        raise ScriptError(max(1, len(lines)), Refusal(NO_FIRST_LINE))
    return tournament


def first_line(tournament: Tournament) -> str:
    """The line that begins its script."""
    return f"tournament {tournament.entry} seed={tournament.seed}"


def told(tournament: Tournament) -> list[tuple[str, int]]:
    """(line, minute) of each event as a store keeps it. There a call is known by the number of its event: a `call`
    alone is the calls that it made, and an `undo` of it takes back each of them."""
    again = Tournament(first_line(tournament))
    found: list[tuple[str, int]] = []
    made: dict[int, int] = {}  # how many calls the event of this number is
    for event in tournament.events:
        again.minute = event.minute
        lines = [event.line]
        if isinstance(event.what, CallAll):
            lines = [f"call {match} {table}" for match, table in again.next_calls()]
            made[event.number] = len(lines)
        elif isinstance(event.what, Undo):
            last = again.last_to_undo()
            lines *= made.get(last.number, 1) if last else 1
        again.enter(event.line, event.minute)
        found += [(line, event.minute) for line in lines]
    return found


def compute_script(text: str) -> TournamentObject:
    """The JSON object of a script; raises ScriptError."""
    computed: TournamentObject = in_full(as_object(read_script(text)))
    return computed


def _minute(words: list[str]) -> int:
    """The minute of `at H:MM`."""
    hour, colon, rest = words[1].partition(":") if len(words) == 2 else ("", "", "")
    hours = number(hour[1:] if len(hour) == 2 and hour[0] == "0" else hour)
    minutes = number(rest[1:] if rest[:1] == "0" else rest) if len(rest) == 2 else None
    if not colon or hours is None or hours > _MOST_HOURS or minutes is None or minutes > 59:
        raise Refusal(NO_TIME, words=" ".join(words), most=_MOST_HOURS)
    return hours * 60 + minutes
