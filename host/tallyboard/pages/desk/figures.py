"""The figures of a game that somebody enters: what a form says, what is asked before, the lines that enter them; and
what came of this and of all else that is entered, in sentences."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from markupsafe import Markup

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.desk import Refusal, Tournament
from tallyboard.desk.changes import Changes, changes, ended_calls, floor_of, wrong_calls
from tallyboard.desk.matches import Game, members, phase_number
from tallyboard.desk.objects import DeskMatchObject, entrant_object
from tallyboard.desk.options import SHOOTOUT, Options
from tallyboard.desk.phase import Phase
from tallyboard.desk.state import Call
from tallyboard.pages.desk import subjects
from tallyboard.pages.desk.asked import Desk, Entry, check_basis
from tallyboard.pages.desk.posted import FieldError, Posted
from tallyboard.pages.desk.words import Words
from tallyboard.pages.tournaments import Entered
from tallyboard.store.tournaments.notices import Doubted
from tallyboard.text.doubts import Doubt, doubt_words, doubts_of_line
from tallyboard.text.tournament.matches import find_match, score
from tallyboard.text.tournament.names import NOBODY, Names


def options_of(tournament: Tournament, match: str) -> Options:
    return tournament.phases[phase_number(match) - 1].options


def outcome(match: DeskMatchObject, words: Words, options: Options) -> Markup:
    """What a match of a phase with these options has come to: `Ann wins`, `game 2 comes next`."""
    _, winner = words._, match["winner"]
    if match["state"] == "void":
        return _("does not count, for somebody has left")
    if match["state"] == "cancelled":
        return _("is not played any more")
    if match["state"] != "decided":
        if not match["games"] or not match["due"]:
            return _("to be played")
        if match["due"] > options.best and options.level == SHOOTOUT:
            return _("a shootout comes next")
        return _("game %(game)s comes next", game=match["due"])
    if match["how"] == "double forfeit":
        return _("both gave it up")
    if match["how"] == "bye":
        return _("%(who)s goes on without playing", who=words.name(winner))
    if winner in (None, NOBODY):
        return _("a level match")
    if match["how"] == "walkover":
        return _("%(who)s wins without playing", who=words.name(winner))
    return _("%(who)s wins", who=words.name(winner))


def match_words(match: DeskMatchObject, words: Words, options: Options) -> Markup:
    """`Ann : Bob (1:1-2) 8 : 4: Ann wins.`"""
    points = score(match)
    said = Markup("{} {}").format(words.match(match), points) if points else words.match(match)
    return words._("%(match)s: %(outcome)s.", match=said, outcome=outcome(match, words, options))


def result_said(after: Entered, words: Words, match: str, game: int, before: str) -> list[Markup]:
    """The sentences after a result; `before`: the figures that stood, "" for none."""
    found = find_match(after.seen.computed, match)
    if found is None:
        return [words._("It is kept; no match is called %(match)s now.", match=match)]
    phase = after.tournament.phases[phase_number(match) - 1]
    said = [match_words(found, words, phase.options)]
    if found["due"] and found["due"] > phase.options.best:
        shootout, another = (
            words._("It was level, so a shootout of twenties decides."),
            words._("It was level, so another game decides."),
        )
        said.append(shootout if phase.options.level == SHOOTOUT else another)
    if before:
        said.append(words._("Before stood %(figures)s; the last word counts.", figures=before))
    if 0 < game <= len(found["games"]):
        played = found["games"][game - 1]
        said += doubts_said(
            doubts_of_line(phase.line_of(game), played["scores"], played["twenties"], not phase.is_league), words
        )
    return said


def doubts_said(doubts: Sequence[Doubt], words: Words) -> list[Markup]:
    return [Markup(doubt_words(doubt, words.language)) for doubt in doubts]


def status_said(who: Sequence[int], after: Entered, words: Words) -> list[Markup]:
    """What became of the matches and calls of these, whose status is another now; `before` is their floor."""
    return changes_said(changes(who, after.before, after.tournament), words)


def changes_said(found: Changes, words: Words) -> list[Markup]:
    """The same of changes that are known, or would be."""
    void, lost, off, again, counting = found.void, found.lost, found.off, found.again, found.counting
    told = {
        words.ngettext(
            "Fewer than half of the matches were played, so %(num)s match no longer counts.",
            "Fewer than half of the matches were played, so %(num)s matches no longer count.",
            void,
        ): void,
        words.ngettext("%(num)s match is a walkover now.", "%(num)s matches are walkovers now.", lost): lost,
        words.ngettext(
            "%(num)s match is not played any more: one of its four is out.",
            "%(num)s matches are not played any more: one of their four is out.",
            off,
        ): off,
        words.ngettext("%(num)s match is to be played again.", "%(num)s matches are to be played again.", again): again,
        words.ngettext("%(num)s match counts again.", "%(num)s matches count again.", counting): counting,
    }
    lasting = [
        words._("%(pair)s are still called to %(table)s: free it.", **_of_call(one, words)) for one in found.last
    ]
    return [*(sentence for sentence, count in told.items() if count), *_ended(found.ended, words), *lasting]


def redrawn_said(after: Entered, words: Words) -> list[Markup]:
    """The calls that a new draw has ended, and those that are wrong now; `before` is the floor."""
    before, now = after.before, floor_of(after.tournament)
    wrong = [
        words._("The call to %(table)s is wrong now, its match is another: free it.", table=words.table(call.table))
        for call in wrong_calls(before, now)
    ]
    return [*_ended(ended_calls(before, now), words), *wrong]


def _ended(calls: Sequence[Call], words: Words) -> list[Markup]:
    return [words._("The call of %(pair)s to %(table)s has ended.", **_of_call(call, words)) for call in calls]


def _of_call(call: Call, words: Words) -> dict[str, Markup]:
    return {"pair": words.pair(call.entrants), "table": words.table(call.table)}


def called_said(after: Entered, words: Words) -> list[Markup]:
    """Which matches were called where."""
    said = []
    for kind, *parts in (event.line.split() for event in after.made):
        if kind == "call":
            name, table = parts
            match = find_match(after.seen.computed, name)
            who = words.match(match) if match else Markup("{}").format(name)
            said.append(words._("Called to %(table)s: %(match)s.", table=words.table(table), match=who))
    return said or [words._("Nothing can be called now.")]


MOST_TWENTIES = 999  # that a line can have


def is_shootout(line: str) -> bool:
    """Whether the score of the game of this line is its twenties."""
    return facts_of(line.split()[0]).is_shootout


def has_twenties(line: str) -> bool:
    """Whether the game of this line counts twenties beside its score."""
    return catalogue.by_id(line.split()[0]).TWENTIES and not is_shootout(line)


def game_figures(game: Game | None, words: Words) -> Markup:
    """`8 : 4, twenties 5 : 2`; empty for none."""
    if game is None:
        return Markup("")
    said = Markup("{} : {}").format(*game.scores)
    if any(game.twenties):
        said += words._(", twenties %(first)s : %(second)s", first=game.twenties[0], second=game.twenties[1])
    if game.winner is not None and game.scores[0] == game.scores[1]:
        said += words._(", won by %(who)s", who=words.name(game.winner))
    return said


class GameFigures(NamedTuple):
    """Of A and B in the game of this number of a match. `won`: `a` or `b`, where the game itself decided a level one,
    else empty."""

    number: int
    scores: tuple[int, int]
    twenties: tuple[int, int] = (0, 0)
    won: str = ""

    def line(self, match: str, players: Sequence[int]) -> str:
        """The line that enters them."""
        a, b = both = [members(side)[0] for side in players]
        named = match + (f"/{self.number}" if self.number > 1 else "")
        words = [f"result {named} {a} {self.scores[0]} {b} {self.scores[1]}"]
        words += [f"twenties {self.twenties[0]} {self.twenties[1]}"] if any(self.twenties) else []
        words += [f"won {both['ab'.index(self.won)]}"] if self.won else []
        return " ".join(words)

    def are(self, game: Game, players: Sequence[int]) -> bool:
        """Whether they are those of this game, A's first."""
        a, b = self.scores
        side = self.won if a == b else "a" if a > b else "b"
        return game == Game(self.scores, self.twenties, players["ab".index(side)] if side else None)

    def with_twenties(self, line: str) -> "GameFigures":
        """The same; in a shootout the twenties are the score, and stand in one field."""
        can_be = not any(self.twenties) and all(0 <= score <= MOST_TWENTIES for score in self.scores)
        return self._replace(twenties=self.scores) if can_be and is_shootout(line) else self


