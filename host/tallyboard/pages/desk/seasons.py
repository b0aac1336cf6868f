"""Seasons at the desk: begun, with their roster and their nights; who is called otherwise; what counts."""

from collections.abc import Callable, Sequence

from markupsafe import Markup
from starlette.responses import Response

from tallyboard.desk import Refusal
from tallyboard.desk.season import NightObject, Season, SeasonOptions
from tallyboard.errors import TallyboardError, later
from tallyboard.errors.season import IN_ROSTER
from tallyboard.pages.answers import back_to
from tallyboard.pages.desk.asked import BLANK, Desk, Returned, fills, shows, takes
from tallyboard.pages.desk.papers import can_print, chosen_paper, printed
from tallyboard.pages.desk.posted import FieldError, Notice, Posted, refused_words
from tallyboard.pages.desk.start import all_tournaments
from tallyboard.pages.desk.words import Words, text
from tallyboard.pages.public.season import SeasonView
from tallyboard.pages.tournaments import Lines, SeenSeason
from tallyboard.paper.season import SeasonPaper, season_sheets
from tallyboard.store import Store, tournaments
from tallyboard.store.tables.sql import Sql
from tallyboard.store.tournaments.rows import find_season, seasons
from tallyboard.system.laptop import local_time_zone
from tallyboard.text.near_names import Roster, same
from tallyboard.text.quantities import now_in

_NAME = 60  # characters
_PEOPLE = 1000  # lines at a time
_OPTIONS = ("best", "least", "points", "chain")
_LEAST = {"best": 1, "least": 0}  # nights
_CALLED = {
    "also": later("%(player)s is also called %(name)s."),
    "rename": later("%(player)s is shown as %(name)s."),
}
_NIGHTS = {
    "night": later("%(name)s is the night of %(day)s."),
    "out": later("%(name)s of %(day)s is out of the season."),
}
Said = Callable[[SeenSeason, Words], Sequence[Markup]]


async def new(desk: Desk, form: Posted) -> Response:
    name = form.text("season", _NAME)
    if not name:
        form.refuse("season", desk.words()._("Give it a name, say the club and the year."))
    form.check()
    options = _options(form, SeasonOptions())

    def work(store: Store) -> Notice:
        with store.reading() as sql:
            if any(one.name.casefold() == name.casefold() for one in seasons(sql)):
                raise FieldError({"season": desk.words()._("There is a season of this name. Give it another one.")})
        tournaments.create(store, name, " ".join(["season", *options]), local_time_zone())
        return Notice(
            "good", [desk.words()._("%(name)s is begun. Enter its roster, then its nights.", name=text(name))]
        )

    note = await desk.do(form, work)
    made = await desk.site.read(lambda sql: find_season(sql, name).id)
    return back_to(desk.links.url("desk_season", season=made[:8]), said=note)


def _options(form: Posted, now: SeasonOptions) -> list[str]:
    """Those of the form that are others than now, as a line has them; "" in a field is what is usual."""
    usual = {"best": "", "least": "0", "points": "match", "chain": "points,nights,wins,twenties"}
    stand = option_fields(now)
    given = {name: "".join(form.raw(name).split()).lower() or usual[name] for name in _OPTIONS}
    changed = {name: value for name, value in given.items() if value != (stand[name] or usual[name])}
    if changed.get("best") == "":
        changed["best"] = "99"  # more than anybody has nights
    lines = [f"{name}={value}" for name, value in changed.items()]
    for name, line in zip(changed, lines, strict=True):
        _try(form, name, line)
    form.check()
    return lines


def _try(form: Posted, name: str, option: str) -> None:
    """Refuse the field where the option cannot be."""
    try:
        Season(f"season {option}")
    except Refusal as refusal:
        cause = Markup(" ").join(refused_words(form.words, refusal))
        if name in _LEAST:
            cause = form.words._("A number of nights, from %(least)s to 99.", least=_LEAST[name])
        form.refuse(name, cause)


def option_fields(options: SeasonOptions) -> dict[str, str]:
    """What stands in the fields, by option."""
    return {
        "best": "" if options.best in (None, 99) else str(options.best),
        "least": str(options.least or ""),
        "points": "" if options.points is None else ",".join(map(str, options.points)),
        "chain": ",".join(options.chain),
    }


async def season(desk: Desk, returned: Returned = BLANK) -> Response:
    word = _word(desk)

    def found(store: Store) -> tuple[SeenSeason, list[tuple[str, str, str]]]:
        seen = desk.site.seasons.see(store, word)
        with store.reading() as sql:
            return seen, _no_nights(sql, seen)

    seen, others = await desk.site.do(found)
    return desk.page(
        "desk/season.html",
        returned.status,
        seen=seen,
        view=SeasonView(seen, seen.computed, desk.language, desk.links),
        others=others,
        guests=_guests(seen),
        options=option_fields(seen.season.options),
        last=[_line_said(one.line, seen, desk.words()) for one in seen.last],
        can_print=can_print(),
        given=returned.given,
        errors=returned.errors,
        place=desk.links.url("desk_season", season=seen.id),
    )


