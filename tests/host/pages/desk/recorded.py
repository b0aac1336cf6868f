"""A match that a box recorded."""

from tallyboard.pages.site import Site
from tallyboard.store import Heard
from tests.harness.paper import Paper
from tests.harness.stores import started


def recorded(site: Site, *presses: str, names: tuple[str | None, str | None] = ("Ann", "Bob"), game: str = "") -> str:
    """The id of a match that a box recorded without a call, to 20 points unless the game line says otherwise."""
    store = site.store.get()
    before = {match["match"] for match in store.matches()}
    epoch = len(before) + 1
    paper = Paper(epoch=epoch).boot()
    started(paper, game or "crokinole-official target=20", *names).press(*presses)
    store.add(Heard("b1", "9", "0.1.0", epoch, 0, len(paper.records)), list(enumerate(paper.records)))
    return next(match["match"] for match in store.matches() if match["match"] not in before)
