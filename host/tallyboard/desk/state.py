"""What stands after the events so far; each event is applied whole, or refused and changes nothing."""

from collections.abc import Callable
from typing import Any

from tallyboard.desk import events
from tallyboard.desk.bracket import Bracket
from tallyboard.desk.calls import is_free, next_calls
from tallyboard.desk.deciding import PLAYED
from tallyboard.desk.drawing import draw, redraw
from tallyboard.desk.field import Entrant, Field
from tallyboard.desk.floor import Call, Floor, Table
from tallyboard.desk.league import League
from tallyboard.desk.matches import DECIDED, OVER, Match, Standing
from tallyboard.desk.names import phase_of_match, players_of
from tallyboard.desk.options import LEAGUES, ROUND_ROBIN, read_options
from tallyboard.desk.phase import Phase, pair_of
from tallyboard.desk.records import BoardMatch, Game, pair
from tallyboard.desk.refusal import Refusal
from tallyboard.desk.round_robin import RoundRobin
from tallyboard.desk.swiss import Swiss

MOST_ENTRANTS = 1000


class State:
    """The field, the phases and the floor."""

    def __init__(self, entry: str, seed: int) -> None:
        self.entry = entry
        self.field = Field(seed)
        self.phases: list[Phase] = []
        self.floor = Floor()
        self._number = 0
        self._minute = 0

    def apply(self, number: int, minute: int, what: events.What) -> None:
        """The event of this number in this minute; raises Refusal and changes nothing."""
        self._number, self._minute = number, minute
        _ACTIONS[type(what)](self, what)
        self._forget(what)
        self._end_calls(what)

    def _forget(self, what: events.What) -> None:
        """What the event may have changed is worked out anew when it is asked for."""
        if isinstance(what, events.SetStatus):
            for phase in self.phases:
                phase.forget()
        elif isinstance(what, events.End | events.Shootout):
            self.phase(what.phase).forget()
        elif isinstance(what, events.Result | events.Forfeit | events.Clear):
            phase = self.phase(phase_of_match(what.match, len(self.field.entrants)))
            players = pair_of(phase, what.match)
            if players:
                phase.forget_match(what.match, players)

    def phase(self, number: int) -> Phase:
        """The phase of this number; raises Refusal `unknown-phase`."""
        if not 1 <= number <= len(self.phases):
            raise Refusal("unknown-phase", f"There is no phase {number}.", "Declare it first with `phase`.")
        return self.phases[number - 1]

    def match(self, name: str) -> tuple[Phase, Match]:
        """The match of this name in capitals; raises Refusal `unknown-match` or `unknown-phase`."""
        phase = self.phase(phase_of_match(name, len(self.field.entrants)))
        match = phase.find(name)
        if match is None:
            raise Refusal(
                "unknown-match",
                f"There is no match {name} in phase {phase.number}" + ("." if phase.drawn else ", which is not drawn."),
                "`tournament schedule` lists the matches.",
            )
        return phase, match

    def standing(self, name: str) -> Standing:
        """How the match of this name stands; Refusal as `match`."""
        phase, match = self.match(name)
        return phase.standing(match)

    # The entrants.

    def _add(self, what: events.Add) -> None:
        players = players_of(what.name, self.entry)
        self._check_new(players, None)
        if len(self.field.entrants) >= MOST_ENTRANTS:
            raise Refusal("too-many", f"{MOST_ENTRANTS} entrants are the most.", "Begin a second tournament.")
        self.field.entrants.append(Entrant(len(self.field.entrants) + 1, players))

    def _rename(self, what: events.Rename) -> None:
        self._check_entrants(what.entrant)
        players = players_of(what.name, self.entry)
        self._check_new(players, what.entrant)
        self.field.entrant(what.entrant).players = players

    def _check_new(self, players: tuple[str, ...], own: int | None) -> None:
        taken = {p.casefold() for e in self.field.entrants if e.number != own for p in e.players}
        for player in players:
            if player.casefold() in taken:
                raise Refusal("duplicate", f"{player} is there already.", "Tell them apart, as in `Ann P` and `Ann R`.")
            taken.add(player.casefold())

    def _check_entrants(self, *numbers: int) -> None:
        for number in numbers:
            if not self.field.exists(number):
                raise Refusal("unknown-entrant", f"There is no entrant {number}.", "`tournament list` shows them.")

    def _set_status(self, what: events.SetStatus) -> None:
        numbers = what.entrants
        if numbers is None:
            numbers = tuple(e.number for e in self.field.entrants if not self.field.is_out(e.number))
        self._check_entrants(*numbers)
        for number in numbers:
            self.field.entrant(number).status = what.status

    def _contest(self, what: events.ContestTwenties) -> None:
        self._check_entrants(what.entrant)
        self.field.entrant(what.entrant).contest = what.twenties

    def _seeds(self, what: events.Seeds) -> None:
        if what.entrants is None:
            self.field.seeds = [entrant.number for _, entrant in self.field.contest()]
            return
        self._check_entrants(*what.entrants)
        _check_once(self.field, what.entrants)
        self.field.seeds = list(what.entrants)

    # The phases.

    def _declare(self, what: events.Declare) -> None:
        if not 1 <= what.phase <= len(self.phases) + 1:
            raise Refusal(
                "unknown-phase", f"Phase {what.phase} is not the next.", f"The next is {len(self.phases) + 1}."
            )
        if what.phase <= len(self.phases) and self.phases[what.phase - 1].drawn:
            raise Refusal(
                "drawn", f"Phase {what.phase} is drawn already.", f"Declare another one: phase {len(self.phases) + 1}."
            )
        options = read_options(what, self.entry)
        kind: type[Phase] = Bracket
        if what.format in LEAGUES:
            kind = RoundRobin if what.format == ROUND_ROBIN else Swiss
        phase = kind(what.phase, what.format, options, self.field)
        self.phases[what.phase - 1 :] = [phase, *self.phases[what.phase :]]

    def _draw(self, what: events.Draw) -> None:
        draw(self.phase(what.phase), self.phases)

    def _redraw(self, what: events.Redraw) -> None:
        redraw(self.phase(what.phase), self.phases)

    def _league(self, number: int) -> League:
        """The league of this number, drawn."""
        phase = self.phase(number)
        if not isinstance(phase, League):
            raise Refusal("format", f"Phase {number} is a knock-out.", "This is for round robins and Swiss phases.")
        if not phase.drawn:
            raise Refusal("not-drawn", f"Phase {number} is not drawn yet.", f"`draw {number}` draws it.")
        return phase

    def _end(self, what: events.End) -> None:
        self._league(what.phase).ended = True

    def _shootout(self, what: events.Shootout) -> None:
        league = self._league(what.phase)
        numbers = tuple(entrant for entrant, _ in what.twenties)
        self._check_entrants(*numbers)
        _check_once(self.field, numbers)
        for number in numbers:
            if number not in league.order:
                name = self.field.entrant(number).name
                raise Refusal(
                    "unknown-entrant", f"{name} is not in phase {what.phase}.", "Name entrants who were drawn into it."
                )
        league.shootouts.append(dict(what.twenties))

    # The tables.

    def _open(self, what: events.Open) -> None:
        for name in what.tables:
            self.floor.tables.setdefault(name, Table(name)).open = True

    def _table(self, name: str) -> Table:
        table = self.floor.tables.get(name)
        if table is None:
            raise Refusal(
                "unknown-table",
                f"There is no table {name}.",
                f"`tallyboard tournament tables` lists them; `open {name}` opens it.",
            )
        return table

    def _close(self, what: events.Close) -> None:
        table = self._table(what.table)
        if table.call:
            raise _in_use(table)
        table.open = False

    def _call(self, what: events.CallMatch) -> None:
        phase, match = self.match(what.match)
        table = self._table(what.table)
        if not table.open:
            raise Refusal("unknown-table", f"Table {what.table} is closed.", f"Open it with `open {what.table}`.")
        if table.call:
            raise _in_use(table)
        if not is_free(phase, match, self.field, self.floor, self._minute):
            raise Refusal(
                "not-ready",
                f"{what.match} cannot be called: {self._why_not(phase, match)}.",
                "`tournament schedule` shows what can be called.",
            )
        self._begin(match, table)

    def _call_all(self, what: events.CallAll) -> None:
        for match, table in next_calls(self.phases, self.field, self.floor, self._minute):
            self._begin(match, table)

    def _begin(self, match: Match, table: Table) -> None:
        players = self.standing(match.name).players
        assert players
        self.floor.begin(Call(match.name, table.name, self._number, players, self._minute))

    def _why_not(self, phase: Phase, match: Match) -> str:
        found = phase.standing(match)
        if found.state in OVER:
            return f"it is {found.state}"
        if found.players is None:
            return "its players are not known yet"
        for x in found.players:
            entrant = self.field.entrant(x)
            if not self.field.is_in(x):
                return f"{entrant.name} is {entrant.status}"
            if x in self.floor.busy():
                return f"{entrant.name} is called to a table"
        return f"its players have {phase.options.rest} minutes of rest"

    def _free(self, what: events.Free) -> None:
        table = self._table(what.table)
        if table.call is None:
            raise Refusal("nothing", f"No match is called to table {what.table}.", "There is nothing to do.")
        self.floor.heard_of(table.call.entrants, self._number, self._minute)
        self.floor.end(table.call, self._number)

    # The results.

    def _result(self, what: events.Result) -> None:
        x, y = what.entrants
        if what.board is None:
            self._check_by_hand(what)
        else:
            self.phase(phase_of_match(what.match, len(self.field.entrants)))
            self._check_entrants(x, y)
        if what.won is not None and (what.scores[0] != what.scores[1] or what.won not in what.entrants):
            raise Refusal(
                "winner",
                "`won` says who won a game with equal scores, and is one of the two who played it.",
                "Leave it out where one has the higher score.",
            )
        record = self.field.records.to_change(what.match, pair(x, y))
        if what.board is None:
            record.hand[what.game] = _game(what)
            record.forfeit = ()
        else:
            record.board[what.game] = _game(what)
            record.played[what.game] = BoardMatch(what.board, what.entrants)
        self.floor.heard_of(what.entrants, self._number, self._minute)

    def _check_by_hand(self, what: events.Result) -> None:
        """The two are those who play the match, and the game is due or has a result."""
        self._check_entrants(*what.entrants)
        phase, match = self.match(what.match)
        found = self._with_players(phase, match)
        self._check_these(found, match, what.entrants)
        assert found.pair
        played = self.field.records.of(match.name, found.pair).games()
        if what.game != found.verdict.due and what.game not in played:
            raise Refusal(
                "game-number",
                f"Game {what.game} of {match.name} is not due and has no result.",
                f"Game {found.verdict.due} is due." if found.verdict.due else "The games have decided the match.",
            )

    def _with_players(self, phase: Phase, match: Match) -> Standing:
        found = phase.standing(match)
        if found.players is None:
            raise Refusal(
                "not-ready",
                f"Who plays {match.name} is not known" + (" yet." if None in found.sides else ": nobody is there."),
                "Enter what it waits for first; `tournament bracket` shows it.",
            )
        return found

    def _check_these(self, found: Standing, match: Match, entrants: tuple[int, ...]) -> None:
        players = found.players or ()
        if not set(players).issuperset(entrants) or len(set(entrants)) < len(entrants):
            a, b = (self.field.entrant(x).name for x in players)
            raise Refusal("not-these", f"{match.name} is between {a} and {b}.", "Name these, or another match.")

    def _forfeit(self, what: events.Forfeit) -> None:
        self._check_entrants(*what.entrants)
        phase, match = self.match(what.match)
        found = self._with_players(phase, match)
        self._check_these(found, match, what.entrants)
        assert found.pair
        self.field.records.to_change(match.name, found.pair).forfeit = what.entrants
        self.floor.heard_of(found.pair, self._number, self._minute)

    def _clear(self, what: events.Clear) -> None:
        if what.entrants is None:
            phase, match = self.match(what.match)
            players = self._with_players(phase, match).pair
            assert players
            self.field.records.clear(what.match, players)
            return
        self.phase(phase_of_match(what.match, len(self.field.entrants)))
        self._check_entrants(*what.entrants)
        if not self.field.records.clear(what.match, pair(*what.entrants)):
            raise Refusal(
                "nothing", f"Nothing stands for {what.match} and these two.", "`tournament flags` lists what does."
            )

    def _note(self, what: events.Note) -> None:
        """A note changes nothing."""

    def _end_calls(self, what: events.What) -> None:
        """End the calls that lasted until this event."""
        for call in self.floor.calls_now():
            phase = self.phases[phase_of_match(call.match, len(self.field.entrants)) - 1]
            match = phase.find(call.match)
            found = phase.standing(match) if match else None
            if found and found.state in OVER:
                if found.state == DECIDED and found.verdict.how == PLAYED:
                    self.floor.lengths.setdefault(phase.number, []).append(self._minute - call.minute)
            elif (found and found.pair == call.pair) or not _is_result_of(what, call):
                continue
            self.floor.end(call, self._number)


