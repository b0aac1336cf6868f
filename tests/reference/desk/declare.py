"""The line `phase K FORMAT [option…] game GAME…`: options, and what depends on the game."""

from dataclasses import dataclass

from tests.reference.desk.words import Refused, number
from tests.reference.reference import OPTIONS as GAME_OPTIONS
from tests.reference.reference import Options, read_options
from tests.reference.reference import Refused as GameRefused

FORMATS = ("round-robin", "swiss", "partners", "single", "double")
LEAGUE = ("round-robin", "swiss", "partners")
KNOCK_OUT = ("single", "double")
CHAIN_ITEMS = ("points", "twenties", "for", "wins", "difference", "buchholz", "head", "shootout", "lot")
GIVEN_IN = {
    "of": FORMATS,
    "take": FORMATS,
    "across": FORMATS,
    "order": FORMATS,
    "groups": ("round-robin",),
    "times": ("round-robin",),
    "rounds": LEAGUE,
    "rotation": ("round-robin",),
    "points": LEAGUE,
    "bye": LEAGUE,
    "chain": LEAGUE,
    "third": ("single",),
    "reset": ("double",),
    "best": KNOCK_OUT,
    "level": KNOCK_OUT,
    "minutes": FORMATS,
    "rest": FORMATS,
}
WORDS = {
    "across": ("place", "points"),
    "order": ("entry", "lot"),
    "rotation": ("berger", "tables"),
    "third": ("no", "yes"),
    "reset": ("yes", "no"),
    "level": ("shootout", "replay"),
    "times": ("1", "2"),
}
RANGES = {"groups": (1, 26), "rounds": (1, 99), "bye": (0, 999), "minutes": (1, 999), "rest": (0, 999)}
CHAINS = {
    "crokinole-championship": ["points", "twenties", "head", "lot"],
    "pichenottes-quebec": ["points", "head", "difference", "for", "lot"],
    "washers-ritzenthaler": ["points", "head", "difference", "for", "lot"],
}
OTHER_CHAIN = ["points", "head", "twenties", "difference", "lot"]


@dataclass
class Declaration:
    """One phase as declared, every option with its value in force. `points` None is the match's own score."""

    format: str
    game: str
    game_rounds: int | None  # of crokinole-championship, where their number is fixed
    of: int
    take: tuple[int, int] | None
    lost: bool  # take=lost
    across: bool  # across=points
    order: str
    groups: int
    times: int
    rounds: int | None
    rotation: bool  # rotation=tables
    points: tuple[int, int, int] | None
    bye: int
    adjust: bool  # bye=adjust
    chain: list[str]
    third: bool
    reset: bool
    best: int
    minutes: int
    rest: int


def declare(phase: int, format_name: str, words: list[str], doubles: bool) -> Declaration:
    """`words`: the lower-case words after the format. Raises Refused."""
    if format_name not in FORMATS or "game" not in words:
        raise Refused("syntax", "option")
    cut = words.index("game")
    given = read_phase_options(format_name, words[:cut])
    partners = format_name == "partners"
    if partners and doubles:
        raise Refused("option")
    game, game_options = read_game(words[cut + 1 :], doubles or partners)
    of = given_number(given, "of", 0, 1000, 0)
    if of >= phase:
        raise Refused("option", "unknown-phase")
    if (of == 0 and ("take" in given or "across" in given)) or (of > 0 and "order" in given):
        raise Refused("option")
    if (partners or format_name == "swiss" or "rotation" in given) and "rounds" not in given:
        raise Refused("option")
    if format_name == "round-robin" and "rounds" in given and ("groups" in given or "times" in given):
        raise Refused("option")
    rotation = given.get("rotation") == "tables"
    adjust = given.get("bye", "adjust" if rotation or partners else "") == "adjust"
    points, bye = points_and_bye({**given, "bye": "0"} if adjust else given, game, game_options)
    chain = read_chain(given["chain"]) if "chain" in given else CHAINS.get(game, OTHER_CHAIN)
    if partners and "chain" not in given:
        chain = [item for item in chain if item != "head"]
    if (partners and "head" in chain) or ((partners or adjust) and "buchholz" in chain):
        raise Refused("option")
    best = given_number(given, "best", 1, 9, 1)
    if best % 2 == 0:
        raise Refused("option")
    return Declaration(
        format=format_name,
        game=game,
        game_rounds=game_options.get("rounds"),
        of=of,
        take=read_take(given["take"]) if given.get("take", "lost") != "lost" else None,
        lost=given.get("take") == "lost",
        across=given.get("across") == "points",
        order=given.get("order", "entry"),
        groups=given_number(given, "groups", 1, 26, 1),
        times=given_number(given, "times", 1, 2, 1),
        rounds=given_number(given, "rounds", 1, 99, 0) or None,
        rotation=rotation,
        points=points,
        bye=bye,
        adjust=adjust,
        chain=chain,
        third=given.get("third") == "yes",
        reset=given.get("reset") != "no",
        best=best,
        minutes=given_number(given, "minutes", 1, 999, game_minutes(game, game_options)),
        rest=given_number(given, "rest", 0, 999, 0),
    )


