"""What is given at the desk as a script has it: a name, a board's match, a spreadsheet's CSV."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.matches import MOST_ENTRANTS, members
from tallyboard.errors import TallyboardError, nlater
from tallyboard.shapes import MatchObject
from tallyboard.text.board_names import partners
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import refuse_unprintable
from tallyboard.text.sheets import OF_NAMES, full_name, sheet_of


def is_pair(tournament: Tournament) -> bool:
    """Whether entrants are pairs."""
    return tournament.entry == "doubles"


def entered_name(name: str, of_pair: bool) -> str:
    """The name as a line of a script has it; of a pair with `&` between, however that was typed.

    Raises TallyboardError for what a command would not take for the name of one: `all`, and numbers.
    """
    if "#" in name:
        raise TallyboardError("%(name)s has the sign #.", "A name in a tournament has none: leave it out.", name=name)
    both = partners(name) if of_pair else []
    for player in (" ".join(one.split()) for one in both or name.split("&")):
        if player.isdecimal():
            raise TallyboardError(
                "%(player)s is no name: entrants are known by numbers too.",
                "Add a word, as in `Player %(player)s`.",
                player=player,
            )
        if player.casefold() == "all":
            raise TallyboardError(
                "%(player)s is no name: it means everybody.",
                "Give the name in full, as in `Al Smith`.",
                player=player,
            )
    return " & ".join(both) if both else " ".join(name.split())


def can_be_result(recorded: MatchObject) -> bool:
    """Whether it is one that a tournament's match can have come to: finished, of two sides."""
    return len(recorded["sides"]) == 2 and recorded["status"] == "finished"


def board_line(recorded: MatchObject, match: str, sides: Sequence[int]) -> str:
    """The line `result … board ID` of such a match object; `match`: with its game, `sides`: who were A and B."""
    sides = [members(side)[0] for side in sides]
    totals = [recorded["totals"][side] for side in recorded["sides"]]
    twenties = [recorded["twenties"].get(side, 0) for side in recorded["sides"]]
    line = f"result {match} {sides[0]} {totals[0]} {sides[1]} {totals[1]} twenties {twenties[0]} {twenties[1]}"
    if totals[0] == totals[1] and len(recorded["winners"]) == 1:
        line += f" won {sides[recorded['sides'].index(recorded['winners'][0])]}"
    return f"{line} board {recorded['match']}"


# What a column is to what its heading may be, see text/sheets.py.
HEADINGS = {
    **OF_NAMES,
    "partner": (
        *("partner", "partner name", "player 2", "second player"),
        *("partenaire", "joueur 2", "joueuse 2", "coequipier", "coequipiere"),
    ),
    "club": ("club", "team", "equipe", "association"),
    "seed": ("seed", "seeding", "tete de serie", "tds", "classement"),
}
_TOLD = 20  # problems that are told one by one
_CLUB = 60  # characters of its name


@dataclass
class EntrantSheet:
    """What a sheet enters. `clubs`: beside each name, "" for none; `seeded`: places in `names`, the best first;
    `left_out`: headings of columns not taken."""

    names: list[str] = field(default_factory=list)
    clubs: list[str] = field(default_factory=list)
    seeded: list[int] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)


class SheetError(TallyboardError):
    """Rows that cannot be entered; `problems` has a sentence for each of the first, with its row.

    `too_many`: the rows beyond what a tournament can have, which are told in one sentence before the others.
    """

    def __init__(self, problems: list[str], too_many: Sequence[int] = ()) -> None:
        count = len(problems) + len(too_many)
        rows = nlater(
            "%(num)s row of the sheet cannot be entered", "%(num)s rows of the sheet cannot be entered", count
        )
        super().__init__("%(rows)s; nothing was entered.", "Correct the sheet, and import it again.", rows=rows)
        self.problems = problems[:_TOLD]
        if too_many:
            said = ngettext(
                "Row %(first)s: %(most)s entrants are the most. Begin a second tournament for the rest.",
                "Rows %(first)s to %(last)s: %(most)s entrants are the most. Begin a second tournament for the rest.",
                len(too_many),
                first=too_many[0],
                last=too_many[-1],
                most=MOST_ENTRANTS,
            )
            self.problems.insert(0, said)
        if len(problems) > _TOLD:
            self.problems.append(ngettext("and %(num)s more row", "and %(num)s more rows", len(problems) - _TOLD))


