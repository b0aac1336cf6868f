"""What was counted is there again: after a reload, in a new tab, and after the browser was killed."""

from tests.browser.browsers import both_browsers
from tests.browser.play.bench import Benches
from tests.browser.play.killed import Killed


@both_browsers
def test_after_a_reload_and_in_a_new_tab(benches: Benches) -> None:
    """With what can be taken back, and the game that was chosen."""
    bench = benches.open()
    box = bench.box(1)
    box.choose("crokinole-official target=40")
    box.press("A1", "B2", "A4")
    box.shows(A="° 25.", B="  15.")
    bench.reload()
    box.shows(A="° 25.", B="  15.")
    box.press("UNDO")
    box.shows(A="° 20.", B="  15.")
    context = bench.page.context
    bench.page.close()
    box = benches.again(context).box(1)
    box.shows(A="° 20.", B="  15.")
    box.press("UNDO", "NEXT")  # B has nothing in this round: NEXT needs a hold
    box.shows(A="° 20.", B="   0.", S="HOLD")


def test_a_long_match_is_whole_after_a_reload(benches: Benches) -> None:
    """It is stored in many pieces."""
    bench = benches.open()
    box = bench.box(1)
    box.choose("crokinole-traditional scoring=simple target=9999 discs=24")
    box.play(*["A4", "B3"] * 24)
    box.shows(A="°120.", B=" 240.")
    bench.reload()
    box.shows(A="°120.", B=" 240.")
    box.press("UNDO", "UNDO")
    box.shows(A="°115.", B=" 230.")


@both_browsers
def test_a_reload_amid_a_press_keeps_what_was_lit(benches: Benches) -> None:
    bench = benches.open()
    box = bench.box(1)
    for counted in range(20, 120, 20):
        box.hold("A1")
        text = f"°{counted:>3}."
        box.shows(A=text)
        bench.page.reload()
        box.is_lit()
        box.shows(A=text)
        bench.page.mouse.up()


def test_a_new_browser_of_somebody_else_has_its_own(benches: Benches) -> None:
    bench = benches.open()
    bench.box(1).press("A1")
    bench.box(1).shows(A="° 20.")
    benches.open().box(1).shows(A="°  0", B="   0")


@both_browsers
def test_a_browser_that_is_killed_when_a_digit_lights(killed: Killed, file: str) -> None:
    """It has no time for anything; and again, with the next press."""
    for counted in (20, 40):
        box = killed.start(file).box(1)
        if counted > 20:
            box.shows(A=f"°{counted - 20:>3}.")
        box.hold("A1")
        box.shows(A=f"°{counted:>3}.")
        killed.kill()
    killed.start(file).box(1).shows(A="° 40.", B="   0.")