def _line_said(line: str, seen: SeenSeason, words: Words) -> Markup:
    word, *rest = line.split(" ")
    if word.lower() == "player":
        return words._("In the roster: %(names)s.", names=text(" ".join(rest)))
    if word.lower() in ("also", "rename"):
        names = seen.season.roster[int(rest[0]) - 1].names  # the one that is shown, then the one before
        former = text(names[word.lower() == "rename" and len(names) > 1])
        return words._(_CALLED[word.lower()], player=former, name=text(" ".join(rest[1:])))
    if word.lower() in ("night", "out"):
        file = rest[1] if word.lower() == "night" else rest[0]
        its = [event.line.split() for event in seen.season.events if event.line.lower().startswith("night ")]
        day = next((one[1] for one in reversed(its) if one[2] == file), "?")
        name = text(seen.tournaments.get(file, ("", file))[1])
        return words._(_NIGHTS[word.lower()], name=name, day=day)
    return words._("What counts: %(options)s.", options=text(" ".join(rest))) if word.lower() == "set" else text(line)


def _guests(seen: SeenSeason) -> list[tuple[str, int]]:
    """Who played and is not in the roster, each with the number of whoever of it may be meant, 0 for nobody."""
    roster = Roster(player.names for player in seen.season.roster)
    found = []
    for name in dict.fromkeys(one["name"] for one in seen.computed["flags"] if "name" in one):
        near = roster.near(name)
        player = seen.season.who(near.known[0]) or 0 if near else 0
        found.append((name, 0 if _both_there(seen, name, player) else player))
    return found


def _both_there(seen: SeenSeason, name: str, player: int) -> NightObject | None:
    """The first night that both this guest and this one of the roster played."""
    flags = seen.computed["flags"]
    guests = {one["night"] for one in flags if "name" in one and same(one["name"]) == same(name)}
    theirs = {one["night"] for one in flags if one.get("player") == player}
    theirs |= {one["night"] for one in seen.computed["nights"] if any(row["player"] == player for row in one["rows"])}
    return next((one for one in seen.computed["nights"] if one["night"] in guests & theirs), None)


def _no_nights(sql: Sql, seen: SeenSeason) -> list[tuple[str, str, str]]:
    """(id, name, day) of the tournaments that are no night of it, the newest first."""
    nights = {night.file for night in seen.season.nights}
    return [(one.id, one.name, one.day) for one in tournaments.listed(sql) if one.id not in nights]


def _word(desk: Desk) -> str:
    return str(desk.request.path_params["season"])


async def _enter(desk: Desk, form: Posted, lines: Lines | None, said: Said) -> str:
    """Enter what `lines` gives for the season as it stands, once, or take back what was last; the number of its
    notice."""

    def work(store: Store) -> Notice:
        before = desk.site.seasons.see(store, _word(desk))
        seen = desk.site.seasons.enter(store, _word(desk), lines, desk.who)
        return Notice("good", [*said(seen, desk.words()), *_points_said(before, seen, desk.words())])

    return await desk.do(form, work)


def _points_said(before: SeenSeason, after: SeenSeason, words: Words) -> list[Markup]:
    """Whose points of nights that were there are others now, and of how many nights."""
    given = [
        {(night["file"], row["player"]): row["points"] for night in seen.computed["nights"] for row in night["rows"]}
        for seen in (before, after)
    ]
    changed = {key for key in given[0].keys() & given[1].keys() if given[0][key] != given[1][key]}
    if not changed:
        return []
    files, players = map(set, zip(*changed, strict=True))
    nights = words.ngettext("%(num)s night", "%(num)s nights", len(files))
    return [
        words.ngettext(
            "The points of %(num)s other player change with it, of %(nights)s.",
            "The points of %(num)s other players change with it, of %(nights)s.",
            len(players),
            nights=nights,
        )
    ]


async def players(desk: Desk, form: Posted) -> str:
    """Take people into the roster, one a line with what else they are called."""
    words = desk.words()
    typed = {at: " ".join(line.split()) for at, line in enumerate(form.raw("players").splitlines(), 1) if line.strip()}
    if not 0 < len(typed) <= _PEOPLE:
        raise FieldError({"players": words._("Type at least one name.")})

    def lines(now: Season) -> list[str]:
        trial, made = Season("season"), []
        for player in now.roster:
            trial.enter(f"player {' = '.join(player.names)}")
        for number, line in typed.items():
            try:
                if "#" in line:
                    raise FieldError({"players": words._("The sign # cannot stand in a list of events: leave it out.")})
                made.append(trial.enter(f"player {line}").line)
            except TallyboardError as error:
                cause = Markup(" ").join(filter(None, refused_words(words, error)))
                is_here = isinstance(error, Refusal) and error.told is IN_ROSTER
                if is_here and all(now.who(name) is None for name in line.split("=")):
                    cause = words._("This name stands here twice.")
                raise FieldError(
                    {
                        "players": words._(
                            "Line %(number)s, %(name)s: %(cause)s", number=number, name=text(line[:80]), cause=cause
                        )
                    }
                ) from None
        return made

    return await _enter(desk, form, lines, lambda seen, words: [_roster_said(len(seen.season.roster), words)])


