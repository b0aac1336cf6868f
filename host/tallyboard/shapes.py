"""The shapes of the JSON objects that commands print and rooms hand to one another. docs/json.md tells of each key."""

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

    kind: Literal["round", "shootout"]
    first: str
    seat: str | None
    counts: dict[str, BySide]
    raw: BySide


class ClosedRound(Round):
    """A round with what it brought."""

    awarded: BySide
    totals: BySide


class CurrentRound(Round):
    """The round that is being played."""

    review: bool
    agreed: list[str]
    turn: str | None
    pending: list[int]


class ResultObject(TypedDict):
    """What the rules say of a match: `score --json`."""

    game: str
    options: Options
    sides: list[str]
    names: dict[str, str | None]
    status: Status
    winners: list[str]
    totals: BySide
    twenties: BySide
    rounds: list[ClosedRound]
    current: CurrentRound | None


class RefusedSheet(TypedDict):
    """A scoresheet that has no result."""

    file: str
    line: int | None
    error: str


class RecordedMatch(ResultObject):
    """A match as the records of its board tell it."""

    match: str
    board: str
    epoch: int
    first_seq: int
    last_seq: int
    started: str | None
    key: str | None
    newer: NotRequired[bool]


class RecordedFigures(TypedDict):
    """What a board recorded of a match of which something else stands."""

    options: Options
    sides: list[str]
    names: dict[str, str | None]
    status: Status
    winners: list[str]
    totals: BySide
    twenties: BySide
    rounds: list[ClosedRound]
    current: CurrentRound | None
    newer: NotRequired[bool]


class StandingCorrection(TypedDict):
    """By whom, why and when something else was put in the place of what a board recorded."""

    kind: Literal["sheet", "result", "aside"]
    by: str
    reason: str
    at: str
    recorded: RecordedFigures


class MatchObject(RecordedMatch):
    """A match with what the store knows besides: `results --json`."""

    table: str
    correction: StandingCorrection | None
    conflicts: NotRequired[list[int]]


class PressObject(TypedDict):
    """A press and the score after it."""

    seq: int
    ms: int | None
    at: str | None
    event: str
    undone: bool
    cut: bool
    note: str
    totals: BySide
    raw: BySide


class CorrectionFact(TypedDict):
    """One of the corrections of a match, whether it stands or not."""

    correction: str
    kind: Literal["sheet", "result", "aside", "drop"]
    content: str
    by: str
    laptop: str
    reason: str
    at: str


class PressedMatch(MatchObject):
    """A match press by press, and its corrections: `show --json`."""

    presses: list[PressObject]
    corrections: list[CorrectionFact]


class InTournament(TypedDict):
    """Which game of a tournament a match is."""

    tournament: str
    name: str
    phase: int
    match: str
    game: int
    round: int | None
    group: str | None
    table: str | None


class ExportedMatch(PressedMatch):
    """A match with everything that is known of it."""

    tournament: InTournament | None


class ExportDocument(TypedDict):
    """What `export --format json` writes."""

    tallyboard: str
    exported: str
    matches: list[ExportedMatch]


class Figures(TypedDict):
    """What was played, in figures; null where nothing is known of one."""

    games: int
    twenties: int | None
    rounds: int | None
    twenties_a_round: float | None
    zones: dict[str, int] | None
    first: int | None
    first_won: int | None
    first_share: float | None
    busts: int | None
    minutes: float | None


class EntrantFigures(Figures):
    """The figures of an entrant."""

    entrant: int
    name: str
    score: list[int] | None


class TableFigures(Figures):
    """The figures of a table: those of all who played there, together."""

    table: str


class StatisticsObject(TypedDict):
    """The statistics of a tournament."""

    entrants: list[EntrantFigures]
    tables: list[TableFigures]


class CollectedObject(TypedDict):
    """What was collected from a board: `sync --json`."""

    board: str
    table: str
    firmware: str
    epoch: int
    received: int
    already_had: int
    damaged: int
    acked: int
    conflicts: list[int]
    missing: int
    board_damaged: int


