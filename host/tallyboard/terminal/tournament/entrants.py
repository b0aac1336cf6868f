"""Entrants on a terminal: all of them, all about one, and what they and the tables did."""

from collections.abc import Sequence

from tallyboard.desk.objects import PhaseObject, TournamentObject, own_side
from tallyboard.shapes import Figures, StatisticsObject
from tallyboard.terminal.tables import TextTable, print_rows, say
from tallyboard.terminal.tournament.bracket import matches_table
from tallyboard.terminal.tournament.standings import called_to
from tallyboard.text.language import _, later
from tallyboard.text.quantities import number
from tallyboard.text.tournament.matches import FORMATS, is_league
from tallyboard.text.tournament.names import STATUS, Names


def print_entrants(computed: TournamentObject) -> None:
    """A line an entrant with the status, and the twenties of the contest where there was one."""
    contest = {one["entrant"]: str(one["twenties"]) for one in computed["contest"]}
    made = TextTable("Number> | Entrant:12 | Status" + (" | Contest>" if contest else ""))
    for one in computed["entrants"]:
        cells = [contest.get(one["entrant"], "")] if contest else []
        made.add(str(one["entrant"]), one["name"], _(STATUS[one["status"]]), *cells)
    made.print()
    if not computed["entrants"]:
        say(_("There are no entrants yet. `tallyboard tournament add NAME` enters one."))


def print_contest(computed: TournamentObject) -> None:
    """The contest before the tournament, most twenties first."""
    if not computed["contest"]:
        say(
            _(
                "Nothing of a contest is noted yet. `tallyboard tournament contest X N` notes the twenties of one "
                "entrant."
            )
        )
        return
    names = Names(computed["entrants"])
    rows = ((str(one["place"]), names[one["entrant"]], str(one["twenties"])) for one in computed["contest"])
    print_rows("Place> | Entrant:12 | Twenties>", rows)


def print_entrant(number: int, computed: TournamentObject) -> None:
    """Who it is, then of each phase the place and the matches."""
    names = Names(computed["entrants"])
    one = computed["entrants"][number - 1]
    say(f"{one['name']} ({number}), {_(STATUS[one['status']])}")
    for phase in computed["phases"]:
        if number not in phase["order"]:
            continue
        print()
        said = later("Phase %(phase)s, %(format)s: %(standing)s")
        standing = _standing(number, phase)
        say(_(said, phase=phase["phase"], format=_(FORMATS[phase["format"]]), standing=standing))
        matches = [match for match in phase["matches"] if own_side(match, number) is not None]
        matches_table(phase, matches, names, called_to(computed)).print()


def _standing(number: int, phase: PhaseObject) -> str:
    """`seed 3, place 2 of 5, 6 points`."""
    said = [_("seed %(seed)s", seed=phase["order"].index(number) + 1)]
    for group in phase["standings"]:
        for row in group["rows"]:
            if row["entrant"] == number:
                told = later("place %(place)s of %(count)s")
                if group["group"]:
                    told = later("place %(place)s of %(count)s in group %(group)s")
                where = _(told, place=row["place"], count=len(group["rows"]), group=group["group"])
                said.append(where if row["place"] else _("no place"))
                said.append(_("%(count)s points", count=row["points"]))
    if not is_league(phase):
        said += [_("place %(place)s", place=one["place"]) for one in phase["places"] if one["entrant"] == number]
    return ", ".join(said)


_NOTHING = "-"
_SPARED = ("Zones", "Minutes", "Busts", "Games", "Score", "Rounds")


def print_statistics(found: StatisticsObject) -> None:
    """A table of the entrants, then one of the tables at which something was played."""
    scores = [" : ".join(map(str, one["score"] or ())) or _NOTHING for one in found["entrants"]]
    entrants = [(one["name"], score, one) for one, score in zip(found["entrants"], scores, strict=True)]
    tables = [(one["table"], "", one) for one in found["tables"] if one["games"]]
    if not any(one["games"] for one in found["entrants"]):
        say(_("No result counts yet. `tallyboard tournament result` enters one; those of boards come by themselves."))
        return
    _print_figures("Entrant", entrants)
    if tables:
        print()
        _print_figures("Table", tables)


def _print_figures(head: str, rows: Sequence[tuple[str, str, Figures]]) -> None:
    """A row each; the columns in which nobody has anything are left out."""
    cells = [{head: name, "Score": score, **_cells(figures)} for name, score, figures in rows]
    heads = [one for one in cells[0] if any(row[one] not in (_NOTHING, "") for row in cells)]
    how = {head: ":12", "Zones": ":16+"}  # the others are figures
    columns, spared = " | ".join(one + how.get(one, ">") for one in heads), [one for one in _SPARED if one in heads]
    print_rows(columns, ([row[one] for one in heads] for row in cells), spared)


def _cells(figures: Figures) -> dict[str, str]:
    share, zones = figures["first_share"], figures["zones"]
    won = _NOTHING
    if share is not None:
        said = later("%(won)s of %(all)s, %(percent)s%%")
        won = _(said, won=figures["first_won"], all=figures["first"], percent=number(share * 100))
    return {
        "Games": str(figures["games"]),
        "Twenties": _number(figures["twenties"]),
        "Rounds": _number(figures["rounds"]),
        later("20s a round"): _number(figures["twenties_a_round"], 2),
        later("Won as first"): won,
        "Busts": _number(figures["busts"]),
        "Minutes": _number(figures["minutes"], 1),
        "Zones": " ".join(f"{zone}:{count}" for zone, count in zones.items()) if zones else _NOTHING,
    }


def _number(value: float | None, places: int = 0) -> str:
    return _NOTHING if value is None else number(value, places) if places else str(value)
