"""What the reference of the panel has no idea of: the menu, faults, keys that stay down, parts that are pulled out.

Each script of `presses/beside` is played on MicroPython and on CPython, as in test_board.py; here is said what it comes
to.
"""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from shared_rules.games.result import result
from shared_rules.games.scoresheet import read
from shared_rules.journal import reasons, record, record_text
from shared_rules.link import frame, laptop_half, orders
from tableside.pins import MOST_LIGHT
from tableside.sound import CLICK_HZ, CLICK_MS, REFUSAL_HZ, REFUSAL_MS
from tests.vm.on_the_rig import NAMES, PATH, Command, Kept, Script, new_board, power_on, read_journal, read_trace
from tests.vm.plays import BESIDE, HEAP, SCRIPTS, Play
from tests.vm.vm import run_here, run_on_vm

OSCILLATOR_ON, DISPLAY_ON, CLEARED = b"\x21", b"\x81", bytes(17)
TURN_MS = 4  # of the rig's loop
LASTS_MS = {CLICK_HZ: CLICK_MS, REFUSAL_HZ: REFUSAL_MS}
BRIGHTEST = MOST_LIGHT - 1  # levels are 1 to 16, and on the wire 0 to 15

# By script: its matches as scoresheets, and what is lit in the end.
COMES_TO = {
    "overflow": (
        ["crokinole-official discs=24; B 5; A 20; A 20; A 20; A 20; A 20; A 20; A 20; B 15; B 10"],
        {"A": "°140.", "B": "  30.", "S": "R 1 "},
    ),
    "unplugged": (
        ["crokinole-official; A 20; A 20; B 5; A 15; B 10"],
        {"A": "° 55.", "B": "  15.", "S": "R 1 "},
    ),
    "menu": (
        [
            "pichenotte-southwest games=2 discs=4; A 20; B 10; B penalty 20; next; undo; undo; "
            "B forfeit; A penalty 20; A penalty 20; undo; undo; undo",
            "washers-ritzenthaler format=doubles target=18 holes=4,2,1; A 4; B 4; B 2",
            "washers-ritzenthaler format=doubles target=18 holes=4,2,1; B 1",
        ],
        {"A": "°  0", "B": "   1", "S": "R 1 "},
    ),
    "sound": (
        [
            "crokinole-official discs=3; A 20; B 15; B 5; undo; A 20; A 10",
            "crokinole-official discs=3; A 10; B 20; A 10",
        ],
        {"A": "° 20.", "B": "  20.", "S": "R 1 "},
    ),
    # What the rig draws: first A, then C with a power-on's first number, then A again.
    "toss": (
        ["twenties-shootout sides=3; first C; first A; undo; first A; B 20; C 20"],
        {"A": "°  0.", "B": "   1.", "C": "   1.", "S": "R 1 "},
    ),
    "french": (
        ["washers-ritzenthaler target=5; A 3; A 3; B dead; undo; B dead; A board"],
        {"A": "°  0", "B": "   0", "S": "R 1 "},
    ),
    "faults": (["crokinole-official; A 20; A 20; B 20; A 10"], {"A": "° 50.", "B": "  20.", "S": "R 1 "}),
    "stuck": (["crokinole-official; B 20; A 20; B 15; A 15; B 15"], {"A": "° 35.", "B": "  50.", "S": "R 1 "}),
    "dimmed": (["crokinole-official; A 20; A 20"], {"A": "° 40.", "B": "   0.", "S": "R 1 "}),
}


