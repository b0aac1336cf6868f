"""What is entered of a season: `set`, `player`, `rename`, `night`, `undo`."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Unpack

import tallyboard.store as stores  # what writes is imported when it is asked for
from tallyboard.commands.season.seasons import LookingAtSeason, looked_at, names_of
from tallyboard.commands.season.shapes import ChangedSeason
from tallyboard.commands.tournament.opened import event_object, who
from tallyboard.desk.season import Season, compute_season
from tallyboard.errors import TallyboardError
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments import followed as followed_tournament
from tallyboard.store.tournaments.appending import enter
from tallyboard.store.tournaments.follow import FollowedSeason
from tallyboard.store.tournaments.rows import NoTournamentError
from tallyboard.store.tournaments.seasons import Evenings, followed_season, of_last_command, taking_back
from tallyboard.terminal.season import print_roster, said_of_nights
from tallyboard.terminal.tables import print_json, say
from tallyboard.text.language import _, later, ngettext
from tallyboard.text.printable import refuse_unprintable


class ChangingSeason(LookingAtSeason, total=False):
    """What CHANGING of the catalogue gives."""

    by: str | None
    reason: str | None


# From the store, and the season as it stands: the lines to be entered, and what is said of them afterwards.
Entering = Callable[[Sql, FollowedSeason], tuple[Sequence[str], Sequence[str]]]


def _change(entering: Entering, how: ChangingSeason) -> None:
    """Enter lines, print what has changed and what comes next."""
    says = who(how)  # type: ignore[arg-type]  # of a tournament's command it takes the same
    with looked_at(how):  # nothing is made or migrated where there is none
        pass
    said: list[str] = []

    def decide(season: Season) -> Sequence[str]:
        lines, told = entering(sql, followed)
        said.extend(told)
        return lines

    with stores.open_store(how.get("db")) as store, store.writing() as sql:
        followed = followed_season(sql, how.get("season"))
        made = enter(sql, followed, decide, says, how.get("reason") or "")
    season = followed.season
    following = _next(season)
    if how.get("as_json"):
        changed: ChangedSeason = {
            "season": followed.about.id,
            "name": followed.about.name,
            "events": [event_object(event) for event in made],
            "said": said,
            "next": following,
        }
        print_json(changed)
        return
    for sentence in (*said, following, _("Season: %(name)s.", name=followed.about.name)):
        say(sentence)


def _next(season: Season) -> str:
    """What the organiser does next."""
    if not season.roster:
        return _("Next: `tallyboard season player NAME` for everybody.")
    if not season.nights:
        return _("Next: `tallyboard season night` after an evening.")
    return _("`tallyboard season standings` shows the standings.")


def set_options(options: Sequence[str], **how: Unpack[ChangingSeason]) -> None:
    line = f"set {' '.join(options)}"
    changed = _("The options are changed: %(options)s.", options=" ".join(options))
    _change(lambda *now: ([line], [changed]), how)


def player(name: Sequence[str] = (), **how: Unpack[ChangingSeason]) -> None:
    if not name:
        with looked_at(how) as (_sql, followed):
            print_roster(followed.season, bool(how.get("as_json")))
        return
    words = _plain(later("The name"), " ".join(name))
    first, *others = (part.strip() for part in words.split("="))

    def entering(sql: Sql, followed: FollowedSeason) -> tuple[Sequence[str], Sequence[str]]:
        season = followed.season
        number = season.who(first)
        if number is None or not others:  # who is there already is refused by the season
            return [f"player {words}"], [
                _("%(name)s is number %(number)s of the roster.", name=first, number=len(season.roster) + 1)
            ]
        new = [other for other in others if season.who(other) != number]
        shown = season.roster[number - 1].name
        if not new:
            return [], [_("%(name)s has that name already.", name=shown)]
        told = _("%(name)s is also called %(others)s.", name=shown, others=_(" and ").join(new))
        return [f"also {number} {other}" for other in new], [told]

    _change(entering, how)


def rename(player: str, name: Sequence[str], **how: Unpack[ChangingSeason]) -> None:
    new = _plain(later("The name"), " ".join(name))

    def entering(sql: Sql, followed: FollowedSeason) -> tuple[Sequence[str], Sequence[str]]:
        season = followed.season
        number = season.who(player) or (int(player) if player.isascii() and player.isdecimal() else 0)
        if not 1 <= number <= len(season.roster):
            raise TallyboardError(
                "%(player)s is not in the roster.", "`tallyboard season player` lists it.", player=player
            )
        told = _("%(name)s is shown as %(new)s now.", name=season.roster[number - 1].name, new=new)
        return [f"rename {number} {new}"], [told]

    _change(entering, how)


def night(
    tournament: str | None = None,
    date: str | None = None,
    points: str | None = None,
    drop: bool = False,
    **how: Unpack[ChangingSeason],
) -> None:
    if drop:
        _change(lambda sql, followed: _dropped(sql, followed, tournament), how)
        return

    def entering(sql: Sql, followed: FollowedSeason) -> tuple[Sequence[str], Sequence[str]]:
        file, name, day = _meant(sql, tournament)
        when = date or day
        if when is None:
            raise TallyboardError("A script has no date.", "Say when it was, as in --date 2026-01-13.")
        line = " ".join(["night", when, file, *([f"points={points}"] if points else [])])
        trial = Season(followed.season.script()[0])  # with this night alone: what is to be known of it
        for one in (*followed.season.script()[1:], line):
            if one.startswith("player ") or one == line:
                trial.enter(one)
        computed = compute_season(trial, {file: Evenings().at(file, sql)})
        said = _("%(name)s is the night of %(day)s.", name=name, day=when)
        if computed["nights"][0]["counts"]:
            said = ngettext(
                "%(name)s is the night of %(day)s: %(num)s player of the roster.",
                "%(name)s is the night of %(day)s: %(num)s players of the roster.",
                len(computed["nights"][0]["rows"]),
                name=name,
                day=when,
            )
        return [line], [said, *said_of_nights(computed, {file: name})]

    _change(entering, how)


def _meant(sql: Sql, word: str | None) -> tuple[str, str, str | None]:
    """(what the night's line has, its name, its date) of the tournament that is meant, else of a script's file."""
    try:
        found = followed_tournament(sql, word)
    except NoTournamentError:
        if word is None or not Path(word).exists():
            raise
        path = str(Path(word).absolute())
        if len(path.split()) != 1 or "#" in path:
            raise TallyboardError(
                "%(path)s has a blank in it, or the sign #, which a night's line cannot have.",
                "`tallyboard tournament read FILE` takes it into the database: then it is a night by its name.",
                path=path,
            ) from None
        return path, Path(word).name, None
    day = found.first_day
    if day is not None:
        drawn = next(event for event in found.events if event.line.lower().startswith("draw"))
        day += timedelta(minutes=drawn.minute)
    return found.about.id, found.about.name, str(day or found.local(found.about.created).date())


def _dropped(sql: Sql, followed: FollowedSeason, word: str | None) -> tuple[Sequence[str], Sequence[str]]:
    nights = followed.season.nights
    names = names_of(sql)
    found = [
        one
        for number, one in enumerate(nights, 1)
        if word is not None
        and (
            word in (str(number), str(one.date), one.file, Path(one.file).name)
            or names.get(one.file, "").casefold() == word.casefold()
            or (len(word) >= 8 and one.file.startswith(word))
        )
    ]
    if len(found) != 1:
        each = [f"{at}: {one.date} {names.get(one.file, one.file)}" for at, one in enumerate(nights, 1)]
        raise TallyboardError(
            later("%(count)s nights are %(word)s.") if found else later("There is no such night."),
            later("Give its number. There are %(nights)s.") if nights else later("There are none."),
            count=len(found),
            word=word,
            nights=_("; ").join(each),
        )
    file = found[0].file
    gone = later("%(name)s of %(day)s is no night any more; it stays as it is.")
    return [f"out {file}"], [_(gone, name=names.get(file, file), day=found[0].date)]


def undo(**how: Unpack[ChangingSeason]) -> None:
    def entering(sql: Sql, followed: FollowedSeason) -> tuple[Sequence[str], Sequence[str]]:
        names = names_of(sql)
        gone = of_last_command(followed.events, followed.season)
        words = [" ".join(names.get(word, word) for word in event.line.split()) for event in gone]
        return taking_back(followed)(followed.season), [_("Taken back: %(what)s.", what=_("; ").join(words))]

    _change(entering, how)


def _plain(what: str, text: str) -> str:
    """The text with one blank between words; raises TallyboardError for what a line cannot have."""
    refuse_unprintable(what, text)
    if "#" in text:
        raise TallyboardError("%(what)s has the sign #.", "A line of a season has none: leave it out.", what=what)
    return " ".join(text.split())
