"""`tallyboard tournament stats`: what entrants and tables did, round by round."""

from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path
from typing import Unpack

from tallyboard.commands.tournament.names import entrants_of
from tallyboard.commands.tournament.opened import Looking
from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.export.spreadsheet import statistics_sheet
from tallyboard.store import Reader, read_store, tournaments
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments import Followed
from tallyboard.store.tournaments.calls import GamesOfTournaments
from tallyboard.store.tournaments.statistics import BoardGame, board_game, counted_games
from tallyboard.store.tournaments.statistics import statistics as computed
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.tournament.statistics import print_statistics
from tallyboard.text.quantities import size


def stats(who: Sequence[str] = (), csv: bool = False, out: Path | None = None, **how: Unpack[Looking]) -> None:
    """Show what entrants and tables did: twenties and zones a round, who won as first, busts, minutes."""
    _check_use(csv, out, how)
    out = output.file_of(out)
    with closing(read_store(how.get("db"))) as reader:
        with reader.reading() as sql:
            followed = tournaments.followed(sql, how.get("tournament"))
        tournament = followed.tournament
        chosen = entrants_of(who, tournament.entrants) if who else None
        if out is not None:
            output.check(out, reader.file)
        found = computed(tournament, _board_games(reader, followed), chosen)
    if csv:
        # Excel reads a file as UTF-8 only behind a byte order mark; a pipe wants none.
        output.write([statistics_sheet(found)], out, "utf-8" if out is None else "utf-8-sig")
        if out is not None:
            say(f"{out}: {size(out.stat().st_size)} written.")
    elif how.get("as_json"):
        print_json(found)
    else:
        print_statistics(found)


def _check_use(csv: bool, out: Path | None, how: Looking) -> None:
    if csv and how.get("as_json"):
        raise TallyboardError("--csv and --json do not go together.", "Give one of them.")
    if out is not None and not csv:
        raise TallyboardError("--out goes with --csv only.", "Leave it out, or write a spreadsheet with --csv.")


def _board_games(reader: Reader, followed: Followed) -> dict[str, BoardGame]:
    """By the id of a board's match what it tells, for those behind the games that count."""
    wanted = {game.played.id for game in counted_games(followed.tournament) if game.played}
    if not wanted:
        return {}
    games, presses, sheets = GamesOfTournaments([followed]), Presses(reader), _sheets(reader, wanted)
    told = {}
    for match in reader.each_match():  # one that is set aside tells nothing
        if match["match"] in wanted:
            where = games.of(match)
            table = where["table"] if where else None
            game = board_game(match, presses.of(match), sheets.get(match["match"]), table)
            if game is not None:
                told[match["match"]] = game
    return told


def _sheets(reader: Reader, wanted: Collection[str]) -> dict[str, str]:
    """By the id of a match the scoresheet that stands instead of what its board recorded."""
    last = {match: said[-1] for match, said in reader.corrections().items() if match in wanted}
    return {match: one.content for match, one in last.items() if one.kind == "sheet"}
