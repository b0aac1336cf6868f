"""The firmware on a Raspberry Pi of models: keys by the kernel's edges, displays on Blinka's bus."""

import os
import select
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from tallyboard.errors import TallyboardError
from tallyboard.pi import run as pi_run
from tallyboard.pi.parts import Lines
from tallyboard.virtual.box.bus import HT16K33
from tests.host.pi.model_pi import WIRING, ModelPi, failing

FRAM_ADDRESS = WIRING.fram_address


def test_presses_light_and_are_there_after_the_plug_was_pulled(pi: ModelPi) -> None:
    lit = pi.play("press A1", "press B2")
    assert [one["A"] + one["B"] for one in lit] == ["° 20.   0.", "° 20.  15."]
    assert pi.lit() == {}, "a score that nobody keeps is not lit"
    assert pi.play("wait 10")[0]["B"] == "  15."


def test_a_switch_that_bounces_is_one_press_by_the_kernels_times(pi: ModelPi) -> None:
    assert pi.play("bounce A1", "bounce A1")[-1]["A"] == "° 40."


def test_a_press_is_as_long_as_its_edges_say_however_late_they_are_read(pi: ModelPi) -> None:
    def slow_press() -> None:
        """Both edges are read together, 900 ms apart: that was a hold."""
        number = int(pi.keys["NEXT"][1:])
        pi.chip.switch(number, True)
        pi.clock.ns += 900_000_000
        pi.chip.switch(number, False)

    # B has counted nothing, so NEXT asks for a hold.
    assert pi.play("press A1", "press NEXT", "wait 3000", slow_press, "wait 3000")[2]["S"] == "R 1 "
    assert pi.lit_after[4]["S"] == "R 2 "


def test_a_key_that_is_down_at_the_start_counts_when_it_was_let_go(pi: ModelPi) -> None:
    pi.chip.closed.add(int(pi.keys["A1"][1:]))
    lit = pi.play("up A1", "wait 100", "press A1")
    assert [one["A"] for one in lit] == ["°  0", "°  0", "° 20."]


def test_a_third_side_where_the_settings_of_the_folder_ask_for_it(pi: ModelPi) -> None:
    pi.state.mkdir()
    (pi.state / "settings.toml").write_text(
        'TALLYBOARD_SIDES = 3\nTALLYBOARD_GAME = "crokinole-traditional sides=3 scoring=simple"\n'
    )
    assert pi.play("press C1")[0]["C"] == "  20."


def test_edges_that_the_kernel_forgot_are_looked_up_at_the_switches(pi: ModelPi) -> None:
    def chatter() -> None:
        """More edges than the kernel keeps, and the key is down at their end."""
        for _ in range(400):
            pi.chip.switch(int(pi.keys["B5"][1:]), True)
            pi.chip.switch(int(pi.keys["B5"][1:]), False)
        pi.chip.switch(int(pi.keys["A1"][1:]), True)
        for _ in range(400):
            pi.chip.switch(int(pi.keys["B5"][1:]), True)
            pi.chip.switch(int(pi.keys["B5"][1:]), False)

    assert pi.play(chatter, "wait 100", "up A1")[-1]["A"] == "° 20."


def test_the_loop_waits_where_nothing_happens(pi: ModelPi) -> None:
    """It goes round each 5 ms."""
    turns = 0
    feed = pi_run.Watchdog.feed

    def counted(watchdog: Any) -> None:
        nonlocal turns
        turns += 1
        feed(watchdog)
        assert turns < 10_000, "it does not wait"

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(pi_run.Watchdog, "feed", counted)
        pi.play("wait 1000")
    assert 200 <= turns < 300


def test_edges_of_before_a_look_are_no_news_and_lost_ones_are_told(pi: ModelPi) -> None:
    lines = Lines(sys.modules["gpiod"], {"A1": 5, "B1": 25}, pi.clock.monotonic_ns)
    pi.chip.switch(5, True)
    assert lines.is_up(25) and not lines.is_up(5)
    pi.clock.ns += 1
    pi.chip.switch(5, False)
    assert list(lines.edges()) == [(5, False, pi.clock.ns)]
    for number in range(40):  # the kernel keeps 16 for each line
        pi.chip.switch(25, number % 2 == 0)
        pi.clock.ns += 1
    edges = list(lines.edges())
    assert edges[0][0] == -1 and [edge[0] for edge in edges[1:]] == [25] * 32
    pi.chip.switch(5, True)
    assert len(list(lines.edges())) == 1, "told once"
    lines.close()


def test_a_bus_that_refuses_an_empty_write_finds_its_parts_all_the_same(fram_pi: ModelPi) -> None:
    fram_pi.takes_nothing = True
    assert fram_pi.play("press A1")[0]["A"] == "° 20."
    assert any(fram_pi.memory.cells)


def test_a_display_that_is_pulled_out_and_put_back_shows_the_score(pi: ModelPi) -> None:
    lit = pi.play("press A1", pi.displays["A"].unplug, "press A1", pi.displays["A"].plug, "wait 500")
    assert "A" not in lit[2] and lit[2]["S"] == "A 20"
    assert lit[4]["A"] == "° 40."


# ---- the journal's medium


def test_the_journal_is_in_an_fram_that_answers(fram_pi: ModelPi) -> None:
    fram_pi.play("press A1")
    assert not (fram_pi.state / "fram.bin").exists()
    assert fram_pi.play("wait 1")[0]["A"] == "° 20."


