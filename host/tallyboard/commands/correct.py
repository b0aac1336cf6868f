"""`tallyboard correct`: what stands of a match instead of what its board recorded."""

from collections.abc import Sequence
from dataclasses import replace

from shared_rules import SaidError
from shared_rules.games import catalogue
from shared_rules.games.scoresheet import SheetError
from tallyboard.commands.score import RefusedFileError, file_text
from tallyboard.errors import UPDATE, TallyboardError, later
from tallyboard.journal.presses import result_of
from tallyboard.shapes import MatchObject
from tallyboard.store import open_store, read_store
from tallyboard.store.corrections import Kind, ScoreError, as_recorded, read_score
from tallyboard.store.corrections import correct as give
from tallyboard.store.tournaments.board_results import CountedIn, TakenResults, counted_in, take_all
from tallyboard.system.laptop import user_and_laptop
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.doubts import doubt_words, doubts
from tallyboard.text.language import _
from tallyboard.text.match_words import options_line, result_line, short_id
from tallyboard.text.printable import refuse_unprintable

_UNCHANGED = later("Nothing was changed.")
_LINE = later("Correct the line.")


def correct(
    match: str,
    reason: str,
    sheet: str | None = None,
    result: str | None = None,
    aside: bool = False,
    drop: bool = False,
    by: str | None = None,
    db: str | None = None,
    as_json: bool = False,
) -> None:
    if (sheet is not None) + (result is not None) + aside + drop != 1:
        raise TallyboardError(
            "One thing is said of a match: a SHEET, --result, --aside or --drop.",
            "Give one of them. %(unchanged)s",
            unchanged=_UNCHANGED,
        )
    why = _words(later("The reason"), reason, later("Say why with --reason."))
    who = (
        user_and_laptop() if by is None else _words(later("The name"), by, later("Say who with --by, or leave it out."))
    )

    with read_store(db) as reader:
        found = reader.match(match)
    kind: Kind = "aside" if aside else "drop"
    content = ""
    if sheet is not None:
        kind, content = "sheet", _sheet(found, sheet)
    elif result is not None:
        kind, content = "result", _result(found, result)
    with open_store(db) as store:
        give(store, found, kind, content, why, who)
        stands = store.match(found["match"])
        taken = take_all(store, {found["board"]})
        with store.reading() as sql:
            counted = counted_in(sql, found["match"])
    if as_json:
        print_json(stands)
    else:
        _print(found, stands)
        _print_tournaments(counted, stands, taken)


def _words(what: str, given: str, next_step: str) -> str:
    """The text without blanks around it; raises TallyboardError for an empty or an unreadable one."""
    words = given.strip()
    if not words:
        raise TallyboardError("%(what)s is empty.", next_step, what=what)
    refuse_unprintable(what, words)
    return words


def _sheet(match: MatchObject, name: str) -> str:
    try:
        written = file_text(name)
        told = result_of(written)
        if "\0" in written:
            line = written.count("\n", 0, written.index("\0")) + 1
            raise SheetError(line, SaidError(later("the line has a character NUL")))
    except (RefusedFileError, SheetError) as error:
        where, step = (
            (name, later("Check the name of the file.")) if error.line is None else (f"{name}:{error.line}", _LINE)
        )
        raise TallyboardError(
            "%(where)s: %(cause)s.",
            "%(step)s %(unchanged)s",
            where=where,
            cause=error if isinstance(error, SheetError) else error.cause,
            step=step,
            unchanged=_UNCHANGED,
        ) from None
    recorded = as_recorded(match)
    _refuse_newer(recorded)
    options = told["options"]
    if told["game"] != recorded["game"] or any(options.get(k) != v for k, v in recorded["options"].items()):
        raise TallyboardError(
            "The sheet is of %(game)s %(options)s, match %(match)s of %(its_game)s %(its_options)s.",
            "Correct the game line; a match that was played by other rules can have a --result, or be set --aside.",
            game=told["game"],
            options=options_line(told),
            match=short_id(match),
            its_game=recorded["game"],
            its_options=options_line(recorded),
        )
    if told["status"] != "finished":
        raise TallyboardError(
            "The match on the sheet %(name)s is not finished.",
            "Write it to its end; a match that was broken off can have a --result.",
            name=name,
        )
    return written


def _result(match: MatchObject, line: str) -> str:
    """The line of a score of this match. Twenties that are left out stay those that its board recorded."""
    recorded = as_recorded(match)
    _refuse_newer(recorded)
    sides = recorded["sides"]
    try:
        score = read_score(line, sides)
        counts_twenties = catalogue.by_id(recorded["game"]).TWENTIES
        if score.twenties is not None and not counts_twenties:
            raise ScoreError(later("%(game)s does not count twenties", game=recorded["game"]))
    except ScoreError as error:
        raise TallyboardError(
            "--result %(line)s: %(why)s.",
            "Correct the score. %(unchanged)s",
            line=line,
            why=error.why,
            unchanged=_UNCHANGED,
        ) from None
    if score.twenties is None and counts_twenties:
        score = replace(score, twenties={side: recorded["twenties"].get(side, 0) for side in sides})
    return score.line()


def _refuse_newer(match: MatchObject) -> None:
    if match.get("newer"):
        raise TallyboardError("The match is of a newer Tallyboard, which knows its game.", UPDATE)


def _print(before: MatchObject, stands: MatchObject) -> None:
    code = short_id(stands)
    correction = stands["correction"]
    recorded = _("The board recorded: %(result)s.", result=result_line(as_recorded(stands)))
    if correction is None:
        say(
            _(
                "Match %(code)s: what the board recorded stands again: %(stands)s.",
                code=code,
                stands=result_line(stands),
            )
        )
        say(_("Before that stood: %(before)s.", before=result_line(before)))
        say(_("`tallyboard show %(code)s` tells what was said of it.", code=code))
        return
    if correction["kind"] == "aside":
        say(_("Match %(code)s is set aside: no list and no export has it.", code=code))
    else:
        say(_("Match %(code)s, corrected: %(stands)s.", code=code, stands=result_line(stands)))
        scores, twenties = list(stands["totals"].values()), list(stands["twenties"].values())
        for doubt in doubts(stands["game"], stands["options"], scores, twenties):
            say(doubt_words(doubt))
    say(recorded)
    if correction["recorded"]["status"] == "playing":
        say(_("It is not over at the board: what is pressed there from now on changes nothing of this."))
    say(
        _(
            "`tallyboard show %(code)s` tells both; `tallyboard correct %(code)s --drop --reason …` takes it back.",
            code=code,
        )
    )


def _print_tournaments(counted: Sequence[CountedIn], stands: MatchObject, taken: Sequence[TakenResults]) -> None:
    """What tournaments that count the match make of it."""
    refused = {one.tournament: one.refused for one in taken if one.refused}
    for one in counted:
        name = _("%(match)s of the tournament %(tournament)s", match=one.match, tournament=one.tournament)
        if stands["status"] != "finished":
            say(
                _(
                    "It still counts as %(name)s: `tallyboard tournament clear %(match)s` takes that away.",
                    name=name,
                    match=one.match,
                )
            )
        elif one.tournament in refused:
            say(
                _(
                    "It counts as %(name)s, where what stands now is not entered: %(refused)s",
                    name=name,
                    refused=refused[one.tournament][0],
                )
            )
        else:
            say(_("It counts as %(name)s, which has what stands now.", name=name))
