"""A phase is declared: its format, its options, its game."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup
from starlette.responses import Response

from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.options import FORMATS, LOST
from tallyboard.pages.answers import NotFound
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import BLANK, Desk, Entry, Form, Returned, StaleError, form_about
from tallyboard.pages.desk.declared import chain_option, last_declared, typed_chain_said, usual_chains, with_shootout
from tallyboard.pages.desk.games import (
    GAMES,
    USUAL,
    format_name,
    game_fields,
    game_name,
    game_said,
    given_options,
    style_of_games,
)
from tallyboard.pages.desk.handlers import framed, shows, takes
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered, Look, Seen

# What clubs play: the fields of the form, by the name of the preset.
PRESETS: dict[str, dict[str, str]] = {
    "evening": {"format": "swiss", "rounds": "4", "game": USUAL, "g-rounds": "4"},
    "all": {"format": "round-robin", "game": USUAL, "g-rounds": "4"},
    "groups": {"format": "round-robin", "groups": "4", "game": USUAL, "g-rounds": "4"},
    "drawn": {"format": "round-robin", "order": "lot", "rounds": "10", "game": USUAL, "g-rounds": "4"},
    "knock-out": {"format": "single", "third": "yes", "game": USUAL, "g-rounds": "4"},
    "double": {"format": "double", "game": USUAL, "g-rounds": "4"},
    "best-four": {"format": "single", "take-from": "1", "take-to": "4", "game": USUAL, "g-rounds": "4"},
    "best-eight": {"format": "single", "take-from": "1", "take-to": "8", "game": USUAL, "g-rounds": "4"},
    "best-eight-double": {"format": "double", "take-from": "1", "take-to": "8", "game": USUAL, "g-rounds": "4"},
    "next-eight": {"format": "single", "take-from": "9", "take-to": "16", "game": USUAL, "g-rounds": "4"},
    "lost-early": {"format": "single", "lost": "yes", "game": USUAL, "g-rounds": "4"},
    "power-pool": {
        "format": "round-robin", "take-from": "1", "take-to": "10", "across": "points", "game": USUAL, "g-rounds": "4",
    },
}  # fmt: skip
_OF_ANOTHER = ("best-four", "best-eight", "best-eight-double", "next-eight", "lost-early", "power-pool")

# The options of a phase that are fields by their own names: those of a choice with their words, the others as they are.
_CHOICES = {
    "across": ("", "place", "points"),
    "order": ("", "entry", "lot"),
    "times": ("", "1", "2"),
    "third": ("", "no", "yes"),
    "reset": ("", "yes", "no"),
    "best": ("", "1", "3", "5", "7", "9"),
    "level": ("", "shootout", "replay"),
}
_NUMBERS = {"groups": (1, 26), "rounds": (1, 99), "bye": (0, 999), "minutes": (1, 999), "rest": (0, 999)}
# Which format has which option: what stands in a field that does not count is left alone.
_OF_FORMAT = {
    "round-robin": (
        "of",
        "take",
        "across",
        "order",
        "groups",
        "times",
        "rounds",
        "points",
        "bye",
        "chain",
        "minutes",
        "rest",
    ),
    "swiss": ("of", "take", "across", "order", "rounds", "points", "bye", "chain", "minutes", "rest"),
    "single": ("of", "take", "across", "order", "third", "best", "level", "minutes", "rest"),
    "double": ("of", "take", "across", "order", "reset", "best", "level", "minutes", "rest"),
}


class DeclaredShown(NamedTuple):
    """The form, the fields of what is declared already, and those of the phase before."""

    seen: Seen
    form: Form
    fields: dict[str, str]
    before: dict[str, str]
    drawn: bool


def _number(desk: Desk) -> int:
    return int(desk.request.path_params["phase"])


async def declare(desk: Desk) -> Response:
    """The page where a phase is declared."""
    return await _page(desk)


async def _page(desk: Desk, returned: Returned = BLANK) -> Response:
    number = _number(desk)

    def shown(look: Look) -> DeclaredShown:
        there = len(look.tournament.phases)
        if not 1 <= number <= there + 1:
            raise NotFound(desk.words()._("There is no such phase."), desk.words()._("Go back to the list."))
        drawn = number <= there and look.tournament.phases[number - 1].drawn
        fields = _fields(look.tournament, number) or {}
        before = _fields(look.tournament, number - 1) or {}
        return DeclaredShown(look.seen, form_about(look, subjects.phase(number)), fields, before, drawn)

    found = await desk.look(shown)
    values = returned.given or _begun_with(desk.request.query_params.get("preset", ""), found, number)
    words = desk.words(found.seen)
    presets = [name for name in PRESETS if (name in _OF_ANOTHER) <= (number > 1)]
    return framed(
        desk,
        found.seen,
        "desk/declare.html",
        "desk_phases",
        returned,
        number=number,
        form=found.form,
        drawn=found.drawn,
        given=values,
        formats=[(one, format_name(one, words)) for one in FORMATS],
        presets=_presets_said(presets, words),
        games=[(one, game_name(one, words)) for one in GAMES],
        game_fields=game_fields(words),
        chain=typed_chain_said(values.get("chain", ""), words),
        usual_chains=usual_chains(words),
        fresh=desk.url("desk_declare", phase=number),
    )


def _begun_with(preset: str, found: DeclaredShown, number: int) -> Mapping[str, str]:
    """The fields as the form shows them first. A phase after another takes that one's ranking, and plays its game."""
    if preset not in PRESETS and found.fields:
        return found.fields
    fields = PRESETS.get(preset, {"format": "round-robin", "game": USUAL})
    if not found.before:
        return fields
    game = {name: value for name, value in found.before.items() if name == "game" or name.startswith("g-")}
    rest = {name: value for name, value in fields.items() if not name.startswith("g-")}
    of = found.before.get("of", "0") if preset == "next-eight" else "0"  # beside that phase, of the same one
    return {**rest, **game, "of": str(number - 1) if of == "0" else of}


