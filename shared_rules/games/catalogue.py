"""The games by name, and the one line of text that says a game with its options."""

from shared_rules.games.match import Match
from shared_rules.games.options import OptionError, parse_value, to_text

# Of the rules, counted up when one changes what a press does; a match is read by the rules that it was played by. It
# stands among a match's settings since the third; a match without it is older.
EDITION = 3
OLDER = 2

# Of each game the id, the module, the class, and the title in the menu, in capitals. The module is imported when the
# game is first asked for, because compiling them all at power-on costs a board a quarter of a second. The place in this
# table is the game's number in a journal record: append, never reorder. At most 64.
_HOMES = (
    ("crokinole-official", "crokinole", "Official", "OFFICIAL CROKINOLE"),
    ("crokinole-traditional", "crokinole", "Traditional", "TRADITIONAL CROKINOLE"),
    ("crokinole-championship", "crokinole", "Championship", "CHAMPIONSHIP CROKINOLE"),
    ("twenties-shootout", "crokinole", "TwentiesShootout", "TWENTIES SHOOTOUT"),
    ("pichenotte-southwest", "southwest", "Southwest", "SOUTHWEST PICHENOTTE"),
    ("pichenottes-quebec", "quebec", "Quebec", "QUEBEC PICHENOTTES"),
    ("washers-ritzenthaler", "washers", "Washers", "WASHERS RITZENTHALER"),
)
IDS = tuple([home[0] for home in _HOMES])
TITLES = tuple([home[3] for home in _HOMES])


def by_number(number: int) -> "type[Match]":
    """The game's class; raises IndexError where there is no such number, OptionError where it has no key map."""
    game_id, module, name, _ = _HOMES[number]
    game = getattr(__import__("shared_rules.games." + module, None, None, (name,)), name, None)
    if game is None:
        raise OptionError(
            "%(game)s: its module %(module)s.py has no class %(name)s", game=game_id, module=module, name=name
        )
    if game.key_map is Match.key_map:
        raise OptionError("%(game)s has no key map: its class needs the method key_map", game=game_id)
    return game


def number_of(game_id: str) -> int:
    """The game's place in IDS; raises OptionError, with the valid ids, when there is none."""
    if game_id not in IDS:
        raise OptionError("unknown game %(game)s; the games are %(all)s", game=game_id, all=", ".join(IDS))
    return IDS.index(game_id)


def by_id(game_id: str) -> "type[Match]":
    """The game's class; raises OptionError as `number_of`."""
    return by_number(number_of(game_id))


def recorded(number: int, given: dict, edition: int) -> "tuple[str, dict]":
    """(game id, options in force) of the game of this number with these options in a journal, all in force by the rules
    of that edition; raises OptionError or IndexError where one is lost, or the edition is newer than this one."""
    if edition > EDITION:
        raise OptionError("the rules are newer")
    game = by_number(number)
    options = settle(game.ID, given)
    for name in options:
        if name not in given and edition >= game.SINCE.get(name, 0):
            raise OptionError("a setting is lost")
    if len(given) > len(options):
        raise OptionError("a setting too many")
    return game.ID, options


def settle(game_id: str, given: dict) -> dict:
    """All options in force for a game with these given ones (name to value); raises OptionError."""
    game = by_id(game_id)
    options: dict = {}
    for name, default in game.OPTIONS:
        value = given.get(name, default)
        if value is not None:
            options[name] = value
    if options.get("format", game.FORMATS[0]) not in game.FORMATS:
        raise OptionError("format is one of %(all)s", all=", ".join(game.FORMATS))
    settle_game = getattr(game, "settle", None)
    if settle_game is not None:
        settle_game(options, given)
    return options


def parse(words: list) -> "tuple[str, dict]":
    """(game id, options in force) of the lower-case words `ID OPTION=VALUE …`; raises OptionError."""
    if not words:
        raise OptionError("the game is missing; the games are %(all)s", all=", ".join(IDS))
    game = by_id(words[0])
    names = [name for name, _ in game.OPTIONS]
    given: dict = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in names:
            raise OptionError(
                "unknown option %(word)s; %(game)s has %(all)s",
                word=word,
                game=game.ID,
                all=", ".join([n + "=" for n in names]),
            )
        if name in given:
            raise OptionError("the option %(name)s is given twice", name=name)
        given[name] = parse_value(name, value, game.FORMATS if name == "format" else None)
    return game.ID, settle(game.ID, given)


def make(game_id: str, options: dict, edition: int = EDITION) -> Match:
    """A new match of the game with these options in force, by the rules of this edition."""
    return by_id(game_id).as_of(edition)(options)


def new(text: str) -> Match:
    """A new match from `ID OPTION=VALUE …`, as a scoresheet's game line has it after `game`; raises OptionError."""
    game_id, options = parse(text.lower().split())
    return make(game_id, options)


def in_order(game_id: str, options: dict) -> list:
    """The (name, value) of the options in force, in the order of the game's table."""
    return [(name, options[name]) for name, _ in by_id(game_id).OPTIONS if name in options]


def to_line(match: Match) -> str:
    """`ID OPTION=VALUE …` with every option in force."""
    return " ".join([match.ID] + [name + "=" + to_text(value) for name, value in in_order(match.ID, match.options)])
