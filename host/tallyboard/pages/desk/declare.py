"""A phase is declared: its format, its options, its game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.events import Declare
from tallyboard.desk.lines import read
from tallyboard.desk.options import ADJUST, FORMATS, LOST, OPTIONS, PARTNERS, SWISS
from tallyboard.desk.presets import MOST, PRESETS, Preset, last_declared, lines_of
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Returned, fills, form_about, page_of, shows, takes
from tallyboard.pages.desk.declared import (
    GAMES,
    USUAL_GAME,
    chain_said,
    format_name,
    game_fields,
    game_name,
    game_said,
)
from tallyboard.pages.desk.posted import FieldError, Posted, refused_words
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look

# The options of a phase that are fields by their own names, as they stand in its line: one of these words, or a number.
_FIELDS: dict[str, tuple[str, ...] | range] = {
    "across": ("", "place", "points"),
    "order": ("", "entry", "lot"),
    "times": ("", "1", "2"),
    "rotation": ("", "berger", "tables"),
    "third": ("", "no", "yes"),
    "reset": ("", "yes", "no"),
    "best": ("", "1", "3", "5", "7", "9"),
    "level": ("", "shootout", "replay"),
    "groups": range(1, 27),
    "rounds": range(1, 100),
    "bye": range(1000),
    "minutes": range(1, 1000),
    "rest": range(1000),
}
_POINTS = ("points-win", "points-level", "points-defeat")


async def declare(desk: Desk, returned: Returned = BLANK) -> Response:
    """The page where a phase is declared."""
    number: int = desk.request.path_params["phase"]

    def found(look: Look) -> dict[str, Any]:
        words, phases = desk.words(), look.tournament.phases
        if not 1 <= number <= len(phases) + 1:
            raise NotFound(words._("There is no such phase."), words._("Go back to the list."))
        given = returned.given or _begun_with(desk.request.query_params.get("preset", ""), look.tournament, number)
        chains = dict.fromkeys(facts_of(game).chain for game in GAMES)
        return {
            "number": number,
            "given": given,
            "form": form_about(look, subjects.phase(number)),
            "drawn": number <= len(phases) and phases[number - 1].drawn,
            "presets": [
                (name, words._(one.title), words._(one.more) if one.more else "", _suits(one, words), one.is_day)
                for name, one in PRESETS.items()
                if one.follows == (number > 1)
            ],
            "formats": [(one, format_name(one, words)) for one in FORMATS],
            "games": [(one, game_name(one, words)) for one in GAMES],
            "game_fields": game_fields(words),
            "chain": chain_said(_items(given.get("chain", "")), words),
            "usual_chains": [
                ([x for x in GAMES if facts_of(x).chain == one], chain_said(one, words)) for one in chains
            ],
            "fresh": desk.url("desk_declare", phase=number),
        }

    return await page_of(desk, "desk/declare.html", "desk_phases", found, returned)


def _suits(preset: Preset, words: Words) -> Markup:
    """`for 4 to 64`."""
    if preset.most < MOST:
        return words._("for %(fewest)s to %(most)s", fewest=preset.fewest, most=preset.most)
    return Markup("") if preset.follows else words._("for %(fewest)s or more", fewest=preset.fewest)


def _begun_with(preset: str, tournament: Tournament, number: int) -> dict[str, str]:
    """The fields as the form shows them first. A phase after another takes that one's ranking, and plays its game."""
    if preset in PRESETS:
        found = read(lines_of(preset, tournament, number, about=True)[0])
        assert isinstance(found, Declare)
        return _fields(found)
    declared, before = last_declared(tournament, number), last_declared(tournament, number - 1)
    if declared is not None:
        return _fields(declared)
    fields = {"format": "round-robin", "game": USUAL_GAME}
    return fields | _fields(replace(before, format="round-robin", options=(f"of={number - 1}",))) if before else fields


def _fields(declared: Declare) -> dict[str, str]:
    fields = {"format": declared.format, "game": declared.game[0]}
    for word in declared.options:
        name, _, value = word.partition("=")
        if word == f"take={LOST}":
            fields["lost"] = "yes"
        elif name == "take":
            fields["take-from"], _, fields["take-to"] = value.partition("-")
        elif word == "points=score":
            fields["score"] = "yes"
        elif word == f"bye={ADJUST}":
            fields["adjust"] = "yes"
        elif name == "points":
            fields |= zip(_POINTS, value.split(","), strict=True)
        elif name == "chain" and value.split(",") == _with_shootout(facts_of(declared.game[0]).chain):
            fields["shootout"] = "yes"
        else:
            fields[name] = value
    return fields | {f"g-{name}": value for name, _, value in (word.partition("=") for word in declared.game[1:])}


def _items(typed: str) -> list[str]:
    return typed.lower().replace(",", " ").split()


def _with_shootout(chain: Sequence[str]) -> list[str]:
    """The chain with a shootout before its lot."""
    before = [item for item in chain if item not in ("shootout", "lot")]
    return [*before, "shootout", *(["lot"] if "lot" in chain else [])]