def _presets_said(names: Sequence[str], words: Words) -> list[tuple[str, Markup]]:
    _ = words._
    said = {
        "evening": _("Club evening: 4 Swiss rounds"),
        "all": _("Everybody plays everybody"),
        "groups": _("Four groups"),
        "drawn": _("Ten drawn opponents"),
        "knock-out": _("Knock-out with third place"),
        "double": _("Knock-out, two defeats"),
        "best-four": _("The best four, knock-out"),
        "best-eight": _("The best eight, knock-out"),
        "best-eight-double": _("The best eight, two defeats"),
        "next-eight": _("The next eight, beside them"),
        "lost-early": _("Who lost early, knock-out"),
        "power-pool": _("The best ten of all groups, by points"),
    }
    return [(name, said[name]) for name in names]


def _fields(tournament: Tournament, number: int) -> dict[str, str] | None:
    """The fields of the phase as it was declared last."""
    last = last_declared(tournament, number)
    if last is None:
        return None
    fields = {"format": last.format, "game": last.game[0]}
    for word in last.options:
        name, _, value = word.partition("=")
        if word == f"take={LOST}":
            fields["lost"] = "yes"
        elif name == "take":
            fields["take-from"], _, fields["take-to"] = value.partition("-")
        elif name == "points" and value != "score":
            fields["points-win"], fields["points-level"], fields["points-defeat"] = value.split(",")
        elif name == "chain" and tuple(value.split(",")) == with_shootout(facts_of(last.game[0]).chain):
            fields["shootout"] = "yes"
        else:
            fields["score" if name == "points" else name] = "yes" if name == "points" else value
    fields.update((f"g-{word.partition('=')[0]}", word.partition("=")[2]) for word in last.game[1:])
    return fields


def _line(form: Posted, number: int, words: Words) -> str:
    """The line that declares it. Raises FieldError."""
    format = form.choice("format", FORMATS)
    game = form.choice("game", GAMES)
    has = _OF_FORMAT[format]
    options = []
    of = form.number("of", 0, max(0, number - 1), 0)
    has_places = form.has("take-from") or form.has("take-to")
    if of:
        options.append(f"of={of}")
        if form.has("lost"):
            options.append(f"take={LOST}")
            if has_places:
                form.refuse("take-from", words._("Either places, or who lost their first match."))
        elif has_places:
            first, last = form.number("take-from", 1, 999), form.number("take-to", 1, 999)
            if first > last:
                form.refuse("take-to", words._("The last place is not before the first."))
            options.append(f"take={first}-{last}")
    elif number > 1 and (has_places or form.has("lost")):
        cause = words._("Places are those of a ranking: choose the ranking of phase %(phase)s here.", phase=number - 1)
        form.refuse("of", cause)
    options += [
        f"{name}={form.choice(name, allowed)}"
        for name, allowed in _CHOICES.items()
        if name in has and form.has(name) and (not of if name == "order" else of or name != "across")
    ]
    options += [
        f"{name}={form.number(name, *limits)}" for name, limits in _NUMBERS.items() if name in has and form.has(name)
    ]
    if "points" in has:
        options += _points(form)
    if "chain" in has:
        options += chain_option(form, game)
    played = given_options(form, game, words)
    if format == "swiss" and not form.has("rounds"):
        form.refuse("rounds", words._("Say how many rounds there are."))
    form.check()
    return " ".join([f"phase {number} {format}", *options, f"game {game}", *played])


def _points(form: Posted) -> list[str]:
    if form.has("score"):
        return ["points=score"]
    names = ("points-win", "points-level", "points-defeat")
    if not any(form.has(name) for name in names):
        return []
    return ["points=" + ",".join(str(form.number(name, 0, 99)) for name in names)]


async def set_phase(desk: Desk) -> Response:
    """Declare it."""
    form = await desk.posted()
    number = _number(desk)

    def decide(_: Tournament) -> Sequence[str]:
        return [_line(form, number, desk.words())]

    def said(after: Entered, words: Words) -> list[Markup]:
        phase = after.tournament.phases[number - 1]
        return [
            words._(
                "Phase %(phase)s is declared: %(format)s; %(game)s.",
                phase=number,
                format=format_name(phase.format, words),
                game=game_said(phase.options.game, words),
            )
        ]

    try:
        note = await desk.enter(form, Entry(decide, said, subjects.phase(number)))
    except (FieldError, StaleError) as error:
        return await _page(desk, await desk.returned(form, error))
    except Refusal as refusal:
        return await _page(desk, await desk.returned(form, refusal, _field_of(refusal)))
    return desk.back(None, note, desk.url("desk_phases") + f"#phase-{number}")


def _field_of(refusal: Refusal) -> str:
    """The field that the refusal is about, as far as it says so."""
    option = str(refusal.fields.get("option", ""))
    if option.startswith("game "):
        name = option.removeprefix("game ")
        return f"g-{name}"
    return {"take": "take-from", "points": "points-win"}.get(option, option)


async def style(desk: Desk) -> Response:
    """Which options are seen."""
    return Response(style_of_games(), media_type="text/css")


ROUTES = [
    shows("/desk-games.css", style, "desk_games_style"),
    shows("/desk/{t}/phase/{phase:int}", declare, "desk_declare"),
    takes("/desk/{t}/phase/{phase:int}", set_phase, "desk_set_phase", "desk_declare"),
]
