"""The pages for who builds the box say what board.toml, the firmware and the laptop's program say."""

import re
from pathlib import Path

import pytest

from hardware.circuit.netlist import netlist
from tableside import console
from tableside.table import Table
from tallyboard.commands.catalogue import COMMANDS
from tallyboard.drive.deploy import deploy
from tests.hardware.guide_texts import is_said, shows
from tests.hardware.sample import own
from tests.harness.bench import Bench
from tests.pages import ROOT, blocks, code_in, text_of, without_blocks
from tests.test_readme import OPTION, command_of, options_of

FOLDER = ROOT / "hardware"
GUIDE, ELECTRICAL = FOLDER / "guide.md", FOLDER / "electrical.md"
PAGES = [
    FOLDER / f"{name}.md" for name in ("README", "guide", "laptop", "power-and-usb", "symptoms", "boards/macropad")
]
BOARD = own()
ALL = "\n".join(text_of(page) for page in PAGES)
PLAIN = " ".join(ALL.split())

# What others say: CircuitPython (seen on 9.1.1 and 10.2.1), systems, shops and printers.
OF_OTHERS = {
    "incompatible .mpy file",
    "No module named …",
    "No pull up found on SDA or SCL; check your wiring",
    "RuntimeError: No pull up found on SDA or SCL; check your wiring",
    "CircuitPython CDC control",
    "CircuitPython CDC2 control",
    "USB Serial Device",
    "Ports (COM & LPT)",
    "There is a problem with this drive",
    "Disk Not Ejected Properly",
    "Not enough resources",
    "Raspberry Pi Pico",
    "Pico 2 W",
    "Adafruit MacroPad RP2040",
    "fit to page",
    "the console says",
}

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def section(page: Path, anchor: str) -> str:
    """What stands under the heading of this anchor, up to the next one."""
    parts = re.split(r"^#+ (.+)$", text_of(page), flags=re.MULTILINE)
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        if re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") == anchor:
            return text
    raise KeyError(anchor)


def quotes(page: Path) -> list[str]:
    """What stands between quotation marks in the page's sentences."""
    plain = re.sub(r"`[^`\n]*=[^`\n]*`|\(https?:[^)]*\)", "", without_blocks(text_of(page)))
    return [" ".join(found.split()) for found in re.findall(r'"([^"]+)"', plain)]


# ---- the guide's shape


def test_the_steps_are_numbered_without_a_hole() -> None:
    steps = [int(number) for number in re.findall(r"^(\d+)\. ", text_of(GUIDE), re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1)) and len(steps) > 30


def test_every_stage_from_the_second_on_ends_with_a_test_that_says_what_if_not() -> None:
    stages = re.split(r"^## (Stage .+)$", text_of(GUIDE), flags=re.MULTILINE)
    for heading, text in list(zip(stages[1::2], stages[2::2], strict=True))[1:]:
        assert re.search(r"\| (if not|do|instead) \|", text), heading


# ---- what is said to appear


@pages
def test_every_text_of_a_display_is_one_that_the_firmware_has(page: Path) -> None:
    spans = [code for code in code_in(text_of(page)) if re.fullmatch(r"[A-Z0-9?!*>+. -]+", code)]
    assert [code for code in spans if re.search("[A-Z]", code) and not shows(code)] == []


@pages
def test_every_sentence_in_quotation_marks_is_said_by_the_box_or_the_laptop(page: Path) -> None:
    sentences = [quoted for quoted in quotes(page) if len(quoted.split()) > 2 and quoted not in OF_OTHERS]
    assert [quoted for quoted in sentences if not is_said(quoted)] == []


def test_a_sentence_that_nobody_says_is_noticed() -> None:
    assert is_said("Key A1 is down already; it counts when it was let go.")
    assert is_said("… does not run the compiled files of lib/, made for 9 and 10.")
    assert not is_said("Key A1 is down already; it counts when it is let go.")
    assert not is_said("The drive cannot be found.")
    assert shows("SELF-TEST") and shows("KEY A1") and not shows("SELFTEST") and not shows("MEM!")


def test_the_console_of_a_board_without_displays_is_as_the_guide_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    table: Table = Bench().table
    console.tell("fram", table, [], ["A", "B", "S"], port=True)
    printed = capsys.readouterr().out.splitlines()
    shown = next(block for block in blocks(text_of(GUIDE), "text") if "on fram" in block[0])
    assert [re.sub(r"\d+\.\d+\.\d+", "…", line) for line in printed] == shown


def test_deploy_ends_as_the_guide_shows_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from tallyboard.commands.firmware import deploy as command

    (tmp_path / "boot_out.txt").write_text(
        "Adafruit CircuitPython 10.2.1 on 2026-05-13; Raspberry Pi Pico with rp2040\n"
    )
    command(tmp_path)
    printed = capsys.readouterr().out.splitlines()
    shown = next(block for block in blocks(text_of(GUIDE).replace("\n    ", "\n"), "text") if "lib/" in block[0])
    for line, wanted in zip(printed[-len(shown) :], shown, strict=True):
        assert re.fullmatch(".+".join(map(re.escape, wanted.split("…"))), line), line
    assert deploy(tmp_path).written == []


