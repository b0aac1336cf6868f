"""What the desk computed, as paper has it."""

from tallyboard.desk import Tournament, as_object
from tallyboard.paper.shapes import TournamentPaper


def paper_of(name: str, printed: str, tournament: Tournament) -> TournamentPaper:
    """The tournament of this name to be printed; `printed`: when, as people read it."""
    made = as_object(tournament)
    due = {
        match["match"]: phase.level_game()
        for phase, its in zip(tournament.phases, made["phases"], strict=True)
        for match in its["matches"]
        if not phase.is_league and (match["due"] or 1) > phase.options.best
    }
    games = [phase.game for phase in tournament.phases]
    best = [1 if phase.is_league else phase.options.best for phase in tournament.phases]
    return {"name": name, "printed": printed, "tournament": made, "games": games, "due": due, "best": best}
