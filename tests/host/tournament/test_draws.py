"""What is said of phases: their options, who meets whom, and what a draw that is made again has changed."""

from collections.abc import Callable

import pytest

from tests.host.tournament.conftest import Day

GAME = "game washers-ritzenthaler"


def sentences(day: Day, line: str) -> list[str]:
    """What the command says before the next step."""
    return list(day.told(line)["said"])


@pytest.fixture
def many(begun: Callable[..., Day]) -> Day:
    """Ann, Bob, … Hal."""
    return begun().lines(*(f"add {name}" for name in ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")))


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("round-robin groups=1 order=entry", []),
        ("round-robin groups=2 times=2 rest=1", ["2 groups; everybody meets twice; 1 minute of rest between matches"]),
        (
            "round-robin points=3,1,0 bye=1",
            ["points 3 for a win, 1 for a level match, 0 for a defeat; 1 point for a bye"],
        ),
        (
            "swiss rounds=3 points=score bye=8 order=lot",
            ["3 rounds; the scores are the points; 8 points for a bye; order by lot"],
        ),
        (
            "single third=yes best=3 level=replay minutes=9",
            ["a match for third place; best of 3 games; a level match is played again; 9 minutes a game"],
        ),
        ("swiss rounds=1 chain=points,shootout,lot", ["1 round; ranked by points, shootout and lot"]),
    ],
)
def test_a_phase_tells_its_options_that_are_no_defaults(many: Day, options: str, said: list[str]) -> None:
    assert sentences(many, f"phase {options} {GAME}")[1:] == [f"Its options: {one}." for one in said]


def test_a_phase_tells_where_its_entrants_come_from(many: Day) -> None:
    many.lines(f"phase round-robin {GAME}")
    told = sentences(many, f"phase double reset=no take=1-4 of=1 {GAME}")
    assert told[1] == "Its options: places 1 to 4 of phase 1; no second final."
    assert sentences(many, f"phase 2 single of=1 {GAME}")[1] == "Its options: all of phase 1."


def test_a_phase_tells_who_plays_in_it_and_how_groups_are_ranked(many: Day) -> None:
    many.lines(f"phase single {GAME}")
    assert sentences(many, f"phase double of=1 take=lost {GAME}")[1] == (
        "Its options: who lost their first match of phase 1."
    )
    assert sentences(many, f"phase 2 swiss rounds=2 of=1 across=points {GAME}")[1] == (
        "Its options: all of phase 1; 2 rounds; all groups ranked together by figures alone."
    )


def test_a_round_is_paired_by_hand_by_names_or_numbers(many: Day) -> None:
    many.lines(f"phase swiss rounds=2 {GAME}", "rename 8 Hal-Luc Roy", "absent Gus")
    told = many.told("draw", "Dee-Ann", "2-3", "Hal-Luc Roy-Eve")
    assert told["events"][0]["line"] == "draw 1 4-1 2-3 8-5"
    assert told["said"] == [
        "Round 1 of phase 1 is drawn:",
        "  Dee : Ann",
        "  Bob : Cid",
        "  Hal-Luc Roy : Eve",
        "  Fay has a bye",
    ]
    assert "draw 1 Dee-Ann Bob-Cid Hal-Luc Roy-Eve" in many.said("log")


@pytest.mark.parametrize(
    ("pairs", "cause"),
    [
        ("Ann", "Ann is no pair."),
        ("1 Ann-Zoe", "There is no entrant Zoe."),
        ("1 Ann-Bob", "Cid, Dee, Eve, Fay, Gus, Hal are in no pair."),
        ("1 Ann-Bob Cid-Ann Dee-Eve Fay-Gus", "Ann stands there twice."),
    ],
)
def test_a_round_that_is_wrongly_paired_by_hand_is_refused(many: Day, pairs: str, cause: str) -> None:
    many.lines(f"phase swiss rounds=2 {GAME}")
    assert cause in many.refused(f"draw {pairs}")


def test_a_draw_tells_the_first_round(many: Day) -> None:
    many.lines(f"phase single {GAME}", "absent Fay", "absent Gus", "absent Hal")
    assert sentences(many, "draw") == [
        "Phase 1 is drawn, single elimination: 5 entrants, 3 byes.",
        "Its first round:",
        "  Dee : Eve",
    ]


def test_of_a_long_round_twelve_pairs_are_told(many: Day) -> None:
    many.lines(*(f"add P{number}" for number in range(9, 28)), f"phase swiss rounds=2 {GAME}")
    told = sentences(many, "draw")
    assert told[0] == "Round 1 of phase 1 is drawn:"
    assert told[12:] == [
        "  P12 : P25",
        "  and 1 more: `tallyboard tournament schedule`",
        "  P27 has a bye",
    ]