def given_figures(form: Posted, number: int, words: Words) -> list[GameFigures]:
    """Those of the form: of a game, and of the shootout where it says one; what cannot be is told at its field."""
    if "score-a" in form.given:  # typed; else one of the game's results
        a, b = form.number("score-a", -9999, 9999), form.number("score-b", -9999, 9999)
    else:
        parts = form.raw("score").split(":")
        if len(parts) != 2 or not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in parts):
            form.refuse("score", words._("Choose the result."))
            parts = ["0", "0"]
        a, b = map(int, parts)
    twenties = form.number("twenties-a", 0, MOST_TWENTIES, 0), form.number("twenties-b", 0, MOST_TWENTIES, 0)
    won = form.choice("won", ("", "a", "b"))
    if won and a != b and not form.wrong:
        form.refuse("won", words._("The scores are not equal: who has more has won."))
    figures = [GameFigures(number, (a, b), twenties, won)]
    if form.has("shootout-a") or form.has("shootout-b"):
        made = form.number("shootout-a", 0, MOST_TWENTIES, 0), form.number("shootout-b", 0, MOST_TWENTIES, 0)
        if a != b and not form.wrong:
            form.refuse("shootout-a", words._("The scores are not equal: no shootout follows."))
        figures.append(GameFigures(number + 1, made))
    return figures