def test_the_walk_to_the_self_test_leads_there() -> None:
    assert "Press key 1 of side A twice: `SELF-TEST`. Press **NEXT**." in PLAIN
    bench = Bench()
    bench.hold("MENU")
    assert "GAME AND OPTIONS".startswith(bench.status)
    bench.press("A1 A1")
    assert bench.status == "SELF"
    bench.press("NEXT")
    assert bench.shown == ["ALL "] * 3
    bench.down("A3")
    bench.wait(30)
    assert bench.shown == ["   3", "    ", "    "]


def test_the_last_undo_of_the_sounds_step_is_refused() -> None:
    assert "Press **UNDO** twice" in PLAIN and "S says `NONE`" in PLAIN
    bench = Bench()
    bench.press("A1 UNDO UNDO")
    assert bench.status == "NONE"


def test_the_plug_test_counts_as_it_says() -> None:
    assert "Press key 1 of side A three times: display A shows `60.`" in PLAIN
    bench = Bench()
    bench.press("A1 A1 A1")
    assert bench.shown[0] is not None and bench.shown[0].endswith("60.")
    again = Bench(chip=bench.chip)
    assert again.shown[0] == bench.shown[0]


# ---- commands and settings


@pages
def test_commands_options_and_settings_exist(page: Path) -> None:
    settings = set(re.findall(r"^TALLYBOARD_\w+", text_of(ROOT / "firmware" / "settings.toml"), re.MULTILINE))
    assert set(re.findall(r"TALLYBOARD_[A-Z]+", text_of(page))) <= settings
    lines = [line.strip() for line in re.findall(r"^ {4,}(tallyboard .+)$", text_of(page), re.MULTILINE)]
    for code in [*code_in(text_of(page)), *lines]:
        if code.startswith("tallyboard "):
            command = command_of(code)
            assert command in COMMANDS or " " in command, code
            assert set(OPTION.findall(code)) <= options_of(command), code


# ---- numbers


def test_the_cap_is_that_of_the_board() -> None:
    said = re.findall(r"(\d+)\*{0,2} of 16", PLAIN + " ".join(text_of(ELECTRICAL).split()))
    assert len(said) >= 3 and set(said) == {str(BOARD.supply.most_light)}
    assert f"at brightness *n* instead of {BOARD.supply.most_light}" in PLAIN.lower()


def test_the_limit_of_the_supply_is_that_of_the_board() -> None:
    assert f"{BOARD.supply.limit_ma:g} mA at most" in PLAIN and f"at most {BOARD.supply.limit_ma:g} mA" in PLAIN


def test_resistors_and_capacitors_are_those_of_the_circuit() -> None:
    pull_up = BOARD.bus.pull_up_ohm
    assert f"has {pull_up / 1000:g} kΩ on SDA and on SCL" in PLAIN
    # A meter reads no more than the pull-up, a tenth more or less; less where it opens the shifter to the other side.
    said = re.search(r"\| 3V3 and SDA \| ([\d.]+) to ([\d.]+) kΩ", PLAIN)
    assert said and float(said[1]) < pull_up / 1000 < float(said[2]) == pytest.approx(pull_up * 1.1 / 1000, abs=0.05)


def test_every_part_of_the_carrier_is_soldered_in_a_step() -> None:
    steps = section(GUIDE, "stage-4-the-carrier-board")
    bold = set(re.findall(r"\b(?:[A-Z]{1,2}\d|[JK][A-Z])\b", " ".join(re.findall(r"\*\*(.+?)\*\*", steps))))
    bold |= set(re.findall(r"\b[JK]C\b", steps))
    of_keys = [part.ref for part in netlist(BOARD) if part.kind == "key_resistor"]
    assert f"{len(of_keys)} resistors of the keys**, {of_keys[0]} to {of_keys[-1]}" in " ".join(steps.split())
    assert {part.ref for part in netlist(BOARD) if part.kind not in ("pico", "test", "key_resistor")} <= bold


def test_sizes_that_a_maker_buys_by_are_those_of_the_board() -> None:
    assert f"thickness | {BOARD.carrier.thickness:g} mm" in PLAIN
    carrier = BOARD.carrier
    assert "size | {:g} \u00d7 {:g} mm;".format(*carrier.size) in PLAIN
    narrowest = min(carrier.track, carrier.clearance)
    assert f"smallest hole | {narrowest:g} mm, {carrier.via_drill:g} mm |" in PLAIN
    assert f"a plate of {BOARD.key.plate:g} mm" in PLAIN
    assert "a handle of {:g} \u00d7 {:g} mm or less".format(*BOARD.enclosure.usb_plug) in PLAIN
    assert "a bed of {:g} \u00d7 {:g} mm".format(*BOARD.enclosure.bed) in PLAIN


@pages
def test_a_figure_that_leads_to_electrical_md_stands_there(page: Path) -> None:
    for figure, anchor in re.findall(r"\[([^]]*\d[^]]*)\]\(electrical\.md#([\w-]+)\)", text_of(page)):
        there = " ".join(section(ELECTRICAL, anchor).split())
        for number in re.findall(r"[\d.,]*\d", figure):
            assert re.search(rf"(?<![\d.,]){re.escape(number)}(?![\d])", there), (figure, anchor)