def test_a_draw_that_is_made_again_tells_who_came_and_went_and_which_calls_are_wrong(many: Day) -> None:
    many.lines(f"phase round-robin groups=2 {GAME}", "draw", "open 1-4", "call")
    assert sentences(many, "redraw") == [
        "Phase 1 is drawn again, round robin: 8 entrants in 2 groups (A of 4, B of 4), 12 matches in 3 rounds.",
        "Everybody meets whom they met before.",
    ]
    many.lines("add Ida", "absent Bob")
    told = sentences(many, "redraw")
    assert told[0].startswith("Phase 1 is drawn again, ")
    new = "Group B keeps who was in it, but its schedule is new, in all rounds: print it again."
    in_it = ["New in it: Ida (group B).", "No longer in it: Bob."]
    assert told[1:6] == [*in_it, new, "The other groups stay as they are.", "Its first round:"]
    call = "`tallyboard tournament free 3`, then `tallyboard tournament call`."
    assert told[-1] == f"The call to table 3 is wrong now, its match is another: {call}"
    assert not any("is wrong now" in one for one in sentences(many, "redraw")), "it was told"


def test_what_a_late_entrant_makes_of_a_schedule_is_told(many: Day) -> None:
    """Where a group was odd the late one has its byes and nobody else moves; an even one is paired anew."""
    many.lines(f"phase round-robin {GAME}", "draw", "add Ida")
    told = sentences(many, "redraw")
    assert told[1:3] == ["New in it: Ida.", "Who meets whom, and when, is new: print the schedule again."]
    many.lines("add Joe")
    grown = "All others meet as before, in the same rounds; only byes change. Print the schedule again."
    assert sentences(many, "redraw")[1:3] == ["New in it: Joe.", grown]


def test_who_comes_late_and_would_be_in_no_phase_after_it_is_told(many: Day) -> None:
    many.lines(f"phase round-robin groups=2 {GAME}", f"phase round-robin of=1 take=1-4 across=points {GAME}")
    many.lines(f"phase round-robin of=1 take=5-8 across=points {GAME}", "draw 1", "add Ida")
    told = [one for one in sentences(many, "redraw") if "in no phase" in one]
    assert told == [
        "Phase 3 takes places 5 to 8 of phase 1, which has 9 entrants now: the last would be in no phase. "
        "`tallyboard tournament phase 3 …` declares it anew, with take=5-9."
    ]
    many.lines(f"phase 3 round-robin of=1 take=5-999 across=points {GAME}", "add Joe")
    assert not [one for one in sentences(many, "redraw") if "in no phase" in one]


def test_several_calls_that_are_wrong_after_a_draw_are_told(many: Day) -> None:
    many.lines(f"phase single {GAME}", "draw", "open 1-4", "call", "absent Ann")
    free = "`tallyboard tournament free 2` frees the first, and so on; then `tallyboard tournament call`."
    assert sentences(many, "redraw")[-2:] == [
        "The call of Ann : Hal to table 1 has ended.",
        f"The calls to tables 2, 3 and 4 are wrong now, their matches are others: {free}",
    ]


def test_a_swiss_round_that_is_made_again_tells_who_is_in_the_round(many: Day) -> None:
    many.lines(f"phase swiss rounds=2 {GAME}", "draw", "absent Hal")
    assert sentences(many, "redraw")[:4] == [
        "Round 1 of phase 1 is drawn again.",
        "No longer in it: Hal.",
        "Who meets whom, and when, is new: print the schedule again.",
        "Its pairs:",
    ]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            "round-robin rounds=4",
            "Some will have 3 matches and 2 points for a bye, some 4 matches. Where a bye gives",
        ),
        (
            "round-robin rounds=4 bye=adjust",
            "Some will have 3 matches, some 4. A bye gives nothing: points and twenties",
        ),
        ("round-robin rounds=4 rotation=tables", "Some will have 3 matches, some 4. A bye gives nothing"),
        ("round-robin", None),
        ("round-robin groups=2", None),
        ("round-robin rounds=9", None),
        ("swiss rounds=2", None),
    ],
)
def test_who_will_have_fewer_matches_is_told_when_it_is_drawn(many: Day, options: str, said: str | None) -> None:
    many.lines("add Ida", f"phase {options} {GAME}")
    told = [one for one in sentences(many, "draw") if "a match" in one or "3 matches" in one]
    assert told == [] if said is None else told[0].startswith(said)


@pytest.mark.parametrize("absent, told", [("", []), ("Hal Gus", ["In each round 2 sit out, so points and twenties "])])
def test_who_sits_out_of_partners_is_told_with_the_first_round(many: Day, absent: str, told: list[str]) -> None:
    many.lines(*([f"absent {absent}"] if absent else []), "phase partners rounds=3 game crokinole-championship")
    assert [one[:48] for one in sentences(many, "draw") if "sit out" in one] == told
    assert not any("sit out" in one for one in sentences(many, "draw"))