class BeingCollected(TypedDict):
    """A board from which a hub collects, on this laptop or another: `sync --json` too."""

    board: str
    table: str
    port: str
    hub: str
    behind: int


class BoardObject(TypedDict):
    """A board that answered on a port of this laptop."""

    port: str
    board: str
    table: str
    firmware: str
    epoch: int
    damaged: int
    records: int
    not_acknowledged: int
    firmware_is_older: bool


class Sentences(TypedDict):
    """Why something failed, and what helps."""

    cause: str
    next_step: str


class UnansweredPort(TypedDict):
    """A port on which no board answered."""

    port: str
    error: Sentences


class HubBoard(BeingCollected):
    """A board that a hub has."""

    command: str
    process: int


class StandingOrder(TypedDict):
    """An order that waits."""

    order: str
    board: str | None
    table: str
    kind: Kind
    words: str
    given: str
    given_by: str
    why: str


class PhoneAtSeat(TypedDict):
    """The phone that has a table's keys."""

    here: bool
    heard_s: float | None
    battery: int | None
    charging: bool | None


class SeatObject(TypedDict):
    """A table that is open to phones."""

    table: str
    board: str | None
    locked: bool
    phone: PhoneAtSeat | None
    boxes: list[str]
    is_asked_for: bool


class OpenedSeat(TypedDict):
    """The address that lets a phone in at a table."""

    table: str
    address: str


class ChangedSeat(TypedDict):
    """What was done to a table that is, or was, open to phones."""

    table: str
    now: SeatChange


class PrintedCards(TypedDict):
    """The file of the codes of tables."""

    file: str
    tables: int
    pages: int


class OrderObject(TypedDict):
    """What has become of an order to a board."""

    id: str
    kind: Kind
    state: Literal["waiting", "replaced", "done", "refused", "void", "unknown"]
    said: str


class AssignedObject(TypedDict):
    """What was assigned, or cancelled: `assign --json`."""

    board: str | None
    table: str
    key: str | None
    game: str | None
    names: dict[str, str | None]
    first: str | None
    order: NotRequired[OrderObject]


class SetUpObject(TypedDict):
    """Which table was set up: `setup --json`."""

    board: str | None
    table: str
    orders: NotRequired[list[OrderObject]]
    radio: NotRequired[Literal["paired", "not paired"]]
    drive: NotRequired[str | None]


class LeftOutEvent(TypedDict):
    """An event of a tournament that was not copied."""

    event: int
    line: str
    who: str


class LeftOutObject(TypedDict):
    """A tournament that was not copied whole."""

    name: str
    tournament: str
    events: int
    why: str
    apart: list[LeftOutEvent]


class CopiedObject(TypedDict):
    """What was copied from one store into another: `copy --json`."""

    journals: int
    received: int
    already_had: int
    damaged: int
    conflicts: int
    events: int
    notices: int
    left_out: list[LeftOutObject]
    corrections: int
    damaged_corrections: int
    matches: int


class LiveScore(TypedDict):
    """The score at the table, as the board tells it; numbers by side. Never a source of truth."""

    game: str
    finished: bool
    review: bool
    first: int
    shootout: int
    closed: int
    totals: list[int]
    raw: list[int]


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
    """What every event of `watch --json` has."""

    at: NotRequired[str]  # put to it where it is printed
    port: str
    board: str | None
    table: str
    hub: str  # empty: of this laptop


class ConnectedEvent(TableEvent):
    """A board is there, and what it held is stored, or waits for a database that is away."""

    event: Literal["connected"]
    firmware: str
    epoch: int
    received: int
    missing: int


class NextMatch(TypedDict):
    """The match that waits at a table to be started."""

    key: str
    game: str
    names: dict[str, str | None]
    first: str | None


class ScoreEvent(TableEvent):
    """Something was pressed, or stored, or a match waits, or none any more."""

    event: Literal["score"]
    epoch: int
    next: int
    received: int
    behind: int
    waits: bool
    key: str | None
    upcoming: NextMatch | None
    live: LiveScore | None
    match: MatchObject | None


