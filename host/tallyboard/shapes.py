"""The shapes of the JSON objects that commands print and rooms hand to one another. What a key means stands in its `#:`
comment; tests/host/json_shapes.py takes it from there into docs/schema/."""

from typing import Any, Literal, NotRequired, TypedDict

Status = Literal["playing", "finished", "abandoned", "incomplete", "aside"]
Options = dict[str, int | str | list[int]]  # by name; a list where an option has several numbers
BySide = dict[str, int]  # by the letter of the side
Kind = Literal["match", "name", "light"]  # of an order to a board
SeatChange = Literal["closed", "locked", "unlocked", "freed"]
TableState = Literal[
    "free", "paper", "several", "untold", "waits", "playing", "finished", "other", "hand", "shared", "nothing", "asleep"
]


class Round(TypedDict):
    """What stands in a round."""

    kind: Literal["round", "shootout"]  #: a Southwest shootout is a round of its own kind
    first: str  #: letter of the side that is first
    seat: str | None  #: who of the side is first, `A1`, `B2`; null where nobody shares a side
    #: by side what was counted: each zone, hole or kind with its number; what there is none of is left out
    counts: dict[str, BySide]
    raw: BySide  #: by side the points of these counts


class ClosedRound(Round):
    """A round that is closed, with what it brought."""

    awarded: BySide  #: by side what it brought
    totals: BySide  #: by side the match after it


class CurrentRound(Round):
    """The round that is being played."""

    review: bool  #: whether it waits for both to agree (Southwest)
    agreed: list[str]  #: letters of the sides that have agreed (Southwest)
    turn: str | None  #: letter of the side whose turn it is (Québec), else null
    pending: list[int]  #: values of the counters that are not buried yet (Québec)


class ResultObject(TypedDict):
    """What the rules say of a match: `score --json`, a line a sheet."""

    game: str  #: id of the game
    options: Options  #: all that are in force, by name
    sides: list[str]  #: their letters, `A`, `B` and where there are three `C`
    names: dict[str, str | None]  #: by side, null where there is none
    #: a sheet is `playing` or `finished`; of a board's match also `abandoned`: another match was begun, or the journal
    #: ended, before it did; `incomplete`: records of it are missing; `aside`: somebody has set it aside: no result
    status: Status
    winners: list[str]  #: letters: one, all who share a draw, or none before the end
    totals: BySide  #: by side; empty in a match that is incomplete or set aside
    twenties: BySide  #: by side, in the games that count them, else empty
    rounds: list[ClosedRound]  #: the closed ones, in order; none where a bare score stands by a correction
    current: CurrentRound | None  #: null where the match is over


class RefusedSheet(TypedDict):
    """A scoresheet, or a script of `compute`, that has no result: a line of `score --json` or `compute --json`, told by
    its `error`."""

    file: str  #: as it was given
    line: int | None  #: the line that is refused, from 1; null where the file could not be read
    #: why: of a scoresheet in a sentence; of a script the name of what is wrong, whose sentence is on standard error
    error: str


class RecordedMatch(ResultObject):
    """A match as the records of its board tell it."""

    match: str  #: id, a UUID: the same on every laptop
    board: str  #: id of the board
    epoch: int  #: number of its journal
    first_seq: int  #: number of the match's first record
    last_seq: int  #: number of its last
    started: str | None  #: when, in UTC (ISO 8601, ends in `Z`); null where no laptop had told the board the time
    key: str | None  #: what `assign` called it, null for a match that was started by hand
    newer: NotRequired[bool]  #: true where only a newer Tallyboard knows the game; else left out


