"""What must hold for pins, addresses and the parts on the bus."""

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.circuit import current, pico
from hardware.circuit.electrical_rules import wrong_netlist
from hardware.circuit.looms import wrong_looms
from hardware.circuit.netlist import BULK, netlist
from hardware.source.board import MIDDLE, Board, Bought, Wired
from hardware.source.rules import EVERYTHING, Fault, rule
from hardware.source.shape import unknown

_DISPLAYS = ("A", "B", "S")
_DISPLAY_ADDRESSES = range(0x70, 0x78)  # HT16K33: three jumpers A0 to A2 (its datasheet, "Slave Addressing")
_FRAM_ADDRESSES = range(0x50, 0x58)  # MB85RC256V: three pins A0 to A2 (its datasheet, "Device Address Word")
_FRAM_BYTES = 32_768


@dataclass(frozen=True)
class Chip:
    """What a board file can be of. `name`: in a sentence; `pins`: as `board` on it names them; `buses`: the pairs of
    SDA and SCL, for all but a Pico, of which pico.py knows; `where`: the pins are."""

    name: str
    pins: tuple[str, ...]
    buses: tuple[tuple[str, str], ...] = ()
    where: str = ""


CHIPS = {
    "pico": Chip("the Pico", tuple(pico.GPIO), where=" on its edge"),
    # CircuitPython, ports/raspberrypi/boards/adafruit_macropad_rp2040/pins.c. Other names there are of what is on it.
    "macropad": Chip(
        "the MacroPad",
        (*(f"KEY{n}" for n in range(1, 13)), "ENCODER_SWITCH", "SDA", "SCL"),
        buses=(("SDA", "SCL"),),
    ),
    # Blinka, board/raspberrypi/raspi_40pin.py: GPIO2 and 3 have resistors to 3.3 V for I2C1, 0 and 1 are for the
    # memory of a HAT.
    "pi": Chip("the Raspberry Pi", tuple(f"D{n}" for n in range(2, 28)), buses=(("D2", "D3"),), where=" for this"),
}


def _pins(board: Wired) -> Iterator[tuple[str, str]]:
    """Every key of board.toml that says a pin, with the pin."""
    yield "i2c.sda", board.i2c.sda
    yield "i2c.scl", board.i2c.scl
    for key, pin in board.buttons.items():
        yield f"buttons.{key}", pin
    if board.piezo is not None:
        yield "piezo.pin", board.piezo


def _wrong_chip(board: Wired) -> Iterator[Fault]:
    if board.board.chip not in CHIPS:
        yield "board.chip", unknown("chip", board.board.chip, CHIPS)


def _wrong_carrier_chip(board: Board) -> Iterator[Fault]:
    if board.board.chip != "pico":
        yield (
            "board.chip",
            "the carrier and its box are for a Pico; a file without [carrier] has its own place in boards/",
        )


def _unknown_pins(board: Wired) -> Iterator[Fault]:
    chip = CHIPS[board.board.chip]
    for key, pin in _pins(board):
        if pin not in chip.pins:
            yield key, f"{chip.name} has no pin {_said(pin)}{chip.where}; give it a free one (free: {_free(board)})"


def _shared_pins(board: Wired) -> Iterator[Fault]:
    by_pin: dict[str, list[str]] = {}
    for key, pin in _pins(board):
        by_pin.setdefault(pin, []).append(key)
    for pin, keys in by_pin.items():
        for key in keys:
            others = " and ".join(other for other in keys if other != key)
            if others and pin in CHIPS[board.board.chip].pins:
                times = "twice" if len(keys) == 2 else f"{len(keys)} times"
                yield key, f"{pin} is used {times}, also by {others}; give it a free pin (free: {_free(board)})"


def _free(board: Wired) -> str:
    used = [pin for _, pin in _pins(board)]
    return ", ".join(pin for pin in CHIPS[board.board.chip].pins if pin not in used) or "none"


def _said(pin: str) -> str:
    return pin if pin.isalnum() else f'"{pin}"'


