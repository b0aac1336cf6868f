"""What a tournament has come to, on a terminal: standings of a league, the ranking of all its groups, all of it."""

from collections.abc import Sequence

from tallyboard.desk.drawing import last_taken
from tallyboard.desk.explaining import ranking_rows
from tallyboard.desk.league import League
from tallyboard.desk.objects import PhaseObject, RowObject, TournamentObject
from tallyboard.desk.phase import Phase
from tallyboard.terminal.tables import TextTable, say
from tallyboard.terminal.tournament.bracket import print_bracket, print_places
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.tournament.matches import is_league, phase_title
from tallyboard.text.tournament.names import STATUS, Names, with_verb
from tallyboard.text.tournament.next_step import flag_words
from tallyboard.text.tournament.reasons import are_per_match, points_per_match, ranked_reason, reason

_FIGURES = {
    "points": later("Points"),
    "played": later("Played"),
    "won": later("Won"),
    "level": later("Level"),
    "lost": later("Lost"),
    "byes": later("Byes"),
    "for": later("For"),
    "against": later("Against"),
    "twenties": later("Twenties"),
}
_PER_MATCH, _ABOVE = later("Per match"), later("Above the next by")
_RARE = ("level", "byes", "twenties")  # shown where somebody has some
_SPARED = ("Against", "For", "Byes", "Level", "Lost", "Played", "Won", "Twenties")


def print_standings(phase: PhaseObject, names: Names) -> None:
    """A table for each group of a league: places, figures, and why each stands above the next."""
    say(phase_title(phase))
    for group in phase["standings"]:
        print()
        if group["group"] is not None:
            print(_("Group %(group)s", group=group["group"]))
        _print_group(group["rows"], names)


def _print_group(rows: Sequence[RowObject], names: Names) -> None:
    cells = [{key: str(value) for key, value in row.items()} for row in rows]
    figures = [one for one in _FIGURES if one not in _RARE or any(row[one] != "0" for row in cells)]
    heads = [str(_FIGURES[one]) for one in figures]
    per_match = [f"{_PER_MATCH}>"] if are_per_match(rows) else []
    made = TextTable(
        " | ".join(["Place>", "Entrant:12", *per_match, *(f"{head}>" for head in heads), f"{_ABOVE}:24+"]),
        spared=[head for head in _SPARED if head in heads],
    )
    for row, said in zip(rows, cells, strict=True):
        place = "" if row["place"] is None else str(row["place"])
        share = [points_per_match(row)] if per_match else []
        made.add(place, names[row["entrant"]], *share, *(said[one] for one in figures), reason(row["why"], names))
    made.print()


def print_ranking(league: League, phases: Sequence[Phase], names: Names) -> None:
    """The ranking, and why each stands above the next; a line behind the last place that one of these phases takes. The
    same once more by figures alone, where a phase takes from that."""
    for by_figures in (False, True):
        taking = [one for one in phases if one.options.of == league.number and one.options.across == by_figures]
        if taking or not by_figures:
            print("\n" + _("All groups, by figures alone") if by_figures else _("All groups"))
            _print(league, taking, names, by_figures)


def _print(league: League, phases: Sequence[Phase], names: Names, by_figures: bool) -> None:
    ends: dict[int, list[Phase]] = {}
    for phase in phases:
        last = last_taken(phase, league) if phase.options.take else None
        if last is not None:
            ends.setdefault(last, []).append(phase)
    made = TextTable("Place> | Entrant:12 | Group | Above the next by:38+")
    for row in ranking_rows(league, by_figures):
        field, who = league.field, names[row.entrant]
        if not field.is_in(row.entrant):  # whom no phase takes
            who = f"{who}, {_(STATUS[field.entrant(row.entrant).status])}"
        in_group = _("%(place)s in %(group)s", place=row.place_in_group, group=chr(ord("A") + row.group))
        made.add(str(row.place), who, in_group, ranked_reason(row))
        for phase in ends.get(row.entrant, ()):
            first, last = phase.options.take or (0, 0)
            last = min(last, len(league.order))
            border = _("phase %(phase)s takes %(first)s to %(last)s", phase=phase.number, first=first, last=last)
            made.add("", f"-- {border} --", "", "", style="dim")
    made.print()


def print_summary(computed: TournamentObject) -> None:
    """How many play, each phase with its standings or its bracket, the places of several, what is flagged, the
    champion."""
    names = Names(computed["entrants"])
    tables = called_to(computed)
    say(ngettext("%(num)s entrant.", "%(num)s entrants.", len(computed["entrants"])))
    for phase in computed["phases"]:
        print()
        if is_league(phase):
            print_standings(phase, names)
        else:
            print_bracket(phase, names, tables)
    print_placing(computed, names)
    if computed["flags"]:
        print()
    for flag in computed["flags"]:
        say(flag_words(flag, names, {}))
    if computed["champion"] is not None:
        print()
        champion = names[computed["champion"]]
        say(with_verb(champion, later("%(name)s is champion."), later("%(name)s are champions.")))


def print_placing(computed: TournamentObject, names: Names) -> None:
    """Behind a blank line everybody's place in the whole tournament; nothing where it has one phase, which says it."""
    if len(computed["phases"]) > 1 and computed["placing"]:
        print()
        print(_("Whole tournament") if computed["finished"] else _("Whole tournament, so far"))
        print_places(computed["placing"], names)


def called_to(computed: TournamentObject) -> dict[str, str]:
    """By match the table that it is called to."""
    return {one["match"]: one["table"] for one in computed["tables"] if one["match"] is not None}
