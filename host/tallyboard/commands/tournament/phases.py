"""The commands about phases: `phase`, `draw`, `redraw`, `end`, `shootout`."""

from collections.abc import Sequence
from typing import Unpack

from shared_rules.games import catalogue
from tallyboard.commands.catalogue import entries
from tallyboard.commands.tournament.meant import entrant_of, pair_of
from tallyboard.commands.tournament.opened import AfterChange, Changing, change
from tallyboard.commands.tournament.said import redrawn_words, shootout_words
from tallyboard.desk import Tournament
from tallyboard.desk.changes import FloorThen, floor_of
from tallyboard.desk.drawing import to_be_drawn_with
from tallyboard.desk.events import Declare
from tallyboard.desk.objects import PhaseObject, phase_object
from tallyboard.desk.options import FORMAT_WORDS, FORMATS, IN_ROUNDS, OPTIONS
from tallyboard.desk.presets import MOST, PRESETS, Preset, lines_of
from tallyboard.errors import TallyboardError
from tallyboard.store.tournaments import Because
from tallyboard.terminal.cells import wrapped
from tallyboard.text.language import _, later
from tallyboard.text.tournament.drawn import (
    draw_words,
    end_words,
    left_out,
    left_out_words,
    option_words,
    redraw_words,
    uneven,
)
from tallyboard.text.tournament.matches import FORMATS as NAMES_OF_FORMATS

_EXAMPLES = (
    "1 round-robin groups=4 game crokinole-championship rounds=4",
    "2 double of=1 take=1-8 game crokinole-championship rounds=4",
    "swiss rounds=5 rest=10 game crokinole-official target=50",
)


def help_of_phase(room: int) -> list[str]:
    """Formats, options and games, and how a phase is written."""
    options = {}
    for option in OPTIONS.values():
        meaning = _("%(meaning)s. Default: %(default)s.", meaning=_(option.meaning), default=option.default)
        if option.formats != FORMATS:
            meaning = _("%(formats)s: %(meaning)s", formats=", ".join(option.formats), meaning=meaning)
        options[option.form] = meaning
    return [
        _("formats:"),
        *entries({name: f"{_(FORMAT_WORDS[name])}." for name in FORMATS}, room),
        "",
        _("options, before the word game:"),
        *entries(options, room),
        "",
        _("games, with their own options behind them:"),
        *(f"  {line}" for line in wrapped(", ".join(catalogue.IDS), room - 2)),
        "",
        _("presets, by the number of entrants who are in:"),
        *entries({name: f"{_(one.title)}{_suits(one)}." for name, one in PRESETS.items()}, room),
        "",
        _("examples:"),
        *(f"  tallyboard tournament phase {words}" for words in _EXAMPLES),
    ]


def _suits(preset: Preset) -> str:
    more = _(": %(more)s", more=_(preset.more)) if preset.more else ""
    if preset.follows:
        return _("%(more)s; after another phase", more=more)
    said = later("%(more)s; %(fewest)s to %(most)s entrants")
    if preset.most == MOST:
        said = later("%(more)s; %(fewest)s or more")
    return _(said, more=more, fewest=preset.fewest, most=preset.most)


def phase(words: Sequence[str] = (), preset: str | None = None, **how: Unpack[Changing]) -> None:
    number, rest = (words[:1], words[1:]) if words and words[0].isdecimal() else ((), words)
    if preset is None and not rest:
        raise TallyboardError("A phase has a format and a game.", "`tallyboard tournament phase --help` lists them.")
    if preset is not None and preset not in PRESETS:
        raise TallyboardError(
            "There is no preset %(preset)s.", "There are: %(presets)s.", preset=preset, presets=", ".join(PRESETS)
        )
    if preset is not None and rest and rest[0] != "game":
        raise TallyboardError(
            "The preset %(preset)s has its own format and options, so %(rest)s cannot stand there.",
            "Leave it out, or declare each phase by its format; a game may be given, as in `game crokinole-official`.",
            preset=preset,
            rest=rest[0],
        )

    def decide(tournament: Tournament) -> list[str]:
        if preset is None:
            return [" ".join(["phase", *(number or [str(len(tournament.phases) + 1)]), *rest])]
        # a whole day stands in place of what was declared and not drawn, as when somebody comes late
        usual = 1 if PRESETS[preset].is_day else len(tournament.phases) + 1
        return lines_of(preset, tournament, int(number[0]) if number else usual, " ".join(rest))

    def said(after: AfterChange) -> list[str]:
        told = []
        for what in (one.what for one in after.tournament.events[-len(after.made) :]):
            assert isinstance(what, Declare)
            found = after.tournament.phases[what.phase - 1]
            declared = later("Phase %(phase)s is %(format)s, %(game)s.")
            told.append(_(declared, phase=found.number, format=NAMES_OF_FORMATS[found.format], game=found.game))
            told.append(option_words(what.options))
        return [*filter(None, told)]

    change(decide, said, **how)