def _roster_said(count: int, words: Words) -> Markup:
    return words.ngettext("%(num)s person is in the roster now.", "%(num)s people are in the roster now.", count)


async def called(desk: Desk, form: Posted) -> str:
    """Another name of somebody: beside the others, or the one that is shown from now on."""
    how = form.choice("how", ("also", "rename"), "also")
    words, name = desk.words(), form.text("name", _NAME)
    if not name:
        form.refuse("name", words._("Type the name."))
    if not form.has("player"):
        form.refuse("name", words._("Choose who of the roster is called so."))
    number = form.number("player", 1, 10**6, 0)
    form.check()
    seen = await desk.site.do(lambda store: desk.site.seasons.see(store, _word(desk)))
    both = _both_there(seen, name, number)
    if both:
        view = SeasonView(seen, seen.computed, desk.language, desk.links)
        told = words._(
            "%(name)s and %(player)s both played on %(night)s: they are two people. Take %(name)s in instead.",
            name=text(name),
            player=view.name(number),
            night=view.said(both),
        )
        raise FieldError({"name": told})

    def said(seen: SeenSeason, words: Words) -> list[Markup]:
        names = Markup(" = ").join(map(text, seen.season.roster[number - 1].names))
        return [words._("In the roster: %(names)s.", names=names)]

    return await _enter(desk, form, lambda _: [f"{how} {number} {name}"], said)


async def night(desk: Desk, form: Posted) -> str:
    """Make a tournament a night of the season."""
    points = "".join(form.raw("own").split()).lower()
    if points:
        _try(form, "own", f"points={points}")

    def found(sql: Sql) -> tuple[tournaments.About, str]:
        its = tournaments.followed(sql, form.raw("tournament") or "?")
        return its.about, str(its.first_day or its.about.day)

    about, its_day = await desk.site.read(found)
    day = form.text("date", 10) or its_day
    form.check()
    line = " ".join(filter(None, [f"night {day} {about.id}", points and f"points={points}"]))

    def said(_: SeenSeason, words: Words) -> list[Markup]:
        return [words._("%(name)s is the night of %(day)s.", name=text(about.name), day=day)]

    return await _enter(desk, form, lambda _: [line], said)


async def out(desk: Desk, form: Posted) -> str:
    """Take a night out: its tournament stays as it is."""
    said = desk.words()._("The night is out of the season; its tournament stays as it is.")
    return await _enter(desk, form, lambda _: [f"out {form.raw('night')}"], lambda *_: [said])


async def options(desk: Desk, form: Posted) -> str:
    """What counts from now on, for all nights."""

    def lines(now: Season) -> list[str]:
        changed = _options(form, now.options)
        return [" ".join(["set", *changed])] if changed else []

    def said(seen: SeenSeason, _: Words) -> list[Markup]:
        return [SeasonView(seen, seen.computed, desk.language, desk.links).rules]

    return await _enter(desk, form, lines, said)


async def undo(desk: Desk, form: Posted) -> str:
    """Take back what was entered last."""
    return await _enter(desk, form, None, lambda _, words: [words._("Taken back.")])


async def pdf(desk: Desk) -> Response:
    seen = await desk.site.do(lambda store: desk.site.seasons.see(store, _word(desk)))
    named = {file: name for file, (_, name) in seen.tournaments.items()}
    paper = SeasonPaper(seen.name, now_in(seen.time_zone), seen.computed, seen.season.options, named)
    size, language = chosen_paper(desk)
    return await printed(desk, "season.pdf", season_sheets, paper, size=size, language=language)


_AT = "/desk/season/{season}"
ROUTES = [
    fills("/desk/season", new, "desk_season_new", "desk_list", all_tournaments),
    shows(_AT, season, "desk_season"),
    fills(f"{_AT}/players", players, "desk_season_players", "desk_season", season, "players"),
    fills(f"{_AT}/called", called, "desk_season_called", "desk_season", season, "name"),
    fills(f"{_AT}/night", night, "desk_season_night", "desk_season", season, "date"),
    takes(f"{_AT}/out", out, "desk_season_out", "desk_season"),
    fills(f"{_AT}/options", options, "desk_season_options", "desk_season", season, ""),
    takes(f"{_AT}/undo", undo, "desk_season_undo", "desk_season"),
    shows(f"{_AT}/standings.pdf", pdf, "desk_season_pdf"),
]