@pytest.mark.parametrize("name", list(BESIDE))
def test_what_the_script_comes_to(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    sheets, lit = COMES_TO[name]
    matches = played.kept.matches
    assert len(matches) == len(sheets)
    for match, sheet in zip(matches, sheets, strict=True):
        game, *events = sheet.split("; ")
        assert match.result == result(read("\n".join([f"game {game}", *events])).match)
        assert match.events == len(events)
    assert played.traces[-1].lit() == lit


def texts(kept: Kept, field: int) -> list[str]:
    """The texts of this field: runs of their records."""
    found: list[dict[int, bytes]] = [{}]
    for data in kept.records:
        if data[0] == record.TEXT | field:
            record_text.gather(found[-1], data)
        elif found[-1]:
            found.append({})
    return [record_text.decode(texts, field) for texts in found[:-1]]


def test_a_fault_is_written_down_the_same_on_every_vm(play: Callable[[str], Play]) -> None:
    played = play("faults")
    assert [trace.ended for trace in played.traces] == ["reload", "cut"]
    faults = texts(played.kept, record.FAULT_TEXT)
    assert len(faults) == 1, "the second is the same once more, and not written again"
    assert "RuntimeError the bus is at a loss" in faults[0]
    boots = [data for data in played.kept.records if data[0] == record.BOOT]
    assert [reasons.RESETS[data[2]] for data in boots] == ["POWER_ON", "RELOAD"]
    assert sum("Traceback" in line for line in played.traces[0].console) == 2


def commands(play: Play, run: int, code: int) -> list[tuple[int, str, int]]:
    """(ms, display, lower bits) of every command to a display whose upper bits are these."""
    return [
        (ms, NAMES[address], data[0] & 0x0F)
        for ms, address, data in play.traces[run].writes
        if len(data) == 1 and data[0] & 0xF0 == code
    ]


def test_the_light_goes_down_after_five_minutes_and_comes_back_with_a_key(play: Callable[[str], Play]) -> None:
    played = play("dimmed")
    light = [each for each in commands(played, 0, 0xE0) if each[0] > 1000]
    assert [(name, level) for _, name, level in light] == [(name, level) for level in (0, BRIGHTEST) for name in "ABS"]
    keys = [ms for ms, _, down in played.traces[0].keys if down]
    assert 300_000 <= light[0][0] - keys[0] <= 300_100
    assert 0 <= light[3][0] - keys[1] <= 4


def test_the_light_that_was_chosen_is_there_after_a_power_cut(play: Callable[[str], Play]) -> None:
    played = play("menu")
    assert next(data[1] for data in played.kept.records if data[0] == record.LIGHT) == MOST_LIGHT - 2
    assert commands(played, 1, 0xE0)[-1][2] == BRIGHTEST - 2


@pytest.mark.parametrize("name", [*SCRIPTS, *BESIDE])
def test_no_display_is_ever_told_to_be_brighter_than_its_supply_allows(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    told = [level for run in range(len(played.traces)) for _, _, level in commands(played, run, 0xE0)]
    assert max(told) == BRIGHTEST


def test_full_light_is_taken_from_a_laptop_and_shown_as_bright_as_the_supply_allows(
    drive: Path, tmp_path: Path
) -> None:
    """Then every segment is lit, and again after a power cut; a rig's display that is too bright ends the run."""
    board = new_board(tmp_path / "board", drive, Script("light", "crokinole-official", 2, "fram", []))
    walk = ["hold MENU", "press A1", "press A1", "press NEXT", "wait 500", "hold MENU"]
    orders_sent = [f"send {frame.encode(frame.SETUP, 1, orders.setup(None, light)).hex()}" for light in (3, 16)]
    first, second = orders_sent
    traces = [
        read_trace(power_on(run_here, board, commands))
        for commands in ([first, "wait 100", second, "wait 100", *walk], ["press A1", *walk])
    ]
    for trace in traces:
        lit = [ram for _, address, ram in trace.ram_writes if address == 0x70]
        assert b"\xff" * 9 in [ram[:9] for ram in lit], "the self-test was on"
    levels = [data[0] & 15 for trace in traces for _, _, data in trace.writes if len(data) == 1 and data[0] >> 4 == 14]
    assert (min(levels), max(levels)) == (2, BRIGHTEST)
    kept = [data[1] for data in read_journal((board / "fram.bin").read_bytes()).records if data[0] == record.LIGHT]
    assert kept == [3, 16]


# --- What is heard -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_every_press_that_is_stored_clicks_and_no_other(play: Callable[[str], Play], name: str) -> None:
    """But where two keys are one gesture: then a refusal may take the place of the click, as on the status."""
    clicks = 0
    for trace in play(name).traces:
        for command, following in pairwise(apart(trace.commands)):
            heard = [hz for ms, hz in trace.heard if command.ms < ms <= following.ms and hz]
            if following.stored > command.stored:
                assert heard, command
            else:
                assert CLICK_HZ not in heard, command
            clicks += CLICK_HZ in heard
    assert clicks >= 5


def apart(commands: list[Command]) -> list[Command]:
    """Those with more than two turns of the loop between them, in which all that comes of one is done."""
    found = commands[:1]
    for command in commands[1:]:
        if command.ms - found[-1].ms > 2 * TURN_MS:
            found.append(command)
    return found


@pytest.mark.parametrize("name", [*SCRIPTS, "sound"])
def test_a_sound_comes_behind_the_displays_and_ends_in_time(play: Callable[[str], Play], name: str) -> None:
    played = play(name)
    for trace, printed in zip(played.traces, played.on_vm.printed, strict=True):
        for (since, hz), (until, _) in pairwise(trace.heard):
            assert not hz or until - since <= LASTS_MS[hz] + 2 * TURN_MS
        heard_at = ""
        for line in printed.splitlines():
            ms, what, *rest = line[2:].split(" ") if line.startswith("| ") else ("", "")
            assert what != "write" or ms != heard_at, line
            if what == "heard" and rest != ["0"]:
                heard_at = ms


def test_the_menu_switches_the_sound_off_and_on_for_good(play: Callable[[str], Play]) -> None:
    played = play("sound")
    tones = [[hz for _, hz in trace.heard if hz] for trace in played.traces]
    presses, in_menu = [CLICK_HZ, REFUSAL_HZ, CLICK_HZ, CLICK_HZ, CLICK_HZ], [CLICK_HZ] * 4
    assert tones == [presses + in_menu, [], [CLICK_HZ] * 4, [CLICK_HZ]]
    kept = [data[2] for data in played.kept.records if data[0] == record.LIGHT]
    assert kept == [record.SOUND_OFF, record.SOUND_OFF, record.SOUND_ON]


def test_the_menu_puts_french_on_the_displays_at_once_and_for_good(play: Callable[[str], Play]) -> None:
    played = play("french")
    said = [[text for _, text in trace.texts("S")] for trace in played.traces]
    for before, after in (("BUST", "FRAN"), ("FRAN", "BMRT"), ("BMRT", "ANNU"), ("ANNU", "SON ")):
        assert said[0].index(before) < said[0].index(after)
    assert "BDED" not in said[0] and "R 1 " not in said[0][said[0].index("BMRT") :]
    for before, after in (("BMRT", "ENGL"), ("ENGL", "A ON")):
        assert said[1].index(before) < said[1].index(after)
    assert said[1][-1] == "R 1 "
    assert [data[3] for data in played.kept.records if data[0] == record.LIGHT] == [record.FRENCH, record.ENGLISH]


# --- What a round of Southwest would award -------------------------------------------------------------------------


def test_in_southwest_the_running_number_is_what_the_round_would_award(play: Callable[[str], Play]) -> None:
    """Less 20 a penalty, nothing for a side that forfeits, and then for the other no less than nothing."""
    trace = play("menu").traces[0]
    running = [(command.ms, trace.lit(command.ms)) for command in trace.commands]
    sides = [(lit["A"], lit["B"]) for _, lit in running if lit["A"].endswith(".") and lit["B"].endswith(".")]
    changes = [pair for n, pair in enumerate(sides) if n == 0 or pair != sides[n - 1]]
    assert changes[:8] == [
        ("° 20.", "   0."),
        ("° 20.", "  10."),
        ("° 20.", " -10."),
        ("° 20.", "  10."),
        ("° 20.", "   0."),
        ("°  0.", "   0."),
        ("° 20.", "   0."),
        ("° 20.", "  10."),
    ]


# --- What S says, and for how long ---------------------------------------------------------------------------------


def test_the_status_tells_every_press_and_for_how_long(drive: Path, tmp_path: Path) -> None:
    """Each text with the time since the key that it is about, in turns of the loop."""
    script = Script("told", "washers-ritzenthaler target=5", 2, "fram", [])
    commands = ["hold B4", "wait 9000", "press A1", "wait 3000", "press UNDO", "wait 3000", "press B5", "wait 3000"]
    commands += [
        "down A1",
        "wait 600",
        "up A1",
        "wait 3000",
        "press A1",
        "press A1",
        "wait 4000",
        "hold B1",
        "wait 3000",
    ]
    commands += ["press MENU", "wait 4000", "press A2", "wait 100", "press B4", "wait 3000"]
    trace = read_trace(same_on_both(drive, tmp_path, script, commands)[0])
    texts = trace.texts("S")
    shown = [(text, after - ms) for (ms, text), (after, _) in pairwise(texts) if text.strip()]
    assert [each for each in shown if each[0] != "R 1 "] == [
        ("WASH", 808),  # the game, which somebody knows already
        ("1STB", 1500),
        ("A  3", 1500),
        ("UNDO", 500),
        ("A  3", 1000),
        ("BDED", 1500),
        ("HOLD", 2000),
        ("A  3", 120),
        ("BUST", 3000),
        ("NONE", 2000),
        ("RND ", 3000),
        ("A  2", 160),
        ("B ON", 1500),
    ]


def test_before_the_first_event_the_status_scrolls_what_is_played_once_and_again_at_menu(
    drive: Path, tmp_path: Path
) -> None:
    script = Script("intro", "crokinole-championship best_of=3", 2, "fram", [])
    again = ["wait 20000", "press MENU", "wait 20000", "press A1"]
    once = ["wait 20000", "press A1", "press UNDO", "wait 20000"]
    for times, printed in enumerate(same_on_both(drive, tmp_path, script, once, again), 1):
        texts = [text for _, text in read_trace(printed).texts("S") if text.strip()]
        scrolls = [n for n, text in enumerate(texts) if text == "CHAM"]
        assert len(scrolls) == times
        for start in scrolls:
            windows = texts[start : texts.index("R 1 ", start)]
            assert windows[0] + "".join(window[-1] for window in windows[1:]) == "CHAMPIONSHIP BEST OF 3  A STARTS"
    steps = [ms for ms, text in read_trace(printed).texts("S") if text.strip()]
    assert [after - ms for ms, after in pairwise(steps)][:28] == [1200] + [300] * 27


# --- Power-on ------------------------------------------------------------------------------------------------------


def test_keys_do_nothing_before_the_score_is_lit_and_count_right_after(drive: Path, tmp_path: Path) -> None:
    """At every write to a display before the score's own a key goes down, and up at the next one, or when the keys are
    looked at, which is just before the score is lit."""
    script = Script("early", "crokinole-official", 2, "fram", [])
    board = new_board(tmp_path / "board", drive, script)
    first = read_trace(power_on(run_here, board, ["press B1", "press A2", "wait 3000"]))
    lit = {"A": "° 15.", "B": "  20.", "S": "R 1 "}
    start = [each for each in first.writes if each[0] <= first.commands[0].ms][: -len(lit)]
    for count in range(1, len(start) + 1):
        for up in (f"early {count} up A1", "early keys up A1"):
            for run, options in ((run_here, {}), (run_on_vm, {"heap": HEAP})):
                if run is run_here or count in (1, len(start)):
                    early = [f"early {count} down A1", up, "wait 3000"]
                    trace = read_trace(power_on(run, board, early, **options))
                    assert trace.lit() == lit, early
                    assert trace.stored == record.SIZE, "of the power-on"
    assert read_trace(power_on(run_here, board, ["press A1", "wait 3000"])).lit() == {**lit, "A": "° 35."}


def test_a_board_that_ran_for_a_minute_has_all_its_tries_again(drive: Path, tmp_path: Path) -> None:
    """See safemode.py: starts that ended at once are counted until one did not."""
    board = new_board(tmp_path / "board", drive, Script("steady", "crokinole-official", 2, "fram", []))
    assert run_here("steady_board.py", path=PATH, folder=board).splitlines()[-1] == "4 0"


def test_nothing_is_lit_that_nobody_wrote(drive: Path, tmp_path: Path) -> None:
    """What a display holds at power-on is anything: it is written whole before it is lit, with its clock running."""
    script = Script("dark", "crokinole-traditional sides=3 scoring=simple", 3, "fram", [])
    for commands in (["wait 100"], ["unplug C", "wait 1500", "plug C", "wait 1500"]):
        trace = read_trace(same_on_both(drive, tmp_path, script, commands)[0])
        for address in NAMES:
            mine = [data for _, at, data in trace.writes if at == address]
            for number, data in enumerate(mine):
                if data == DISPLAY_ON:
                    assert CLEARED in mine[:number]
                    assert mine.index(OSCILLATOR_ON) < mine.index(CLEARED)


# --- The laptop ----------------------------------------------------------------------------------------------------


def same_on_both(drive: Path, folder: Path, script: Script, *power_ons: list[str]) -> list[str]:
    """What each power-on printed, the same on MicroPython as on CPython, and as much was kept."""
    number = len(list(folder.iterdir()))
    printed: list[list[str]] = []
    kept = []
    for run, options in ((run_here, {}), (run_on_vm, {"heap": HEAP})):
        board = new_board(folder / f"{number} {run.__name__}", drive, script)
        printed.append([power_on(run, board, commands, **options) for commands in power_ons])
        kept.append((board / f"{script.storage}.bin").read_bytes())
    assert printed[0] == printed[1]
    assert kept[0] == kept[1]
    (folder / "kept").mkdir(exist_ok=True)
    (folder / "kept" / "image").write_bytes(kept[1])
    return printed[1]


def send(kind: int, request: int, body: bytes) -> str:
    return f"send {frame.encode(kind, request, body).hex()}"


def answers(printed: str) -> list[tuple[int, int, bytes]]:
    return frame.Decoder().feed(bytes(read_trace(printed).sent))


def journal_in(folder: Path) -> Kept:
    return read_journal((folder / "kept" / "image").read_bytes())


def said(printed: str) -> list[str]:
    """What S showed at the end of each command."""
    trace = read_trace(printed)
    ends = [command.ms for command in trace.commands[1:]] + [trace.ms]
    return [trace.lit(ms)["S"] for ms in ends]


ASSIGN = send(frame.ASSIGN, 1, orders.assign("T1-R2-M3", "twenties-shootout discs=2", ("Ann", "Zoé"), 1))


def test_what_the_laptop_assigns_is_played_with_next(drive: Path, tmp_path: Path) -> None:
    """In the place of a match without an event; the side keys refuse until then."""
    script = Script("assigned", "crokinole-official", 2, "fram", [])
    commands = [ASSIGN, "wait 6000", "press A1", "press NEXT", "press B1", "wait 3100"]
    (printed,) = same_on_both(drive, tmp_path, script, commands)
    assert answers(printed) == [(frame.ASSIGNED, 1, b"")]
    assert said(printed)[2] == "NEXT"
    assert read_trace(printed).lit() == {"A": "   0.", "B": "°  1.", "S": "R 1 "}, "B starts it, as assigned"
    match = journal_in(tmp_path).matches[-1]
    assert match.result["game"] == "twenties-shootout"
    assert match.events == 1
    assert match.replay.key == "T1-R2-M3"


def test_an_assigned_match_waits_over_one_that_is_started_by_hand_and_over_power_offs(
    drive: Path, tmp_path: Path
) -> None:
    script = Script("waits", "crokinole-traditional target=20 discs=2", 2, "fram", [])
    printed = same_on_both(
        drive,
        tmp_path,
        script,
        # During a match nothing changes; a new one by hand, over the power-off, and that can be played.
        ["press A1", ASSIGN, "press A1", "hold NEXT", "wait 9000"],
        ["wait 9000", "press NEXT", "wait 100", "hold MENU", "press A2", "press NEXT", "wait 100", "press B1"],
        ["press B1", "hold NEXT", "wait 3100", send(frame.STATE, 2, laptop_half.state()), "press A1", "wait 2000"],
        # Behind its result the one that waits is started by a hold; taken back, it waits again.
        ["press NEXT", "wait 2100", "hold NEXT", "wait 100", "hold UNDO", "wait 4000", "hold NEXT", "press A1"],
        [send(frame.STATE, 3, laptop_half.state()), "wait 100"],
    )
    assert said(printed[0])[2] == "A 20"
    assert "ANN " in [text for _, text in read_trace(printed[0]).texts("S")], "in turn with the result"
    assert [text for _, text in read_trace(printed[1]).texts("S") if text.strip()][:2] == ["WINA", "INA "]
    assert said(printed[1])[1] == "HOLD"
    assert said(printed[2])[4] == "DONE"
    live = laptop_half.read_live(answers(printed[2])[0][2])
    assert (live["key"], live["waits"], live["match"]["finished"]) == ("T1-R2-M3", True, True)
    assert said(printed[3])[4] == "BACK"
    live = laptop_half.read_live(answers(printed[4])[0][2])
    assert (live["key"], live["waits"], live["match"]["game"]) == ("", False, "twenties-shootout")
    matches = journal_in(tmp_path).matches
    games = ["crokinole-traditional", "crokinole-traditional", "twenties-shootout"]
    assert [match.result["game"] for match in matches] == games
    assert [match.replay.key for match in matches[-1:]] == ["T1-R2-M3"]
    assert [match.events for match in matches] == [3, 3, 1]


def test_an_assigned_match_is_replaced_cancelled_and_told_of(drive: Path, tmp_path: Path) -> None:
    """ASSIGN_1 of an older laptop leaves open who starts, and a line that cannot be played here changes nothing."""
    script = Script("cancelled", "crokinole-official", 2, "nvm", [])
    older = send(frame.ASSIGN_1, 2, orders.assign_1("other", "washers-ritzenthaler", ("Ann & Bo", "Cy & Di")))
    three = send(frame.ASSIGN, 3, orders.assign("three", "twenties-shootout sides=3", ("A", "B", "C")))
    state = [send(frame.STATE, number, laptop_half.state()) for number in range(256)]
    cancel = send(frame.ASSIGN, 4, orders.cancel())
    first = [ASSIGN, "wait 50", state[10], "wait 50", older, "wait 50", three, "wait 50", state[11], "wait 3000"]
    second = [
        state[12],
        "wait 50",
        cancel,
        "wait 50",
        state[13],
        "wait 50",
        cancel,
        "wait 3000",
        "press A1",
        "wait 2000",
    ]
    second += [send(frame.STATE, 5, b""), "wait 50"]
    printed = same_on_both(drive, tmp_path, script, first, second)
    replies = [answers(each) for each in printed]
    assert [kind for kind, _, _ in replies[0]] == [frame.ASSIGNED, frame.LIVE, frame.ASSIGNED, frame.NO, frame.LIVE]
    kinds = [frame.LIVE, frame.ASSIGNED, frame.LIVE, frame.ASSIGNED, frame.SCORE]
    assert [kind for kind, _, _ in replies[1]] == kinds
    lives = [laptop_half.read_live(body) for reply in replies for kind, _, body in reply if kind == frame.LIVE]
    assert [(live["key"], live["waits"]) for live in lives] == [
        ("T1-R2-M3", True),
        ("other", True),
        ("other", True),
        ("", False),
    ]
    assert laptop_half.read_score(replies[1][-1][2])["match"]["raw"] == [20, 0]
    assert read_trace(printed[1]).lit() == {"A": "° 20.", "B": "   0.", "S": "R 1 "}
    assigned = [data[1] for data in journal_in(tmp_path).records if data[0] == record.ASSIGN]
    assert assigned == [3, 6, record.NO_GAME], "to cancel twice is to cancel once"


def test_a_press_is_on_its_way_to_the_laptop_in_the_turn_that_saw_it(drive: Path, tmp_path: Path) -> None:
    script = Script("followed", "crokinole-official", 2, "fram", [])
    epoch = read_journal(image_after(drive, tmp_path, script)).epoch
    follow = send(frame.FOLLOW, 7, laptop_half.follow(epoch, 0))
    commands = [follow, "wait 200", "press A1", "press B2", "press UNDO", "wait 100", "hold NEXT", "wait 500"]
    commands += [send(frame.STATE, 8, laptop_half.state()), "wait 100", "press B1", "wait 100"]
    (printed,) = same_on_both(drive, tmp_path, script, commands)
    replies = answers(printed)
    kinds = [kind for kind, _, _ in replies]
    assert kinds == [frame.REC] * (len(kinds) - 2) + [frame.END, frame.LIVE]
    kept = journal_in(tmp_path).records
    assert laptop_half.read_end(replies[-2][2]) == (0, len(kept) - 1), "what is pressed behind the question is not sent"
    received = b"".join(laptop_half.read_rec(body)[1] for kind, _, body in replies if kind == frame.REC)
    assert received == b"".join(kept[:-1])
    assert 1 <= len(kinds) - 2 - 4 <= 2, "what there was, then each press by itself"
    told = [ms for ms, text in read_trace(printed).texts("S") if text in ("A 20", "B 15", "UNDO", "A+20")]
    sent = [int(line.split()[1]) for line in printed.splitlines() if " sent " in line]
    assert len(told) >= 4
    # The rig's cable takes what was written when the loop comes round.
    assert all(ms + 4 in sent for ms in told[:3] + told[-1:])


def image_after(drive: Path, folder: Path, script: Script) -> bytes:
    """The memory of a board behind its first start."""
    board = new_board(folder / "first start", drive, script)
    power_on(run_here, board, ["wait 10"])
    return (board / f"{script.storage}.bin").read_bytes()
