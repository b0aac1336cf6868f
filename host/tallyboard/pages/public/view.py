"""A tournament for a reader: its names, words and addresses. What stands here is safe to be put in a page."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from tallyboard.desk.bracket_shape import LOSER, WINNER, Source
from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.answers import NotFound
from tallyboard.pages.links import Links
from tallyboard.pages.public.facts import Facts, Known, PhaseFacts
from tallyboard.store import Reader
from tallyboard.text.game_words import game_words
from tallyboard.text.language import Language
from tallyboard.text.printable import printable
from tallyboard.text.quantities import clock
from tallyboard.text.tournament.bracket import KnockOut, short
from tallyboard.text.tournament.names import NOBODY


class Speaker:
    """The words of a language for pages, and where pages are."""

    def __init__(self, language: Language, links: Links) -> None:
        self.language = language
        self.links = links
        self._tables: dict[str, Markup] = {}

    def _(self, said: str, /, **values: Any) -> Markup:
        """The sentence in this language; what is put into it is escaped where it is not Markup."""
        found = Markup(self.language.gettext(said))
        return found % values if values else found

    def ngettext(self, one: str, many: str, number: int, /, **values: Any) -> Markup:
        """The same for so many."""
        return Markup(self.language.form(one, many, number)) % {"num": number, **values}

    def game(self, line: str) -> str:
        """A game line in words; as it is where only a newer version knows the game."""
        return game_words(self.language, line)

    def time(self, minute: int) -> str:
        """`9:05`, `9 h 05`; from the second day on with the day."""
        return clock(self.language, minute)

    def link(self, address: str, said: str) -> Markup:
        """The text as a link; as text alone where the site has no such page."""
        return Markup('<a href="{}">{}</a>').format(address, said) if address else Markup("{}").format(said)

    def table(self, table: str) -> Markup:
        """The table's name, as a link to its page; made once."""
        if table not in self._tables:
            self._tables[table] = self.link(self.links.url("table", table=table), name_markup(table))
        return self._tables[table]

    def listed(self, parts: list[Markup]) -> Markup:
        """`Ann`, `Ann and Bob`, `Ann, Bob and Cid`."""
        if len(parts) < 2:
            return Markup("").join(parts)
        return self._("%(most)s and %(last)s", most=Markup(", ").join(parts[:-1]), last=parts[-1])


class View(Speaker):
    """The tournament of these facts in words."""

    def __init__(self, facts: Facts, language: Language, links: Links) -> None:
        super().__init__(language, links)
        self.facts = facts
        self.seen = facts.seen
        self.computed = facts.seen.computed
        self.entrants = {entrant["entrant"]: entrant for entrant in self.computed["entrants"]}
        self.matches = {match["match"]: match for phase in self.computed["phases"] for match in phase["matches"]}
        self.calls = {one["match"]: one["table"] for one in self.computed["tables"] if one["match"] is not None}
        self._brackets: dict[int, KnockOut] = {}
        self._players: dict[int, tuple[str, Markup]] = {}

    def phase_of(self, match: str) -> PhaseObject:
        """The phase of the match of this name."""
        return self.computed["phases"][int(match.partition(":")[0]) - 1]

    def facts_of(self, phase: PhaseObject) -> PhaseFacts:
        """What is known of the phase besides."""
        return self.facts.phases[phase["phase"] - 1]

    def no_such_player(self) -> NotFound:
        """What is told where the address has a number that no entrant has."""
        players = self.links.url("players", t=self.seen.id)
        return NotFound(self._("There is no such player."), self._("Choose one of the list."), players)

    def name(self, entrant: int) -> Markup:
        """The name, safe and without a link."""
        return name_markup(self.entrants[entrant]["name"])

    def player(self, entrant: int) -> Markup:
        """The name as a link to the page of the player."""
        return self._player(entrant)[1]

    def address_of(self, entrant: int) -> str:
        """The page of the player."""
        return self._player(entrant)[0]

    def _player(self, entrant: int) -> tuple[str, Markup]:
        """Both, made once: a page may name somebody many times."""
        if entrant not in self._players:
            address = self.links.url("player", t=self.seen.id, entrant=entrant)
            self._players[entrant] = address, self.link(address, self.name(entrant))
        return self._players[entrant]

    def side(self, entrant: int | None) -> Markup:
        """Who stands on a side of a match, as a link."""
        if entrant is None:
            return self._("not known yet")
        return self._("nobody") if entrant == NOBODY else self.player(entrant)

    def sides(self, match: DeskMatchObject) -> tuple[Markup, Markup]:
        """The two of a match, or where they come from."""
        bracket = self.bracket(self.phase_of(match["match"]))
        node = bracket.nodes.get(short(match["match"]))
        first, second = (
            self.side(side) if side is not None or node is None else self._origin(bracket.origin(node.sources[at]))
            for at, side in enumerate(match["sides"])
        )
        return first, second

    def bracket(self, phase: PhaseObject) -> KnockOut:
        """The knock-out of a phase, made once."""
        if phase["phase"] not in self._brackets:
            self._brackets[phase["phase"]] = KnockOut(phase)
        return self._brackets[phase["phase"]]

    def _origin(self, source: Source) -> Markup:
        if source.kind == WINNER:
            return self._("winner of %(match)s", match=source.name)
        if source.kind == LOSER:
            return self._("loser of %(match)s", match=source.name)
        return self._("not known yet")


def name_markup(name: str) -> Markup:
    """Anybody's text: nothing in it acts on the page or on the text around it."""
    return Markup("<bdi>{}</bdi>").format(printable(name))


class Asked(NamedTuple):
    """`store`: where everything is read. `known`: the tournaments. `where`: what the address has, `query`: what stands
    behind the question mark in it; `language` and `links`: of whoever asks. `only`: the ids of the boards' matches that
    there are pages of, None for all, and for a server: where it is not None, the pages are files."""

    store: Reader
    known: Known
    language: Language
    links: Links
    where: Mapping[str, Any]
    query: Mapping[str, str]
    only: frozenset[str] | None = None

    @property
    def is_file(self) -> bool:
        """Whether the page is one of an exported site."""
        return self.only is not None

    def view(self) -> View:
        """The tournament that is asked for. Raises TallyboardError."""
        return View(self.known.facts(self.store, str(self.where["t"])), self.language, self.links)

    def number(self, name: str, default: int = 0) -> int:
        """A number of the query; the default where there is none."""
        given = self.query.get(name, "")
        return int(given) if given.isascii() and given.isdecimal() and len(given) < 7 else default


class Page(NamedTuple):
    """A template, and what it is filled with."""

    template: str
    data: dict[str, Any]


Make = Callable[[Asked], Page]
