"""A desk that differs from its rules in one line is found out by the random scripts.

What the desk is changed in stands in CHANGES; OF_THE_ORACLE changes the oracle itself, as a desk that is wrong there.
"""

import inspect
import sys
import textwrap
from functools import cache
from types import ModuleType
from typing import Any

import pytest

from tallyboard.desk import bracket, flags, matches, round_robin, state
from tallyboard.desk.drawing import _Exchange
from tallyboard.desk.field import Field
from tallyboard.desk.league import League
from tallyboard.desk.matches import Record
from tallyboard.desk.state import Floor
from tallyboard.desk.swiss import Swiss, _Pairing
from tests.reference.desk import calls as oracle_calls
from tests.reference.desk import decide, declare, draws, events, leagues, partners, ranking, report, results, standings
from tests.reference.desk import desk as oracle_desk
from tests.reference.desk import flags as oracle_flags
from tests.reference.desk.compare import compare, difference
from tests.reference.desk.desk import compute
from tests.reference.desk.scripts import Script, random_script

WITHIN = 500  # seeds

# What is changed: where, in which function, and what stands there for what.
CHANGES: dict[str, tuple[ModuleType | type, str, str, str]] = {
    "sides in a round robin": (round_robin, "_berger_round", "(low + high) % 2", "(low + high) % 2 == 0"),
    "drops of a double": (bracket, "_losers", " ^ DROPS[1 << last][j - 1]", ""),
    "word of the lot": (Field, "lot", "{word}", "lot"),
    "points for a bye": (League, "table_of", "points += self.options.bye", "points += 2"),
    "longest waiting": (state, "_ready", "waits_since = max(", "waits_since = min("),
    "table with fewest calls": (Floor, "begin", "table.times.get(x, 0) + 1", "0"),
    "lower median": (state, "minutes_of", "(len(lengths) - 1) // 2", "len(lengths) // 2"),
    "order of misfits": (flags, "_place_of_match", 'name, flag.get("entrants", [])', 'flag.get("entrants", []), name'),
    "who is A in a Swiss": (Swiss, "_paired", "was_a[high] <= was_a[low]", "was_a[high] < was_a[low]"),
    "nearest below": (_Pairing, "first", "next(x for x in rest if", "next(x for x in reversed(rest) if"),
    "level after all games": (matches, "_by_games", "number >= best", "number > best"),
    "hand before board": (Record, "game", "self.hand.get(number) or self.board", "self.board.get(number) or self.hand"),
    "halves of a bracket": (_Exchange, "_may", "place in (1, 2)", "place in ()"),
}