class RecordedFigures(TypedDict):
    """What a board recorded of a match of which something else stands. Put over the match object, these figures give
    the match as its board recorded it."""

    options: Options  #: where records of the settings are missing, those that are there
    sides: list[str]  #: their letters
    names: dict[str, str | None]  #: a sheet can give other names
    status: Status  #: never the last
    winners: list[str]  #: letters, as in ResultObject
    totals: BySide  #: by side
    twenties: BySide  #: by side
    rounds: list[ClosedRound]  #: the closed ones
    current: CurrentRound | None  #: the one that was being played
    newer: NotRequired[bool]  #: as in RecordedMatch


class StandingCorrection(TypedDict):
    """What somebody has put in the place of what a board recorded of a match. The figures of the match object are the
    corrected ones."""

    #: `sheet`: a scoresheet; `result`: a bare score; `aside`: the match is set aside
    kind: Literal["sheet", "result", "aside"]
    by: str  #: who has
    reason: str  #: why
    at: str  #: when, in UTC
    recorded: RecordedFigures  #: what the board recorded


class MatchObject(RecordedMatch):
    """A match in a store: a line of `results --json`, what `correct --json` prints, the `match` of `watch --json`, and
    what `show` and `export` add to."""

    table: str  #: name of the board's table, empty where it has none
    #: by what these figures stand, null where they are those that the board recorded; always null in `watch`, which
    #: tells what boards record
    correction: StandingCorrection | None
    conflicts: NotRequired[list[int]]  #: numbers of its records that came with other bytes too: an alarm; else left out


class PressObject(TypedDict):
    """A press and the score after it."""

    seq: int  #: number of its record
    ms: int | None  #: board time in milliseconds since its power-on; null where records before it are missing
    at: str | None  #: when, in UTC to the second; null as `started`
    event: str  #: the press as a scoresheet has it, `A 20`, `undo`, `next`
    undone: bool  #: whether an `undo` took it back
    cut: bool  #: whether the board found its record or one before it damaged and went on without it
    note: str  #: `not counted`, what a round brought, and the like; mostly empty
    totals: BySide  #: by side after it; empty in an incomplete match
    raw: BySide  #: by side after it, of the round


class CorrectionFact(TypedDict):
    """One of the corrections of a match. The last one stands."""

    correction: str  #: id, a UUID
    #: `sheet`: a scoresheet; `result`: a bare score; `aside`: the match is set aside; `drop`: what the board recorded
    #: stands again
    kind: Literal["sheet", "result", "aside", "drop"]
    content: str  #: the scoresheet; the score in a line, as `correct --result` takes it; else empty
    by: str  #: who gave it
    laptop: str  #: name of the laptop that it was given on
    reason: str  #: why
    at: str  #: when, in UTC, by the database's clock


class PressedMatch(MatchObject):
    """A match press by press, and its corrections: `show --json`."""

    presses: list[PressObject]  #: in order, as the board recorded them
    corrections: list[CorrectionFact]  #: in order, those too that no longer stand


class InTournament(TypedDict):
    """Which game of a tournament a match is."""

    tournament: str  #: its id, a UUID
    name: str  #: its name
    phase: int  #: number of the phase
    match: str  #: name of the match, `1:1-2`
    game: int  #: which of its games, from 1
    #: its place among the rounds of the phase; null where the phase was drawn again without the match
    round: int | None
    group: str | None  #: letter of the group; null where there is one
    table: str | None  #: to which it was called, else where it was recorded


class ExportedMatch(PressedMatch):
    """A match with everything that is known of it."""

    tournament: InTournament | None  #: null outside of tournaments


class ExportDocument(TypedDict):
    """What `export --format json` writes: one document."""

    tallyboard: str  #: version that wrote it
    exported: str  #: when, in UTC
    #: by table, on a table in the order in which they were played; or as they were asked for
    matches: list[ExportedMatch]


