"""The commands about entrants: who plays, all about one of them, and why one stands above another."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

from tallyboard.commands import EXIT_DONE
from tallyboard.commands.tournament.names import entrant_of, entrants_of
from tallyboard.commands.tournament.opened import AfterChange, Changing, Looking, change, looked_at
from tallyboard.commands.tournament.said import status_words
from tallyboard.commands.tournament.shapes import OneEntrantObject, PlaceInPhase, StandingRow, StepObject, WhyAnswer
from tallyboard.desk import Tournament, TournamentObject, as_object
from tallyboard.desk.changes import FloorThen, floor_of
from tallyboard.desk.explaining import ChainStep, explained
from tallyboard.desk.league import League
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments import Because
from tallyboard.terminal.tables import print_json, say
from tallyboard.terminal.tournament.entrants import print_contest, print_entrant, print_entrants
from tallyboard.text.printable import printable
from tallyboard.text.quantities import counted
from tallyboard.text.tournament.given import EntrantSheet, SheetError, entered_name, entrants_in, is_pair, read_bytes
from tallyboard.text.tournament.names import listed
from tallyboard.text.tournament.reasons import sentences


def add(name: Sequence[str], **how: Unpack[Changing]) -> int:
    """Enter a player, or a pair."""
    return change(
        lambda tournament: [f"add {entered_name(' '.join(name), is_pair(tournament))}"],
        lambda after: [_said(after.tournament, len(after.tournament.entrants), "entered")],
        **how,
    )


def import_csv(file: Path, **how: Unpack[Changing]) -> int:
    """Enter everybody of a sheet: columns name, and where there are such partner, club and seed; all of it or
    nothing."""

    data = read_bytes(file)
    sheet, was_seeded = EntrantSheet(), False

    def decide(tournament: Tournament) -> list[str | Because]:
        nonlocal sheet, was_seeded
        was_seeded = bool(tournament.state.field.seeds)
        sheet = entrants_in(data, is_pair(tournament), [one.name for one in tournament.entrants])
        first = len(tournament.entrants) + 1
        seeded = [str(first + place) for place in sheet.seeded]
        added = [
            Because(f"add {name}", "; ".join(filter(None, (club and f"club {club}", how.get("reason")))))
            for name, club in zip(sheet.names, sheet.clubs, strict=True)
        ]
        return [*added, *([" ".join(["seeds", *seeded])] if seeded else [])]

    def said(after: AfterChange) -> list[str]:
        sentences = [f"{counted(len(sheet.names), 'entrant is', 'entrants are')} entered."]
        if len(after.tournament.entrants) > len(sheet.names):
            sentences[0] = sentences[0][:-1] + f"; there are {len(after.tournament.entrants)} now."
        if sheet.seeded:
            before = "; the seeds from before no longer count" if was_seeded else ""
            sentences.append(f"{counted(len(sheet.seeded), 'of them is', 'of them are')} seeded{before}.")
        if any(sheet.clubs):
            sentences.append("Their clubs stand in the log.")
        if sheet.left_out:
            columns = "column " if len(sheet.left_out) == 1 else "columns "
            sentences.append(f"Left out, for a tournament keeps no such thing: {columns}{listed(sheet.left_out)}.")
        return sentences

    try:
        return change(decide, said, **how)
    except SheetError as error:
        for problem in error.problems:
            print(printable(problem), file=sys.stderr)
        raise


def rename(entrant: str, name: Sequence[str], **how: Unpack[Changing]) -> int:
    """Give an entrant another name; results stay."""
    before: list[str] = []

    def decide(tournament: Tournament) -> list[str]:
        number = entrant_of(entrant, tournament.entrants)
        before[:] = [tournament.entrants[number - 1].name, str(number)]
        return [f"rename {number} {entered_name(' '.join(name), is_pair(tournament))}"]

    return change(
        decide,
        lambda after: [f"{before[0]} is now {_told(after.tournament, int(before[1]))}."],
        **how,
    )


def set_in(who: Sequence[str], **how: Unpack[Changing]) -> int:
    """Take entrants in again: they are here, to be drawn and called."""
    return _set_status("in", who, "in", **how)


def absent(who: Sequence[str], **how: Unpack[Changing]) -> int:
    """Say that entrants are not here now: neither drawn nor called, but they forfeit nothing."""
    return _set_status("absent", who, "absent", **how)


def withdraw(who: Sequence[str], **how: Unpack[Changing]) -> int:
    """Take an entrant out for good: what is left is lost without playing."""
    return _set_status("withdraw", (" ".join(who),), "withdrawn; `tallyboard tournament in` brings back", **how)


def disqualify(who: Sequence[str], **how: Unpack[Changing]) -> int:
    """Take an entrant out of tournament and places."""
    return _set_status("disqualify", (" ".join(who),), "disqualified; `tallyboard tournament in` brings back", **how)


def contest(words: Sequence[str] = (), **how: Unpack[Changing]) -> int:
    """Note an entrant's twenties in the contest before the tournament; `seeds contest` seeds by them."""
    if not words:
        return _list_contest(how)
    *name, twenties = words
    if not name:
        raise TallyboardError("The twenties are missing.", "Write it as `tallyboard tournament contest Ann 12`.")
    who: list[int] = []

    def decide(tournament: Tournament) -> list[str]:
        who[:] = [entrant_of(" ".join(name), tournament.entrants)]
        return [f"contest {who[0]} {twenties}"]

    return change(
        decide, lambda after: [f"{_told(after.tournament, who[0])}: {twenties} twenties in the contest."], **how
    )


