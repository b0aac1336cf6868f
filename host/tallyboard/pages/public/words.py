"""Phases, rounds, matches, presses and what the journal notes, in the words of a page."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.public.view import Speaker, View, name_markup
from tallyboard.text.match_words import game_word
from tallyboard.text.tournament.names import NOBODY

LEAGUES = ("round-robin", "swiss")
OVER = ("decided", "void", "cancelled")
_PLACE = re.compile(r"\d+:([WLTF])(\d*)(?:\.\d+)?")  # of a match of a bracket


def is_league(phase: PhaseObject) -> bool:
    """Whether the phase has standings; else it has a bracket."""
    return phase["format"] in LEAGUES


def format_words(speaker: Speaker, phase: PhaseObject) -> Markup:
    """`round robin`, `double elimination`."""
    return {
        "round-robin": speaker._("round robin"),
        "swiss": speaker._("Swiss system"),
        "single": speaker._("single elimination"),
        "double": speaker._("double elimination"),
    }[phase["format"]]


def phase_title(speaker: Speaker, phase: PhaseObject) -> Markup:
    """`Phase 1`."""
    return speaker._("Phase %(number)s", number=phase["phase"])


def phase_about(view: View, phase: PhaseObject) -> Markup:
    """`Swiss system, Championship crokinole, 4 rounds`, of a knock-out also how many games a match has."""
    facts = view.facts_of(phase)
    parts = [format_words(view, phase), Markup("{}").format(view.game(facts.game))]
    if facts.best > 1:
        parts.append(view._("best of %(games)s games", games=facts.best))
    return Markup(" · ").join(parts)


def progress(view: View, phase: PhaseObject) -> Markup:
    """How far it is: `not drawn yet`, `5 of 10 matches played`, `finished`."""
    if not phase["drawn"]:
        return view._("not drawn yet")
    if phase["finished"]:
        return view._("all matches decided")
    over = sum(match["state"] in OVER for match in played(phase))
    of_all = len(played(phase))
    said = view.ngettext("%(over)s of %(num)s match decided", "%(over)s of %(num)s matches decided", of_all, over=over)
    rounds = view.facts_of(phase).rounds
    if rounds is None:
        return said
    drawn = max((match["round"] for match in phase["matches"]), default=0)
    return view._("round %(round)s of %(rounds)s, %(said)s", round=drawn, rounds=rounds, said=said)


def played(phase: PhaseObject) -> list[DeskMatchObject]:
    """The matches without byes: those that two play, or would."""
    return [match for match in phase["matches"] if NOBODY not in match["sides"]]


def source_words(view: View, phase: PhaseObject) -> Markup | None:
    """Where its entrants come from: `places 1 to 8 of phase 1`; None where all are in it who are here."""
    facts = view.facts_of(phase)
    if not facts.of:
        return None
    if facts.lost:
        return view._("who lost their first match in phase %(number)s", number=facts.of)
    if facts.take is None:
        return view._("all of phase %(number)s", number=facts.of)
    first, last = facts.take
    said = view._("places %(first)s to %(last)s of phase %(number)s", first=first, last=last, number=facts.of)
    return said + view._(", all groups by points alone") if facts.across else said


def points_words(view: View, phase: PhaseObject, has_walkovers: bool, has_byes: bool) -> list[Markup]:
    """What brings points in a league, with walkovers and byes where there are any: a row can be added up with it."""
    facts = view.facts_of(phase)
    if facts.points is None:
        said = [view._("Points: a match gives each side the score that it made.")]
    else:
        win, level, defeat = facts.points
        said = [
            view._(
                "Points: %(win)s for a win, %(level)s for a level match, %(defeat)s for a defeat.",
                win=win, level=level, defeat=defeat,
            )
        ]  # fmt: skip
    if has_walkovers:
        said.append(
            view._(
                "A walkover is won or lost without playing: it is not among the played. Who wins one gets %(points)s.",
                points=facts.bye,
            )
        )
    if has_byes:
        said.append(view._("A bye gives %(points)s, as soon as all of its round is decided.", points=facts.bye))
    return said


def group_title(speaker: Speaker, group: str) -> Markup:
    """`Group A`."""
    return speaker._("Group %(group)s", group=group)


def round_title(speaker: Speaker, match: DeskMatchObject, phase: PhaseObject) -> Markup:
    """`Round 3` of a league; `Semi-finals`, `Losers' round 2`, `Final` of a bracket."""
    found = _PLACE.fullmatch(match["match"])
    if found is None:
        return speaker._("Round %(round)s", round=match["round"])
    kind, number = found[1], int(found[2] or 0)
    if kind == "T":
        return speaker._("Third place")
    if kind == "F":
        return speaker._("Final") if number == 1 else speaker._("Second final")
    if kind == "L":
        return speaker._("Losers' bracket, round %(round)s", round=number)
    if phase["format"] == "double":
        return speaker._("Main bracket, round %(round)s", round=number)
    to_go = (len(phase["order"]) - 1).bit_length() - number
    last = [speaker._("Final"), speaker._("Semi-finals"), speaker._("Quarter-finals")]
    return last[to_go] if to_go < len(last) else speaker._("Round of %(entrants)s", entrants=2 << to_go)


def is_shootout(view: View, match: DeskMatchObject, game: int) -> bool:
    """Whether this game of a match, from 0, is the shootout that decides a level one."""
    facts = view.facts_of(view.phase_of(match["match"]))
    return facts.has_shootouts and game >= facts.best


def where(view: View, match: DeskMatchObject) -> Markup:
    """Where a match belongs: `Phase 1, group A, round 2`; without the phase where there is one."""
    phase = view.phase_of(match["match"])
    parts = [round_title(view, match, phase)]
    if match["group"] is not None:
        parts.insert(0, group_title(view, match["group"]))
    if len(view.computed["phases"]) > 1:
        parts.insert(0, phase_title(view, phase))
    return Markup(" · ").join(parts)


def outcome(view: View, match: DeskMatchObject) -> Markup:
    """How it was decided where figures do not say it: `level`, `walkover`; empty for a win by playing."""
    if match["state"] == "void":
        return view._("does not count: an entrant has left")
    if match["state"] == "cancelled":
        return view._("not played")
    if match["state"] == "waiting" and match["match"].endswith(":F2"):
        return view._("if the losers' bracket wins the final")
    if match["state"] != "decided":
        return Markup("")
    if match["how"] == "bye":
        return view._("bye")
    if match["how"] == "double forfeit":
        return view._("both forfeit")
    if match["how"] == "walkover":
        return view._("walkover")
    return view._("level") if match["winner"] in (None, NOBODY) else Markup("")


def absent(view: View, match: DeskMatchObject) -> Markup:
    """Who is not here for a match that is to be played: it is not called, and has no time; empty where all are."""
    if match["state"] in OVER:
        return Markup("")
    away = [view.name(one) for one in match["sides"] if one and view.entrants[one]["status"] == "absent"]
    return view._("absent: %(names)s", names=view.listed(away)) if away else Markup("")


def status_words(speaker: Speaker, status: str) -> Markup:
    """`withdrawn` and the like; empty of who is in."""
    return {
        "in": Markup(""),
        "absent": speaker._("absent now"),
        "withdrawn": speaker._("withdrawn"),
        "disqualified": speaker._("disqualified"),
    }[status]


class RoundWords(NamedTuple):
    """What the players of a game call a round: all in turn, one with its number, and the press that ends one."""

    in_turn: Markup
    numbered: Callable[[int], Markup]
    end: Markup


def round_words(speaker: Speaker, game: str) -> RoundWords:
    """The words for a round of this game."""
    word = game_word(game)
    if word == "game":
        in_turn, end = speaker._("Game by game"), speaker._("end of the game")
        return RoundWords(in_turn, lambda number: speaker._("Game no. %(number)s", number=number), end)
    if word == "manche":
        in_turn, end = speaker._("Manche by manche"), speaker._("end of the manche")
        return RoundWords(in_turn, lambda number: speaker._("Manche no. %(number)s", number=number), end)
    in_turn, end = speaker._("Round by round"), speaker._("end of the round")
    return RoundWords(in_turn, lambda number: speaker._("Round no. %(number)s", number=number), end)


def zone_word(speaker: Speaker, zone: str) -> str:
    """What is counted: a zone or hole by its number, else its word."""
    known: dict[str, Callable[[], Markup]] = {
        "penalty": lambda: speaker._("penalties"),
        "forfeit": lambda: speaker._("forfeit"),
        "dames": lambda: speaker._("dames"),
        "counters": lambda: speaker._("points of counters"),
        "board": lambda: speaker._("board"),
        "dead": lambda: speaker._("dead"),
    }
    return str(known[zone]()) if zone in known else zone


def by_worth(zone: str) -> tuple[int, str]:
    """By it zones are sorted from the best on, and behind them what is counted by a word."""
    return (-int(zone), "") if zone.isdecimal() else (1, zone)


def counts_said(speaker: Speaker, counts: Mapping[str, int]) -> Markup:
    """What a side has in a round: of zones how many in each, then what is counted by a word."""
    return Markup(", ").join(_count(speaker, name, number) for name, number in counts.items())


def _count(speaker: Speaker, name: str, number: int) -> Markup:
    if name.isdecimal():
        return Markup("{}\u00a0\u00d7\u00a0{}").format(number, name)
    return Markup("{}\u00a0{}").format(zone_word(speaker, name), number)


def press_said(speaker: Speaker, event: str, game: str) -> str:
    """A press in this game: a scoresheet's line, its words in the reader's language."""
    return " ".join(_press_word(speaker, word, game) for word in event.split(" "))


def _press_word(speaker: Speaker, word: str, game: str) -> str:
    known: dict[str, Callable[[], Markup]] = {
        "next": lambda: round_words(speaker, game).end,
        "undo": lambda: speaker._("undo"),
        "first": lambda: speaker._("first is"),
        "agree": lambda: speaker._("agrees"),
        "forfeit": lambda: speaker._("forfeits"),
        "knocked": lambda: speaker._("knocked off the board"),
        "sunk": lambda: speaker._("sunk into"),
        "dame": lambda: speaker._("dame"),
        "counter": lambda: speaker._("counter"),
        "stop": lambda: speaker._("end of the turn"),
        "board": lambda: speaker._("on the board"),
        "dead": lambda: speaker._("on the ground"),
        "off": lambda: speaker._("takes off"),
        "penalty": lambda: speaker._("penalty"),
        "colour": lambda: speaker._("colour"),
        "green": lambda: speaker._("green"),
        "red": lambda: speaker._("red"),
    }
    return str(known[word]()) if word in known else word


def note_said(speaker: Speaker, note: str) -> Markup:
    """What the journal notes at a press or between two."""
    for pattern, say in _NOTES:
        found = pattern.fullmatch(note)
        if found:
            return say(speaker, found)
    return name_markup(note)  # of a newer firmware


_Say = Callable[[Speaker, re.Match[str]], Markup]
_SAID: tuple[tuple[str, _Say], ...] = (
    (r"", lambda speaker, found: Markup("")),
    (r"not counted", lambda speaker, found: speaker._("not counted")),
    (r"awarded (.*)", lambda speaker, found: speaker._("awarded %(points)s", points=found[1])),
    (r"cancels", lambda speaker, found: speaker._("cancels")),
    (r"bust", lambda speaker, found: speaker._("bust")),
    (r"records? (.*) (?:is|are) missing", lambda speaker, found: speaker._(
        "missing records: %(numbers)s", numbers=found[1].replace(" to ", "\u2013"))),
    (r"power on", lambda speaker, found: speaker._("power on")),
    (r"power on, after safe mode .*", lambda speaker, found: speaker._("power on, after safe mode")),
    (r"the firmware hung and was restarted.*", lambda speaker, found: speaker._("the box hung and was restarted")),
    (r"the firmware was started anew.*", lambda speaker, found: speaker._("the box was started anew")),
    (r"the firmware met an error: (.*)", lambda speaker, found: speaker._(
        "the box met an error: %(error)s", error=name_markup(found[1]))),
    (r"the next match was no longer assigned", lambda speaker, found: speaker._(
        "the next match was no longer assigned")),
    (r"the next match was assigned: (.*)", lambda speaker, found: speaker._(
        "the next match was assigned: %(names)s", names=name_markup(found[1]))),
    (r"the board found a damaged record and went on from before record (\d+)", lambda speaker, found: speaker._(
        "the box found a damaged record, and went on from before record %(number)s", number=found[1])),
    (r"another match was started", lambda speaker, found: speaker._("another match was started")),
    (r"([ABC]) is first", lambda speaker, found: speaker._("%(side)s is first", side=found[1])),
    (r"back to this match", lambda speaker, found: speaker._("back to this match")),
    (r"not counted: back to the match before", lambda speaker, found: speaker._(
        "not counted: back to the match before")),
)  # fmt: skip
_NOTES = [(re.compile(pattern, re.DOTALL), say) for pattern, say in _SAID]