def test_an_fram_that_answers_no_more_is_not_left_for_a_file(fram_pi: ModelPi) -> None:
    fram_pi.play("press A1")
    chip = fram_pi.bus.targets[FRAM_ADDRESS]
    chip.unplug()
    lit = fram_pi.play("press A1", chip.plug, "wait 1200")
    assert lit[0]["S"] in ("NO  ", "MEM?")
    assert lit[2]["A"] == "° 20."


def test_a_file_is_not_left_for_an_fram(pi: ModelPi) -> None:
    pi.play("press A1")
    pi.bus.targets[FRAM_ADDRESS] = HT16K33()  # anything that answers there
    assert pi.play("wait 1")[0]["A"] == "° 20."


def test_a_medium_is_asked_for(fram_pi: ModelPi) -> None:
    fram_pi.play("press A1", storage="file")
    assert not any(fram_pi.memory.cells)
    fram_pi.play("press B1", storage="fram")
    assert any(fram_pi.memory.cells)
    assert fram_pi.play("wait 1", storage="file")[0]["A"] == "° 20."


def test_a_disk_without_room_is_mem_and_refuses_until_it_has_some(pi: ModelPi, monkeypatch: pytest.MonkeyPatch) -> None:
    full = OSError(28, "No space left on device")
    with failing(monkeypatch, "fsync", full):
        lit = pi.play("press A1", "wait 2500")
    assert lit[1]["S"] == "MEM?" and lit[1]["A"].strip() == ""
    assert pi.play("press A1")[0]["A"] == "° 20."

    with monkeypatch.context() as patched:

        def fills() -> None:
            patched.setattr(os, "fdatasync", lambda _: fail(full))
            patched.setattr(os, "fsync", lambda _: fail(full))

        lit = pi.play("wait 1", fills, "press A1", "wait 3000", patched.undo, "wait 1500", "press B1")
    assert lit[2]["A"] == "° 20." and lit[2]["S"] != "A 20"  # refused
    assert lit[3]["S"] == "MEM?"
    assert (lit[5]["A"], lit[6]["B"]) == ("° 20.", "  20.")
    assert pi.play("wait 1")[0]["A"] == "° 20."


def fail(error: BaseException) -> None:
    raise error


# ---- what is not there


def refused(pi: ModelPi, **spec: Any) -> TallyboardError:
    with pytest.raises(TallyboardError) as error:
        pi.play("wait 1", **spec)
    return error.value


def test_a_pin_that_is_in_use_is_told_with_its_user(pi: ModelPi) -> None:
    pi.chip.taken[17] = "some-hat"
    error = refused(pi)
    assert error.cause == "GPIO17, for UNDO, is in use by some-hat."


@pytest.mark.parametrize("name", ["gpiod", "board"])
def test_a_library_that_is_missing_is_told_with_the_command(
    pi: ModelPi, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def missing(asked: str) -> Any:
        if asked == name:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return __import__(asked)

    monkeypatch.setattr(pi_run, "import_module", missing)
    error = refused(pi)
    assert name in error.cause and "wheel with `[pi]` behind its name" in error.next_step


def test_a_bus_that_is_off_is_told_with_the_command(pi: ModelPi) -> None:
    pi.has_bus = False
    assert "raspi-config nonint do_i2c 0" in refused(pi).next_step


def test_a_machine_without_the_pins_of_a_pi_is_told(pi: ModelPi) -> None:
    pi.chip.label = "INT34C5:00"
    assert "--hardware" in refused(pi).next_step


def test_the_pins_of_another_board_are_told(pi: ModelPi) -> None:
    assert "GP6" in refused(pi, board="reference").cause


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ({"storage": "nvm"}, "--storage fram or --storage file"),
        ({"takes_over": True}, "--hall"),
        ({"radio": True}, "--hall"),
        ({"sides": 4}, "--sides"),
        ({"board": "nonesuch"}, "macropad"),
        ({"link": Path("/dev/null/x"), "hall": "http://h/phone#" + "s" * 22}, "one of them"),
    ],
)
def test_wrong_use_is_refused(pi: ModelPi, spec: dict[str, Any], said: str) -> None:
    assert said in str(refused(pi, **spec))


# ---- who it is


def test_its_number_is_the_pis_and_no_chips(pi: ModelPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert pi_run.uid_of_pi() == b"pi" + bytes.fromhex("10000000abcdef12")
    (tmp_path / "serial-number").unlink()
    (tmp_path / "machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    monkeypatch.setattr(pi_run, "_MACHINE_ID", tmp_path / "machine-id")
    assert pi_run.uid_of_pi()[:2] == b"pi" and len(pi_run.uid_of_pi()) == 10
    assert bytes.fromhex("01234567") not in pi_run.uid_of_pi()
    (tmp_path / "machine-id").unlink()
    with pytest.raises(TallyboardError):
        pi_run.uid_of_pi()


def test_systemd_hears_that_it_has_started_and_that_its_loop_goes_round(
    pi: ModelPi, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(tmp_path / "notify"))
        systemd.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        pi.play("wait 3500")
        heard = []
        while select.select([systemd], [], [], 0)[0]:
            heard.append(systemd.recv(64))
    assert heard == [b"READY=1"] + [b"WATCHDOG=1"] * 3
