"""A phase's format and options: what may be given where, and what holds where nothing is given."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from shared_rules.games.options import OptionError, number, to_text
from tallyboard.desk.events import DOUBLES, SINGLES, Declare
from tallyboard.errors import Later, later
from tallyboard.errors import desk as told
from tallyboard.errors.desk import Refusal

ROUND_ROBIN, SWISS, PARTNERS, SINGLE, DOUBLE = "round-robin", "swiss", "partners", "single", "double"
LEAGUES = (ROUND_ROBIN, SWISS, PARTNERS)
KNOCK_OUTS = (SINGLE, DOUBLE)
FORMATS = LEAGUES + KNOCK_OUTS
IN_ROUNDS = {SWISS: later("Swiss"), PARTNERS: later("Partners")}  # each drawn by itself; how a sentence calls it

ENTRY, LOT = "entry", "lot"
SCORE = "score"
SHOOTOUT, REPLAY = "shootout", "replay"
LOST = "lost"
LAST = 999  # of places that can be taken: up to it is up to the end
ADJUST = "adjust"
CHAIN_ITEMS = ("points", "twenties", "for", "wins", "difference", "buchholz", "head", "shootout", "lot")


Reader = Callable[[str, str], Any]  # what an option's value says, of the whole word and the value
Refuse = Callable[..., Refusal]  # of the cause, the next step, and the option where it is about one


@dataclass(frozen=True)
class Options:
    """Everything that is in force in a phase."""

    of: int  # the phase whose ranking its entrants come from; 0: all who are in
    take: tuple[int, int] | None  # the places of that ranking, None: all
    lost: bool  # instead of places: who lost their first match there
    across: bool  # that ranking goes by figures alone, whatever the place in the group
    order: str
    groups: int
    times: int
    rounds: int | None  # of a Swiss phase or a partial round robin, or of partners
    rotation: bool  # a round robin in which players move from table to table
    points: tuple[int, int, int] | None  # for a win, a level match, a defeat; None: the match's own score
    bye: int
    adjust: bool  # a bye and a walkover give nothing, and what is compared is the average per match
    chain: tuple[str, ...]
    third: bool
    reset: bool
    best: int
    level: str
    minutes: int  # a game takes
    rest: int  # minutes between two matches of an entrant
    game: str  # a game line without the word `game`, with every option in force


def read_options(declared: Declare, entry: str) -> Options:
    """The options in force for a phase declared so in a tournament of `entry` (singles, doubles); Refusal `option`."""
    if declared.format not in FORMATS:
        raise _refused(
            later("There is no format %(format)s", format=declared.format),
            later("The formats are %(all)s", all=", ".join(FORMATS)),
        )
    given = _given(declared)
    holds = {**_USUAL, **given}
    of, take = holds["of"], given.get("take")
    if of >= declared.phase:
        raise _refused(
            later("Phase %(phase)s cannot come of phase %(of)s", phase=declared.phase, of=of),
            later("Name an earlier one"),
        )
    if of == 0 and "take" in given:
        raise _refused(
            later("`take` chooses from another phase"), later("Name that phase with of=K, or leave `take` out"), "take"
        )
    if of == 0 and "across" in given:
        raise _refused(
            later("`across` is for the ranking of another phase"),
            later("Name that with of=K, or leave `across` out"),
            "across",
        )
    if of > 0 and "order" in given:
        raise _refused(
            later("`order` is for entrants who come of no other phase"), later("Leave `order` or `of` out"), "order"
        )
    if "rounds" in given and ("groups" in given or "times" in given):
        raise _refused(
            later("`rounds` does not go with `groups` or `times`"), later("Leave the one or the other out"), "groups"
        )
    if declared.format in IN_ROUNDS and "rounds" not in given:
        raise _refused(
            later("A %(format)s phase needs its number of rounds", format=IN_ROUNDS[declared.format]),
            later("Give it, as in rounds=5"),
        )
    if "rotation" in given and "rounds" not in given:
        raise _refused(
            later("`rotation` is for a round robin of some rounds"), later("Say how many, as in rounds=10"), "rotation"
        )
    if declared.format == PARTNERS and entry != SINGLES:
        raise _refused(later("Partners change, so each enters alone"), later("Begin a tournament of singles for it"))
    game_id, settings = _game(declared.game, DOUBLES if declared.format == PARTNERS else entry)
    facts = facts_of(game_id)
    own_points = facts.own_points(settings)
    points = given.get("points", (2, 1, 0) if own_points is None else None)
    bye = given.get("bye", ADJUST if declared.format == PARTNERS or holds["rotation"] else None)
    if bye is None and points is None and own_points is None:
        raise _refused(
            later("With points=score this game has no points for a bye of its own"), later("Give them, as in bye=8")
        )
    of_game = {
        "rounds": None,
        "chain": facts.chain,
        "minutes": facts.minutes(settings),
    }
    fields = {**of_game, **holds, "take": None if take == LOST else take, "lost": take == LOST, "points": points}
    if bye is None:
        bye = points[0] if points else own_points
    fields.update(bye=0 if bye == ADJUST else bye, adjust=bye == ADJUST)
    if declared.format == PARTNERS and "chain" not in given:
        fields["chain"] = tuple(item for item in facts.chain if item != "head")
    if declared.format == PARTNERS and "head" in fields["chain"]:
        raise _refused(
            later("Partners change, so two have no matches of their own"),
            later("Leave `head` out of the chain"),
            "chain",
        )
    if "buchholz" in fields["chain"] and (declared.format == PARTNERS or fields["adjust"]):
        raise _refused(
            later("`buchholz` adds points up, and here the average per match ranks"), later("Leave it out"), "chain"
        )
    game = [game_id, *(f"{name}={to_text(value)}" for name, value in catalogue.in_order(game_id, settings))]
    return Options(**fields, game=" ".join(game))


def _refused(cause: str, next_step: str, option: str = "") -> Refusal:
    """`option`: the one that it is about, of the game with `game ` before it."""
    return Refusal(told.OPTION, cause=cause, next_step=next_step, option=option)


def _of(word: str) -> str:
    """The option of `name=value`."""
    return word.partition("=")[0]


def _of_game(words: list[str]) -> str:
    """The first option of a game line that is not valid without which it is; "" for none."""
    for at, word in enumerate(words[1:], 1):
        with suppress(OptionError):
            catalogue.parse([*words[:at], *words[at + 1 :]])
            return f"game {_of(word)}"
    return ""


def _given(declared: Declare) -> dict[str, Any]:
    """The values of the options that were given, by name."""
    readers = {name: option.read for name, option in OPTIONS.items() if declared.format in option.formats}
    none = later("%(format)s has no option `%(word)s`", format=declared.format)
    return read_values(declared.options, readers, none, later("It has %(valid)s"), _refused)


def read_values(
    words: Sequence[str], readers: Mapping[str, Reader], none: Later, there_are: Later, refused: Refuse
) -> dict[str, Any]:
    """The values of the options `name=value` that these words are, by name. Raises what `refused` gives; `none`:
    what it says of a %(word)s that is no such option; `there_are`: which %(valid)s ones there are."""
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name not in readers:
            valid = ", ".join(f"{one}=" for one in readers)
            raise refused(Later(none, **none.values, word=word), Later(there_are, valid=valid))
        if name in given:
            raise refused(
                later("The option `%(name)s` is given twice", name=name), later("Leave one of them out"), name
            )
        given[name] = readers[name](word, value)
    return given


def whole(least: int, most: int, refused: Refuse = _refused) -> Reader:
    """What reads a whole number of this range."""

    def read(word: str, value: str) -> int:
        found = number(value)
        if found is None or not least <= found <= most:
            raise refused(
                later("`%(word)s` is out of range", word=word),
                later("It is a whole number from %(least)s to %(most)s", least=least, most=most),
                _of(word),
            )
        return found

    return read


def _choice(**choices: object) -> Reader:
    def read(word: str, value: str) -> object:
        if value not in choices:
            raise _refused(
                later("`%(word)s` is not valid", word=word),
                later("It is one of %(all)s", all=", ".join(choices)),
                _of(word),
            )
        return choices[value]

    return read


def _best(word: str, value: str) -> int:
    games: int = whole(1, 9)(word, value)
    if games % 2 == 0:
        raise _refused(later("`%(word)s` could end level", word=word), later("It is an odd number from 1 to 9"), "best")
    return games


def _take(word: str, value: str) -> tuple[int, int] | str:
    if value == LOST:
        return LOST
    places = [number(part) for part in value.split("-")]
    if len(places) != 2 or places[0] is None or places[1] is None or not 1 <= places[0] <= places[1] <= LAST:
        raise _refused(
            later("`%(word)s` is no range of places", word=word), later("Write it as take=1-8, or as take=lost"), "take"
        )
    return places[0], places[1]


def _bye(word: str, value: str) -> int | str:
    return ADJUST if value == ADJUST else int(whole(0, 999)(word, value))


def _points(word: str, value: str) -> tuple[int, int, int] | None:
    if value == SCORE:
        return None
    points = [number(part) for part in value.split(",")]
    if len(points) != 3 or any(part is None or part > 99 for part in points):
        raise _refused(
            later("`%(word)s` is not valid", word=word),
            later("It is points=score, or three numbers up to 99 as in points=2,1,0"),
            "points",
        )
    return points[0] or 0, points[1] or 0, points[2] or 0


def _chain(word: str, value: str) -> tuple[str, ...]:
    items = tuple(value.split(","))
    unknown = [item for item in items if item not in CHAIN_ITEMS]
    if unknown:
        raise _refused(
            later("A chain has no item `%(item)s`", item=unknown[0]),
            later("The items are %(all)s", all=", ".join(CHAIN_ITEMS)),
            "chain",
        )
    if len(set(items)) < len(items) or items[0] != "points" or "lot" in items[:-1]:
        raise _refused(
            later("`%(word)s` is no chain", word=word),
            later("It begins with points, may end with lot, and has no item twice"),
            "chain",
        )
    return items


def _game(words: tuple[str, ...], entry: str) -> tuple[str, dict[str, Any]]:
    """(game id, options in force) of a game line between two sides."""
    given = [word for word in words if word.startswith("format=")]
    rest = [word for word in words if not word.startswith("format=")]
    if len(given) > 1 or given not in ([], [f"format={entry}"]):
        raise _refused(
            later("The tournament is %(entry)s, and its games too", entry=entry),
            later("Leave `format` out of the game"),
        )
    of_phase = [word for word in rest if word.partition("=")[0] in ("minutes", "rest", "of", "take", "points", "bye")]
    if of_phase:
        raise _refused(
            later("`%(option)s` is of the phase, not of the game", option=of_phase[0]),
            later("Write it before the word `game`"),
        )
    line = [*rest, *_of_entry(rest, entry)]
    try:
        game_id, settings = catalogue.parse(line)
    except OptionError as error:
        raise _refused(
            later("The game is not valid: %(error)s", error=error),
            later("Write it as in a scoresheet, as in game crokinole-official"),
            _of_game(line),
        ) from None
    if settings.get("sides", 2) != 2:
        raise _refused(later("A tournament's match is between two sides"), later("Leave `sides` out of the game"))
    return game_id, settings


def _of_entry(words: list[str], entry: str) -> list[str]:
    """What a game line has for two sides of this entry beside what was given."""
    try:
        defaults = dict(catalogue.by_id(words[0] if words else "").OPTIONS)
    except OptionError:
        return [f"format={entry}"]
    sides = defaults.get("sides", 2) != 2 and not any(_of(word) == "sides" for word in words)
    return [*([f"format={entry}"] if "format" in defaults else []), *(["sides=2"] if sides else [])]


class Option(NamedTuple):
    """An option as it is written, which formats have it, how its value is read; in words what holds without it, and
    what it says."""

    form: str
    formats: tuple[str, ...]
    read: Reader
    default: str
    meaning: str

    @property
    def name(self) -> str:
        """What stands before the `=`."""
        return _of(self.form)

    @property
    def usual(self) -> str:
        """The value that holds without it; "" where the game or the draw says it."""
        return "" if self.default in (_ALL, _BY_GAME) else self.default.partition(",")[0]


FORMAT_WORDS = {
    "round-robin": later("everybody plays everybody, all together or in groups"),
    "swiss": later("each round is drawn from the standings: who are near each other meet"),
    "partners": later("two against two, with a new partner each round; everybody is ranked alone"),
    "single": later("who loses is out"),
    "double": later("who loses twice is out"),
}
_ALL, _BY_GAME = later("all"), later("the game's")
_TABLE = (
    Option("of=K", FORMATS, whole(0, 999), later("0, all who are in"), later("who plays: the ranking of phase K")),
    Option(
        "take=A-B|lost",
        FORMATS,
        _take,
        _ALL,
        later("of that ranking only the places A to B; lost: who lost their first match in a single"),
    ),
    Option(
        "across=place|points",
        FORMATS,
        _choice(place=False, points=True),
        "place",
        later("how several groups are ranked together: by place first, or by figures alone"),
    ),
    Option(
        "order=entry|lot",
        FORMATS,
        _choice(entry=ENTRY, lot=LOT),
        "entry",
        later("how those who are not seeded follow: by number, or by lot"),
    ),
    Option("groups=G", (ROUND_ROBIN,), whole(1, 26), "1", later("so many groups, up to 26")),
    Option("times=1|2", (ROUND_ROBIN,), whole(1, 2), "1", later("how often each two meet")),
    Option("rounds=N", LEAGUES, whole(1, 99), _ALL, later("so many rounds; swiss and partners need it")),
    Option(
        "rotation=berger|tables",
        (ROUND_ROBIN,),
        _choice(berger=False, tables=True),
        "berger",
        later("with rounds: by the usual tables, or tables: half go up by one table a round, half down"),
    ),
    Option(
        "points=W,L,D",
        LEAGUES,
        _points,
        _BY_GAME,
        later("points for a win, a level match, a defeat; points=score: the match's own score"),
    ),
    Option(
        "bye=N|adjust",
        LEAGUES,
        _bye,
        _BY_GAME,
        later(
            "points for a bye, and for a match won without playing; adjust: none, and ranked by the average per match"
        ),
    ),
    Option(
        "chain=ITEM,…",
        LEAGUES,
        _chain,
        _BY_GAME,
        later(
            "what ranks, points first, then of head, twenties, difference, for, wins, buchholz, shootout, and lot last"
        ),
    ),
    Option("third=no|yes", (SINGLE,), _choice(no=False, yes=True), "no", later("a match for third place")),
    Option(
        "reset=yes|no",
        (DOUBLE,),
        _choice(yes=True, no=False),
        "yes",
        later("a second final where the first is lost by who had not lost before"),
    ),
    Option("best=N", KNOCK_OUTS, _best, "1", later("a match has so many games, odd, up to 9")),
    Option(
        "level=shootout|replay",
        KNOCK_OUTS,
        _choice(shootout=SHOOTOUT, replay=REPLAY),
        "shootout",
        later("what decides a level match"),
    ),
    Option("minutes=N", FORMATS, whole(1, 999), _BY_GAME, later("a game takes so long, for the expected times")),
    Option("rest=N", FORMATS, whole(0, 999), "0", later("minutes between two matches of an entrant")),
)
OPTIONS = {option.name: option for option in _TABLE}
USUAL = {f"{name}={option.usual}" for name, option in OPTIONS.items() if option.usual}
_USUAL: dict[str, Any] = {name: option.read("", option.usual) for name, option in OPTIONS.items() if option.usual}