def _list_contest(how: Changing) -> int:
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        computed = as_object(followed.tournament)
    if how.get("as_json"):
        print_json({"entrants": computed["entrants"], "contest": computed["contest"]})
    else:
        print_contest(computed)
    return EXIT_DONE


def seeds(who: Sequence[str] = (), **how: Unpack[Changing]) -> int:
    """Seed entrants, the best first; replaces the seeds before. Phases that are drawn stay as they are."""
    seeded: list[int] = []

    def decide(tournament: Tournament) -> list[str]:
        if [word.casefold() for word in who] == ["contest"]:
            return ["seeds contest"]
        seeded[:] = entrants_of(who, tournament.entrants)
        return [" ".join(["seeds", *map(str, seeded)])]

    def said(after: AfterChange) -> list[str]:
        if who and not seeded:
            return ["Seeded in the order of the contest."]
        order = ", ".join(after.tournament.entrants[number - 1].name for number in seeded)
        return [f"Seeded: {order}." if seeded else "Nobody is seeded."]

    return change(decide, said, **how)


def _set_status(word: str, who: Sequence[str], status: str, **how: Unpack[Changing]) -> int:
    meant: list[int] = []
    before = FloorThen((), {})

    def decide(tournament: Tournament) -> list[str]:
        nonlocal before
        before = floor_of(tournament)
        if word in ("in", "absent") and [one.casefold() for one in who] == ["all"]:
            return [f"{word} all"]
        meant[:] = dict.fromkeys(entrants_of(who, tournament.entrants))
        return [" ".join([word, *map(str, meant)])]

    def said(after: AfterChange) -> list[str]:
        tournament = after.tournament
        changed = meant or [one.number for one in tournament.entrants if not tournament.state.field.is_out(one.number)]
        if len(meant) == 1:
            said = _said(tournament, meant[0], status)
        elif meant:
            said = f"{listed(_told(tournament, number) for number in meant)} are {status}."
        else:
            said = f"Everybody who is not out is {status}."
        return [said, *status_words(changed, before, tournament)]

    return change(decide, said, **how)


def _said(tournament: Tournament, number: int, what: str) -> str:
    """`Ann (3) is in.`, `Ann & Bob (3) are in.`"""
    are = "are" if len(tournament.entrants[number - 1].players) > 1 else "is"
    return f"{_told(tournament, number)} {are} {what}."


def _told(tournament: Tournament, number: int) -> str:
    """`Ann (3)`."""
    return f"{tournament.entrants[number - 1].name} ({number})"


def entrant(who: Sequence[str] = (), **how: Unpack[Looking]) -> None:
    """Show all about an entrant: status, places, matches; without a name, list all entrants."""
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        computed = as_object(followed.tournament)
        number = entrant_of(" ".join(who), followed.tournament.entrants) if who else None
    if number is None:
        if how.get("as_json"):
            print_json({"entrants": computed["entrants"], "contest": computed["contest"]})
        else:
            print_entrants(computed)
    elif how.get("as_json"):
        print_json(_object(number, computed))
    else:
        print_entrant(number, computed)


def why(who: Sequence[str], phase: str | None = None, **how: Unpack[Looking]) -> None:
    """Tell why one entrant stands above another: the chain with its numbers, up to where they part."""
    with looked_at(how.get("tournament"), how.get("db")) as (_, followed):
        tournament = followed.tournament
        both = entrants_of(who, tournament.entrants)
        if len(both) != 2 or both[0] == both[1]:
            raise TallyboardError("Two entrants are compared.", "Write it as `tallyboard tournament why Ann Bob`.")
        league = _league(tournament, both, phase)
        number = league.number
        found = explained(league, both[0], both[1])
    if how.get("as_json"):
        answer: WhyAnswer = {"phase": number, "entrants": both, "steps": [_step(one) for one in found]}
        print_json(answer)
        return
    for sentence in sentences(found, both, [one.name for one in tournament.entrants]):
        say(sentence)


def _league(tournament: Tournament, both: Sequence[int], given: str | None) -> League:
    """The last league in which both are, or the one of the given number; raises TallyboardError."""
    found = [
        phase
        for phase in tournament.phases
        if isinstance(phase, League) and set(both) <= {row.entrant for rows in phase.tables() for row in rows}
    ]
    if given is not None:
        found = [league for league in found if str(league.number) == given]
    if not found:
        names = " and ".join(tournament.entrants[number - 1].name for number in both)
        raise TallyboardError(
            f"{names} are in no league together{f' of the number {given}' if given else ''}.",
            "`tallyboard tournament standings` shows the leagues and their groups.",
        )
    return found[-1]


def _step(step: ChainStep) -> StepObject:
    """An item of the chain for --json."""
    return {
        "by": step.by,
        "values": list(step.values) if step.values else None,
        "among": list(step.among),
        "better": step.better,
        "matches": list(step.matches) if step.matches else None,
    }


def _object(number: int, computed: TournamentObject) -> OneEntrantObject:
    """All about an entrant for --json: the entrant's own keys, rows of standings, places, matches."""
    rows: list[StandingRow] = [
        {"phase": phase["phase"], "group": group["group"], "row": row}
        for phase in computed["phases"]
        for group in phase["standings"]
        for row in group["rows"]
        if row["entrant"] == number
    ]
    places: list[PlaceInPhase] = [
        {"phase": phase["phase"], "place": one["place"]}
        for phase in computed["phases"]
        for one in phase["places"]
        if one["entrant"] == number
    ]
    matches = [match for phase in computed["phases"] for match in phase["matches"] if number in match["sides"]]
    return {**computed["entrants"][number - 1], "standings": rows, "places": places, "matches": matches}