def draw(words: Sequence[str] = (), **how: Unpack[Changing]) -> None:
    has_phase = bool(words) and words[0].isdecimal()
    _of_phase("draw", words[0] if has_phase else None, words[int(has_phase) :], **how)


def redraw(phase: str | None = None, **how: Unpack[Changing]) -> None:
    _of_phase("redraw", phase, **how)


def end(phase: str | None = None, **how: Unpack[Changing]) -> None:
    _of_phase("end", phase, **how)


def _of_phase(word: str, given: str | None, pairs: Sequence[str] = (), **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        candidates = _candidates(word, tournament)
        if word == "draw" and given is None and not pairs and candidates:
            all_of_them = to_be_drawn_with(tournament.phases[candidates[0] - 1], tournament.phases)
            if [one.number for one in all_of_them] == candidates:
                return [f"draw {number}" for number in candidates]
        number = _meant(given, candidates)
        paired = [pair_of(one, tournament.entrants) for one in pairs]
        return [" ".join([word, number, *(f"{a}-{b}" for a, b in paired)])]

    def said(after: AfterChange) -> list[str]:
        return [one for made in after.made for one in said_of(int(made.line.split()[1]) - 1, after)]

    def said_of(at: int, after: AfterChange) -> list[str]:
        found, entrants = after.computed["phases"][at], after.computed["entrants"]
        if word == "end":
            return end_words(found)
        known = uneven(found, after.tournament.phases[at].options)
        told = [_(known[0], **known[1])] if known else []
        if word == "draw":
            return [*draw_words(found, entrants), *told]
        phase_then, floor_then = after.before
        last = left_out(after.tournament.phases, phase_then, found)
        told += [left_out_words(last, found)] if last else []
        return [*redraw_words(phase_then, found, entrants), *told, *redrawn_words(floor_then, after.tournament)]

    def before(tournament: Tournament, lines: Sequence[str | Because]) -> tuple[PhaseObject, FloorThen] | None:
        if word != "redraw":
            return None
        meant = tournament.state.phase(int(str(lines[0]).split()[1]))
        return phase_object(meant, tournament.state.floor), floor_of(tournament)

    change(decide, said, before, **how)


def shootout(words: Sequence[str], **how: Unpack[Changing]) -> None:
    def decide(tournament: Tournament) -> list[str]:
        has_phase = words[0].isdecimal() and len(words) > 1
        leagues = [one.number for one in tournament.phases if one.is_league]
        line = ["shootout", _meant(words[0] if has_phase else None, leagues)]
        rest = list(words[int(has_phase) :])
        while rest:
            name = [rest.pop(0)]
            while rest and not rest[0].isdecimal():
                name.append(rest.pop(0))
            if not rest:
                raise TallyboardError(
                    "The twenties of %(name)s are missing.",
                    "Write it as `tallyboard tournament shootout 1 Ann 9 Bob 7`.",
                    name=" ".join(name),
                )
            line += [str(entrant_of(" ".join(name), tournament.entrants)), rest.pop(0)]
        return [" ".join(line)]

    change(decide, lambda after: shootout_words(after.tournament), **how)


def _candidates(word: str, tournament: Tournament) -> list[int]:
    """The phases that the command may mean where none is named."""
    if word == "draw":
        unfinished = [one for one in tournament.phases if one.drawn and one.format in IN_ROUNDS and not one.finished]
        first = unfinished or [one for one in tournament.phases if not one.drawn]
        return [one.number for one in first if one.options.of == first[0].options.of]
    drawn = [one for one in tournament.phases if one.drawn and (word == "redraw" or one.is_league)]
    return [one.number for one in drawn if not one.finished] or [one.number for one in drawn]


def _meant(given: str | None, candidates: Sequence[int]) -> str:
    """The number of the phase; raises TallyboardError where none is given and several may be meant."""
    if given is not None:
        return given
    if not candidates:
        raise TallyboardError("There is no phase for this now.", "`tallyboard tournament schedule` shows the phases.")
    if len(candidates) > 1:
        raise TallyboardError(
            "This may be phase %(candidates)s.", "Give its number.", candidates=", ".join(map(str, candidates))
        )
    return str(candidates[0])