def _is_result_of(what: events.What, call: Call) -> bool:
    return isinstance(what, events.Result) and what.match == call.match and pair(*what.entrants) == call.pair


def _check_once(field: Field, numbers: tuple[int, ...]) -> None:
    for number in numbers:
        if numbers.count(number) > 1:
            raise Refusal("duplicate", f"{field.entrant(number).name} stands there twice.", "Name everybody once.")


def _in_use(table: Table) -> Refusal:
    match = table.call.match if table.call else ""
    return Refusal("in-use", f"{match} is called to table {table.name}.", f"Enter its result, or `free {table.name}`.")


def _game(what: events.Result) -> Game:
    """The figures, those of the smaller entrant first."""
    (x, y), (first, second) = what.entrants, what.scores
    winner = what.won
    if first != second:
        winner = x if first > second else y
    if x < y:
        return Game(what.scores, what.twenties, winner)
    return Game((second, first), (what.twenties[1], what.twenties[0]), winner)


_ACTIONS: dict[type, Callable[[State, Any], None]] = {
    events.Add: State._add,
    events.Rename: State._rename,
    events.SetStatus: State._set_status,
    events.ContestTwenties: State._contest,
    events.Seeds: State._seeds,
    events.Open: State._open,
    events.Close: State._close,
    events.Declare: State._declare,
    events.Draw: State._draw,
    events.Redraw: State._redraw,
    events.End: State._end,
    events.CallAll: State._call_all,
    events.CallMatch: State._call,
    events.Free: State._free,
    events.Result: State._result,
    events.Forfeit: State._forfeit,
    events.Clear: State._clear,
    events.Shootout: State._shootout,
    events.Note: State._note,
}
