"""How large the pages of a large event are: sixty tables that are played at, sixty-four players in eight groups, all of
whose matches are over, and a double elimination of all of them in its second round.

Prints the bytes of each page as HTML, not compressed, and of what all of them load once. Nothing is asserted.
"""

import re
import tempfile
from pathlib import Path

from tests.host.pages.desk.browser import Browser, begin, site_in
from tests.host.watch_events import LIVE, MATCH, score

TABLES = 60
PLAYERS = 64
GAME = "crokinole-championship rounds=4"
DESK = "/desk/now"
PAGES = (
    *("/", "/table/1", "/tv", "/overlay/1", "/results", "/tournaments", "/t/now", "/t/now/standings"),
    *("/t/now/bracket/2", "/t/now/schedule", "/t/now/players", "/t/now/player/1", "/t/now/statistics"),
    *(DESK, f"{DESK}/floor", f"{DESK}/entrants", f"{DESK}/entrant/1", f"{DESK}/phases", f"{DESK}/phase/3"),
    *(f"{DESK}/matches", f"{DESK}/result/1:1-16", f"{DESK}/sheet/1:1-16", f"{DESK}/flags", f"{DESK}/log"),
    *(f"{DESK}/papers", "/tables"),
)


def play(browser: Browser) -> None:
    """The event, up to the second round of its bracket."""
    begin(browser)
    field = [f"add Player Number {number} of the Club" for number in range(1, PLAYERS + 1)]
    tables = " ".join(map(str, range(1, TABLES + 1)))
    groups = [f"phase 1 round-robin groups=8 game {GAME}", "draw 1", f"open {tables}"]
    bracket = [f"phase 2 double of=1 game {GAME}", "draw 2"]
    for lines in ([*field, *groups], bracket):
        enter(browser, lines)
        enter(browser, results(browser))
    enter(browser, ["call"])


def results(browser: Browser) -> list[str]:
    """Of all matches of the last phase that can be played."""
    matches = browser.computed()["phases"][-1]["matches"]
    ready = [(match["match"], *match["sides"]) for match in matches if match["state"] == "ready"]
    return [f"result {match} {one} 5 {other} 3 twenties 2 1" for match, one, other in ready]


def enter(browser: Browser, lines: list[str]) -> None:
    """All at once, as a script does."""
    browser.site.tournaments.enter(browser.site.store.get(), "now", lambda _: lines, "Olga")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        site = site_in(Path(folder))
        for table in range(1, TABLES + 1):
            board, port = f"e66164{table:02}", f"p{table}"
            site.live.take(score(dict(LIVE, raw=[20, 15]), MATCH, board=board, port=port, table=str(table)))
        browser = Browser(site)
        play(browser)
        loaded = set()
        print(f"{TABLES} tables, {PLAYERS} players in groups and a double elimination: KB of HTML")
        for path in PAGES:
            size = len(browser.look(path).encode())
            assert browser.status == 200, path
            loaded |= set(re.findall(r'"(/static/[^"]+)"', browser.page))
            print(f"  {path:24} {size / 1e3:7.1f}")
        once = sum(len(browser.client.get(path).content) for path in loaded)
        print(f"  styles, scripts and the icon, loaded once: {once / 1e3:.1f}")


if __name__ == "__main__":
    main()