class Figures(TypedDict):
    """What was played, in figures. What is null is not known, which is not 0."""

    games: int  #: how many games count
    twenties: int | None  #: twenties in these games; null in games without twenties
    rounds: int | None  #: rounds that boards, or corrections by a sheet, tell of
    #: of those that count, where boards told the rounds, over these rounds, to a thousandth
    twenties_a_round: float | None
    zones: dict[str, int] | None  #: by what was counted in these rounds, as in `counts` of a Round, how many
    first: int | None  #: in how many of these rounds the entrant was first; of a table, how many rounds
    first_won: int | None  #: how many of those the one who was first has won
    first_share: float | None  #: the part that this is, from 0 to 1, to a thousandth
    busts: int | None  #: busts that stand; null in other games than washers
    minutes: float | None  #: from the first press to the result of a game at a board, the mean, to a tenth


class EntrantFigures(Figures):
    """The figures of an entrant."""

    entrant: int  #: number of the entrant
    name: str  #: of the player, or of both
    score: list[int] | None  #: added up over the games: the entrant's own, and that of those who played against it


class TableFigures(Figures):
    """The figures of a table: those of all who played there, both sides together."""

    table: str  #: its name


class StatisticsObject(TypedDict):
    """The statistics of a tournament: `tournament stats --json`."""

    entrants: list[EntrantFigures]  #: number 1 first; those who are named
    tables: list[TableFigures]  #: in the order in which they were opened, then others


class CollectedObject(TypedDict):
    """What was collected from a board: a line of `sync --json`."""

    board: str  #: id of the board
    table: str  #: name of its table, empty where it has none
    firmware: str  #: version of its firmware
    epoch: int  #: number of its journal
    received: int  #: records that were new
    already_had: int  #: records of its journal that were stored before
    damaged: int  #: records that it could not give whole
    acked: int  #: every record below this number is acknowledged
    conflicts: list[int]  #: numbers of records that are stored with other bytes: an alarm
    missing: int  #: records that were freed on the board before this store had them
    board_damaged: int  #: records that the board itself found broken


class BeingCollected(TypedDict):
    """A board from which a hub of this laptop collects, so that `sync` need not: a line of `sync --json` too."""

    board: str  #: id of the board
    table: str  #: name of its table, empty where it has none
    port: str  #: path of its port
    hub: str  #: name of the laptop that the hub is on
    behind: int  #: records of the board that are not stored yet


class BoardObject(TypedDict):
    """A board that has answered on a port of this laptop: a line of `boards --json`."""

    port: str  #: path of the port
    board: str  #: id of the board
    table: str  #: name of its table, empty where it has none
    firmware: str  #: version of its firmware
    epoch: int  #: number of its journal
    damaged: int  #: records that it has found damaged in its memory
    records: int  #: records that it holds
    not_acknowledged: int  #: those of them that no laptop has acknowledged
    firmware_is_older: bool  #: whether this tallyboard has a newer firmware for it


class Sentences(TypedDict):
    """Why something failed, and what helps."""

    cause: str  #: why it failed, in a sentence
    next_step: str  #: what helps, in a sentence


class UnansweredPort(TypedDict):
    """A port on which no board has answered: a line of `boards --json`, told by its `error`."""

    port: str  #: path of the port
    error: Sentences  #: why


class HubBoard(BeingCollected):
    """A board that a hub has, on this laptop or another: a line of `boards --json`, told by its `hub`. Its port is one
    of the hub's laptop."""

    command: str  #: the command that is the hub, `watch` or `serve`
    process: int  #: id of its process


class StandingOrder(TypedDict):
    """An order to a board that waits until a hub has done it: a line of `boards --json`, told by its `order`."""

    order: str  #: id of the order
    board: str | None  #: id of the board; null where it is for whichever board has the table
    table: str  #: name of the table, empty where the board has none
    kind: Kind  #: an assignment or its cancelling, the table's name, its brightness
    words: str  #: what the board is to be told, for people
    given: str  #: when, in UTC (ISO 8601, ends in `Z`)
    given_by: str  #: by whom, `user@laptop`
    why: str  #: what it waits for, for people


