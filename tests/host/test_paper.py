"""What is printed of a tournament: every name, match and figure, in English and in French, on A4 and on Letter."""

import re
import sys
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.pofile import read_po

from shared_rules.games import catalogue
from shared_rules.games.facts import facts_of
from tallyboard.errors import TallyboardError
from tallyboard.paper import (
    Kind,
    LanguageCode,
    Size,
    TournamentPaper,
    filled,
    names_on,
    pages,
    paper_of,
    without_letters,
)
from tallyboard.paper.forms import form
from tallyboard.paper.view import PaperView
from tallyboard.text.language import LOCALE, language
from tests.host.desk.days import begun
from tests.host.paper_reading import POINT, bare, ink_in_margins, pieces, read, words_of
from tests.host.paper_samples import AWKWARD, CHAMPIONSHIP, names, paper, tournament

KINDS = get_args(Kind)
_IN_NO_FONT = "\u0378"  # a letter that Unicode does not have yet


@pytest.fixture(scope="module")
def league() -> TournamentPaper:
    """Seventeen in a round robin, of which thirty matches are played."""
    return paper(tournament(17, [f"round-robin game {CHAMPIONSHIP}"], 30))


@pytest.fixture(scope="module")
def evening() -> TournamentPaper:
    """Groups of pairs, then a bracket with a match for third place, all played but the end; no name is a simple one."""
    phases = [f"round-robin groups=2 game {CHAMPIONSHIP}", f"single of=1 take=1-8 best=3 third=yes game {CHAMPIONSHIP}"]
    return paper(tournament(12, phases, 33), [*AWKWARD, *names(6, doubles=True)])


def test_standings_have_every_figure_and_the_reason_for_each_place(league: TournamentPaper) -> None:
    words = words_of(read(league, "standings"))
    rows = league["tournament"]["phases"][0]["standings"][0]["rows"]
    for row in rows:
        assert row["byes"] == 0  # so that there is no column for them
        figures = [row["played"], row["won"], row["level"], row["lost"], row["points"], row["for"], row["against"]]
        shown = "".join(map(str, [*figures, row["twenties"]]))
        assert bare(f"{row['place']}{names(17)[row['entrant'] - 1]}{shown}") in words
    assert "morepoints:" in words
    assert bare("after 30 of 136 matches") in words


def test_partners_that_change_have_no_grid_of_who_played_whom() -> None:
    made = begun(8, "phase 1 partners rounds=2 game crokinole-championship", "draw 1")
    assert filled("schedule", paper(made), "a4", "en", ())["crosstables"] == []


def test_a_phase_is_called_what_players_call_it() -> None:
    pools = (f"phase {at} round-robin of=1 take={at}-9 across=points game {CHAMPIONSHIP}" for at in (2, 3))
    made = paper_of("Open", "", begun(8, f"phase 1 round-robin groups=2 game {CHAMPIONSHIP}", *pools))
    for code, called in (("en", ["Phase 1", "Power pool A", "Power pool B"]), ("fr", ["Phase 1", "Poule de niveau A"])):
        view = PaperView(made, language(code, "paper"), "a4")
        assert [view.phase_title(one) for one in made["tournament"]["phases"]][: len(called)] == called


def test_who_shares_a_place_and_who_has_none_is_said(league: TournamentPaper) -> None:
    rows = league["tournament"]["phases"][0]["standings"][0]["rows"]
    before = [dict(row) for row in rows]
    rows[1].update({"place": 1, "why": None})
    rows[0]["why"] = None
    rows[2]["why"] = {"by": "head", "values": [4, 2], "among": [1, 2, 3]}
    rows[16]["place"] = None
    league["tournament"]["entrants"][rows[16]["entrant"] - 1]["status"] = "disqualified"
    try:
        words = words_of(read(league, "standings"))
    finally:
        for row, old in zip(rows, before, strict=True):
            row.update(old)  # type: ignore[typeddict-item]
        league["tournament"]["entrants"][rows[16]["entrant"] - 1]["status"] = "in"
    assert words.count(bare("level: they share place 1")) == 2
    assert bare(f"more points among {', '.join(names(3))}: 4 to 2") in words
    assert "disqualified" in words
    assert bare("does not count") in words


def test_a_finished_bracket_has_its_places(evening: TournamentPaper) -> None:
    finished = paper(tournament(5, ["double game crokinole-official"]))
    words = words_of(read(finished, "standings"))
    for place in finished["tournament"]["phases"][0]["places"]:
        assert bare(f"{place['place']}{names(5)[place['entrant'] - 1]}") in words


