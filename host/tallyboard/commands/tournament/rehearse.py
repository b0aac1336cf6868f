"""`tallyboard tournament rehearse`: the evening before."""

import io
import os
import secrets
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.parsing import run
from tallyboard.errors import TallyboardError
from tallyboard.rehearsal.plan import DEFAULT_GAME, FEWEST_PLAYERS, GAMES, MOST_PLAYERS, MOST_TABLES, RehearsalSettings
from tallyboard.shapes import RehearsalObject
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, here, later, speak

_SEEDS = 10**9
_MOST_EVENINGS = 60


def rehearse(
    players: int = 24,
    tables: int = 6,
    format: str = "double",
    game: str | None = None,
    speed: float = 1.0,
    seed: int | None = None,
    keep: Path | None = None,
    phones: bool = False,
    season: int | None = None,
    as_json: bool = False,
) -> int:
    if os.name != "posix":
        raise TallyboardError(
            "The virtual boards need Linux or macOS.",
            "Open two tables to phones and play them in two windows of the browser; or rehearse in WSL.",
        )
    from tallyboard.rehearsal import board_table, rehearsal  # these take what Windows has not
    from tallyboard.rehearsal import season as seasons

    number = secrets.randbelow(_SEEDS) if seed is None else seed
    settings = RehearsalSettings(
        players, tables, format, game or GAMES.get(format, DEFAULT_GAME), number, speed, phones, _("Rehearsal")
    )
    for name, given, least, most in (
        ("--players", players, FEWEST_PLAYERS, MOST_PLAYERS),
        ("--tables", tables, 1, MOST_TABLES),
        ("--seed", number, 0, _SEEDS - 1),
        ("--season", 2 if season is None else season, 2, _MOST_EVENINGS),
    ):
        if not least <= given <= most:
            raise TallyboardError(
                "%(option)s is %(given)s; it goes from %(least)s to %(most)s.",
                "Choose a number in this range.",
                option=name,
                given=given,
                least=least,
                most=most,
            )
    if not 0 < speed < float("inf"):
        raise TallyboardError("The speed %(speed)s is no number above 0.", "Choose one, for example 2.", speed=speed)
    board_table.checked_game(settings.game)
    if not as_json:
        begun = later(
            "%(players)s players at %(tables)s tables; with --seed %(seed)s draw and presses are the same again."
        )
        say(_(begun, players=players, tables=tables, seed=number))

    def write(line: str) -> None:
        if not as_json:
            print(line, flush=True)

    made: RehearsalObject | seasons.RehearsedSeason
    if season is None:
        made = rehearsal.rehearse(settings, keep, _printed, write)
        words = rehearsal.words(made)
    else:
        made = seasons.rehearse_season(settings, season, keep, _printed, write)
        words = seasons.words(made)
    if as_json:
        print_json(made)
    else:
        print()
        for line in words:
            say(line)
        if keep is not None:
            say(_("The database is %(path)s; look at it with --db.", path=keep / "tallyboard.db"))
        elif not made["holds"]:
            kept = later(
                "Something does not hold. With --seed %(seed)s --keep DIR the database of such an evening is kept."
            )
            say(_(kept, seed=number))
    return EXIT_DONE if made["holds"] else EXIT_NOT_SO


def _printed(words: Sequence[str]) -> str:
    """Run a command as the command line does; what it printed."""
    told_in = here().code
    try:
        with redirect_stdout(io.StringIO()) as printed:
            run(words)
    finally:
        speak(told_in)  # what was asked for with --json is English, and what is told of it is not
    return printed.getvalue()
