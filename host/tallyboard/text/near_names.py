"""One person over many evenings: whom of a roster a name that is typed may mean. It is asked, never decided here."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

# What stands for an apostrophe on some keyboard, and quotes around a nickname, which a shell takes away.
_QUOTES = str.maketrans(
    dict.fromkeys("\u2019\u2018\u201b\u02bc\u02bb\u02b9\u2032\u00b4`\uff07", "'")
    | dict.fromkeys('"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033\uff02')
)
_SHORT = 5  # letters of a word from which on two may be other ones
_MOST = 3  # of a roster that a question offers


def same(name: str) -> str:
    """What two names have in common that are one: case and blanks do not matter."""
    return " ".join(name.split()).casefold()


def plain(text: str) -> str:
    """The same where the ways to write a letter do not matter either."""
    return same(unicodedata.normalize("NFKC", text))


def bare(text: str) -> str:
    """The same without accents and quotes, with all apostrophes alike, and with the signs that some people type between
    partners as `&`."""
    letters = unicodedata.normalize("NFKD", plain(text.translate(_QUOTES)))
    return re.sub(r" [/+] ", " & ", "".join(letter for letter in letters if not unicodedata.combining(letter)))


class NearName(NamedTuple):
    """A name that was `typed`, and the names of those in the roster who may be meant, at least one; `is_other`: it is
    another name of theirs, so it means them without a doubt."""

    typed: str
    known: tuple[str, ...]
    is_other: bool = False


class _Way(NamedTuple):
    """A name as it is looked for: its words bare and without signs, and which letters it has, a bit each."""

    words: tuple[str, ...]
    letters: int


class Roster:
    """People by the names that each has, the usual one first."""

    def __init__(self, people: Iterable[Sequence[str]]) -> None:
        self.names: list[str] = []
        self._usual: dict[str, str] = {}  # by what is the same as any of their names
        self._ways: list[tuple[_Way, str]] = []
        for usual, *others in people:
            self.names.append(usual)
            for name in (usual, *others):
                self._usual[same(name)] = usual
                self._ways.append((_way(name), usual))

    def usual(self, name: str) -> str:
        """The usual name of whoever is called so; "" where nobody is."""
        return self._usual.get(same(name), "")

    def near(self, typed: str, present: Iterable[str] = ()) -> NearName | None:
        """Who may be meant by a name that is not the usual one of anybody; None where nobody is. `present`: names that
        are entered already: whose they are is not meant once more, but under another name of their own."""
        usual = self.usual(typed)
        if usual:
            return None if same(usual) == same(typed) else NearName(typed, (usual,), is_other=True)
        here = {self.usual(name) for name in present}
        wanted = _way(typed)
        for fits in (_is_bare, _is_swapped, _is_nearly, _is_part):
            found = [*dict.fromkeys(name for way, name in self._ways if name not in here and fits(wanted, way))]
            if found and (fits is not _is_part or len(found) == 1):  # one first name of several says nothing
                return NearName(typed, tuple(found[:_MOST]))
        return None

    def nears(self, typed: Iterable[str], present: Iterable[str] = ()) -> Iterator[NearName]:
        """Those of them that are near, in their order; of a pair's name (`Ann & Bob`) each of the two."""
        players = [player.strip() for name in typed for player in name.split("&")]
        here = [*players, *(player.strip() for name in present for player in name.split("&"))]
        for player in dict.fromkeys(players):
            found = self.near(player, here)
            if found:
                yield found


def replaced(name: str, instead: Mapping[str, str]) -> str:
    """The name with those of its players that stand in `instead` called so."""
    players = [player.strip() for player in name.split("&")]
    return " & ".join(instead.get(player, player) for player in players)


def _way(name: str) -> _Way:
    words = tuple(re.sub(r"[^\w]+", " ", bare(name).replace("'", "")).split())
    return _Way(words, sum({1 << ord(letter) % 64 for word in words for letter in word}))


def _is_bare(one: _Way, other: _Way) -> bool:
    """But for accents, hyphens and blanks they are one."""
    return one.letters == other.letters and "".join(one.words) == "".join(other.words)


def _is_swapped(one: _Way, other: _Way) -> bool:
    """First and last name stand the other way round."""
    return one.letters == other.letters and sorted(one.words) == sorted(other.words)


def _is_nearly(one: _Way, other: _Way) -> bool:
    """One or two letters are other ones, in short words one."""
    if (one.letters ^ other.letters).bit_count() > 4 or len(one.words) != len(other.words):
        return False
    left = 2
    for mine, theirs in zip(one.words, other.words, strict=True):
        apart = _apart(mine, theirs, min(left, 1 if max(len(mine), len(theirs)) < _SHORT else 2))
        left -= apart
        if left < 0:
            return False
    return True


def _is_part(one: _Way, other: _Way) -> bool:
    """The first name alone stands for the whole."""
    return min(len(one.words), len(other.words)) == 1 < max(len(one.words), len(other.words)) and (
        one.words[0] == other.words[0]
    )


def _apart(one: str, other: str, most: int) -> int:
    """How many letters are to be changed, left out, put in or swapped with the next; 9 of more than `most`."""
    if one == other:
        return 0
    if abs(len(one) - len(other)) > most or most == 0:
        return 9
    before: list[int] = []
    above = [*range(len(other) + 1)]
    for at, letter in enumerate(one, 1):
        row = [at]
        for to, its in enumerate(other, 1):
            cost = min(above[to] + 1, row[to - 1] + 1, above[to - 1] + (letter != its))
            if at > 1 < to and letter == other[to - 2] and its == one[at - 2]:
                cost = min(cost, before[to - 2] + 1)
            row.append(cost)
        before, above = above, row
    return above[-1] if above[-1] <= most else 9
