"""Tournaments for what is printed of them, played by the desk with results that nobody played."""

from random import Random

from tallyboard.desk import Tournament, as_object
from tallyboard.paper import TournamentPaper, paper_of

CHAMPIONSHIP = "crokinole-championship rounds=4"
_FIRST = "Ann Bob Cid Dora Émile Françoise Œdipe Łukasz Σωκράτης Юрий Zoë Jürgen Siobhán Søren Ñico Ygritte"
_LAST = "Smith Bélanger-Côté O'Brien Müller Nguyễn Papadopoulos Иванов Lagassé Østergård Wiśniewska Li Diệp"

# What a name must not do to a page. The desk takes no # in a script, so they are put in afterwards.
AWKWARD = (
    'Ann #strong[x] & Bob *bold* $x^2$ @ref "q" \\n _u_ `c` <l>',
    "Maximiliana Konstantinopolska-Wielkopolska & Bartholomäus III",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunte",
    "李小龍 & 🎯",
    "#panic()",
    "// no comment /* at all */ https://example.org",
)


def names(count: int, doubles: bool = False) -> list[str]:
    """So many names, all different."""
    first, last = _FIRST.split(), _LAST.split()
    singles = [f"{first[i % 16]} {last[(i // 16 + i) % 12]} {i + 1}" for i in range(count)]
    return [f"{first[i % 16]} {i} & {name}" for i, name in enumerate(singles)] if doubles else singles


def tournament(count: int, phases: list[str], results: int | None = None, tables: int = 4, seed: int = 1) -> Tournament:
    """Entrants and phases, of which one after the other is drawn and played until so many results are in (None: all),
    then what can be called is called. `phases`: as behind `phase K`."""
    random = Random(seed)
    made = Tournament("tournament singles seed=1")
    for number in range(1, count + 1):
        made.enter(f"add Player {number}")
    made.enter("open " + " ".join(map(str, range(1, tables + 1))))
    left = 10**9 if results is None else results
    for number, phase in enumerate(phases, 1):
        made.enter(f"phase {number} {phase}")
        made.enter(f"draw {number}")
        left = _play(made, number, left, random)
    for match, table in made.next_calls():
        made.enter(f"call {match} {table}", minute=made.minute + 1)
    return made


def _play(made: Tournament, number: int, left: int, random: Random) -> int:
    """Results wave by wave, until no match is ready; how many are left."""
    while left:
        phase = as_object(made)["phases"][number - 1]
        ready = [match for match in phase["matches"] if match["state"] == "ready"][:left]
        for match in ready:
            a, b = match["sides"]
            won = random.randint(0, 8)
            made.enter(
                f"result {match['match']}/{match['due']} {a} {won} {b} {8 - won} twenties {won} 3", made.minute + 1
            )
        left -= len(ready)
        if not ready and (phase["finished"] or phase["format"] != "swiss"):
            break
        if not ready:
            made.enter(f"draw {number}")
    return left


def paper(made: Tournament, of: list[str] | None = None) -> TournamentPaper:
    """To be printed, with these names."""
    printed = paper_of("Open de Québec 2026, coupe d'automne", "22 November 2026, 14:05 (America/Toronto)", made)
    entrants = printed["tournament"]["entrants"]
    for entrant, name in zip(entrants, of or names(len(entrants)), strict=False):
        entrant["name"] = name
    return printed