OF_THE_ORACLE: dict[str, tuple[ModuleType | type, str, str, str]] = {
    "absent, though out": (
        oracle_desk,
        "apply",
        "elif kind in LINES:",
        "elif kind == 'absent' and words[1] in [str(each) for each in state.entrants if state.is_out(each)]:\n"
        "        pass\n    elif kind in LINES:",
    ),
    "call of a closed table": (events, "call", " and state.tables[words[1]].open", ""),
    "a call decided by others": (
        oracle_calls,
        "end_calls",
        "if match is not None and match.state in",
        "if match is not None and not is_wrong(call, match) and match.state in",
    ),
    "a result of those called": (oracle_calls, "end_calls", "result == (call.phase, call.key, call.players)", "False"),
    "surplus while undecided": (
        oracle_flags,
        "surplus_games",
        "counting = len",
        "if match.undecided:\n        return []\n    counting = len",
    ),
    "surplus of a walkover": (oracle_flags, "surplus_games", "return sorted(games)", "return []"),
    "games of a walkover": (decide, "decide", "walk_over(match, out)", "match.games = games; walk_over(match, out)"),
    "who comes after a double forfeit": (ranking, "places", "len(result) + 1", "len({each for each, _ in result}) + 1"),
    "who shares place 2": (ranking, "places", "2 if level == final_share else ", ""),
    "a double of two": (ranking, "share_of_final", "len(phase.order) == 2", "False"),
    "where a double forfeit counts": (ranking, "loss_level", "2 * (number - 1)", "2 * number - 1"),
    "a pair by hand of others": (draws, "wrong_pairs", "set(paired) <= set(listed)", "True"),
    "a pair by hand twice": (events, "check_pairs", "len(set(named)) == len(named)", "True"),
    "two left by hand": (draws, "wrong_pairs", "> 1", "> 2"),
    "by hand, not Swiss": (events, "check_pairs", '"swiss"', "phase_in(state, words[0]).declaration.format"),
    "A by hand": (draws, "one_round", "place, (a, b) in", "place, (b, a) in"),
    "sequence by hand": (draws, "one_round", "enumerate(by_hand", "enumerate(sorted(by_hand)"),
    "bye by hand": (draws, "one_round", "if entrant not in paired]", "if False]"),
    "across is the ranking": (ranking, "ranking", "if by_figures:", "if False:"),
    "across ties at the border": (draws, "present_levels", "phase.declaration.across", "False"),
    "across and equal places": (draws, "order_from", "where[each][1]", "0"),
    "lost after a bye": (draws, "lost_early", " or entrant in had_bye", ""),
    "lost by seed": (draws, "lost_early", "key=single.seed", "key=None"),
    "both lost": (ranking, "losers", "list(match.players)\n", "list(match.players[:1])\n"),
    "lost, drawn before": (draws, "first_matches", "return first + ", "return first or "),
    "lost, drawn in time": (draws, "can_take_from", "not phase.declaration.lost or ", "True or "),
    "lost of no single": (draws, "fresh_order", '["format"]', "[]"),
    "beside by its places": (ranking, "is_beside", "[0] > 1", "[0] > 2"),
    "beside by lost": (ranking, "is_beside", "declaration.lost or ", ""),
    "beside by its source": (ranking, "is_beside", "is_beside(state, state.phases[declaration.of])", "False"),
    "beside before its source": (
        ranking,
        "placing",
        "elif is_finished(state, state.phases[phase.declaration.of])",
        "else",
    ),
    "put before": (
        ranking,
        "put_before",
        "own + [level for level in left if level]",
        "[level for level in left if level] + own",
    ),
    "beside, in a shared place": (
        ranking,
        "put_beside",
        "[None] * (len(level) - len(others)) + ([others] if others else [])",
        "([others] if others else []) + [None] * (len(level) - len(others))",
    ),
    "beside, sharing": (ranking, "put_beside", "own_level is following", "False"),
    "beside, somebody between": (ranking, "put_beside", "following = None\n            continue", "continue"),
    "placed, disqualified": (ranking, "placing", ' if state.entrants[each].status != "disqualified"', ""),
    "places of a bracket in the placing": (ranking, "own_levels", "if phase.league:", "if True:"),
    "champion beside": (report, "champion", " if not is_beside(state, phase)", ""),
    "champion of groups": (report, "champion", " or len(phase.groups) > 1", ""),
    "champion alone": (report, "champion", "if len(first) == 1", "if first"),
    "finished, all of them": (report, "report", "all(is_finished", "any(is_finished"),
    "seats: where the best sits": (leagues, "seated", "numbered.index(table) % turns, ", ""),
    "seats: odd tables first": (
        leagues,
        "seated",
        "[*range(1, tables + 1, 2), *range(2, tables + 1, 2)]",
        "[*range(1, tables + 1)]",
    ),
    "seats: who is up": (leagues, "seated", "order[first::2]", "order[first * tables :][:tables]"),
    "rounds of a rotation": (leagues, "seated", "min(rounds, tables)", "min(rounds, len(order) - 1)"),
    "down stays once": (leagues, "rotation", "2 * r != len(up)", "True"),
    "A in a rotation": (leagues, "rotation", "if r % 2 else", "if True else"),
    "a rotation is partial": (draws, "set_up", "[order]\n", "[order]\n        full = True\n"),
    "seats that stay": (draws, "change_seats", "entrant if entrant in stay else 0", "entrant"),
    "seats by table": (
        draws,
        "change_seats",
        "for table in range(len(seats[0])) for side in (0, 1)",
        "for side in (0, 1) for table in range(len(seats[0]))",
    ),
    "seats for all": (draws, "change_seats", "len(new) > len(empty)", "False"),
    "a call by seat": (oracle_calls, "tables_for", "match.seat is None", "True"),
    "a call by seat, tables closed": (
        oracle_calls,
        "tables_for",
        "len(state.tables) <",
        "sum(each.open for each in state.tables.values()) <",
    ),
    "adjusted by itself": (
        declare,
        "declare",
        '"adjust" if rotation or partners else ""',
        '"adjust" if partners else ""',
    ),
    "adjusted, partners": (
        declare,
        "declare",
        '"adjust" if rotation or partners else ""',
        '"adjust" if rotation else ""',
    ),
    "adjusted, a walkover won": (
        standings,
        "add_match",
        'match.how == "played" or not phase.declaration.adjust',
        "True",
    ),
    "adjusted, matches without games": (
        standings.Row,
        "adjusted_matches",
        'if not (match.how == "walkover" and self.entrant in members(match.winner))',
        'if match.how == "played"',
    ),
    "adjusted, byes": (standings.Row, "adjusted_matches", "if not (", "if True or ("),
    "adjusted head": (standings.Chain, "split_by_head", 'if match.how == "played"]', "]"),
    "adjusted values": (standings.Chain, "shown", "self.adjust and", "False and"),
    "adjusted over groups": (
        standings.Chain,
        "value",
        "self.adjust or self.averages",
        "self.adjust and not self.averages",
    ),
    "partners have no head": (declare, "declare", 'if item != "head"', ""),
    "the minutes of doubles": (declare, "declare", "doubles or partners)", "partners)"),
    "partners: the table moves on": (partners, "table", "+ i - 1) % t", "+ i) % t"),
    "partners: absent ones keep their places": (
        partners,
        "draw_round",
        "tabled = table(order, i)",
        "tabled = table([each for each in order if each in present], i)",
    ),
    "partners: over 20": (partners, "table", "(i - 1) % (even(n) - 1) + 1", "i % (even(n) - 1) + 1"),
    "partners: whole fours first": (partners, "listed", "if len(match) == 2 and", "if False and"),
    "partners: whole pairs next": (partners, "listed", "if len(pair) == 2 and", "if False and"),
    "partners: who sits out": (partners, "draw_round", "drawn[entrant] == most", "True"),
    "partners: last in the list": (partners, "draw_round", "== most][-1]", "== most][0]"),
    "partners: list made anew": (
        partners,
        "draw_round",
        "listed(tabled, playing)",
        "[each for each in everybody if each in playing]",
    ),
    "partners: met as opponents": (partners, "draw_round", "max(were_opponents", "sum(were_opponents"),
    "partners: less than c": (partners, "draw_round", "met, fewest)", "met)"),
    "partners: c of who is in": (partners, "draw_round", "len(present) - 1", "len(order) - 1"),
    "partners: who is A": (partners, "draw_round", "later, earlier) if less", "earlier, later) if less"),
    "partners: A added up": (partners, "draw_round", "sum(been_a[entrant] for entrant in later)", "been_a[later[0]]"),
    "partners: rounds ahead": (draws, "next_round", "not by_partners and any", "any"),
    "partners: four at least": (draws, "too_few", "4 if", "2 if"),
    "partners: who left": (decide, "decide", 'if out and phase.declaration.format == "partners"', "if False"),
    "partners: a bye beside who left": (
        standings,
        "keeps_bye",
        'phase.declaration.format == "partners" and',
        "False and",
    ),
    "partners: misfits": (results, "sides_of", "{one, other} == set(key_sides(key))", "key_sides(key)"),
    "partners: who won": (results, "result_parts", "if named in members(side)", "if named == members(side)[0]"),
    "partners: all four in a call": (oracle_calls, "players_in_calls", "call.entrants", "call.entrants[:2]"),
    "partners: all four are busy": (oracle_desk, "apply", "members(*played[2])", "members(played[2][0])"),
    "place in the contest": (report, "contest", "other > state.contest[entrant]", "other >= state.contest[entrant]"),
}


