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
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.near_names import replaced
from tallyboard.text.printable import printable
from tallyboard.text.sheets import read_bytes
from tallyboard.text.tournament.given import EntrantSheet, SheetError, entered_name, entrants_in, is_pair
from tallyboard.text.tournament.names import either, listed
from tallyboard.text.tournament.ratings import ratings_in, seeding
from tallyboard.text.tournament.reasons import sentences


def add(name: Sequence[str], season: str | None = None, near: str | None = None, **how: Unpack[Changing]) -> None:
    def called(tournament: Tournament) -> str:
        return entered_name(" ".join(name), is_pair(tournament))

    known = known_names(lambda tournament: [called(tournament)], season, near, how)
    change(
        lambda tournament: [f"add {replaced(called(tournament), known.instead)}"],
        lambda after: [_said(after.tournament, len(after.tournament.entrants), *_ENTERED), *known.said],
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
        sentences = [
            ngettext("%(num)s entrant is entered.", "%(num)s entrants are entered.", len(sheet.names))
            if not entrants_then
            else ngettext(
                "%(num)s entrant is entered; there are %(all)s now.",
                "%(num)s entrants are entered; there are %(all)s now.",
                len(sheet.names),
                all=len(after.tournament.entrants),
            )
        ]
        if sheet.seeded and seeds_then:
            sentences.append(
                ngettext(
                    "%(num)s of them is seeded; the seeds from before no longer count.",
                    "%(num)s of them are seeded; the seeds from before no longer count.",
                    len(sheet.seeded),
                )
            )
        elif sheet.seeded:
            sentences.append(ngettext("%(num)s of them is seeded.", "%(num)s of them are seeded.", len(sheet.seeded)))
        if any(sheet.clubs):
            sentences.append(_("Their clubs stand in the log."))
        if sheet.left_out:
            sentences.append(
                ngettext(
                    "Left out, for a tournament keeps no such thing: column %(columns)s.",
                    "Left out, for a tournament keeps no such thing: columns %(columns)s.",
                    len(sheet.left_out),
                    columns=listed(sheet.left_out),
                )
            )
        return [*sentences, *known.said]

    def before(tournament: Tournament, _lines: Sequence[str | Because]) -> tuple[EntrantSheet, int, bool]:
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
        told = _told(after.tournament, number)
        return [_("%(before)s is now %(name)s.", before=after.before[number - 1], name=told)]

    change(decide, said, lambda tournament, lines: [one.name for one in tournament.entrants], **how)


def set_in(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("in", who, **how)


def absent(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("absent", who, **how)


def withdraw(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("withdraw", (" ".join(who),), **how)


def disqualify(who: Sequence[str], **how: Unpack[Changing]) -> None:
    _set_status("disqualify", (" ".join(who),), **how)


# What is said of one player, and of several.
_ENTERED = later("%(name)s is entered."), later("%(name)s are entered.")
_STATUS = {
    "in": (later("%(name)s is in."), later("%(name)s are in.")),
    "absent": (later("%(name)s is absent."), later("%(name)s are absent.")),
    "withdraw": (
        later("%(name)s is withdrawn; `tallyboard tournament in` brings back."),
        later("%(name)s are withdrawn; `tallyboard tournament in` brings back."),
    ),
    "disqualify": (
        later("%(name)s is disqualified; `tallyboard tournament in` brings back."),
        later("%(name)s are disqualified; `tallyboard tournament in` brings back."),
    ),
}
_EVERYBODY = {
    "in": later("Everybody who is not out is in."),
    "absent": later("Everybody who is not out is absent."),
}


def _set_status(word: str, who: Sequence[str], **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        if word in ("in", "absent") and [one.casefold() for one in who] == ["all"]:
            return [f"{word} all"]
        return [" ".join([word, *map(str, dict.fromkeys(entrants_of(who, tournament.entrants)))])]

    def said(after: AfterChange) -> list[str]:
        tournament = after.tournament
        if after.words[1] == "all":
            field = tournament.state.field
            changed = [one.number for one in tournament.entrants if not field.is_out(one.number)]
            told = _(_EVERYBODY[word])
        else:
            changed = [*map(int, after.words[1:])]
            names = listed(_told(tournament, number) for number in changed)
            of_one, of_two = _STATUS[word]
            told = _said(tournament, changed[0], of_one, of_two) if len(changed) == 1 else _(of_two, name=names)
        return [told, *status_words(changed, after)]

    change(decide, said, lambda tournament, lines: floor_of(tournament), **how)


def _said(tournament: Tournament, number: int, of_one: str, of_two: str) -> str:
    """`Ann (3) is in.`, `Ann & Bob (3) are in.`"""
    is_pair = len(tournament.entrant(number).players) > 1
    return _(of_two if is_pair else of_one, name=_told(tournament, number))


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
        lambda after: [
            _(
                "%(name)s: %(twenties)s twenties in the contest.",
                name=_told(after.tournament, int(after.words[1])),
                twenties=twenties,
            )
        ],
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
            return [_("Seeded in the order of the contest.")]
        order = ", ".join(after.tournament.entrant(int(number)).name for number in seeded)
        return [_("Seeded: %(names)s.", names=order) if seeded else _("Nobody is seeded.")]

    change(decide, said, **how)


def _seeds_by_ratings(file: Path, how: Changing) -> None:
    try:
        ratings = ratings_in(read_bytes(file))
    except ScriptError as error:
        raise TallyboardError(
            "%(file)s, line %(line)s: %(cause)s",
            "%(step)s",
            file=file,
            line=error.line,
            cause=error.refusal,
            step=error.next_step,
        ) from None

    def decide(tournament: Tournament) -> list[str]:
        found = seeding(ratings, tournament.entrants)
        if not found.seeds:
            raise TallyboardError(
                "No entrant has a rating in %(file)s: of a pair both need one.",
                "`tallyboard tournament entrant` lists the names; they are compared without case. The seeds are as "
                "they were.",
                file=file,
            )
        return [found.line]

    def said(after: AfterChange) -> list[str]:
        found, entrants = seeding(ratings, after.tournament.entrants), after.tournament.entrants
        order = listed(f"{entrants[number - 1].name} {found.rating_of(number)}" for number, _sum in found.seeds)
        behind = later("Behind them, without a rating: %(names)s.")
        near = later(
            "%(typed)s is not in %(file)s, but %(known)s is: if that is the same person, "
            "`tallyboard tournament rename` makes the names one, and then seed again."
        )
        return [
            _("Seeded by their ratings: %(names)s.", names=order),
            *([_(behind, names=listed(found.without))] if found.without else []),
            *(_(near, typed=one.typed, file=file, known=either(one.known)) for one in found.near),
        ]

    change(decide, said, **how)


def entrant(who: Sequence[str] = (), **how: Unpack[Looking]) -> None:
    with looked_at(how) as (_sql, followed):
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
    with looked_at(how) as (_sql, followed):
        tournament = followed.tournament
        both = entrants_of(who, tournament.entrants)
        if len(both) != 2 or both[0] == both[1]:
            raise TallyboardError("Two entrants are compared.", "Write it as `tallyboard tournament why Ann Bob`.")
        league = _league(tournament, both, phase)
        found = explained(league, both[0], both[1])
    steps = cast("list[StepObject]", [asdict(one) for one in found])
    answer: WhyAnswer = {"phase": league.number, "entrants": both, "steps": steps}
    said = sentences(found, both, _, lambda number: tournament.entrants[number - 1].name, listed)
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
        raise TallyboardError(
            later("%(names)s are in no league together of the number %(number)s.")
            if given
            else later("%(names)s are in no league together."),
            "`tallyboard tournament standings` shows the leagues and their groups.",
            names=listed(tournament.entrant(number).name for number in both),
            number=given,
        )
    return found[-1]