class PhoneAtSeat(TypedDict):
    """The phone that has a table's keys."""

    here: bool  #: whether a hub has it now
    heard_s: float | None  #: seconds since it was heard
    battery: int | None  #: per cent, 0 to 100; null where its browser does not tell
    charging: bool | None  #: whether it is being charged; null where its browser does not tell


class SeatObject(TypedDict):
    """A table that is open to phones: a line of `tables --json`."""

    table: str  #: its name
    board: str | None  #: id of the board that its phones are, null before the first
    locked: bool  #: whether its keys are locked
    phone: PhoneAtSeat | None  #: who has its keys
    boxes: list[str]  #: ids of boards at hubs that are no phones and have this name too
    is_asked_for: bool  #: whether another phone waits to be let in


class OpenedSeat(TypedDict):
    """The address that lets a phone in at a table: a line of `tables seat --json`."""

    table: str  #: its name
    address: str  #: with the secret behind the `#`; whoever has it can play there


class ChangedSeat(TypedDict):
    """What was done to a table: a line of `tables seat --close --json`, and of `lock`, `unlock` and `free`."""

    table: str  #: its name
    now: SeatChange  #: what was done


class PrintedCards(TypedDict):
    """The codes of tables on paper: `tables cards --json`."""

    file: str  #: where they were written
    tables: int  #: how many tables
    pages: int  #: how many sheets


class OrderObject(TypedDict):
    """What has become of an order to a board."""

    id: str  #: id of the order
    kind: Kind  #: an assignment or its cancelling, the table's name, its brightness
    #: `waiting`: it stands, `boards` lists it; `replaced`: a newer one took its place when it was begun already: it
    #: becomes `done`, `void` or `unknown` when all that the board recorded is stored; `void`: it was not done, a newer
    #: one took its place; `unknown`: nobody can see any more whether it was done
    state: Literal["waiting", "replaced", "done", "refused", "void", "unknown"]
    said: str  #: why it was refused, or what there is to say; a sentence or two, or empty


class AssignedObject(TypedDict):
    """What was assigned, or cancelled: `assign --json`."""

    board: str | None  #: id of the board; null where no board of this table is known
    table: str  #: name of its table, empty where it has none
    key: str | None  #: what the match is called; null where what waits was cancelled
    game: str | None  #: the game line with every option that is in force
    names: dict[str, str | None]  #: by side, null where there is none
    first: str | None  #: letter of the side that starts, null where that is open
    order: NotRequired[OrderObject]  #: what has become of it, where a hub was to tell the board; else left out


class SetUpObject(TypedDict):
    """Which table was set up: `setup --json`."""

    board: str | None  #: id of the board; null where no board of this table is known
    table: str  #: its name now, empty where it has none
    #: one for the name, one for the light, where a hub was to tell the board; else left out
    orders: NotRequired[list[OrderObject]]
    radio: NotRequired[Literal["paired", "not paired"]]  #: with `--radio` and `--no-radio`; else left out
    drive: NotRequired[str | None]  #: the same: the folder of its drive, null where that was not here


class LeftOutEvent(TypedDict):
    """An event of a tournament that was not copied."""

    event: int  #: its number in the database that was copied
    line: str  #: its line, as in a script
    who: str  #: who entered it


class LeftOutObject(TypedDict):
    """A tournament that was not copied whole."""

    name: str  #: its name
    tournament: str  #: its id, a UUID
    events: int  #: how many of its events were left out
    why: str  #: why, in a sentence, and what to do
    apart: list[LeftOutEvent]  #: the events that were left out where the tournament went on in both databases


class CopiedObject(TypedDict):
    """What was copied from one store into another: `copy --json`."""

    journals: int  #: epochs of boards that were new to the target
    received: int  #: records that were new to it
    already_had: int  #: records that it had before
    damaged: int  #: records of the source that are none, and were left out
    conflicts: int  #: records whose bytes stand beside others in the target now and did not before: an alarm
    events: int  #: events of tournaments that were new to it
    notices: int  #: notices beside tournaments, as of results that were confirmed, that were new to it
    left_out: list[LeftOutObject]  #: tournaments that were not copied whole
    corrections: int  #: corrections of matches that were new to it
    damaged_corrections: int  #: corrections of the source whose check does not hold, and that were left out
    matches: int  #: all matches of the target