def test_the_schedule_has_every_undecided_match_with_time_and_table(league: TournamentPaper) -> None:
    words = words_of(read(league, "schedule"))
    view = PaperView(league, language("en", "paper"), "a4")
    for it in league["tournament"]["schedule"]:
        a, b = (view.side(side) for side in view.match(it["match"])["sides"])
        assert bare(f"{a} \u2013 {b}") in words
        assert it["match"] in words
        if it["table"] is not None and it["start"] is not None:
            assert bare(f"{view.time(it['start'])}{it['table']}{a}\u2013{b}") in words
    assert "Calledthenext" not in words


def test_the_schedule_of_a_league_has_its_rounds_with_results_and_byes(evening: TournamentPaper) -> None:
    words = words_of(read(evening, "schedule", language="fr"))
    phase = evening["tournament"]["phases"][0]
    view = PaperView(evening, language("fr", "paper"), "a4")
    for match in phase["matches"]:
        a, b = (view.side(side) for side in match["sides"])
        scores = " : ".join(map(str, match["games"][0]["scores"]))
        if "小" not in a + b and "🎯" not in a + b:
            assert bare(f"{a}{scores}{b}") in words
    assert bare("grille des résultats") in words


def test_who_won_is_set_in_bold_and_a_walkover_is_named() -> None:
    made = tournament(3, [f"round-robin game {CHAMPIONSHIP}"], 0)
    made.enter("result 1:2-3 2 8 3 0")
    made.enter("forfeit 1:1-3 1")
    data = filled("schedule", paper(made), "a4", "en", ())
    shown = {frozenset(match["sides"]): match for turn in data["leagues"][0]["rounds"] for match in turn["matches"]}
    one, two, three = names(3)
    played, given = shown[frozenset((two, three))], shown[frozenset((one, three))]
    assert (sorted(played["result"].split(" : ")), played["note"]) == (["0", "8"], "")
    assert played["sides"][played["winner"]] == two
    assert (sorted(given["result"].split(" : ")), given["note"]) == (["+", "\u2013"], "walkover")
    assert given["sides"][given["winner"]] == three
    words = words_of(read(paper(made), "schedule"))
    assert bare("The score of who stands on the left comes first.") in words


def test_a_list_of_one_phase_says_so_once(evening: TournamentPaper) -> None:
    words = words_of(read(evening, "schedule"))
    assert bare("On the tables now · Play-off") in words


@pytest.mark.parametrize("size", ["a4", "letter"])
@pytest.mark.parametrize(
    ("count", "phase", "sheets"),
    [(17, "round-robin groups=4", 1), (24, "swiss rounds=3", 1), (100, "swiss rounds=2", 3)],
)
def test_standings_take_as_few_sheets_as_can_be(size: Size, count: int, phase: str, sheets: int) -> None:
    made = paper(tournament(count, [f"{phase} game {CHAMPIONSHIP}"]), [f"Player {at}" for at in range(count)])
    reader = read(made, "standings", size)
    assert len(reader.pages) == sheets
    assert min(piece.size for page in reader.pages for piece in pieces(page) if "Player" in piece.words) >= 11


def test_a_long_table_has_every_name_status_and_figure() -> None:
    made = tournament(45, [f"swiss rounds=2 game {CHAMPIONSHIP}"], 30)
    made.enter("withdraw 7")
    long = ["Wolfeschlegelsteinhausenbergerdorff-" + "x" * 20, "Maximiliane von und zu Hohenstein & Ann"]
    printed = paper(made, [*long, *(f"Player {at}" for at in range(43))])
    words = words_of(read(printed, "standings"))
    assert all(bare(name) in words for name in (*long, "Player 42", "Player 4withdrawn"))
    rows = printed["tournament"]["phases"][0]["standings"][0]["rows"]
    figures = ("played", "won", "level", "lost", "points", "for", "against", "twenties")
    entrants = {entrant["entrant"]: entrant for entrant in printed["tournament"]["entrants"]}
    for row in rows:
        name = entrants[row["entrant"]]["name"]
        told: dict[str, object] = {**row}
        byes = [row["byes"]] if any(one["byes"] for one in rows) else []
        shown = [*(told[name] for name in figures[:4]), *byes, *(told[name] for name in figures[4:])]
        assert bare(name) + ("withdrawn" if row["entrant"] == 7 else "") + "".join(map(str, shown)) in words