def sure_of(given: Mapping[str, str]) -> str:
    """What the box confirms that a doubt is asked with: these figures, and no others."""
    scores = [given.get("score-a", ""), given.get("score-b", "")] if "score-a" in given else [given.get("score", "")]
    shootout = [given[name] for name in ("shootout-a", "shootout-b") if given.get(name)]
    both = [*scores, given.get("twenties-a", ""), given.get("twenties-b", ""), *shootout]
    return "/".join(one.strip() for one in both)


async def enter_figures(
    desk: Desk, form: Posted, match: str, given: Sequence[GameFigures], reason: str, asks: bool = False
) -> str:
    """Enter those of this match, the first with the shootout behind it. What stands already is not entered again: a
    form whose answer was lost is sent twice. `asks`: whether somebody is asked about what looks wrong, and confirms it.
    Raises FieldError, StaleError, Refusal."""
    before = Markup("")
    subject = subjects.match(match)
    is_sure = asks and form.raw("sure") == sure_of(form.given)
    figures = list(given)

    def decide(tournament: Tournament) -> Sequence[str]:
        nonlocal before, figures
        words = desk.words()
        try:
            phase, its = tournament.state.match(match)
        except Refusal:
            check_basis(form, subject, tournament)
            raise
        figures = [one.with_twenties(phase.line_of(one.number)) for one in given]
        asked = _asked_about(figures, phase, form, words) if asks else []
        if asked and not is_sure:
            raise FieldError({"sure": Markup(" ").join(asked)})
        found = phase.standing(its)
        players = found.players
        if found.pair is None or players is None:
            check_basis(form, subject, tournament)
            raise FieldError({"": words._("Who plays this match is not known now.")})
        record = tournament.state.field.records.of(match, found.pair)
        by_hand = {} if record.forfeit else {number: found.a_first(game) for number, game in record.hand.items()}
        new = [one for one in figures if one.number not in by_hand or not one.are(by_hand[one.number], players)]
        if not new:
            return []
        check_basis(form, subject, tournament)
        counts = record.game(figures[0].number)
        if counts and figures[0] in new:
            own = Words(words.language, Names(map(entrant_object, tournament.entrants)))
            before = game_figures(found.a_first(counts), own)
        return [one.line(match, players) for one in new]

    def said(after: Entered, words: Words) -> list[Markup]:
        if not after.made:
            return [words._("That stands already; it is not entered twice.")]
        return result_said(after, words, match, figures[0].number, before)

    def confirms(one: Doubted) -> bool:
        its = (one.game, one.scores, one.twenties)
        return one.match == match and any(its == (own.number, own.scores, own.twenties) for own in figures)

    return await desk.enter(form, Entry(decide, said, None, reason, confirms if is_sure else None))


def _asked_about(figures: Sequence[GameFigures], phase: Phase, form: Posted, words: Words) -> list[Markup]:
    """What is asked before these are entered: twenties that were left out where they rank, figures that the game
    cannot have given."""
    asked = [
        said
        for one in figures
        for said in doubts_said(
            doubts_of_line(phase.line_of(one.number), one.scores, one.twenties, not phase.is_league), words
        )
    ]
    ranks = phase.is_league and "twenties" in phase.options.chain and has_twenties(phase.line_of(figures[0].number))
    if ranks and not form.has("twenties-a") and not form.has("twenties-b"):
        left_out = words._("Twenties are empty; they break ties here. Enter them, or confirm that there were none.")
        asked.insert(0, left_out)
    return asked