class LiveScore(TypedDict):
    """The score at the table, as the board tells it. Never a source of truth: what the store says counts. `first`,
    `totals` and `raw` are numbers and lists here, the first side being 0; in a match they go by the sides' letters."""

    game: str  #: id of the game
    finished: bool  #: whether there is a result
    review: bool  #: whether the round waits for both to agree
    first: int  #: number of the side that is first, from 0
    shootout: int  #: number of the shootout, 0 in a round
    closed: int  #: rounds that are closed
    totals: list[int]  #: of each side
    raw: list[int]  #: of each side, in the round


class BoardState(TypedDict):
    """What a board says of its journal and of the match that is on."""

    epoch: int
    next: int
    acked: int
    waits: bool
    match: LiveScore | None
    key: str | None


class Welcome(TypedDict):
    """What a board says of itself and of its journal, see laptop_half.read_welcome."""

    protocol: int
    format: int
    epoch: int
    oldest: int
    next: int
    acked: int
    time_ms: int
    damaged: int
    board: str
    firmware: str
    table: str


class TableEvent(TypedDict):
    """What every line of `watch --json` has."""

    at: NotRequired[str]  #: when it was printed, in UTC to the millisecond
    port: str  #: path of the port, on the laptop that has it; empty where it is about none
    board: str | None  #: id of the board, null where none was heard or it is about none
    table: str  #: name of its table, empty where it has none
    hub: str  #: name of the other laptop that has the board; empty for a board of this one


class ConnectedEvent(TableEvent):
    """A board is there, and what it held is stored, or waits for a database that is away."""

    event: Literal["connected"]  #: which event this is
    firmware: str  #: version of its firmware
    epoch: int  #: number of its journal
    received: int  #: records that were new
    missing: int  #: records that were freed on the board before this store had them


class NextMatch(TypedDict):
    """The match that waits at a table to be started."""

    key: str  #: what `assign` called it
    game: str  #: the game line, `crokinole-official target=50`
    names: dict[str, str | None]  #: by side, null where there is none
    first: str | None  #: letter of the side that starts, null where that is open


class ScoreEvent(TableEvent):
    """Something was pressed, or stored, or a match waits, or none any more."""

    event: Literal["score"]  #: which event this is
    epoch: int  #: number of the journal
    next: int  #: number of records that the board has made
    received: int  #: records that were stored since the last event of this board, and were new
    behind: int  #: records of the board that are not stored yet; it keeps them until they are
    waits: bool  #: whether an assigned match is what **NEXT** starts
    #: of the assigned match that waits, also behind a match that is on; empty for none, null from older firmware
    key: str | None
    #: the match that waits to be started, now or after the one that is on; null where none does, or it is not known
    upcoming: NextMatch | None
    live: LiveScore | None  #: the score at the table, null without a match, and at a table of another laptop
    match: MatchObject | None  #: the last match of the journal as the store has it, null where there is none


class AlarmEvent(TableEvent):
    """Records are stored with other bytes."""

    event: Literal["alarm"]  #: which event this is
    epoch: int  #: number of the journal
    numbers: list[int]  #: numbers of these records


class DamagedEvent(TableEvent):
    """Records came damaged, each time that the board was asked for them: more than were told before."""

    event: Literal["damaged"]  #: which event this is
    epoch: int  #: number of the journal
    records: int  #: how many records of the journal are damaged


class HeldBackEvent(TableEvent):
    """For a minute a phone has brought more records than anybody can press, or it does no more. They wait on it."""

    event: Literal["held_back"]  #: which event this is
    records: int  #: how many waited when it was told; 0: none does any more