def _wrong_bus(board: Wired) -> Iterator[Fault]:
    if pairs := CHIPS[board.board.chip].buses:
        if (board.i2c.sda, board.i2c.scl) not in pairs:
            fit = " or ".join(f"sda = {_said(sda)}, scl = {_said(scl)}" for sda, scl in pairs)
            yield "i2c", f"{CHIPS[board.board.chip].name} has its bus on other pins: {fit}"
        return
    buses = {}
    for key, role, pin in (("i2c.sda", "SDA", board.i2c.sda), ("i2c.scl", "SCL", board.i2c.scl)):
        if pin in pico.GPIO:
            bus, has = pico.i2c_of(pin)
            buses[key] = bus
            if has != role:
                fit = ", ".join(other for other in pico.GPIO if pico.i2c_of(other)[1] == role)
                yield (
                    key,
                    f"{pin} can be {has} of {bus}, never {role} (RP2040 datasheet, GPIO functions); take one of {fit}",
                )
    if len(set(buses.values())) == 2:
        sda, scl = buses.values()
        fit = ", ".join(pin for pin in pico.GPIO if pico.i2c_of(pin) == (sda, "SCL"))
        yield "i2c.scl", f"{board.i2c.scl} belongs to {scl} and SDA on {board.i2c.sda} to {sda}; take one of {fit}"


def _wrong_names(board: Wired) -> Iterator[Fault]:
    """Which displays and keys there have to be."""
    displays, keys = (*_DISPLAYS, "C"), _keys("ABC")
    for name in board.displays:
        if name not in displays:
            yield f"displays.{name}", unknown("display", name, displays)
    for name in _DISPLAYS:
        if name not in board.displays:
            yield f"displays.{name}", "this display is missing: sides A and B and the status S have one each"
    for key in board.buttons:
        if key not in keys:
            yield f"buttons.{key}", unknown("key", key, keys)
    for key in _keys("AB"):
        if key not in board.buttons:
            yield f"buttons.{key}", "this key is missing: there are A1 to A5, B1 to B5, UNDO, NEXT and MENU"
    for key in keys:
        if key[0] == "C":
            if key in board.buttons and "C" not in board.displays:
                yield (
                    f"buttons.{key}",
                    "a third side has keys C1 to C5 and a display: add C to [displays], or remove this key",
                )
            if key not in board.buttons and "C" in board.displays:
                yield (
                    f"buttons.{key}",
                    "this key is missing: display C needs C1 to C5; add them, or remove C from [displays]",
                )


def _keys(sides: str) -> list[str]:
    return [*(side + number for side in sides for number in "12345"), *MIDDLE]


def _wrong_addresses(board: Wired) -> Iterator[Fault]:
    parts = {f"displays.{name}": address for name, address in board.displays.items()}
    parts["fram.address"] = board.fram.address
    for key, address in parts.items():
        fram = key.startswith("fram")
        allowed = _FRAM_ADDRESSES if fram else _DISPLAY_ADDRESSES
        if address not in allowed:
            part = "an MB85RC256V" if fram else "an HT16K33"
            yield (
                key,
                f"{part} can only be {allowed[0]:#04x} to {allowed[-1]:#04x} (its pins A0 to A2), not {_hex(address)}",
            )
            continue
        others = " and ".join(other for other, at in parts.items() if at == address and other != key)
        if others:
            free = ", ".join(f"{at:#04x}" for at in allowed if at not in parts.values()) or "none"
            yield key, f"{address:#04x} is used twice, also by {others}; give it another address (free: {free})"


def _hex(address: int) -> str:
    return f"{address:#04x}" if 0 <= address < 1 << 32 else "a number as that"


def _wrong_fram(board: Wired) -> Iterator[Fault]:
    if board.fram.bytes != _FRAM_BYTES:
        yield (
            "fram.bytes",
            f"the MB85RC256V has {_FRAM_BYTES} bytes; the firmware knows no memory of another size on this bus",
        )


def _wrong_bought_current(board: Bought) -> Iterator[Fault]:
    drawn = current.bought_ma(board)
    if drawn > board.supply.limit_ma:
        yield (
            "supply.most_light",
            f"with every segment lit {board.supply.most_light} of 16 draws {drawn:.0f} mA, more than supply.limit_ma "
            f"({board.supply.limit_ma:g} mA)",
        )


