"""A season for everybody: its standings with what each night gave, and the nights of one of its players."""

from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.season import NightObject, NightRowObject, SeasonObject, SeasonRowObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.public.view import Asked, Page, Speaker
from tallyboard.pages.render import Links, name_markup
from tallyboard.pages.tournaments import SeenSeason
from tallyboard.text.language import Language
from tallyboard.text.season import flags, leaves_out, reason, rules, shares_date


class SeasonView(Speaker):
    """The season in words. `points`: by night and player what it gave."""

    def __init__(self, seen: SeenSeason, computed: SeasonObject, language: Language, links: Links) -> None:
        super().__init__(language, links)
        self.seen = seen
        self.computed = computed
        self.points = {
            night["night"]: {row["player"]: row["points"] for row in night["rows"]} for night in computed["nights"]
        }

    def name(self, player: int) -> Markup:
        return name_markup(self.computed["players"][player - 1]["name"])

    def player(self, player: int) -> Markup:
        """The same as a link to the page of the player."""
        return self.link(self.links.url("season_player", season=self.seen.id, player=player), self.name(player))

    def day(self, night: NightObject, said: str = "") -> Markup:
        """The date, of two on one also the name, or what is said instead, as a link to the night's tournament."""
        id = self.seen.tournaments.get(night["file"], ("", ""))[0]
        date = self.said(night) if shares_date(night, self.computed["nights"]) else night["date"]
        return self.link(self.links.url("tournament", t=id) if id else "", said or date)

    def said(self, night: NightObject) -> Markup:
        """The date, and what its tournament is called."""
        return Markup("{} ({})").format(night["date"], self.called(night))

    def called(self, night: NightObject) -> Markup:
        """What the night's tournament is called."""
        return name_markup(self.seen.tournaments.get(night["file"], ("", night["file"]))[1])

    @property
    def rules(self) -> Markup:
        return Markup(" ").join(rules(self._, self.seen.season.options))

    def reason(self, row: SeasonRowObject) -> Markup:
        return self._("; ").join(reason(self._, row, self.computed["standings"]))

    @property
    def flags(self) -> list[Markup]:
        return flags(self._, self.computed, self.day, lambda names: self.listed([*map(name_markup, names)]))

    @property
    def leaves_out(self) -> bool:
        """Whether some night of somebody does not count."""
        return leaves_out(self.computed)


class PlayerNight(NamedTuple):
    """A night of a player; `counts`: its points are added up."""

    night: NightObject
    row: NightRowObject
    counts: bool


def season(asked: Asked) -> Page:
    """The standings, with the nights as columns."""
    view = _view(asked)
    return Page("public/season.html", {"view": view})


def season_player(asked: Asked) -> Page:
    """The nights of one of the roster."""
    view, number = _view(asked), int(asked.where["player"])
    row = next((row for row in view.computed["standings"] if row["player"] == number), None)
    if row is None:
        raise NotFound(
            view._("There is no such player."),
            view._("Choose one of the list."),
            asked.links.url("season", season=view.seen.id),
        )
    nights = [
        PlayerNight(night, one, night["night"] in row["counted"])
        for night in view.computed["nights"]
        for one in night["rows"]
        if one["player"] == number
    ]
    return Page("public/season_player.html", {"view": view, "row": row, "nights": nights})


def _view(asked: Asked) -> SeasonView:
    seen = asked.known.seasons.see(asked.store, str(asked.where["season"]))
    return SeasonView(seen, seen.computed, asked.language, asked.links)
