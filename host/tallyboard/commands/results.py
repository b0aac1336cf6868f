"""`tallyboard results`: every match in the store; `tallyboard show`: one match, press by press."""

import sys
from typing import TYPE_CHECKING

from tallyboard.errors import UPDATE
from tallyboard.store import conflicts, read_store
from tallyboard.store.corrections import as_recorded, said
from tallyboard.terminal.rounds import print_match, print_result
from tallyboard.terminal.tables import TextTable, print_json, print_rows, say
from tallyboard.text import match_words, quantities
from tallyboard.text.board_names import table_or_digits
from tallyboard.text.language import _, here, ngettext
from tallyboard.text.printable import printable

if TYPE_CHECKING:
    from tallyboard.shapes import PressedMatch

_PAGE = 200  # matches that are shown at a time: who waits sees the first, and memory holds no more


def results(also_aside: bool = False, db: str | None = None, as_json: bool = False) -> None:
    with read_store(db) as store:
        alarms = store.alarms()
        left_out = 0 if also_aside else len(store.set_aside())
        made = TextTable(
            "Match | Table:7 | Started | Game | Sides:23 | Score> | Status:12",
            spared=("Game", "Started", "Table", "Status", "Match"),
        )
        count = newer = 0
        for match in store.each_match(alarms=alarms, aside=also_aside):
            count += 1
            newer += "newer" in match
            if as_json:
                print_json(match)
                continue
            made.add(
                match_words.short_id(match),
                table_or_digits(match["table"], match["board"]),
                quantities.local_time(match["started"]),
                match["game"],
                [match_words.side_name(match, side) for side in match["sides"]],
                match_words.points(match["totals"], match["sides"]),
                ", ".join([*match_words.marks(match), match_words.standing(match)]),
            )
            if count % _PAGE == 0:
                made.print()
        are_untouched = not count and any(store.each_match(untouched=True, alarms=alarms))
    if not as_json:
        made.print()
    if not as_json and are_untouched:
        print(_("Nothing was entered yet in the matches that were started."))
    elif not as_json and not count and not left_out:
        print(_("There are no matches yet. `tallyboard sync` collects what the boards recorded."))
    sys.stdout.flush()
    if left_out:
        said_of = ngettext("%(num)s match left out: set aside.", "%(num)s matches left out: set aside.", left_out)
        print(said_of, _("--all lists every match."), file=sys.stderr)
    if newer:
        said_of = ngettext(
            "%(num)s match is of a newer Tallyboard, which knows the game.",
            "%(num)s matches are of a newer Tallyboard, which knows the game.",
            newer,
        )
        print(said_of, _(UPDATE), file=sys.stderr)
    for alarm in alarms:
        print(printable(str(alarm)), file=sys.stderr)


def show(match: str, db: str | None = None, as_json: bool = False) -> None:
    with read_store(db) as store:
        found = store.match(match)
        presses = store.presses(found)
        corrections = store.corrections_of(found)
    if as_json:
        shown: PressedMatch = {
            **found,
            "presses": [press.as_json() for press in presses if press.event],
            "corrections": [one.as_json() for one in corrections],
        }
        print_json(shown)
        return
    print(_("%(game)s, match %(match)s", game=found["game"], match=found["match"]))
    say(
        _(
            "board %(board)s, epoch %(epoch)s, records %(first_seq)s to %(last_seq)s",
            board=found["board"],
            epoch=found["epoch"],
            first_seq=found["first_seq"],
            last_seq=found["last_seq"],
        )
    )
    made = TextTable("Record> | Time> | Press | Round> | Total> | Note:12+", spared=("Time", "Record", "Note"))
    for press in presses:
        marks = [word for word, on in ((_("undone"), press.undone), (_("cut"), press.cut)) if on]
        made.add(
            str(press.seq),
            quantities.board_time(press.ms),
            f"({press.event})" if marks else press.event,
            match_words.points(press.raw, found["sides"]),
            match_words.points(press.totals, found["sides"]),
            ", ".join([*marks, *([match_words.note_words(here(), press.note)] if press.note else [])]),
            style="dim" if marks else "",
        )
    made.print()
    print()
    if found["correction"] is not None:
        say(_("The board recorded:"))
    print_match(as_recorded(found))
    if "conflicts" in found:
        print(conflicts.sentence(found))
    if not corrections:
        return
    print()
    rows = ((quantities.local_time(one.at), said(found, one), one.given_by, one.reason) for one in corrections)
    print_rows("Corrected | What:12+ | By:8+ | Reason:12+", rows, spared=("Corrected",))
    if found["correction"] is None:
        say(_("What the board recorded stands."))
    else:
        say(_("This stands instead:"))
        (print_match if found["rounds"] else print_result)(found)