def _wrong_chain(board: Bought) -> Iterator[Fault]:
    """Each display and the memory hangs on a cable, and the cables are those that are bought."""
    hung = sorted(("FRAM", *board.displays))
    if sorted(board.pad.chain) != hung:
        yield "pad.chain", f"give each of {', '.join(hung)} once, in the order in which they are plugged together"
    if len(board.pad.cables) != len(board.pad.chain):
        yield "pad.cables", f"give {len(board.pad.chain)} lengths: a cable to each of pad.chain"
    for long in sorted(set(board.pad.cables)):
        bought = sum(part.count.get("box", 0) for part in board.parts.values() if part.qt == long)
        needed = board.pad.cables.count(long)
        if bought != needed:
            yield (
                "pad.cables",
                f"{needed} cables of {long:g} mm are plugged in and {bought:g} are bought: the count of the part with "
                f"qt = {long:g} has to be {needed}",
            )


def _wrong_counts(board: Bought) -> Iterator[Fault]:
    for name, part in board.parts.items():
        if part.count.keys() != {"box"}:
            yield f"parts.{name}.count", "give how many a box takes: { box = 1 }"


def _wrong_pad(board: Bought) -> Iterator[Fault]:
    """Every key lies somewhere, once, and no row is longer than another."""
    placed = [*(key for row in board.pad.rows for key in row), board.pad.knob]
    for key in placed:
        if key not in board.buttons:
            yield "pad.rows", unknown("key", key, board.buttons)
    for key in board.buttons:
        if placed.count(key) != 1:
            yield "pad.rows", f"{key} lies in {placed.count(key)} places, and must lie in one"
    if len({len(row) for row in board.pad.rows}) != 1:
        yield "pad.rows", "the rows are not of one length"
    if not board.pad.label <= board.pad.cap < board.pad.pitch:
        yield "pad.cap", f"{board.pad.cap:g} mm must be less than pad.pitch, and no less than pad.label"


# The key of board.toml that decides most about a part of the circuit.
_KEY_OF = {
    "U1": "i2c",
    "U2": "fram",
    "C1": "supply",
    **dict.fromkeys(BULK, "supply.bulk_uf"),
    **dict.fromkeys(("U3", "C5"), "guard.reset_v"),
    "JP1": "supply.displays_v",
    **dict.fromkeys(("R1", "R2", "Q1", "Q2"), "bus.pull_up_ohm"),
    **dict.fromkeys(("R4", "R5"), "bus.displays_pull_up_ohm"),
    "R3": "piezo.pin",
    "BZ1": "piezo.pin",
    "KM": "buttons.UNDO",
}


def key_of(ref: str) -> str:
    """The key of board.toml that is named for a fault of this part."""
    if ref in _KEY_OF:
        return _KEY_OF[ref]
    if ref.startswith("TP"):
        return f"carrier.places.{ref}"
    if ref.startswith("R"):
        return "guard.key_ohm"
    return f"displays.{ref[1:]}" if ref.startswith("J") else f"buttons.{ref[1:]}1"


def _wrong_circuit(board: Board) -> Iterator[Fault]:
    """What the netlist breaks of the electrical rules; a pin that is used twice has been told already."""
    if not any(_shared_pins(board)):
        for ref, rule_ in wrong_netlist(netlist(board)):
            yield key_of(ref), f"{ref} of the circuit: {rule_}"


RULES = (
    rule("board", _wrong_chip, settles="board"),
    rule("board carrier", _wrong_carrier_chip, settles="board"),
    rule("board i2c buttons", _unknown_pins, settles="pins"),
    rule("board i2c buttons", _shared_pins),
    rule("board i2c", _wrong_bus),
    rule("displays buttons", _wrong_names, settles="names"),
    rule("displays fram", _wrong_addresses),
    rule("fram", _wrong_fram),
    rule("displays supply leds pad", _wrong_bought_current),
    rule("buttons pad", _wrong_pad),
    rule("parts pad", _wrong_counts),
    rule("displays parts pad", _wrong_chain),
    rule(EVERYTHING, _wrong_circuit),
    rule(EVERYTHING, wrong_looms, settles="looms"),
)
