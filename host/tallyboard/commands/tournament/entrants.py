"""The commands about entrants: who plays, all about one of them, and why one stands above another."""

import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Unpack, cast

from tallyboard.commands.tournament.known_names import OfRoster, known_names
from tallyboard.commands.tournament.meant import entrant_of, entrants_of
from tallyboard.commands.tournament.opened import AfterChange, Changing, Looking, change, computed_of, looked_at, show
from tallyboard.commands.tournament.said import status_words
from tallyboard.commands.tournament.shapes import OneEntrantObject, StepObject, WhyAnswer
from tallyboard.commands.tournament.taken_in import is_cmn, take_cmn
from tallyboard.desk import ScriptError, Tournament, TournamentObject, as_object
from tallyboard.desk.changes import floor_of
from tallyboard.desk.explaining import explained
from tallyboard.desk.league import League
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments import Because
from tallyboard.terminal.tournament.entrants import print_contest, print_entrant, print_entrants
from tallyboard.text.near_names import replaced
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.text.sheets import read_bytes
from tallyboard.text.tournament.given import EntrantSheet, SheetError, entered_name, entrants_in, is_pair
from tallyboard.text.tournament.names import listed
from tallyboard.text.tournament.ratings import ratings_in, seeding
from tallyboard.text.tournament.reasons import sentences


def add(name: Sequence[str], season: str | None = None, near: str | None = None, **how: Unpack[Changing]) -> None:
    def called(tournament: Tournament) -> str:
        return entered_name(" ".join(name), is_pair(tournament))

    known = known_names(lambda tournament: [called(tournament)], season, near, how)
    change(
        lambda tournament: [f"add {replaced(called(tournament), known.instead)}"],
        lambda after: [_said(after.tournament, len(after.tournament.entrants), "entered"), *known.said],
        **how,
    )


def import_csv(file: Path, season: str | None = None, near: str | None = None, **how: Unpack[Changing]) -> None:
    data = read_bytes(file)
    if is_cmn(file, data):
        take_cmn(data, how)
        return
    known = OfRoster({}, [])

    def sheet_for(tournament: Tournament) -> EntrantSheet:
        sheet = entrants_in(data, is_pair(tournament), [one.name for one in tournament.entrants])
        sheet.names = [replaced(name, known.instead) for name in sheet.names]
        return sheet

    def decide(tournament: Tournament) -> list[str | Because]:
        sheet, first = sheet_for(tournament), len(tournament.entrants) + 1
        added = [
            Because(f"add {name}", "; ".join(filter(None, (club and f"club {club}", how.get("reason")))))
            for name, club in zip(sheet.names, sheet.clubs, strict=True)
        ]
        seeded = " ".join(["seeds", *(str(first + place) for place in sheet.seeded)])
        return [*added, *([seeded] if sheet.seeded else [])]

    def said(after: AfterChange) -> list[str]:
        sheet, entrants_then, seeds_then = after.before
        more = f"; there are {len(after.tournament.entrants)} now" if entrants_then else ""
        sentences = [f"{counted(len(sheet.names), 'entrant is', 'entrants are')} entered{more}."]
        if sheet.seeded:
            others = "; the seeds from before no longer count" if seeds_then else ""
            sentences.append(f"{counted(len(sheet.seeded), 'of them is', 'of them are')} seeded{others}.")
        if any(sheet.clubs):
            sentences.append("Their clubs stand in the log.")
        if sheet.left_out:
            columns = "column " if len(sheet.left_out) == 1 else "columns "
            sentences.append(f"Left out, for a tournament keeps no such thing: {columns}{listed(sheet.left_out)}.")
        return [*sentences, *known.said]

    def before(tournament: Tournament, _: Sequence[str | Because]) -> tuple[EntrantSheet, int, bool]:
        return sheet_for(tournament), len(tournament.entrants), bool(tournament.state.field.seeds)

    try:
        known = known_names(lambda tournament: sheet_for(tournament).names, season, near, how)
        change(decide, said, before, **how)
    except SheetError as error:
        for problem in error.problems:
            print(printable(problem), file=sys.stderr)
        raise