def _line(form: Posted, number: int, words: Words) -> str:
    """The line that declares it. Raises FieldError."""
    format = form.choice("format", FORMATS)
    game = form.choice("game", GAMES)
    has = [name for name, option in OPTIONS.items() if format in option.formats]
    of = form.number("of", 0, max(0, number - 1), 0)
    options = _taken(form, number, of, words)
    options += [
        f"{name}={_value(form, name, allowed)}"
        for name, allowed in _FIELDS.items()
        if name in has and form.has(name) and (not of if name == "order" else of or name != "across")
    ]
    if "bye" in has and form.has("adjust"):
        if form.has("bye"):
            form.refuse("bye", words._("Either points for a bye, or the average per match: not both."))
        options.append(f"bye={ADJUST}")
    if "points" in has and form.has("score"):
        options.append("points=score")
    elif "points" in has and any(map(form.has, _POINTS)):
        options.append("points=" + ",".join(str(form.number(name, 0, 99)) for name in _POINTS))
    if "chain" in has:
        chain = _items(form.text("chain"))
        if form.has("shootout"):
            chain = _with_shootout(chain or facts_of(game).chain)
        options += ["chain=" + ",".join(chain)] if chain else []
    played = [field for field in game_fields(words) if game in field.games and form.has(f"g-{field.option}")]
    played.sort(key=lambda field: bool(field.choices))  # numbers, then what is chosen
    settings = [f"{field.option}={_value(form, f'g-{field.option}', field.allowed)}" for field in played]
    if format in (SWISS, PARTNERS) and not form.has("rounds"):
        form.refuse("rounds", words._("Say how many rounds there are."))
    form.check()
    return " ".join([f"phase {number} {format}", *options, f"game {game}", *settings])


def _taken(form: Posted, number: int, of: int, words: Words) -> list[str]:
    """The options that say who plays."""
    has_places = form.has("take-from") or form.has("take-to")
    if not of:
        if number > 1 and (has_places or form.has("lost")):
            cause = words._(
                "Places are those of a ranking: choose the ranking of phase %(phase)s here.", phase=number - 1
            )
            form.refuse("of", cause)
        return []
    if form.has("lost"):
        if has_places:
            form.refuse("take-from", words._("Either places, or who lost their first match."))
        return [f"of={of}", f"take={LOST}"]
    if not has_places:
        return [f"of={of}"]
    first, last = form.number("take-from", 1, 999), form.number("take-to", 1, 999)
    if first > last:
        form.refuse("take-to", words._("The last place is not before the first."))
    return [f"of={of}", f"take={first}-{last}"]


def _value(form: Posted, name: str, allowed: tuple[str, ...] | range | None) -> str:
    """One of these words, a number of these, or a list."""
    if isinstance(allowed, range):
        return str(form.number(name, allowed.start, allowed.stop - 1))
    return form.choice(name, allowed) if allowed else "".join(form.text(name).split())


async def set_phase(desk: Desk, form: Posted) -> Response:
    number: int = desk.request.path_params["phase"]

    def said(after: Entered, words: Words) -> list[Markup]:
        phase = after.tournament.phases[number - 1]
        format, game = format_name(phase.format, words), game_said(phase.options.game, words)
        return [
            words._(
                "Phase %(phase)s is declared: %(format)s; %(game)s.",
                phase=words.phase(number),
                format=format,
                game=game,
            )
        ]

    try:
        entry = Entry(lambda _: [_line(form, number, desk.words())], said, subjects.phase(number))
        note = await desk.enter(form, entry)
    except Refusal as refusal:
        option = str(refusal.fields.get("option", ""))  # that it is about, as far as it says so
        field = {"take": "take-from", "points": "points-win"}.get(option, option.replace("game ", "g-", 1))
        raise FieldError({field: Markup(" ").join(refused_words(desk.words(), refusal))}) from None
    return desk.back(None, note, desk.url("desk_phases") + f"#phase-{number}")


async def set_day(desk: Desk, form: Posted) -> Entry:
    """Declare all phases of a day that clubs or tours play."""
    preset = form.choice("preset", tuple(name for name, one in PRESETS.items() if one.is_day))
    form.check()

    def said(after: Entered, words: Words) -> list[Markup]:
        count = len(after.tournament.phases)
        return [
            words._("%(count)s phases are declared; each is drawn when its players are known.", count=count),
        ]

    return Entry(lambda tournament: lines_of(preset, tournament, 1), said, subjects.phase(1))


async def style(_: Desk) -> Response:
    """That of the options only those are seen which the chosen format and the chosen game have; a browser that cannot
    tell what is chosen shows all."""
    hidden = [
        f'.declare:has([value="{one}"]:checked) :is({", ".join(f".in-{each}" for each in choices)}):not(.in-{one})'
        for choices in (FORMATS, GAMES)
        for one in choices
    ]
    return Response(",\n".join(hidden) + " { display: none; }\n", media_type="text/css")


ROUTES = [
    shows("/desk-games.css", style, "desk_games_style"),
    shows("/desk/{t}/phase/{phase:int}", declare, "desk_declare"),
    takes("/desk/{t}/day-preset", set_day, "desk_set_day", "desk_phases"),
    fills("/desk/{t}/phase/{phase:int}", set_phase, "desk_set_phase", "desk_declare", declare),
]
