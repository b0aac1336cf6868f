"""What a phase was declared with, and what a draw has made, in words."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING, NamedTuple

from tallyboard.desk.matches import members
from tallyboard.desk.options import ADJUST, IN_ROUNDS, LAST, PARTNERS, ROUND_ROBIN, USUAL, Options
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.tournament.matches import FORMATS, is_league
from tallyboard.text.tournament.names import NOBODY, Names, listed, with_verb

if TYPE_CHECKING:
    from tallyboard.desk.objects import EntrantObject, PhaseObject
    from tallyboard.desk.phase import Phase


def option_words(options: Sequence[str]) -> str:
    """`Its options: 4 groups; order by lot.` of `groups=4` and `order=lot`; empty where there is nothing but what holds
    anyway."""
    given = dict(word.split("=", 1) for word in options if word not in USUAL)
    said = [_WORDS[name](value) for name, value in given.items() if name not in ("of", "take")]
    if "of" in given:
        said.insert(0, _taken(given.get("take", ""), given["of"]))
    return _("Its options: %(options)s.", options=_("; ").join(said)) if said else ""


def _taken(take: str, phase: str) -> str:
    """Whom of another phase it takes."""
    if take == "lost":
        return _("who lost their first match of phase %(phase)s", phase=phase)
    if not take:
        return _("all of phase %(phase)s", phase=phase)
    first, _dash, last = take.partition("-")
    if last == str(LAST):
        return _("places %(first)s and on of phase %(phase)s", first=first, phase=phase)
    return _("places %(first)s to %(last)s of phase %(phase)s", first=first, last=last or first, phase=phase)


def _points(value: str) -> str:
    if value == "score":
        return _("the scores are the points")
    win, level, defeat = value.split(",")
    said = later("points %(win)s for a win, %(level)s for a level match, %(defeat)s for a defeat")
    return _(said, win=win, level=level, defeat=defeat)


def _bye(value: str) -> str:
    if value == ADJUST:
        return _("nothing for a bye: ranked by the average per match")
    return ngettext("%(num)s point for a bye", "%(num)s points for a bye", int(value))


_WORDS: dict[str, Callable[[str], str]] = {
    "across": lambda value: _("all groups ranked together by figures alone"),
    "order": lambda value: _("order by lot"),
    "groups": lambda value: _("%(count)s groups", count=value),
    "times": lambda value: _("everybody meets twice"),
    "rounds": lambda value: ngettext("%(num)s round", "%(num)s rounds", int(value)),
    "points": _points,
    "rotation": lambda value: _("players move from table to table"),
    "bye": _bye,
    "chain": lambda value: _("ranked by %(items)s", items=listed(value.split(","))),
    "third": lambda value: _("a match for third place"),
    "reset": lambda value: _("no second final"),
    "best": lambda value: _("best of %(count)s games", count=value),
    "level": lambda value: _("a level match is played again"),
    "minutes": lambda value: ngettext("%(num)s minute a game", "%(num)s minutes a game", int(value)),
    "rest": lambda value: ngettext(
        "%(num)s minute of rest between matches", "%(num)s minutes of rest between matches", int(value)
    ),
}


_PAIRS = 12  # of a round that are told


def draw_words(phase: "PhaseObject", entrants: "Sequence[EntrantObject]") -> list[str]:
    """What has been drawn, and who meets whom in the first round of it."""
    head = _("Its first round:") if phase["format"] not in IN_ROUNDS else ""
    return [_drawn(phase, again=False), *_pairs(phase, Names(entrants), head)]


def uneven(phase: "PhaseObject", options: Options) -> tuple[str, dict[str, int]] | None:
    """What is to be known where not all of a league will have as many matches: a sentence, to be said in somebody's
    language, and its numbers. None where all have, and of the later rounds of a phase that is drawn round by round."""
    if phase["format"] == PARTNERS and _round(phase) == 1 and phase["byes"]:
        return (_SIT_OUT if len(phase["byes"]) > 1 else _SITS_OUT), {"num": len(phase["byes"])}
    if phase["format"] != ROUND_ROBIN:
        return None
    played = Counter(x for match in phase["matches"] for x in match["sides"])
    fewest, most = min(played.values(), default=0), max(played.values(), default=0)
    said = _COMPARED if options.adjust else _BYES_COUNT
    return (
        (said, {"fewest": fewest, "most": most, "bye": options.bye})
        if fewest < most and not options.groups > 1
        else None
    )


_SITS_OUT = later("In each round one sits out, so points and twenties are divided by the matches each has played.")
_SIT_OUT = later("In each round %(num)s sit out, so points and twenties are divided by the matches each has played.")
_COMPARED = later(
    "Some will have %(fewest)s matches, some %(most)s. A bye gives nothing: points and twenties are averages per match."
)
_BYES_COUNT = later(
    "Some will have %(fewest)s matches and %(bye)s points for a bye, some %(most)s matches. Where a bye "
    "gives nothing (bye=adjust), points and twenties are averages per match."
)


class Redrawn(NamedTuple):
    """What drawing a phase again has made, or would make. `came`, `gone`: who is new in it, and no longer in it;
    `groups` by entrant, empty where there is one. `said`: what became of its schedule, sentences to be said in
    somebody's language, each with what stands in it. `is_same`: nothing became of it."""

    came: list[int]
    gone: list[int]
    groups: dict[int, str]
    said: list[tuple[str, dict[str, str]]]
    is_same: bool


