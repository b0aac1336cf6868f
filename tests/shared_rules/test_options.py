"""Options as text, as values and as the three bytes of a record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.games import catalogue, options
from shared_rules.games.options import CHOICE, NUMBER, OPTIONS, OptionError
from tests.harness.random_matches import LINES


@st.composite
def settings_of(draw: st.DrawFn) -> tuple[str, object]:
    """An option and a value in its range."""
    name, kind, limit = draw(st.sampled_from(OPTIONS))
    if kind == CHOICE:
        return name, draw(st.sampled_from(limit))
    if kind == NUMBER:
        return name, draw(st.integers(*limit))
    return name, tuple(draw(st.lists(st.integers(1, 99), min_size=limit, max_size=limit, unique=True)))


@given(settings_of())
def test_a_value_comes_back_from_text_and_from_bytes(setting: tuple[str, int | str | tuple[int, ...]]) -> None:
    name, value = setting
    assert options.parse_value(name, options.to_text(value)) == value
    packed = options.to_bytes(name, value)
    assert len(packed) == 3
    assert options.from_bytes(options.code_of(name), packed) == setting


@pytest.mark.parametrize(
    ("name", "word"),
    [
        *[("discs", word) for word in ("0", "25", "-1", "1.5", "x", "", "²", "1e1")],
        *[("target", word) for word in ("0", "10000", "1_000")],
        *[("sides", word) for word in ("1", "4")],
        *[("format", word) for word in ("triples", "", "singles,doubles")],
        *[("counters", word) for word in ("5", "5,5", "5,10,15", "0,5", "5,100", "5,", "")],
        *[("holes", word) for word in ("3,2", "3,2,2", "100,2,1", "3,2,1,4")],
    ],
)
def test_a_value_out_of_its_range(name: str, word: str) -> None:
    with pytest.raises(OptionError) as refused:
        options.parse_value(name, word)
    assert name in str(refused.value)


def test_a_code_or_a_choice_that_nobody_has() -> None:
    with pytest.raises(OptionError):
        options.from_bytes(len(OPTIONS), b"\x01\x00\x00")
    with pytest.raises(OptionError):
        options.from_bytes(options.code_of("scoring"), b"\x02\x00\x00")
    with pytest.raises(OptionError):
        options.code_of("colour")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("target", b"\x00\x00\x00"),
        ("target", b"\x10\x27\x00"),  # 10,000
        ("discs", b"\x19\x00\x00"),
        ("sides", b"\xc8\x00\x00"),
        ("washers", b"\x00\x01\x00"),
        ("counters", b"\x05\x05\x00"),
        ("holes", b"\x03\x02\x00"),
        ("holes", b"\x64\x02\x01"),
    ],
)
def test_bytes_out_of_their_range(name: str, data: bytes) -> None:
    with pytest.raises(OptionError):
        options.from_bytes(options.code_of(name), data)


@pytest.mark.parametrize("line", LINES)
def test_a_game_comes_back_from_its_line_and_from_its_records(line: str) -> None:
    match = catalogue.new(line)
    again = catalogue.new(catalogue.to_line(match))
    assert (again.ID, again.options) == (match.ID, match.options)
    given_again: dict[str, int | str | tuple[int, ...]] = {}
    for name, value in catalogue.in_order(match.ID, match.options):
        given_again.update([options.from_bytes(options.code_of(name), options.to_bytes(name, value))])
    assert catalogue.settle(match.ID, given_again) == given_again == match.options


def test_numbers_of_games_and_options_stay_what_they_are_in_journals() -> None:
    """They stand in records that boards have written: appended to, never reordered."""
    assert list(catalogue.IDS[:7]) == [
        "crokinole-official",
        "crokinole-traditional",
        "crokinole-championship",
        "twenties-shootout",
        "pichenotte-southwest",
        "pichenottes-quebec",
        "washers-ritzenthaler",
    ]
    assert list(catalogue.TITLES[:7]) == [
        "OFFICIAL CROKINOLE",
        "TRADITIONAL CROKINOLE",
        "CHAMPIONSHIP CROKINOLE",
        "TWENTIES SHOOTOUT",
        "SOUTHWEST PICHENOTTE",
        "QUEBEC PICHENOTTES",
        "WASHERS RITZENTHALER",
    ]
    names = "format scoring start sides target discs rounds best_of games dames counters washers holes"
    assert [name for name, _, _ in OPTIONS][:13] == names.split()
    assert [words for _, kind, words in OPTIONS if kind == CHOICE][:3] == [
        ("singles", "doubles", "two-on-one"),
        ("differential", "simple"),
        ("clockwise", "loser"),
    ]
