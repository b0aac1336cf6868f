"""A tournament for a reader: its names, words and addresses. What stands here is safe to be put in a page."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from markupsafe import Markup

from tallyboard.desk import Tournament
from tallyboard.desk.bracket import LOSER, RESET, WINNER, Source
from tallyboard.desk.matches import members
from tallyboard.desk.objects import ByNumber, DeskMatchObject, PhaseObject
from tallyboard.desk.options import IN_ROUNDS, LAST, SHOOTOUT
from tallyboard.pages.answers import NotFound
from tallyboard.pages.public.facts import Facts, Known, PhaseFacts
from tallyboard.pages.public.rounds import place_words, round_words
from tallyboard.pages.render import Links, name_markup
from tallyboard.paper.view import FORMATS
from tallyboard.store import Reader
from tallyboard.text.game_words import game_words
from tallyboard.text.language import Language, later
from tallyboard.text.printable import printable
from tallyboard.text.tournament.bracket import KnockOut, bracket_name, short
from tallyboard.text.tournament.matches import LEVEL_WORDS, decider, is_league, tally
from tallyboard.text.tournament.names import NOBODY, numbered

_SUGGESTED = 300
OVER = ("decided", "void", "cancelled")
_Given = TypeVar("_Given")
_STATUS = {
    "absent": later("absent now"),
    "withdrawn": later("withdrawn"),
    "disqualified": later("disqualified"),
}
_UNPLAYED = {"bye": later("bye"), "double forfeit": later("both forfeit"), "walkover": later("walkover")}


class Page(NamedTuple):
    """A template, and what it is filled with."""

    template: str
    data: dict[str, Any]


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

    def link(self, address: str, said: str) -> Markup:
        """The text as a link; as text alone where the site has no such page."""
        return Markup('<a href="{}">{}</a>').format(address, said) if address else Markup("{}").format(said)

    def table(self, table: str) -> Markup:
        """The table as `table_said` has it, as a link to its page; made once."""
        if table not in self._tables:
            self._tables[table] = self.link(self.links.url("table", table=table), self.table_said(table))
        return self._tables[table]

    def table_said(self, table: str) -> Markup:
        """`Table 3`, and `Final table` of one that is called so."""
        name = name_markup(table)
        return name if "table" in table.casefold() else self._("Table %(table)s", table=name)

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
        self.entrants = ByNumber(self.computed["entrants"])
        self.matches = {match["match"]: match for phase in self.computed["phases"] for match in phase["matches"]}
        self.calls = {one["match"]: one["table"] for one in self.computed["tables"] if one["match"] is not None}
        self._brackets: dict[int, KnockOut] = {}
        self._players: dict[int, Markup] = {}

    def page(self, name: str, **data: Any) -> Page:
        """The public page of this name, with the tournament that it shows."""
        return Page(f"public/{name}.html", {"view": self, "seen": self.seen, **data})

    def url(self, name: str, **where: Any) -> str:
        """Where this page of the tournament is; "" where the site has none."""
        return self.links.url(name, t=self.seen.id, **where)

    # ---- entrants

    def no_such_player(self) -> NotFound:
        """What is told where the address has a number that no entrant has."""
        return NotFound(self._("There is no such player."), self._("Choose one of the list."), self.url("players"))

    def name(self, entrant: int) -> Markup:
        """The name, safe and without a link."""
        return name_markup(self.entrants[entrant]["name"])

    def player(self, entrant: int) -> Markup:
        """The name as a link to the page of the player, of partners both; made once: a page may name somebody often."""
        if entrant not in self._players:
            links = [self.link(self.url("player", entrant=one), self.name(one)) for one in members(entrant)]
            self._players[entrant] = Markup(" & ").join(links)
        return self._players[entrant]

    def status(self, entrant: int) -> Markup:
        """`withdrawn` and the like; empty of who is in."""
        said = _STATUS.get(self.entrants[entrant]["status"])
        return self._(said) if said else Markup("")

    @property
    def suggested(self) -> list[str]:
        """The names of players, for a field in which one is looked for; none where a list of them would be too long."""
        names = [player for entrant in self.entrants.values() for player in entrant["players"]]
        return sorted(map(printable, names)) if len(names) <= _SUGGESTED else []

    @property
    def is_of_pairs(self) -> bool:
        return any(len(entrant["players"]) > 1 for entrant in self.entrants.values())

    # ---- phases

    @property
    def brackets(self) -> list[PhaseObject]:
        """The phases by knock-out."""
        return [phase for phase in self.computed["phases"] if not is_league(phase)]

    def phase_of(self, match: DeskMatchObject) -> PhaseObject:
        return self.computed["phases"][int(match["match"].partition(":")[0]) - 1]

    def facts_of(self, phase: PhaseObject) -> PhaseFacts:
        return self.facts.phases[phase["phase"] - 1]

    def title(self, phase: PhaseObject) -> Markup:
        """`Phase 1`, `Power pool A`."""
        its = self.seen.phases[phase["phase"] - 1]
        return its.said(self._) if its.pattern else self._("Phase %(number)s", number=phase["phase"])

    def numbered(self, number: int) -> Markup:
        """What stands behind the word `phase`: `1`, `2 (Power pool A)`."""
        return Markup("{}").format(numbered(self._, self.seen.phases, number))

    def group(self, group: str) -> Markup:
        """`Group A`."""
        return self._("Group %(group)s", group=group)

    def format(self, phase: PhaseObject) -> Markup:
        """`round robin`, `double elimination`."""
        return self._(FORMATS[phase["format"]])

    def about(self, phase: PhaseObject) -> Markup:
        """`Swiss system, Championship crokinole, 4 rounds`, of a knock-out also how many games a match has."""
        options = self.facts_of(phase).options
        parts = [self.format(phase), Markup("{}").format(game_words(self.language, options.game))]
        if options.best > 1:
            parts.append(self._("best of %(games)s games", games=options.best))
        return Markup(" · ").join(parts)

    def source(self, phase: PhaseObject) -> Markup | None:
        """Where its entrants come from: `places 1 to 8 of phase 1`; None where all are in it who are here."""
        options = self.facts_of(phase).options
        if not options.of:
            return None
        if options.lost:
            return self._("who lost their first match in phase %(number)s", number=self.numbered(options.of))
        if options.take is None:
            return self._("all of phase %(number)s", number=self.numbered(options.of))
        first, last = options.take
        pattern = later("places %(first)s to %(last)s of phase %(number)s")
        pattern = later("from place %(first)s of phase %(number)s on") if last == LAST else pattern
        said = self._(pattern, first=first, last=last, number=self.numbered(options.of))
        return said + self._(", all groups by points alone") if options.across else said

    @staticmethod
    def played(phase: PhaseObject) -> list[DeskMatchObject]:
        """The matches without byes: those that two play, or would."""
        return [match for match in phase["matches"] if NOBODY not in match["sides"]]

    def over(self, phase: PhaseObject) -> int:
        """Of how many of those nothing is to come any more."""
        return sum(match["state"] in OVER for match in self.played(phase))

    def progress(self, phase: PhaseObject) -> Markup:
        """How far it is: `not drawn yet`, `5 of 10 matches decided`, `all matches decided`."""
        if not phase["drawn"]:
            return self._("not drawn yet")
        if phase["finished"]:
            return self._("all matches decided")
        said = self.decided([phase])
        if phase["format"] not in IN_ROUNDS:
            return said
        drawn = max((match["round"] for match in phase["matches"]), default=0)
        rounds = self.facts_of(phase).options.rounds
        return self._("round %(round)s of %(rounds)s, %(said)s", round=drawn, rounds=rounds, said=said)

    def decided(self, phases: list[PhaseObject]) -> Markup:
        """`5 of 10 matches decided`, of all that are drawn in these phases."""
        over, of_all = sum(map(self.over, phases)), sum(len(self.played(phase)) for phase in phases)
        return Markup(
            self.language.ngettext(
                "%(over)s of %(num)s match decided", "%(over)s of %(num)s matches decided", of_all, over=over
            )
        )

    @property
    def stage(self) -> Markup:
        """Where the tournament is: `Round of 16 · 3 of 16 decided`; between phases how the last one stands, and nothing
        where there is none."""
        phases = self.computed["phases"]
        playing = next((one for one in phases if one["drawn"] and not one["finished"]), None)
        open_ones = [one for one in self.played(playing) if one["state"] not in OVER] if playing else []
        if playing is None or not open_ones:
            return self.progress(phases[-1]) if phases else Markup("")
        first = min(open_ones, key=lambda one: one["match"].endswith(":T"))  # beside a final nobody asks for the third
        decided = self._("%(over)s of %(all)s decided", over=self.over(playing), all=len(self.played(playing)))
        return self.round(first) + Markup(" · ") + decided

    def points(self, phase: PhaseObject, has_walkovers: bool, has_byes: bool) -> list[Markup]:
        """What brings points in a league, and walkovers and byes where there are any: a row can be added up with it."""
        options = self.facts_of(phase).options
        if options.points is None:
            said = [self._("Points: a match gives each side the score that it made.")]
        else:
            win, level, defeat = options.points
            pattern = later("Points: %(win)s for a win, %(level)s for a level match, %(defeat)s for a defeat.")
            said = [self._(pattern, win=win, level=level, defeat=defeat)]
        if options.adjust:
            return [
                *said,
                self._(
                    "A bye and a walkover give nothing: points are compared per match, as not all have as many matches."
                ),
            ]
        if has_walkovers:
            pattern = later(
                "A walkover is won or lost without playing: it is not among the played. Who wins one gets %(points)s."
            )
            said.append(self._(pattern, points=options.bye))
        if has_byes:
            said.append(self._("A bye gives %(points)s, as soon as all of its round is decided.", points=options.bye))
        return said

    # ---- matches

    def round(self, match: DeskMatchObject) -> Markup:
        """`Round 3`, `Semi-finals`, see `round_words`."""
        phase = self.phase_of(match)
        return round_words(self._, match["match"], match["round"], phase["format"], len(phase["order"]))

    def where(self, match: DeskMatchObject) -> Markup:
        """Where a match belongs: `Phase 1, group A, round 2`; without the phase where there is one."""
        title = [self.title(self.phase_of(match))] if len(self.computed["phases"]) > 1 else []
        return Markup(" · ").join([*title, self.place(match)])

    def named(self, match: DeskMatchObject) -> Markup:
        """The same, with the name of a match of a knock-out behind it: `Semi-finals · W3.1`."""
        return Markup(" · ").join(filter(None, (self.where(match), self.tag(match))))

    def tag(self, match: DeskMatchObject) -> str:
        """The name of a match of a knock-out, see `bracket_name`."""
        return bracket_name(match["match"])

    def place(self, match: DeskMatchObject) -> Markup:
        """Where it belongs without the phase: `Group A · Round 2`, `Semi-finals`."""
        phase = self.phase_of(match)
        about = match["match"], match["round"], match["group"], phase["format"], len(phase["order"])
        return Markup(" · ").join(place_words(self._, *about))

    def table_of(self, match: str) -> str:
        """The table where the match of this name is, or was called to; "" for none."""
        return self.calls.get(match) or self.facts.tables.get(match, "")

    def side(self, entrant: int | None) -> Markup:
        """Who stands on a side of a match, as a link."""
        if entrant is None:
            return self._("not known yet")
        return self._("nobody") if entrant == NOBODY else self.player(entrant)

    def sides(self, match: DeskMatchObject) -> list[Markup]:
        """The two of a match, or where they come from."""
        return [self._origin(match, at) if side is None else self.side(side) for at, side in enumerate(match["sides"])]

    def feeder(self, match: DeskMatchObject, at: int) -> DeskMatchObject | None:
        """The match whose winner or loser comes to this side of one; None where that is known, or is no match."""
        node = self.bracket(self.phase_of(match)).nodes.get(short(match["match"]))
        if node is None or match["sides"][at] is not None:
            return None
        bracket = self.bracket(self.phase_of(match))
        source = bracket.origin(node.sources[at])
        return bracket.matches.get(source.name) if source.kind in (WINNER, LOSER) else None

    def comes(self, match: DeskMatchObject, at: int) -> Markup:
        """The name of a side, or the two of whom one comes; empty where that is not known."""
        side, before = match["sides"][at], self.feeder(match, at)
        if side:
            return self.name(side)
        if before is None or not all(before["sides"]):
            return Markup("")
        first, second = (self.name(one or 0) for one in before["sides"])
        return self._("%(first)s or %(second)s", first=first, second=second)

    def bracket(self, phase: PhaseObject) -> KnockOut:
        """The knock-out of a phase, made once."""
        if phase["phase"] not in self._brackets:
            self._brackets[phase["phase"]] = KnockOut(phase)
        return self._brackets[phase["phase"]]

    def _origin(self, match: DeskMatchObject, at: int) -> Markup:
        bracket = self.bracket(self.phase_of(match))
        node = bracket.nodes.get(short(match["match"]))
        return self.origin(bracket.origin(node.sources[at])) if node else self._("not known yet")

    def origin(self, source: Source) -> Markup:
        """`winner of W1.3`: who comes from there. A second final is played where side A has lost the first."""
        if source.kind == WINNER or source == Source(RESET, source.name, 1):
            return self._("winner of %(match)s", match=source.name)
        if source.kind in (LOSER, RESET):
            return self._("loser of %(match)s", match=source.name)
        return self._("not known yet")

    def figures(self, match: DeskMatchObject) -> list[int]:
        """What each side has of the match so far; empty before the first game."""
        return tally(match, self.facts_of(self.phase_of(match)).options.best)

    def decider(self, match: DeskMatchObject) -> str:
        """What is to decide a level match, see `matches.decider`."""
        options = self.facts_of(self.phase_of(match)).options
        return decider(match, options.best, options.level)

    def is_shootout(self, match: DeskMatchObject, game: int) -> bool:
        """Whether this game of a match, from 0, is the shootout that decides a level one."""
        phase = self.phase_of(match)
        options = self.facts_of(phase).options
        return not is_league(phase) and options.level == SHOOTOUT and game >= options.best

    def address_of_game(self, match: DeskMatchObject, number: int) -> str:
        """The page of the match that a board recorded as this game; "" where none did."""
        recorded = self.facts.recorded.get((match["match"], number))
        return self.links.url("match", match=recorded.id) if recorded else ""

    def outcome(self, match: DeskMatchObject) -> Markup:
        """How it was decided where figures do not say it: `level`, `walkover`; what is to decide a level one. Empty for
        a win by playing, and before the first game."""
        if match["state"] == "void":
            return self._("does not count: an entrant has left")
        if match["state"] == "cancelled":
            return self._("not played")
        if match["state"] == "waiting" and match["match"].endswith(":F2"):
            return self._("if the losers' bracket wins the final")
        if match["state"] != "decided":
            return self._(LEVEL_WORDS[waits]) if (waits := self.decider(match)) else Markup("")
        unplayed = _UNPLAYED.get(match["how"] or "")
        if unplayed:
            return self._(unplayed)
        return Markup("") if match["winner"] else self._("level")

    def absent(self, match: DeskMatchObject) -> Markup:
        """Who is not here for a match that is to be played: it is not called, and has no time; empty where all are."""
        if match["state"] in OVER:
            return Markup("")
        away = [self.name(one) for one in match["sides"] if one and self.entrants[one]["status"] == "absent"]
        return self._("absent: %(names)s", names=self.listed(away)) if away else Markup("")


class Asked(NamedTuple):
    """`store`: where everything is read. `known`: the tournaments. `where`: what the address has, `query`: what stands
    behind the question mark in it; `language` and `links`: of whoever asks. `only`: the ids of the boards' matches that
    there are pages of, None for all, and for a server: where it is not None, the pages are files. `origin`: how phones
    reach the server, as `http://192.168.1.7:8765`; "" of files."""

    store: Reader
    known: Known
    language: Language
    links: Links
    where: Mapping[str, Any]
    query: Mapping[str, str]
    only: frozenset[str] | None = None
    origin: str = ""

    @property
    def is_file(self) -> bool:
        """Whether the page is one of an exported site."""
        return self.only is not None

    def view(self, word: str = "") -> View:
        """The tournament of this id; without one that of the address. Raises TallyboardError."""
        return View(self.known.facts(self.store, word or str(self.where["t"])), self.language, self.links)

    def find(self, view: View, question: Callable[[Tournament], _Given]) -> _Given:
        """What `question` finds in the tournament of this view as it stands now."""
        return self.known.tournaments.asked(self.store, view.seen.about.id, lambda look: question(look.tournament))

    def player(self, view: View) -> int:
        """The entrant whom the query names (`player=3`), 0 for nobody. Raises NotFound where there is no such."""
        player = self.number("player")
        if player and player not in view.entrants:
            raise view.no_such_player()
        return player

    def number(self, name: str, default: int = 0) -> int:
        """A number of the query; the default where there is none."""
        given = self.query.get(name, "")
        return int(given) if given.isascii() and given.isdecimal() and len(given) < 7 else default


Make = Callable[[Asked], Page]


class MatchRow(NamedTuple):
    """A match in a list. `table`: where it is, was or could be called to; `time`: since when, or when it is expected;
    "" where that is not known."""

    match: DeskMatchObject
    table: str
    time: str = ""


def match_rows(view: View, matches: Iterable[DeskMatchObject]) -> list[MatchRow]:
    """These matches, in this order."""
    return [MatchRow(one, view.table_of(one["match"])) for one in matches]