_NEW = later("Who meets whom, and when, is new: print the schedule again.")
_GROWN = later("All others meet as before, in the same rounds; only byes change. Print the schedule again.")
_SAME = later("Everybody meets whom they met before.")
_NEW_GROUP = later("Group %(group)s keeps who was in it, but its schedule is new, in all rounds: print it again.")
_GROWN_GROUP = later(
    "In group %(group)s all others meet as before, in the same rounds; only byes change. Print it again."
)
_OTHER_GROUPS = later("The other groups stay as they are.")


def redrawn(before: "PhaseObject", phase: "PhaseObject") -> Redrawn:
    """What is another in the phase than `before` it was drawn again. With another number of entrants all pairs of a
    group, or of a bracket, may be others, and in other rounds."""
    were, are = drawn_now(before), drawn_now(phase)
    groups = dict(_groups(phase)) if len(phase["groups"]) > 1 else {}
    then, now = _schedule(before), _schedule(phase)
    said: list[tuple[str, dict[str, str]]] = []
    for group in sorted(now):
        if then.get(group) != now[group]:
            is_grown = then.get(group, set()) <= now[group] or then.get(group, set()) > now[group]
            sentence = (_GROWN_GROUP if is_grown else _NEW_GROUP) if groups else _GROWN if is_grown else _NEW
            said.append((sentence, {"group": group}))
    is_same = not said
    if is_same or len(said) < len(groups):
        said.append((_SAME if is_same else _OTHER_GROUPS, {}))
    return Redrawn(
        [one for one in are if one not in were],
        [one for one in were if one not in are],
        {one: group for group, those in groups.items() for one in those},
        said,
        is_same,
    )


def _schedule(phase: "PhaseObject") -> dict[str, set[tuple[object, ...]]]:
    """Who meets whom when, by group, "" where there is one: of a bracket the first round, which all follows from."""
    first = None if is_league(phase) else _round(phase)
    found: dict[str, set[tuple[object, ...]]] = {group: set() for group, _ in _groups(phase)}
    found = found if len(found) > 1 else {"": set()}
    for match in phase["matches"]:
        if first in (None, match["round"]) and NOBODY not in match["sides"]:
            place = match["match"] if first else match.get("seat")
            found[match["group"] or ""].add((match["round"], place, *match["sides"]))
    return found


def redraw_words(before: "PhaseObject", phase: "PhaseObject", entrants: "Sequence[EntrantObject]") -> list[str]:
    """What has been drawn again, who came in and who went out, what became of the schedule, and the pairs where they
    are others now."""
    names, found = Names(entrants), redrawn(before, phase)
    said = [_drawn(phase, again=True)]
    in_group = later("%(name)s (group %(group)s)")
    groups = found.groups
    came = [_(in_group, name=names[one], group=groups[one]) if groups else names[one] for one in found.came]
    if came:
        said.append(_("New in it: %(names)s.", names=listed(came)))
    if found.gone:
        said.append(_("No longer in it: %(names)s.", names=names.listed(found.gone)))
    said += [_(sentence, **values) for sentence, values in found.said]
    return said if found.is_same else [*said, *_pairs(phase, names, _(_HEADS[phase["format"] in IN_ROUNDS]))]


_HEADS = (later("Its first round:"), later("Its pairs:"))


def left_out(phases: "Sequence[Phase]", before: "PhaseObject", phase: "PhaseObject") -> "Phase | None":
    """The phase that takes the last places of this one, but was declared for as many as were in it `before`: who is
    last of those who are in it now would be in no phase. None where there is no such."""
    its = [one for one in phases if one.options.of == phase["phase"] and not one.options.lost]
    last = max(its, key=lambda one: one.options.take[1] if one.options.take else LAST, default=None)
    if last is None or last.drawn or last.options.take is None:
        return None
    return last if len(before["order"]) <= last.options.take[1] < len(phase["order"]) else None