def entrants_in(data: bytes, of_pairs: bool, present: Sequence[str], usual: Sequence[str] = ()) -> EntrantSheet:
    """The entrants of a sheet, to come behind those who are `present`; raises SheetError, TallyboardError.

    `usual`: the headings of a sheet that may come without any.
    """
    read = sheet_of(data, HEADINGS, later("name, and where there are such partner, club and seed"), usual)
    sheet = EntrantSheet(left_out=read.left_out)
    desk = Tournament(f"tournament {'doubles' if of_pairs else 'singles'}")  # which refuses what it would refuse
    for name in present:
        desk.enter(f"add {name}")
    problems: list[str] = []
    too_many: list[int] = []
    seeds: dict[int, int] = {}  # by the seed's number the place in names
    for number, _line, values in read.rows:
        try:
            name, club = _name(values, of_pairs), values.get("club", "")
            desk.enter(f"add {name}")
            seed = _seed(values.get("seed", ""), seeds)
            refuse_unprintable(later("The club"), club)
            if len(club) > _CLUB:
                raise TallyboardError(
                    "The club has %(count)s characters; %(most)s is the most.",
                    "Shorten it.",
                    count=len(club),
                    most=_CLUB,
                )
        except TallyboardError as error:
            if isinstance(error, Refusal) and error.code == "too-many":
                too_many.append(number)
            else:
                problems.append(_("Row %(number)s: %(problem)s", number=number, problem=str(error)))
            continue
        if seed is not None:
            seeds[seed] = len(sheet.names)
        sheet.names.append(name)
        sheet.clubs.append(club)
    if problems or too_many:
        raise SheetError(problems, too_many)
    if not sheet.names:
        raise TallyboardError("The sheet has headings, but no entrants.", "Give each entrant a line below them.")
    sheet.seeded = [seeds[seed] for seed in sorted(seeds)]
    return sheet


def as_rows(sheet: EntrantSheet) -> str:
    """The sheet as rows with headings, tabs between the cells, from which `entrants_in` makes the same."""
    seeds = {at: seed for seed, at in enumerate(sheet.seeded, 1)}
    rows = [["name", "club", "seed"]]
    rows += [[name, sheet.clubs[at], str(seeds.get(at, ""))] for at, name in enumerate(sheet.names)]
    return "\n".join("\t".join(row) for row in rows)


def _name(values: dict[str, str], of_pairs: bool) -> str:
    """The name of a row's entrant."""
    player = full_name(values)
    partner = values.get("partner", "")
    if not player:
        raise TallyboardError("The name is missing.", "Give it, or take the row out.")
    if partner and not of_pairs:
        raise TallyboardError(
            "%(player)s has a partner, %(partner)s.",
            "The tournament is singles: leave it out.",
            player=player,
            partner=partner,
        )
    return entered_name(f"{player} & {partner}" if partner else player, of_pairs)


def _seed(word: str, taken: dict[int, int]) -> int | None:
    """The number in a cell for the seed, None where there is none; `1.0` is what a spreadsheet makes of 1."""
    number = re.fullmatch(r"([1-9]\d{0,3})(?:[.,]0+)?", word)
    if not word:
        return None
    if number is None:
        raise TallyboardError("%(word)s is no seed.", "Give a number from 1 on, or leave the cell empty.", word=word)
    if int(number[1]) in taken:
        raise TallyboardError("The seed %(seed)s is given twice.", "Give each seed to one entrant.", seed=number[1])
    return int(number[1])