def test_groups_that_one_sheet_does_not_hold_are_whole_on_several() -> None:
    made = paper(tournament(60, [f"round-robin groups=12 game {CHAMPIONSHIP}"]), [f"Player {at}" for at in range(60)])
    sheets = [bare(page.extract_text()) for page in read(made, "standings").pages]
    assert [sum(f"Group{letter}" in words for words in sheets) for letter in "ABCDEFGHIJKL"] == [1] * 12
    assert len(sheets) == 3


@pytest.mark.parametrize(("tables", "least"), [(1, 40), (4, 24)])
def test_calls_fill_their_sheet(tables: int, least: float) -> None:
    made = paper(tournament(10, [f"round-robin game {CHAMPIONSHIP}"], 0, tables), [f"Player {at}" for at in range(10)])
    (page,) = read(made, "calls").pages
    assert min(piece.size for piece in pieces(page) if "Player" in piece.words) >= least


def test_hours_are_written_as_the_language_does(league: TournamentPaper) -> None:
    assert PaperView(league, language("fr", "paper"), "a4").time(545) == "9\u00a0h\u00a005"


def test_french_has_hard_blanks_around_its_signs() -> None:
    for name in ("paper", "games"):
        with Path(LOCALE, "fr", f"{name}.po").open("rb") as source:
            for message in read_po(source):
                text = str(message.string)
                wrong = r"[^\u00a0\u202f]:(?!\d)|[^\u202f];|« | »|[^\u00a0]»|«[^\u00a0]|'$"
                assert not message.id or not re.search(wrong, text), text


@pytest.mark.parametrize(("minute", "said"), [(0, "0:00"), (545, "9:05"), (1439, "23:59"), (1445, "day 2, 0:05")])
def test_a_minute_is_a_time_of_its_day(league: TournamentPaper, minute: int, said: str) -> None:
    assert PaperView(league, language("en", "paper"), "a4").time(minute) == said


def test_a_call_has_its_table_and_both_names(league: TournamentPaper) -> None:
    words = words_of(read(league, "calls"))
    called = [table for table in league["tournament"]["tables"] if table["match"]]
    assert len(called) == 4
    for table in called:
        assert table["match"] is not None
        a, b = PaperView(league, language("en", "paper"), "a4").match(table["match"])["sides"]
        assert a
        assert b
        assert bare(f"table{table['table']}{names(17)[a - 1]}against{names(17)[b - 1]}") in words


@pytest.mark.parametrize("kind", ["calls", "standings", "bracket"])
def test_a_pair_is_broken_between_the_two(kind: Kind) -> None:
    of = [f"Geneviève Gagnon {at} & Maximiliana Konstantinopolska van der Meer-Lavallée {at}" for at in range(4)]
    form = "single" if kind == "bracket" else "round-robin"
    lines = set()
    for page in read(paper(tournament(4, [f"{form} game {CHAMPIONSHIP}"], 1), of), kind).pages:
        lines |= {bare(line) for line in page.extract_text().splitlines()}
    assert any(bare(f"Geneviève Gagnon {at} &") in line and "Max" not in line for at in range(4) for line in lines)
    assert not any(
        bare(f"Gagnon {at} & Maximiliana") in line and "Lav" not in line for at in range(4) for line in lines
    )


def test_without_calls_the_page_says_so() -> None:
    assert bare("No match is called.") in words_of(read(paper(tournament(3, [])), "calls"))


def test_every_match_has_two_scorecards_with_a_line_for_each_round(league: TournamentPaper) -> None:
    reader = read(league, "scorecards", chosen=["1:1-2", "1:3-4"])
    assert len(reader.pages) == 2
    for page, pair in zip(reader.pages, ([0, 1], [2, 3]), strict=True):
        words = bare(page.extract_text())
        for entrant in pair:
            assert bare(f"Scorecard of {names(17)[entrant]}") in words
            assert words.count(bare(f"Signature of {names(17)[entrant]}")) == 2
        assert words.count(bare("Total of the match")) == 2
        assert words.count(bare("Twenties of the match")) == 2
        assert words.count("1234Totalofthematch") == 2