class DisconnectedEvent(TableEvent, Sentences):
    """A board is lost, or another attempt has failed."""

    event: Literal["disconnected"]  #: which event this is
    behind: int  #: records of the board that are not stored
    silent_s: float | None  #: seconds since the board's last answer, null where there was none
    again_in_s: float  #: seconds until the next attempt


class UnpluggedEvent(TableEvent):
    """The port is gone; with `hub`: that laptop no longer has the board, or is no longer heard itself."""

    event: Literal["unplugged"]  #: which event this is
    behind: int  #: records of the board that are not stored
    silent_s: float | None  #: seconds since the board's last answer, null where there was none


class NoDataPortEvent(TableEvent, Sentences):
    """A board has only its console: boot.py has not run."""

    event: Literal["no_data_port"]  #: which event this is


class DatabaseEvent(TableEvent, Sentences):
    """The database cannot be reached, or it can again (then without a cause and a next step: both are empty), or
    another number of records waits for it."""

    event: Literal["database"]  #: which event this is
    reachable: bool  #: whether it can be
    waiting: int  #: records that wait on the boards of this laptop


class OrderEvent(TableEvent):
    """What became of an order: of what `assign` or `setup` had a hub tell a board."""

    event: Literal["order"]  #: which event this is
    id: str  #: id of the order
    kind: Kind  #: an assignment or its cancelling, the table's name, its brightness
    #: `void`: it was not done, a newer one took its place; `unknown`: nobody can see any more whether it was done
    state: Literal["done", "refused", "void", "unknown"]
    said: str  #: why it was refused, or what there is to say; a sentence or two, or empty


class CallEvent(TableEvent):
    """What keeps a call of a tournament from being played at its table, or what became of its result."""

    event: Literal["call"]  #: which event this is
    tournament: str  #: its name
    match: str  #: the match that was called; empty where the whole tournament cannot go on
    #: `other`: the table plays something else; `hand`: a match that was assigned by hand waits there; `several` boards
    #: have the table's name; `shared`: the call of another tournament comes first; `refused` by the board; `failed`: a
    #: result was not taken, or the tournament is damaged; `corrected`: a result was entered anew, for somebody has
    #: corrected the match
    state: Literal["other", "hand", "several", "shared", "refused", "failed", "corrected"]
    said: str  #: the same in a sentence


WatchEvent = (
    ConnectedEvent
    | ScoreEvent
    | AlarmEvent
    | DamagedEvent
    | HeldBackEvent
    | DisconnectedEvent
    | UnpluggedEvent
    | NoDataPortEvent
    | DatabaseEvent
    | OrderEvent
    | CallEvent
)


class RecordKey(TypedDict):
    """Which record."""

    board: str  #: id of the board
    epoch: int  #: number of its journal
    seq: int  #: number of the record


class TwoRecords(RecordKey):
    """Two records of one key, in hex digits."""

    kept: str  #: the one that is stored
    other: str  #: the one that came later


class Gap(TypedDict):
    """Records that are not there: from `first` up to, not with, `end`."""

    board: str  #: id of the board
    epoch: int  #: number of its journal
    first: int  #: number of the first
    end: int  #: number behind the last


class Difference(TypedDict):
    """What is stored of a match, and what its records give."""

    match: str  #: id of the match
    key: str  #: which key of it; `match` where all of it is or is not there
    stored: Any  #: what is stored, null for nothing
    derived: Any  #: what the records give, null for nothing


class OtherResult(TypedDict):
    """A board's finished match of which a tournament has another result, or none."""

    tournament: str  #: its name
    match: str  #: the id of the board's match
    entered: str | None  #: the line that was entered last for it
    recorded: str  #: the line that its figures give


