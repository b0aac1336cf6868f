"""Phases, rounds, matches, presses and what the journal notes, in the words of a page."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from markupsafe import Markup

from tallyboard.desk.objects import DeskMatchObject, PhaseObject
from tallyboard.pages.public.view import Speaker, View, name_markup
from tallyboard.text.language import later
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


_UNPLAYED = {"bye": later("bye"), "double forfeit": later("both forfeit"), "walkover": later("walkover")}


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
    unplayed = _UNPLAYED.get(match["how"] or "")
    if unplayed:
        return view._(unplayed)
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

    in_turn: str
    numbered: str
    end: str


_ROUNDS = {
    "game": RoundWords(later("Game by game"), later("Game no. %(number)s"), later("end of the game")),
    "manche": RoundWords(later("Manche by manche"), later("Manche no. %(number)s"), later("end of the manche")),
    "round": RoundWords(later("Round by round"), later("Round no. %(number)s"), later("end of the round")),
}


def round_words(game: str) -> RoundWords:
    """The words for a round of this game, to be said in somebody's language."""
    return _ROUNDS[game_word(game)]


_ZONES = {
    "penalty": later("penalties"),
    "forfeit": later("forfeit"),
    "dames": later("dames"),
    "counters": later("points of counters"),
    "board": later("board"),
    "dead": later("dead"),
}


def zone_word(speaker: Speaker, zone: str) -> str:
    """What is counted: a zone or hole by its number, else its word."""
    return str(speaker._(_ZONES[zone])) if zone in _ZONES else zone


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


_PRESSES = {
    "undo": later("undo"),
    "first": later("first is"),
    "agree": later("agrees"),
    "forfeit": later("forfeits"),
    "knocked": later("knocked off the board"),
    "sunk": later("sunk into"),
    "dame": later("dame"),
    "counter": later("counter"),
    "stop": later("end of the turn"),
    "board": later("on the board"),
    "dead": later("on the ground"),
    "off": later("takes off"),
    "penalty": later("penalty"),
    "colour": later("colour"),
    "green": later("green"),
    "red": later("red"),
}


def press_said(speaker: Speaker, event: str, game: str) -> str:
    """A press in this game: a scoresheet's line, its words in the reader's language."""
    known = _PRESSES | {"next": round_words(game).end}
    return " ".join(str(speaker._(known[word])) if word in known else word for word in event.split(" "))


# What a journal notes, and how it is said; what stands there in words of people is put in as theirs.
_NOTES = {
    r"not counted": later("not counted"),
    r"awarded (?P<points>.*)": later("awarded %(points)s"),
    r"cancels": later("cancels"),
    r"bust": later("bust"),
    r"records? (?P<numbers>.*) (?:is|are) missing": later("missing records: %(numbers)s"),
    r"power on": later("power on"),
    r"power on, after safe mode .*": later("power on, after safe mode"),
    r"the firmware hung and was restarted.*": later("the box hung and was restarted"),
    r"the firmware was started anew.*": later("the box was started anew"),
    r"the firmware met an error: (?P<error>.*)": later("the box met an error: %(error)s"),
    r"the next match was no longer assigned": later("the next match was no longer assigned"),
    r"the next match was assigned: (?P<names>.*)": later("the next match was assigned: %(names)s"),
    r"the board found a damaged record and went on from before record (?P<number>\d+)": later(
        "the box found a damaged record, and went on from before record %(number)s"
    ),
    r"another match was started": later("another match was started"),
    r"(?P<side>[ABC]) is first": later("%(side)s is first"),
    r"back to this match": later("back to this match"),
    r"not counted: back to the match before": later("not counted: back to the match before"),
}
_OF_PEOPLE = ("error", "names")


def note_said(speaker: Speaker, note: str) -> Markup:
    """What the journal notes at a press or between two."""
    for pattern, said in _NOTES.items():
        found = re.fullmatch(pattern, note, re.DOTALL)
        if found:
            values = {
                name: name_markup(value) if name in _OF_PEOPLE else value.replace(" to ", "\u2013")
                for name, value in found.groupdict().items()
            }
            return speaker._(said, **values)
    return name_markup(note) if note else Markup("")  # of a newer firmware