def test_without_names_of_matches_what_is_called_or_ready_has_cards(evening: TournamentPaper) -> None:
    ready = [m for p in evening["tournament"]["phases"] for m in p["matches"] if m["state"] in ("called", "ready")]
    words = words_of(read(evening, "scorecards"))
    assert ready
    for match in ready:
        assert words.count(bare(f"match {match['match']} ·")) == 2


def test_the_game_that_decides_a_level_match_has_its_own_card() -> None:
    made = tournament(2, [f"single game {CHAMPIONSHIP}"], 0)
    made.enter("result 1:W1.1 1 4 2 4")
    words = words_of(read(paper(made), "scorecards"))
    assert "Twentiesshootout" in words
    assert bare("Game 2, to decide") in words


@pytest.mark.parametrize(("language", "said"), [("en", "Game 2 of 3"), ("fr", "Partie 2 sur 3")])
def test_a_card_of_several_games_says_which_it_is(language: LanguageCode, said: str) -> None:
    made = tournament(2, [f"single best=3 game {CHAMPIONSHIP}"], 1)
    assert words_of(read(paper(made), "scorecards", language=language)).count(bare(said)) == 2


def test_the_card_of_the_only_game_has_no_number(league: TournamentPaper) -> None:
    assert "Game1" not in words_of(read(league, "scorecards", chosen=["1:1-2"]))


@pytest.mark.parametrize(("rounds", "sheets"), [(9, 1), (10, 2), (27, 2), (99, 8)])
def test_a_card_that_half_a_sheet_does_not_hold_takes_more(rounds: int, sheets: int) -> None:
    made = paper(tournament(2, [f"single game crokinole-championship rounds={rounds}"], 0))
    reader = read(made, "scorecards")
    assert len(reader.pages) == sheets
    words = words_of(reader)
    assert words.count("Signatureof") == 4
    assert words.count(f"{rounds}Totalofthematch") == 2


def test_every_game_has_a_scoresheet_of_one_page(league: TournamentPaper) -> None:
    reader = read(league, "scoresheets")
    assert len(reader.pages) == len(catalogue.IDS)
    for page, game in zip(reader.pages, catalogue.IDS, strict=True):
        words = bare(page.extract_text())
        assert bare(facts_of(game).name) in words
        assert bare(f"game {game} the game, first line") in words
        assert "SideA" in words
        assert bare("tallyboard score FILE") in words
        assert bare(form(f"game {game}", language("en", "paper")).how) in words


def test_short_games_stand_several_times_on_a_sheet(league: TournamentPaper) -> None:
    for line, copies in (("twenties-shootout", 3), (CHAMPIONSHIP, 2), ("crokinole-official", 1)):
        (page,) = read(league, "scoresheets", "letter", chosen=[line]).pages
        words = bare(page.extract_text())
        assert words.count("Winner") == copies
        assert words.count("cuthere") == copies - 1
        assert words.count(bare("Typed in later")) == 1


@pytest.mark.parametrize("line", ["crokinole-official", CHAMPIONSHIP, "pichenotte-southwest", "washers-ritzenthaler"])
@pytest.mark.parametrize(("kind", "least"), [("scoresheets", 8.0), ("scorecards", 6.0)])
def test_a_line_is_high_enough_for_a_pen(line: str, kind: Kind, least: float) -> None:
    """Millimetres between the numbers of two rounds, on the shorter sheet."""
    made = paper(tournament(2, [f"single game {line}"], 0))
    reader = read(made, kind, "letter", chosen=[line] if kind == "scoresheets" else ())
    threes, fours = ([it.y for it in pieces(reader.pages[0]) if it.words.strip() == number] for number in "34")
    assert min(abs(three - four) for three in threes for four in fours) * POINT >= least


def test_a_game_line_has_a_scoresheet_of_its_own_sides(league: TournamentPaper) -> None:
    line = "crokinole-traditional sides=3 scoring=simple target=50"
    words = words_of(read(league, "scoresheets", chosen=[line]))
    assert "SideC" in words
    assert bare(f"game {line}") in words
    assert bare("to 50 points, 8 discs a side, three sides") in words


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("size", "language"), [("a4", "fr"), ("letter", "en")])
def test_no_name_is_cut_or_taken_as_markup_or_printed_over_the_edge(
    evening: TournamentPaper, kind: Kind, size: Size, language: LanguageCode
) -> None:
    reader = read(evening, kind, size, language)
    words = words_of(reader)
    last = evening["tournament"]["phases"][1]["matches"][-1]
    shown = {"calls": {s for s in last["sides"] if s}, "scoresheets": set(), "scorecards": set()}
    for number in shown.get(kind, range(1, 9) if kind == "bracket" else range(1, 13)):
        name = evening["tournament"]["entrants"][number - 1]["name"]
        in_bracket = number in evening["tournament"]["phases"][1]["order"]
        if "李" not in name and (kind != "bracket" or in_bracket) and kind not in ("calls", "schedule"):
            assert bare(name) in words
    for page in reader.pages:
        width, height = sorted((float(page.mediabox.width), float(page.mediabox.height)))
        assert (round(width), round(height)) == ((595, 842) if size == "a4" else (612, 792))
    assert ink_in_margins(evening, kind, size, language, margin=2) == []