@cache
def _script(seed: int) -> Script:
    return random_script(seed)


@pytest.mark.parametrize("change", CHANGES)
def test_one_changed_line_is_found_out(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, old, new = CHANGES[change]
    monkeypatch.setattr(owner, name, changed(inspect.getattr_static(owner, name), old, new))
    found = next((seed for seed in range(WITHIN) if _differs(seed)), None)
    assert found is not None, f"{WITHIN} scripts do not notice it"
    monkeypatch.undo()
    assert not _differs(found), "and the true desk passes it"


@pytest.mark.parametrize("change", OF_THE_ORACLE)
def test_one_changed_line_of_the_oracle_is_found_out(change: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, name, old, new = OF_THE_ORACLE[change]
    scripts = [_script(seed) for seed in range(2 * WITHIN)]  # written by the true one
    true = inspect.getattr_static(module, name)
    other = changed(true, old, new)
    monkeypatch.setattr(module, name, other)
    for each in [each for key, each in sys.modules.items() if key.startswith("tests.reference.desk.")]:
        if getattr(each, name, None) is true:
            monkeypatch.setattr(each, name, other)
    if events.LINES.get(name) is true:
        monkeypatch.setitem(events.LINES, name, other)
    assert any(_breaks_or_differs(script) for script in scripts), "they do not notice it"


def _breaks_or_differs(script: Script) -> bool:
    try:
        return difference(script.answer, compute(script.text)) is not None
    except (LookupError, TypeError):
        return True


def _differs(seed: int) -> bool:
    script = _script(seed)
    return compare(script.text, script.answer) is not None


def changed(function: Any, old: str, new: str) -> Any:
    """The function as it would be with other words in its source."""
    function = function.fget if isinstance(function, property) else function
    source = textwrap.dedent(inspect.getsource(function))
    assert source.count(old) == 1
    there = dict(function.__globals__)
    exec(source.replace(old, new), there)
    return there[function.__name__]
