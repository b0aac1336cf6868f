"""All public pages by their names: what the server has routes for, and the exported site files."""

from tallyboard.pages.public.asked import Make
from tallyboard.pages.public.entrants import player, players
from tallyboard.pages.public.figures import statistics
from tallyboard.pages.public.knock_out import knock_out
from tallyboard.pages.public.one_match import match
from tallyboard.pages.public.recorded import results
from tallyboard.pages.public.schedule import schedule
from tallyboard.pages.public.standings import standings
from tallyboard.pages.public.start import tournament, tournaments

PAGES: dict[str, Make] = {
    "results": results,
    "match": match,
    "tournaments": tournaments,
    "tournament": tournament,
    "standings": standings,
    "bracket": knock_out,
    "schedule": schedule,
    "players": players,
    "player": player,
    "statistics": statistics,
}