def rename(entrant: str, name: Sequence[str], **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        number = entrant_of(entrant, tournament.entrants)
        return [f"rename {number} {entered_name(' '.join(name), is_pair(tournament))}"]

    def said(after: AfterChange) -> list[str]:
        number = int(after.words[1])
        return [f"{after.before[number - 1]} is now {_told(after.tournament, number)}."]

    change(decide, said, lambda tournament, _: [one.name for one in tournament.entrants], **how)


def set_in(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("in", who, "in", **how)


def absent(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("absent", who, "absent", **how)


def withdraw(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("withdraw", (" ".join(who),), "withdrawn; `tallyboard tournament in` brings back", **how)


def disqualify(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("disqualify", (" ".join(who),), "disqualified; `tallyboard tournament in` brings back", **how)


def _set_status(word: str, who: Sequence[str], status: str, **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        if word in ("in", "absent") and [one.casefold() for one in who] == ["all"]:
            return [f"{word} all"]
        return [" ".join([word, *map(str, dict.fromkeys(entrants_of(who, tournament.entrants)))])]

    def said(after: AfterChange) -> list[str]:
        tournament = after.tournament
        if after.words[1] == "all":
            field = tournament.state.field
            changed = [one.number for one in tournament.entrants if not field.is_out(one.number)]
            told = f"Everybody who is not out is {status}."
        else:
            changed = [*map(int, after.words[1:])]
            names = listed(_told(tournament, number) for number in changed)
            told = _said(tournament, changed[0], status) if len(changed) == 1 else f"{names} are {status}."
        return [told, *status_words(changed, after)]

    change(decide, said, lambda tournament, _: floor_of(tournament), **how)


def _said(tournament: Tournament, number: int, what: str) -> str:
    """`Ann (3) is in.`, `Ann & Bob (3) are in.`"""
    are = "are" if len(tournament.entrant(number).players) > 1 else "is"
    return f"{_told(tournament, number)} {are} {what}."


def _told(tournament: Tournament, number: int) -> str:
    """`Ann (3)`."""
    return f"{tournament.entrant(number).name} ({number})"


def contest(words: Sequence[str] = (), **how: Unpack[Changing]) -> None:
    if not words:
        _show_all(computed_of(how), print_contest, how)
        return
    *name, twenties = words
    if not name:
        raise TallyboardError("The twenties are missing.", "Write it as `tallyboard tournament contest Ann 12`.")
    change(
        lambda tournament: [f"contest {entrant_of(' '.join(name), tournament.entrants)} {twenties}"],
        lambda after: [f"{_told(after.tournament, int(after.words[1]))}: {twenties} twenties in the contest."],
        **how,
    )


def seeds(who: Sequence[str] = (), ratings: Path | None = None, **how: Unpack[Changing]) -> None:
    if ratings is not None:
        if who:
            raise TallyboardError("Seeds come from --ratings or from names.", "Give one of the two.")
        _seeds_by_ratings(ratings, how)
        return

    def decide(tournament: Tournament) -> list[str]:
        if [word.casefold() for word in who] == ["contest"]:
            return ["seeds contest"]
        return [" ".join(["seeds", *map(str, entrants_of(who, tournament.entrants))])]

    def said(after: AfterChange) -> list[str]:
        seeded = after.words[1:]
        if seeded == ["contest"]:
            return ["Seeded in the order of the contest."]
        order = ", ".join(after.tournament.entrant(int(number)).name for number in seeded)
        return [f"Seeded: {order}." if seeded else "Nobody is seeded."]

    change(decide, said, **how)


def _seeds_by_ratings(file: Path, how: Changing) -> None:
    try:
        ratings = ratings_in(read_bytes(file))
    except ScriptError as error:
        raise TallyboardError(f"{file}, line {error.line}: {error.refusal.cause}", error.next_step) from None

    def decide(tournament: Tournament) -> list[str]:
        found = seeding(ratings, tournament.entrants)
        if not found.seeds:
            raise TallyboardError(
                f"No entrant has a rating in {file}: of a pair both need one.",
                "`tallyboard tournament entrant` lists the names; they are compared without case. "
                "The seeds are as they were.",
            )
        return [found.line]

    def said(after: AfterChange) -> list[str]:
        found, entrants = seeding(ratings, after.tournament.entrants), after.tournament.entrants
        order = listed(f"{entrants[number - 1].name} {found.rating_of(number)}" for number, _ in found.seeds)
        without = [f"Behind them, without a rating: {listed(found.without)}."] if found.without else []
        return [
            f"Seeded by their ratings: {order}.",
            *without,
            *(
                f"{one.typed} is not in {file}, but {' or '.join(one.known)} is: if that is the same person, "
                "`tallyboard tournament rename` makes the names one, and then seed again."
                for one in found.near
            ),
        ]

    change(decide, said, **how)


def entrant(who: Sequence[str] = (), **how: Unpack[Looking]) -> None:
    with looked_at(how) as (_, followed):
        computed = as_object(followed.tournament)
        number = entrant_of(" ".join(who), followed.tournament.entrants) if who else None
    if number is None:
        _show_all(computed, print_entrants, how)
    else:
        show(_object(number, computed), lambda: print_entrant(number, computed), how)


def _show_all(computed: TournamentObject, print_it: Callable[[TournamentObject], None], how: Looking) -> None:
    told = {"entrants": computed["entrants"], "contest": computed["contest"]}
    show(told, lambda: print_it(computed), how)


def _object(number: int, computed: TournamentObject) -> OneEntrantObject:
    """All about an entrant for --json: the entrant's own keys, rows of standings, places, matches."""
    phases = computed["phases"]
    return {
        **computed["entrants"][number - 1],
        "standings": [
            {"phase": phase["phase"], "group": group["group"], "row": row}
            for phase in phases
            for group in phase["standings"]
            for row in group["rows"]
            if row["entrant"] == number
        ],
        "places": [
            {"phase": phase["phase"], "place": one["place"]}
            for phase in phases
            for one in phase["places"]
            if one["entrant"] == number
        ],
        "matches": [match for phase in phases for match in phase["matches"] if number in match["sides"]],
    }


def why(who: Sequence[str], phase: str | None = None, **how: Unpack[Looking]) -> None:
    with looked_at(how) as (_, followed):
        tournament = followed.tournament
        both = entrants_of(who, tournament.entrants)
        if len(both) != 2 or both[0] == both[1]:
            raise TallyboardError("Two entrants are compared.", "Write it as `tallyboard tournament why Ann Bob`.")
        league = _league(tournament, both, phase)
        found = explained(league, both[0], both[1])
    steps = cast("list[StepObject]", [asdict(one) for one in found])
    answer: WhyAnswer = {"phase": league.number, "entrants": both, "steps": steps}
    said = sentences(found, both, [one.name for one in tournament.entrants])
    show(answer, lambda: print("\n".join(map(printable, said))), how)


def _league(tournament: Tournament, both: Sequence[int], given: str | None) -> League:
    """The last league in which both are, or the one of the given number; raises TallyboardError."""
    found = [
        phase
        for phase in tournament.phases
        if isinstance(phase, League)
        and given in (None, str(phase.number))
        and set(both) <= {row.entrant for rows in phase.tables() for row in rows}
    ]
    if not found:
        names = " and ".join(tournament.entrant(number).name for number in both)
        raise TallyboardError(
            f"{names} are in no league together{f' of the number {given}' if given else ''}.",
            "`tallyboard tournament standings` shows the leagues and their groups.",
        )
    return found[-1]