def test_a_word_that_no_column_holds_is_broken(evening: TournamentPaper) -> None:
    long = next(name for name in AWKWARD if " " not in name and len(name) == 60)
    parts = [
        piece
        for page in read(evening, "standings").pages
        for piece in pieces(page)
        if len(piece.words) > 1 and bare(piece.words) in long
    ]
    assert len({piece.y for piece in parts}) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_foot_of_a_page_says_tournament_page_and_time(league: TournamentPaper, kind: Kind) -> None:
    reader = read(league, kind, chosen=["1:1-2"] if kind == "scorecards" else ())
    for at, page in enumerate(reader.pages, 1):
        foot = f"{league['name']}page {at} of {len(reader.pages)}{league['printed']}"
        assert bare(foot) in bare(page.extract_text())


@pytest.mark.parametrize("kind", KINDS)
def test_a_tournament_of_nobody_is_no_failure(kind: Kind) -> None:
    assert pages(kind, paper(tournament(0, []))).startswith(b"%PDF")


def test_the_same_paper_is_the_same_file(league: TournamentPaper) -> None:
    assert pages("calls", league) == pages("calls", league)


def test_a_game_of_many_rounds_has_several_scoresheets(league: TournamentPaper) -> None:
    reader = read(league, "scoresheets", chosen=["crokinole-championship rounds=30"])
    assert len(reader.pages) == 2
    assert "22Totalofthematch" in bare(reader.pages[0].extract_text())
    assert "30Totalofthematch" in bare(reader.pages[1].extract_text())


def test_a_match_or_a_game_that_there_is_not_is_refused(league: TournamentPaper) -> None:
    with pytest.raises(TallyboardError, match="no match 9:1-2"):
        pages("scorecards", league, chosen=["9:1-2"])
    with pytest.raises(TallyboardError, match="game line chess is not valid"):
        pages("scoresheets", league, chosen=["chess"])


def test_without_the_typesetter_the_next_step_is_told(league: TournamentPaper, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(TallyboardError, match="pip install typst"):
        pages("standings", league)


def test_names_with_letters_that_no_font_has_are_told() -> None:
    made = paper(tournament(4, []), ["Zoë Nguyễn & Łukasz", f"Ann {_IN_NO_FONT}", "Σωκράτης Юрий", "O'Brien e\u0301"])
    assert without_letters(names_on(made)) == [f"Ann {_IN_NO_FONT}"]
    made["name"] += _IN_NO_FONT
    assert without_letters(names_on(made)) == [f"Ann {_IN_NO_FONT}", made["name"]]


def test_nothing_is_told_of_nobody() -> None:
    assert without_letters(names_on(paper(tournament(0, [])))) == []


@pytest.mark.parametrize("code", ["en", "fr"])
def test_the_standings_of_several_phases_end_with_everybodys_place(code: LanguageCode) -> None:
    said = language(code, "paper")
    made = tournament(6, [f"round-robin game {CHAMPIONSHIP}", f"single of=1 take=1-2 game {CHAMPIONSHIP}"])
    data = filled("standings", paper(made), "a4", code, ())
    whole = data["phases"][-1]
    assert whole["title"] == said("Places in the whole tournament")
    placing = paper(made)["tournament"]["placing"]
    assert [place for place, _ in whole["places"]] == [str(one["place"]) for one in placing]
    assert bare(said("Places in the whole tournament")) in words_of(read(paper(made), "standings", language=code))
    alone = tournament(6, [f"round-robin game {CHAMPIONSHIP}"])
    assert [phase["title"] for phase in filled("standings", paper(alone), "a4", code, ())["phases"]] == [
        f"{said('Phase %(number)s', number=1)} · {said('Standings')}"
    ]
