"""What people read on paper: one table of words for each language. Braces are filled in."""

from dataclasses import dataclass

Table = dict[str, str]


@dataclass(frozen=True)
class Words:
    """The words of a language."""

    language: str  # as ISO 639 has it

    # ---- every page
    page: str
    phase: str
    formats: Table
    group: str
    round: str
    champion: str
    nothing: str
    statuses: Table

    # ---- standings
    standings: str
    after: str
    final: str
    columns: Table
    whys: Table
    shared: str
    no_place: str
    whole: str
    so_far: str

    # ---- matches
    match: str
    table: str
    against: str
    winner_of: str
    loser_of: str
    nobody: str
    bye: str
    walkover: str
    double_forfeit: str
    void: str
    cancelled: str
    open_place: str

    # ---- brackets
    bracket: str
    main: str
    losers: str
    if_needed: str
    third_place: str
    final_match: str
    sheet: str
    by_itself: str

    # ---- schedule and calls
    schedule: str
    now_playing: str
    next_calls: str
    to_come: str
    time: str
    since: str
    players: str
    where: str
    rounds_of: str
    crosstable: str
    cells: str
    has_bye: str
    clock: str
    day: str
    no_calls: str

    # ---- scorecards and scoresheets
    card: str
    scoresheet: str
    side: str
    round_words: Table
    first: str
    breaker: str
    agreed: str
    raw: str
    awarded: str
    total: str
    match_total: str
    match_twenties: str
    winner: str
    penalty: str
    colour: str
    dames_left: str
    counters: str
    hole: str
    board: str
    dead: str
    signature: str
    signature_of_side: str
    name_line: str
    tournament_line: str
    cut: str

    # ---- how a scoresheet is filled in
    how: Table

    # ---- games
    games: Table
    options: Table

    # ---- how a scoresheet is typed in later: what a line means, by the game's module
    typed: str
    legend_first: str
    legend_next: str
    legend: dict[str, tuple[tuple[str, str], ...]]
    game_number: str
    deciding_game: str
    shootout: str
    legend_game: str
    legend_name: str
    legend_undo: str