def left_out_words(last: "Phase", phase: "PhaseObject") -> str:
    """What is to be done about it."""
    first, end = last.options.take or (1, LAST)
    return _(_LEFT_OUT, number=last.number, first=first, end=end, phase=phase["phase"], count=len(phase["order"]))


_LEFT_OUT = later(
    "Phase %(number)s takes places %(first)s to %(end)s of phase %(phase)s, which has %(count)s entrants now: the last "
    "would be in no phase. `tallyboard tournament phase %(number)s …` declares it anew, with take=%(first)s-%(count)s."
)


def _drawn(phase: "PhaseObject", again: bool) -> str:
    """Of a Swiss phase the round, of others all."""
    number, matches = phase["phase"], phase["matches"]
    if phase["format"] in IN_ROUNDS:
        said = later("Round %(round)s of phase %(phase)s is drawn:")
        if again:
            said = later("Round %(round)s of phase %(phase)s is drawn again.")
        return _(said, round=_round(phase), phase=number)
    said = later("Phase %(phase)s is drawn, %(format)s: %(what)s.")
    if again:
        said = later("Phase %(phase)s is drawn again, %(format)s: %(what)s.")
    entrants = ngettext("%(num)s entrant", "%(num)s entrants", len(phase["order"]))
    if len(phase["groups"]) > 1:
        each = ", ".join(_("%(group)s of %(count)s", group=group, count=len(those)) for group, those in _groups(phase))
        in_groups = later("%(entrants)s in %(count)s groups (%(groups)s)")
        entrants = _(in_groups, entrants=entrants, count=len(phase["groups"]), groups=each)
    byes = sum(match["how"] == "bye" and match["winner"] not in (None, NOBODY) for match in matches)
    what = [entrants]
    if is_league(phase):
        rounds = ngettext("%(num)s round", "%(num)s rounds", max((match["round"] for match in matches), default=0))
        of_matches = ngettext("%(num)s match", "%(num)s matches", len(matches))
        what.append(_("%(matches)s in %(rounds)s", matches=of_matches, rounds=rounds))
    elif byes:
        what.append(ngettext("%(num)s bye", "%(num)s byes", byes))
    return _(said, phase=number, format=_(FORMATS[phase["format"]]), what=", ".join(what))


def _pairs(phase: "PhaseObject", names: Names, head: str) -> list[str]:
    """The pairs of the round that was drawn, or of the first, and who has a bye in it."""
    first = _round(phase)
    pairs = [
        f"  {names[match['sides'][0]]} : {names[match['sides'][1]]}"
        for match in phase["matches"]
        if match["round"] == first and NOBODY not in match["sides"]
    ]
    has_bye = later("%(name)s has a bye"), later("%(name)s have a bye")
    byes = [f"  {with_verb(names[entrant], *has_bye)}" for entrant, at in phase["byes"] if at == first]
    further = later("and %(num)s more: `tallyboard tournament schedule`")
    more = [f"  {_(further, num=len(pairs) - _PAIRS)}"] if len(pairs) > _PAIRS else []
    return [*([head] if head else []), *pairs[:_PAIRS], *more, *(byes if phase["format"] in IN_ROUNDS else [])]


def _round(phase: "PhaseObject") -> int:
    """The round that is told: of a Swiss phase the last, of others the first."""
    rounds = [match["round"] for match in phase["matches"]]
    return (max if phase["format"] in IN_ROUNDS else min)(rounds, default=1)


def drawn_now(phase: "PhaseObject") -> list[int]:
    """Who is in what was drawn last: of a Swiss phase in its last round."""
    if phase["format"] not in IN_ROUNDS:
        return phase["order"]
    last = _round(phase)
    paired = {x for match in phase["matches"] if match["round"] == last for x in members(*match["sides"])}
    byes = {entrant for entrant, at in phase["byes"] if at == last}
    return [entrant for entrant in phase["order"] if entrant in paired | byes]


def _groups(phase: "PhaseObject") -> Iterable[tuple[str, list[int]]]:
    return zip(ascii_uppercase, phase["groups"], strict=False)


def end_words(phase: "PhaseObject") -> list[str]:
    """What the end of a league has left."""
    cancelled = sum(match["state"] == "cancelled" for match in phase["matches"])
    if not cancelled:
        return [_("Phase %(phase)s has ended.", phase=phase["phase"])]
    return [
        ngettext(
            "Phase %(phase)s has ended; %(num)s match is not played.",
            "Phase %(phase)s has ended; %(num)s matches are not played.",
            cancelled,
            phase=phase["phase"],
        )
    ]
