"""A whole club day by forms alone, and forms that are filled in at random."""

import random

import pytest

from tallyboard.desk import compute_script
from tests.host.pages.desk.browser import Browser, forms_of

SEEDS = range(3)


def play(olga: Browser, luck: random.Random) -> None:
    """Call and enter until nothing is called any more."""
    while True:
        page = olga.look(olga.at)
        if any(one.action.endswith("/call") and "match" not in one.fields for one in forms_of(page)):
            olga.send(next(one for one in forms_of(page) if one.action.endswith("/call") and "match" not in one.fields))
            continue
        called = [one["match"] for one in olga.computed()["tables"] if one["match"]]
        if not called:
            return
        score = luck.randint(0, 8)
        if luck.random() < 0.1:
            olga.press(f"{olga.at}/result/{called[0]}", "/forfeit", who=luck.choice("ab"))
            continue
        fill = {"score-a": score, "score-b": 8 - score, "twenties-a": luck.randint(0, 9)}
        olga.press(f"{olga.at}/result/{called[0]}", f"/result/{called[0]}", fill)
        assert olga.status == 200, olga.page


def check_script(olga: Browser) -> None:
    """The script that the desk gives computes what its pages show of this minute, with which expected starts move."""
    script = olga.look(f"{olga.at}/script.txt")
    minute, computed = olga.site.tournaments.asked(
        olga.site.store.get(), "now", lambda look: (look.tournament.minute, look.seen.computed)
    )
    assert compute_script(f"{script}at {minute // 60}:{minute % 60:02}\n") == computed


def test_a_club_day_by_forms_alone_computes_to_the_same_by_its_script(olga: Browser) -> None:
    luck = random.Random(5)
    olga.press(f"{olga.at}/entrants", "/add", {"names": "\n".join(f"Player {letter}" for letter in "ABCDEFGHI")})
    olga.press(f"{olga.at}/entrants", "/status", entrant="4")
    olga.press(f"{olga.at}/order", "/order", {"seed-3": 1, "seed-1": 2, "how": "fields"})
    olga.press(f"{olga.at}/phase/1?preset=groups", "/phase/1", {"groups": 2})
    olga.press(f"{olga.at}/phases", "/draw")
    olga.press(olga.at, "/open", {"count": 3})
    olga.press(f"{olga.at}/entrants", "/status", entrant="4")
    olga.press(olga.at, "/draw")
    play(olga, luck)
    olga.press(f"{olga.at}/entrant/2", "/status", {"reason": "bus"}, status="withdraw")
    olga.press(f"{olga.at}/log", "/undo")
    olga.press(f"{olga.at}/log", "/note", {"note": "dinner"})
    olga.press(f"{olga.at}/phase/2?preset=best-eight-double", "/phase/2", {"take-to": 4})
    olga.press(f"{olga.at}/phases", "/draw", {"what": "draw"}, what="draw")
    play(olga, luck)
    assert olga.computed()["champion"] is not None
    assert "Champion: " in olga.look(olga.at)
    check_script(olga)
    assert {event.who for event in olga.seen().events} == {"Olga"}
    assert "<s>" in olga.look(f"{olga.at}/log")


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_sent_no_form_fails(olga: Browser, seed: int) -> None:
    luck = random.Random(seed)
    olga.enter("add Ann", "add Bob", "add Cid", "add Dee", "add Eva", "open 1 2")
    olga.enter("phase 1 round-robin groups=1 game crokinole-championship", "draw 1", "call")
    olga.enter("phase 2 single of=1 best=3 game pichenotte-southwest", "phase 3 swiss rounds=2 game crokinole-official")
    pages = ["", "/floor", "/entrants", "/order", "/entrant/2", "/phases", "/phase/4", "/phase/1/shootout"]
    pages += ["/matches", "/log", "/boards"]
    words = ["", "0", "1", "2", "-1", "999999999999", "x", "all", "é\u202e", "#", "%s %(a)s", "A" * 300, "1:1-2", "\n"]
    for _ in range(60):
        matches = [one["match"] for phase in olga.computed()["phases"] for one in phase["matches"]]
        of_match = [f"/{kind}/{match}" for kind in ("result", "sheet") for match in luck.sample(matches, 1)]
        page = olga.look(olga.at + luck.choice([*pages, *of_match]))
        found = [one for one in forms_of(page) if "/preferences" not in one.action and "logout" not in one.action]
        if not found:
            continue
        form = luck.choice(found)
        fill = {name: luck.choice(words) for name in form.fields if name != "once" and luck.random() < 0.3}
        fill |= dict(luck.sample(form.buttons, 1)) if form.buttons else {}
        fill |= (
            {luck.choice(["status", "won", "what", "game", "match"]): luck.choice(words)} if luck.random() < 0.2 else {}
        )
        olga.send(form, fill)
        assert olga.status in (200, 404, 409, 422), (form, fill)
    check_script(olga)
