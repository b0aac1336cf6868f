"""The name of an entrant, as somebody types it, as a line of a script has it."""

from typing import TYPE_CHECKING

from tallyboard.errors import TallyboardError

if TYPE_CHECKING:
    from tallyboard.desk import Tournament


def is_pair(tournament: "Tournament") -> bool:
    """Whether entrants are pairs."""
    return tournament.entry == "doubles"


def entered_name(name: str, of_pair: bool) -> str:
    """The name as a line of a script has it; of a pair with `&` between, however that was typed.

    Raises TallyboardError for what a command would not take for the name of one: `all`, and numbers.
    """
    from tallyboard.text.board_names import partners

    if "#" in name:
        raise TallyboardError(f"{name} has the sign #.", "A name in a tournament has none: leave it out.")
    both = partners(name) if of_pair else []
    for player in both or name.split("&"):
        _refuse_no_name(" ".join(player.split()))
    return " & ".join(both) if both else " ".join(name.split())


def _refuse_no_name(player: str) -> None:
    if player.casefold() == "all":
        raise TallyboardError(f"{player} is no name: it means everybody.", "Give the name in full, as in `Al Smith`.")
    if player.isdecimal():
        raise TallyboardError(
            f"{player} is no name: entrants are known by numbers too.", f"Add a word, as in `Player {player}`."
        )
