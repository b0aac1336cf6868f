"""What a tournament costs: from its script to its object, by size, and from one result to new standings; in one run.

`python benchmarks/bench_desk.py`

Each tournament is played whole, at eight tables. CPU and memory of 100 and 1,000 entrants, how both grow, and what one
more result and its standings as PDF cost; and a season of 50 evenings of 60. Nothing is asserted.
"""

import json
import random
import time
import tracemalloc

from tallyboard.desk import Tournament, as_object, read_script
from tallyboard.desk.season import Season, compute_season, evening_of
from tallyboard.paper import pages, paper_of

SEED = 7
RESULTS = 30  # whose way to new standings is measured
GAME = "game crokinole-championship"
PLAYED: tuple[tuple[str, str, int, tuple[int, ...]], ...] = (
    ("round robin", f"phase 1 round-robin {GAME}", 1, (100,)),
    ("Swiss, 10 rounds", f"phase 1 swiss rounds=10 {GAME}", 10, (100, 1000)),
    ("single", f"phase 1 single {GAME}", 1, (100, 1000)),
    ("double", f"phase 1 double {GAME}", 1, (100, 128)),
)


def played(entrants: int, declared: str, draws: int) -> Tournament:
    """A tournament to its end, by random scores."""
    rng = random.Random(SEED)
    day = Tournament(f"tournament singles seed={SEED}")
    for number in range(entrants):
        day.enter(f"add P{number}")
    day.enter("open 1 2 3 4 5 6 7 8")
    day.enter(declared)
    for _ in range(draws):
        day.enter("draw 1")
        while ready := [match.name for match in day.phases[0].matches() if day.match(match.name)[1].state == "ready"]:
            for name in ready:
                a, b = day.match(name)[1].players or (0, 0)
                score = rng.choice((0, 1, 2, 3, 5, 6, 7, 8))
                day.enter(f"result {name} {a} {score} {b} {8 - score}")
    return day


def script(day: Tournament) -> str:
    """The tournament as its lines."""
    return "\n".join([f"tournament singles seed={SEED}", *(event.line for event in day.events)])


def compute_s(text: str) -> float:
    """Seconds of CPU from a script to its object, the least of three."""
    times = []
    for _ in range(3):
        began = time.process_time()
        as_object(read_script(text))
        times.append(time.process_time() - began)
    return min(times)


def memory_mb(text: str) -> float:
    """What computing it takes at most."""
    tracemalloc.start()
    as_object(read_script(text))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return peak / 1e6


def result_s(day: Tournament) -> float:
    """Seconds of CPU from a corrected result to the whole object as JSON, the median."""
    rng = random.Random(SEED)
    names = [match.name for match in day.phases[0].matches() if day.match(match.name)[1].players]
    times = []
    for name in rng.sample(names, min(RESULTS, len(names))):
        players = day.match(name)[1].players
        if players is None:
            continue  # a correction before it has changed who gets there
        a, b = players
        began = time.process_time()
        day.enter(f"result {name} {a} 8 {b} 0")
        json.dumps(as_object(day))
        times.append(time.process_time() - began)
    return sorted(times)[len(times) // 2]


def printed_s(day: Tournament) -> float:
    """Seconds of CPU from the tournament to its standings as PDF."""
    began = time.process_time()
    pages("standings", paper_of("Spring", "", day))
    return time.process_time() - began


def season_s(nights: int, entrants: int) -> tuple[float, float]:
    """Seconds of CPU of so many Swiss evenings from their scripts to what a season takes of them, and of the season."""
    text = script(played(entrants, f"phase 1 swiss rounds=6 {GAME}", 6))
    season = Season("season best=20 points=60,50,40,30,20,10")
    for number in range(entrants):
        season.enter(f"player P{number}")
    for night in range(nights):
        season.enter(f"night {2000 + night}-01-01 {night}.txt")
    began = time.process_time()
    evenings = {night.file: evening_of(read_script(text)) for night in season.nights}
    computed = time.process_time()
    compute_season(season, evenings)
    return computed - began, time.process_time() - computed


def main() -> None:
    """Measure and print."""
    evenings, season = season_s(50, 60)
    print(f"a season of 50 evenings of 60: {evenings:.2f} s for the evenings, {season:.2f} s for the season,")
    print(f"  which where evenings are kept costs {season / (evenings + season):.2f} of it all")
    row = "{:18}{:>10}{:>9}{:>12}{:>12}{:>12}{:>14}{:>11}".format
    print(row("", "entrants", "events", "computed", "an event", "memory", "one result", "printed"))
    for name, declared, draws, sizes in PLAYED:
        costs = []
        for entrants in sizes:
            day = played(entrants, declared, draws)
            text = script(day)
            costs.append(compute_s(text))
            events = len(day.events)
            each = f"{costs[-1] / events * 1e6:.0f} µs"
            more = f"{result_s(day) * 1e3:.1f} ms"
            took, most, printed = f"{costs[-1]:.2f} s", f"{memory_mb(text):.0f} MB", f"{printed_s(day):.2f} s"
            print(row(name, entrants, f"{events:,}", took, each, most, more, printed))
        if len(costs) > 1:
            print(f"  {sizes[1] / sizes[0]:.1f} times the entrants cost {costs[1] / costs[0]:.1f} times as much")


if __name__ == "__main__":
    main()