def read_phase_options(format_name: str, words: list[str]) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if word == "score" or not equals:
            raise Refused("option", "syntax")
        if name in given or format_name not in GIVEN_IN.get(name, ()):
            raise Refused("option")
        if name in WORDS and value not in WORDS[name]:
            raise Refused("option")
        if name in RANGES and word != "bye=adjust":
            number(value, *RANGES[name], "option")
        given[name] = value
    return given


def given_number(given: dict[str, str], name: str, low: int, high: int, default: int) -> int:
    return number(given[name], low, high, "option") if name in given else default


def read_take(value: str) -> tuple[int, int]:
    first, dash, last = value.partition("-")
    low, high = number(first, 1, 999, "option"), number(last, 1, 999, "option")
    if not dash or low > high:
        raise Refused("option")
    return low, high


def read_chain(value: str) -> list[str]:
    chain = value.split(",")
    if any(item not in CHAIN_ITEMS for item in chain) or len(set(chain)) != len(chain):
        raise Refused("option")
    if chain[0] != "points" or "lot" in chain[:-1]:
        raise Refused("option")
    return chain


def read_game(words: list[str], doubles: bool) -> tuple[str, Options]:
    """The game and its options; its format is the tournament's."""
    if not words or words[0] not in GAME_OPTIONS:
        raise Refused("option", "syntax")
    our_format = "doubles" if doubles else "singles"
    options = words[1:]
    if not any(word.startswith("format=") for word in options):
        options = [*options, f"format={our_format}"]
    try:
        read = read_options(words[0], options)
    except GameRefused as refused:
        raise Refused("option") from refused
    if read["format"] != our_format or read.get("sides", 2) != 2:
        raise Refused("option")
    return words[0], read


def points_and_bye(given: dict[str, str], game: str, game_options: Options) -> tuple[tuple[int, int, int] | None, int]:
    """What a match is worth, and a bye or a walkover."""
    own_score = game == "crokinole-championship" and "rounds" in game_options
    points: tuple[int, int, int] | None
    if "points" not in given:
        points = None if own_score else (2, 1, 0)
        default = 2 * game_options["rounds"] if own_score else 2
    elif given["points"] == "score":
        points = None
        if not own_score and "bye" not in given:
            raise Refused("option")
        default = 2 * game_options["rounds"] if own_score else 0
    else:
        values = [number(value, 0, 99, "option") for value in given["points"].split(",")]
        if len(values) != 3:
            raise Refused("option")
        points = (values[0], values[1], values[2])
        default = points[0]
    return points, given_number(given, "bye", 0, 999, default)


def game_minutes(game: str, options: Options) -> int:
    """How long a game takes (S-3)."""
    unit = 7 if options["format"] == "doubles" else 3
    if game == "crokinole-championship":
        return unit * int(options.get("rounds") or options["best_of"])
    if game in ("crokinole-official", "crokinole-traditional"):
        return unit * up(options["target"], 20)
    if game == "pichenotte-southwest":
        return unit * (options["games"] if "games" in options else up(9 * options["target"], 500))
    return {"twenties-shootout": unit, "pichenottes-quebec": 20, "washers-ritzenthaler": 15}[game]


def up(amount: int, by: int) -> int:
    return -(-amount // by)
