"""The commands that only show: `standings`, `bracket`, `schedule`, `flags`, `stats`."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

from tallyboard.commands import EXIT_DONE, EXIT_NOT_SO
from tallyboard.commands.tournament.meant import entrants_of
from tallyboard.commands.tournament.opened import Looking, computed_of, is_watched, looked_at, show
from tallyboard.commands.tournament.shapes import DoubtObject
from tallyboard.desk import Tournament, as_object
from tallyboard.desk.league import League
from tallyboard.desk.objects import PhaseObject, TournamentObject
from tallyboard.errors import TallyboardError
from tallyboard.export import output
from tallyboard.export.spreadsheet import statistics_sheet
from tallyboard.store import Reader, read_store, tournaments
from tallyboard.store.presses import Presses
from tallyboard.store.tournaments import Followed
from tallyboard.store.tournaments.calls import GamesOfTournaments
from tallyboard.store.tournaments.notices import doubted, unconfirmed
from tallyboard.store.tournaments.statistics import BoardGame, board_game, counted_games
from tallyboard.store.tournaments.statistics import statistics as computed
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.tournament.bracket import print_bracket, print_places
from tallyboard.terminal.tournament.entrants import print_statistics
from tallyboard.terminal.tournament.schedule import print_schedule
from tallyboard.terminal.tournament.standings import called_to, print_placing, print_ranking, print_standings
from tallyboard.text.doubts import doubt_words
from tallyboard.text.language import _, later
from tallyboard.text.tournament.matches import figures, is_league, phase_title
from tallyboard.text.tournament.names import Names, with_verb
from tallyboard.text.tournament.next_step import Dispute, doubted_words, flag_words


def standings(phase: str | None = None, **how: Unpack[Looking]) -> None:
    with looked_at(how) as (_sql, followed):
        computed, tournament = as_object(followed.tournament), followed.tournament
    phases = computed["phases"]
    if phase is None:  # as JSON the leagues alone
        phases = [one for one in phases if is_league(one) or (one["places"] and not how.get("as_json"))]
    chosen = _chosen(phases, phase, "standings")
    _show(chosen, _NO_LEAGUE, lambda one: _print_standings(one, computed, tournament), how)
    if chosen and phase is None and not how.get("as_json"):
        print_placing(computed, Names(computed["entrants"]))


def _print_standings(phase: PhaseObject, computed: TournamentObject, tournament: Tournament) -> None:
    names, number = Names(computed["entrants"]), phase["phase"]
    found = tournament.phases[number - 1]
    if isinstance(found, League):
        print_standings(phase, names)
        if found.finished and len(found.groups) > 1:
            print()
            print_ranking(found, tournament.phases, names)
        return
    say(phase_title(phase))
    print()
    if phase["places"]:
        print_places(phase["places"], names)
    else:
        far = later("It has places when it is finished. `tallyboard tournament bracket %(phase)s` shows how far it is.")
        say(_(far, phase=number))


def bracket(phase: str | None = None, **how: Unpack[Looking]) -> None:
    computed = computed_of(how)
    names, tables = Names(computed["entrants"]), called_to(computed)
    knock_outs = [one for one in computed["phases"] if not is_league(one)]
    chosen = _chosen(knock_outs, phase, "bracket")
    _show(chosen, _NO_KNOCK_OUT, lambda one: print_bracket(one, names, tables), how)


def _chosen(phases: list[PhaseObject], number: str | None, command: str) -> list[PhaseObject]:
    """All of them, or the one of this number; raises TallyboardError where that is none of them."""
    found = [one for one in phases if number in (None, str(one["phase"]))]
    if number is not None and not found:
        if command == "standings":
            raise TallyboardError(
                "There is no phase with the number %(number)s.",
                "`tallyboard tournament standings` shows all that there are.",
                number=number,
            )
        raise TallyboardError(
            "There is no knock-out with the number %(number)s.",
            "`tallyboard tournament bracket` shows all that there are, `tallyboard tournament standings` the others.",
            number=number,
        )
    return found


_NO_LEAGUE = later("There is no league in this tournament yet. `tallyboard tournament phase` declares one.")
_NO_KNOCK_OUT = later("There is no knock-out in this tournament yet. `tallyboard tournament phase` declares one.")


def _show(phases: list[PhaseObject], none: str, print_one: Callable[[PhaseObject], None], how: Looking) -> None:
    """These phases, with a blank line between; `none`: what is said where there are none."""
    if how.get("as_json"):
        print_json({"phases": phases})
        return
    for place, one in enumerate(phases):
        if place:
            print()
        print_one(one)
    if not phases:
        say(_(none))


def schedule(**how: Unpack[Looking]) -> None:
    with looked_at(how) as (sql, followed):
        computed, auto, watched = as_object(followed.tournament), followed.about.auto, is_watched(sql)
    told = {"next": computed["next"], "schedule": computed["schedule"]}
    show(told, lambda: print_schedule(computed, auto, watched), how)


def flags(**how: Unpack[Looking]) -> int:
    with looked_at(how) as (sql, followed):
        computed, tournament = as_object(followed.tournament), followed.tournament
        doubts = unconfirmed(sql, followed.about.id, doubted(tournament))
    if how.get("as_json"):
        told: list[DoubtObject] = [
            {
                "match": one.match,
                "game": one.game,
                "entrants": [*one.sides],
                "scores": [*one.scores],
                "twenties": [*one.twenties],
                "said": [doubt_words(why) for why in one.why],
            }
            for one in doubts
        ]
        print_json({"flags": computed["flags"], "doubts": told})
    elif computed["flags"] or doubts:
        names = Names(computed["entrants"])
        differing = [flag["match"] for flag in computed["flags"] if flag["kind"] == "differs"]
        disputes = {match: _dispute(tournament, match) for match in differing}
        for flag in computed["flags"]:
            say(flag_words(flag, names, disputes))
        for one in doubts:
            match = one.match if one.game == 1 else f"{one.match}/{one.game}"
            sides = " : ".join(names[entrant] for entrant in one.sides)
            why = [doubt_words(why) for why in one.why]
            say(doubted_words(match, sides, figures(one.scores, one.twenties), why))
    else:
        say(_("Nothing is flagged."))
    return EXIT_NOT_SO if computed["flags"] or doubts else EXIT_DONE


def _dispute(tournament: Tournament, match: str) -> list[Dispute]:
    standing = tournament.match(match)[1]
    if standing.pair is None:
        return []
    record = tournament.state.field.records.of(match, standing.pair)
    found = []
    for number in record.disputed():
        hand, board = map(standing.a_first, (record.hand[number], record.board[number]))
        is_in_winner = (hand.scores, hand.twenties) == (board.scores, board.twenties)
        told = []
        for game in (hand, board):
            winner = _("level")
            if game.winner:
                winner = with_verb(tournament.entrant(game.winner).name, later("%(name)s wins"), later("%(name)s win"))
            told.append(figures(game.scores, game.twenties) + (f", {winner}" if is_in_winner else ""))
        found.append(Dispute(number, told[0], told[1], record.played[number].id))
    return found


def stats(who: Sequence[str] = (), csv: bool = False, out: Path | None = None, **how: Unpack[Looking]) -> None:
    if csv and how.get("as_json"):
        raise TallyboardError("--csv and --json do not go together.", "Give one of them.")
    if out is not None and not csv:
        raise TallyboardError("--out goes with --csv only.", "Leave it out, or write a spreadsheet with --csv.")
    out = output.file_of(out)
    with read_store(how.get("db")) as reader:
        with reader.reading() as sql:
            followed = tournaments.followed(sql, how.get("tournament"))
        tournament = followed.tournament
        chosen = entrants_of(who, tournament.entrants) if who else None
        output.check(out, reader.file)
        found = computed(tournament, _board_games(reader, followed), chosen)
    if csv:
        output.write([statistics_sheet(found)], out, sheet=True)
        if out is not None:
            say(output.written_words(out))
    else:
        show(found, lambda: print_statistics(found), how)


def _board_games(reader: Reader, followed: Followed) -> dict[str, BoardGame]:
    """By the id of a board's match what it tells, for those behind the games that count."""
    wanted = {game.played.id for game in counted_games(followed.tournament) if game.played}
    if not wanted:
        return {}
    games, presses = GamesOfTournaments([followed]), Presses(reader)
    last = {match: said[-1] for match, said in reader.corrections().items() if match in wanted}
    told = {}
    for match in reader.each_match():  # one that is set aside tells nothing
        if match["match"] in wanted:
            correction, where = last.get(match["match"]), games.of(match)
            # the scoresheet that stands instead of what the board recorded
            sheet = correction.content if correction and correction.kind == "sheet" else None
            game = board_game(match, presses.of(match), sheet, where["table"] if where else None)
            if game is not None:
                told[match["match"]] = game
    return told