class VerifyObject(TypedDict):
    """What a verification saw: `verify --json`, one object."""

    sound: bool  #: whether nothing is wrong; an incomplete match is not wrong
    records: int  #: how many records are stored
    matches: int  #: how many matches they give
    damaged: list[RecordKey]  #: records whose check does not hold
    conflicts: list[TwoRecords]  #: records that came with other bytes too
    differences: list[Difference]  #: where the store has something else than the records give
    damaged_corrections: list[str]  #: ids of corrections whose check does not hold
    corrected: list[str]  #: ids of matches that stand otherwise by a correction, which is not wrong
    incomplete: list[str]  #: ids of matches of which records are missing
    newer: list[str]  #: ids of matches that only a newer Tallyboard can compute
    other_results: list[OtherResult]  #: boards' finished matches of which a tournament has another result, or none
    #: names of tournaments of which something is damaged or missing; an id where the name is lost
    damaged_tournaments: list[str]
    gaps: list[Gap]  #: records that the board had and never came
    unreadable: list[Gap]  #: records that the board itself found torn or damaged, and went on without


class DoctorFinding(TypedDict):
    """What a check of the doctor has found."""

    check: str  #: name of the check, `database`, `tournaments`, `tables`, …
    level: Literal["ok", "warn", "fault"]  #: `fault`: it does not work so; `warn`: it does, but look at it; `ok`
    found: str  #: a sentence
    remedy: str  #: what helps, empty where nothing is to be done


class DoctorObject(TypedDict):
    """What is wrong with laptop, boards and database: `doctor --json`."""

    faults: int  #: how many findings are faults; with one it leaves with 1
    warnings: int  #: how many are warnings
    checks: list[DoctorFinding]  #: in the order in which they are told


class AtTableObject(TypedDict):
    """A table, and what the boxes make of a call there."""

    table: str  #: its name
    boards: list[str]  #: ids of the boards at hubs now that have this name
    match: str | None  #: the match that is called there
    key: str | None  #: what boxes call the game that is due
    #: `free`: no call; `paper`: no board; `several`: boards with one name, none is told; `untold`: not yet told;
    #: `waits`: NEXT starts it; `finished`: the result is on its way; `other`: something else is played there; `hand`: a
    #: match assigned by hand comes first; `shared`: the call of another tournament comes first; `nothing`: other
    #: players are due; `asleep`: nothing was entered for three days, so no board is told
    state: TableState


class RehearsedMishap(TypedDict):
    """Something that went wrong on purpose in a rehearsal."""

    seconds: int  #: since the beginning
    #: `late player`, `plug pulled`, `result by hand`, `corrected at the desk`, `hub killed`, `withdrawal` or `corrected
    #: at the board`
    kind: str
    said: str  #: what happened, in words


class RehearsedCheck(TypedDict):
    """Something that must be so at the end of a rehearsal."""

    what: str  #: what must be so
    holds: bool  #: whether it is
    wrong: list[str]  #: what is not, in sentences


class RehearsedPlace(TypedDict):
    """A place at the end of a rehearsal."""

    place: int  #: from 1; who are level share one
    entrant: str  #: the name


class RehearsalObject(TypedDict):
    """What came of a rehearsal: `tournament rehearse --json`, one object."""

    format: str  #: `single`, `double`, `round-robin`, `swiss` or `groups`
    game: str  #: its game line
    players: int  #: how many were entered
    tables: int  #: how many virtual boards there were
    phones: bool  #: whether they played as phones
    seed: int  #: with it draw and presses are the same again
    seconds: int  #: how long it took
    holds: bool  #: whether every check does
    champion: str | None  #: the name
    places: list[RehearsedPlace]  #: of the last phase, the best first
    matches: int  #: decided by playing
    presses: int  #: that counted, at all tables
    calls: int  #: of matches to tables
    mishaps: list[RehearsedMishap]  #: what went wrong on purpose, in order
    spared: list[str]  #: kinds of mishaps for which there was no occasion
    checks: list[RehearsedCheck]  #: what was checked at the end