class AlarmEvent(TableEvent):
    """Records are stored with other bytes."""

    event: Literal["alarm"]
    epoch: int
    numbers: list[int]


class DamagedEvent(TableEvent):
    """Records came damaged, each time that the board was asked for them: more than were told before."""

    event: Literal["damaged"]
    epoch: int
    records: int


class HeldBackEvent(TableEvent):
    """For a minute a phone has brought more records than may come of one, or it does no more."""

    event: Literal["held_back"]
    records: int


class DisconnectedEvent(TableEvent, Sentences):
    """A board is lost, or another attempt has failed."""

    event: Literal["disconnected"]
    behind: int
    silent_s: float | None
    again_in_s: float


class UnpluggedEvent(TableEvent):
    """The port is gone; of another laptop: it no longer has the board."""

    event: Literal["unplugged"]
    behind: int
    silent_s: float | None


class NoDataPortEvent(TableEvent, Sentences):
    """A board has only its console."""

    event: Literal["no_data_port"]


class DatabaseEvent(TableEvent, Sentences):
    """The database cannot be reached, or it can again, or another number of records waits for it."""

    event: Literal["database"]
    reachable: bool
    waiting: int


class OrderEvent(TableEvent):
    """What became of an order."""

    event: Literal["order"]
    id: str
    kind: Kind
    state: Literal["done", "refused", "void", "unknown"]
    said: str


class CallEvent(TableEvent):
    """What keeps a call of a tournament from being played at its table, or what became of its result."""

    event: Literal["call"]
    tournament: str
    match: str
    state: Literal["other", "hand", "several", "shared", "refused", "failed", "corrected"]
    said: str


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

    board: str
    epoch: int
    seq: int


class TwoRecords(RecordKey):
    """Two records of one key, as hex digits."""

    kept: str
    other: str


class Gap(TypedDict):
    """Records from `first` up to, not with, `end`."""

    board: str
    epoch: int
    first: int
    end: int


class Difference(TypedDict):
    """What is stored of a match, and what its records give."""

    match: str
    key: str
    stored: Any
    derived: Any


class OtherResult(TypedDict):
    """A board's finished match of which a tournament has another result, or none."""

    tournament: str
    match: str
    entered: str | None
    recorded: str


class VerifyObject(TypedDict):
    """What a verification saw: `verify --json`."""

    sound: bool
    records: int
    matches: int
    damaged: list[RecordKey]
    conflicts: list[TwoRecords]
    differences: list[Difference]
    damaged_corrections: list[str]
    corrected: list[str]
    incomplete: list[str]
    newer: list[str]
    other_results: list[OtherResult]
    damaged_tournaments: list[str]
    gaps: list[Gap]
    unreadable: list[Gap]


class DoctorFinding(TypedDict):
    """What a check of the doctor has found."""

    check: str
    level: Literal["ok", "warn", "fault"]
    found: str
    remedy: str


class DoctorObject(TypedDict):
    """What is wrong with laptop, boards and database: `doctor --json`."""

    faults: int
    warnings: int
    checks: list[DoctorFinding]


class AtTableObject(TypedDict):
    """A table, and what the boxes make of a call there."""

    table: str
    boards: list[str]
    match: str | None
    key: str | None
    state: TableState


class RehearsedMishap(TypedDict):
    """Something that went wrong in a rehearsal, so many seconds after its beginning."""

    seconds: int
    kind: str
    said: str


class RehearsedCheck(TypedDict):
    """Something that must be so at the end of a rehearsal; `wrong`: what is not."""

    what: str
    holds: bool
    wrong: list[str]


class RehearsedPlace(TypedDict):
    """A place at the end of a rehearsal."""

    place: int
    entrant: str


class RehearsalObject(TypedDict):
    """What came of a rehearsal: `tournament rehearse --json`."""

    format: str
    game: str
    players: int
    tables: int
    phones: bool
    seed: int
    seconds: int
    holds: bool
    champion: str | None
    places: list[RehearsedPlace]
    matches: int
    presses: int
    calls: int
    mishaps: list[RehearsedMishap]
    spared: list[str]
    checks: list[RehearsedCheck]
