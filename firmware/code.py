"""Puts the board together and runs it. Besides this file only boot.py and safemode.py know the platform."""

import gc
import os
import sys
import time
import traceback

import board
import busio
import digitalio
import keypad
import microcontroller
import supervisor
import usb_cdc
from microcontroller import watchdog
from watchdog import WatchDogMode

if False:  # for mypy alone: see shared_rules/__init__.py
    from collections.abc import Callable
    from typing import Any

    from tableside.menu.menu import Menu
    from tableside.nvm import Nvm

MADE_FOR = (9, 10)  # major versions of CircuitPython
running = sys.implementation
told = "CircuitPython " + ".".join([str(part) for part in running.version[:3]])
if running.name == "circuitpython" and running.version[0] not in MADE_FOR:
    print(told, "is not what Tallyboard is made for: %d and %d. Install one of them (circuitpython.org)." % MADE_FOR)
# CircuitPython collects garbage before each file that it loads, which takes the longer the more there is to keep. So
# small ones come first, also those that are needed late: loaded behind the score they would keep a press waiting.
# isort: off
try:
    import shared_rules
    from tableside import pins
    from tableside.ticks import Clock
    from tableside.restarting import Restarting
    from tableside.fram import Fram
    import tableside.console
    from tableside.keys import Keys

    if pins.PIEZO is not None:
        from tableside.sound import CLICK_HZ, Sound
    from adafruit_bus_device.i2c_device import I2CDevice
    from adafruit_ht16k33.ht16k33 import HT16K33
    from tableside import displays

    gc.collect()  # for a VM that does not: the table of names grows in one piece
    from tableside.journal import Journal
    from tableside.link import Link

    gc.collect()
    from tableside.panel import Panel
    from tableside.screen import Screen
    from tableside.table import Table
except ValueError as error:  # an "incompatible .mpy file", in the words of this CircuitPython's language
    print("".join(traceback.format_exception(error)))
    print(told, "does not run the compiled files of lib/, made for %d and %d." % MADE_FOR)
    print("Run `tallyboard deploy` again, then unplug the board and plug it in again.")
    time.sleep(5)
    supervisor.reload()  # to say it again: nobody reads the console yet at power-on
# isort: on

# Seconds between two looks at the switches. Short, for a press to show at once; the lock-out makes it safe.
SCAN_INTERVAL = 0.001
WATCHDOG_SECONDS = 8  # the most that an RP2040 can count
RESTART_SECONDS = 5  # between an error and the next start, so that the REPL can be reached
FRAM = "fram"  # the medium of the journal, unless the settings name another
POWER_ON = 1  # its index in the table of shared_rules/journal/reasons.py
# Collecting garbage takes 13 ms. Left to itself it falls into a press; so it is done after so many edges of keys, in a
# pause of so many milliseconds. A datagram of the radio leaves about as much as an edge.
COLLECT_EDGES = 32
COLLECT_PAUSE_MS = 80
RADIO_PAUSE_MS = 2_000  # until the radio is loaded, where there is one
STEADY_MS = 60_000  # a board that ran for so long is not one that stops at every start

table: "Table" = None  # for what is written down after an error
sound: "Sound" = None  # for the silence after it
radio: "Restarting" = None  # where the settings ask for one


class Chip(HT16K33):
    """A display's driver as displays.Face wants it."""

    def __init__(self, i2c: busio.I2C, address: int) -> None:
        displays.blank(I2CDevice(i2c, address))  # before the driver lights it
        HT16K33.__init__(self, i2c, address, auto_write=False, brightness=driver_brightness(pins.MOST_LIGHT))

    def write(self, ram: bytes) -> None:
        end = 1 + len(ram)
        self._buffer[1:end] = ram
        device = self.i2c_device[0]
        with device:
            device.write(self._buffer, end=end)

    def read_into(self, ram: bytearray) -> None:
        device = self.i2c_device[0]
        with device:
            device.write_then_readinto(b"\x00", ram)  # HT16K33 datasheet, "Read Mode": the first address, then bytes

    def light(self, level: int) -> None:
        self.brightness = driver_brightness(level)


def driver_brightness(level: int) -> float:
    """What the driver calls a level of 1 to 16, or the brightest for which the supply has the current."""
    return (min(level, pins.MOST_LIGHT) - 1) / 15


def setting(name: str, default: str = "") -> str:
    """A value of settings.toml as text; CircuitPython 9 gives numbers as int."""
    value = os.getenv(name)
    return default if value is None else str(value)


def make_face(i2c: busio.I2C, name: str) -> displays.Face:
    """The display of this name, there or not."""
    address = dict(pins.DISPLAYS)[name]
    render = displays.fourteen_segments if name == "S" else displays.seven_segments
    return displays.Face(lambda: Chip(i2c, address), render)


class Switches:
    """The switches of the keys, looked at from when this is made; `buttons`: see make_buttons."""

    def __init__(self, buttons: list[tuple[str, str]]) -> None:
        self.edge_at = 0  # when a key went down or up last, in board time; whoever looks at them says it
        self._buttons = buttons
        self._event = keypad.Event()
        self._listen()

    def _listen(self) -> None:
        wired = [getattr(board, pin) for name, pin in self._buttons]
        self._scanner = keypad.Keys(wired, value_when_pressed=False, pull=True, interval=SCAN_INTERVAL)

    def step(self, keys: Keys, clock: Clock) -> int:
        """Once a loop turn: pass their edges on to the keys; how many there were."""
        edges = 0
        event = self._event
        while self._scanner.events.get_into(event):
            keys.edge(event.key_number, event.pressed, clock.at(event.timestamp))
            edges += 1
        if self._scanner.events.overflowed:
            print("Key queue overflow.")
            # Edges are lost. reset() of the scanner reports what is down on CircuitPython 10 and not on 9: so we look.
            self._scanner.deinit()
            keys.reset(pressed(self._buttons), clock.now)
            self._listen()
        return edges


def pressed(buttons: list[tuple[str, str]]) -> list[int]:
    """The numbers of the keys that are down."""
    down = []
    for number in range(len(buttons)):
        pin = digitalio.DigitalInOut(getattr(board, buttons[number][1]))
        pin.pull = digitalio.Pull.UP
        if not pin.value:
            down.append(number)
        pin.deinit()
    return down


def random_number() -> int:
    """32 bits of the chip's randomness."""
    return int.from_bytes(os.urandom(4), "little")


def journal_finder(i2c: busio.I2C, storage: str) -> "Callable[[], Journal]":
    """A function that gives the journal on this medium; it raises OSError or ValueError when it does not answer."""

    def find_journal() -> Journal:
        return Journal(find_medium(), random_number)

    def find_medium() -> "Fram | Nvm":
        if storage == FRAM:
            return Fram(I2CDevice(i2c, pins.FRAM_ADDRESS), pins.FRAM_BYTES)
        if storage == "nvm":
            from tableside.nvm import Nvm

            return Nvm(microcontroller.nvm)
        raise ValueError("TALLYBOARD_STORAGE names no medium")

    return find_journal


def why_started() -> tuple[int, int]:
    """See Journal.open; safemode.py left its part in memory that lives through a reset."""
    import alarm

    safe_mode = alarm.sleep_memory[0]
    alarm.sleep_memory[0] = 0
    reloaded = supervisor.runtime.run_reason != supervisor.RunReason.STARTUP
    if not reloaded and microcontroller.cpu.reset_reason == microcontroller.ResetReason.POWER_ON:
        return POWER_ON, safe_mode  # as nearly always: it takes no table
    from shared_rules.journal.reasons import RESETS

    if reloaded:
        return RESETS.index("RELOAD"), safe_mode
    for index in range(len(RESETS)):
        if microcontroller.cpu.reset_reason == getattr(microcontroller.ResetReason, RESETS[index], None):
            return index, safe_mode
    return 0, safe_mode


def fault_text(error: Exception) -> str:
    """Where an error was raised, and what it says, in few letters."""
    where = ""
    for line in "".join(traceback.format_exception(error)).split("\n"):
        if 'File "' in line:
            words = line.replace(",", " ").split()
            where = words[1].strip('"').split("/")[-1].replace(".py", "") + ":" + words[3]
    return where + " " + type(error).__name__ + " " + str(error)


def note(error: Exception) -> None:
    """Say on the console what went wrong, and write it down for the laptop."""
    print("".join(traceback.format_exception(error)))
    try:
        if table is not None:
            table.note_fault(fault_text(error), 0)
    except Exception as another:
        print("It could not be written down:", another)


def forget(*names: str) -> None:
    """Give the memory of modules back that are seldom needed; whoever needs one again imports it again."""
    for name in names:
        if name in sys.modules:
            del sys.modules[name]
            package, _, module = name.rpartition(".")
            delattr(sys.modules[package], module)


def make_buttons(fitted: str) -> list[tuple[str, str]]:
    """(name, pin) of each key that a board with these sides has, in the order of their numbers."""
    return [button for button in pins.BUTTONS if button[0][0] in fitted or len(button[0]) > 2]


def make_table(i2c: busio.I2C, storage: str, sides: int) -> Table:
    """What the settings say, and the journal when its medium answers."""
    return Table(
        journal_finder(i2c, storage),
        sides,
        setting("TALLYBOARD_GAME"),
        os.getenv("TALLYBOARD_START"),
        why_started(),
        setting("TALLYBOARD_TABLE"),
        setting("TALLYBOARD_LANGUAGE", "en").lower(),
    )


def make_panel(screen: Screen, buttons: list[tuple[str, str]], missing: "Callable[[], list[str]]") -> Panel:
    """What the keys do; `missing()`: names of displays that do not answer."""

    def load_menu(panel: Panel) -> "Menu":
        gc.collect()  # for a VM that does not: what is loaded shall not lie in the holes between
        from tableside.menu.menu import Menu

        return Menu(panel, table, screen, missing, random_number, None if radio is None else air)

    def air() -> int:
        return 0 if radio.part is None else radio.part.air()

    def forget_menu() -> None:
        loaded = [name for name in sys.modules if name.startswith("tableside.menu")]
        forget(*sorted(loaded, reverse=True))  # a package behind what is in it

    return Panel(table, [name for name, pin in buttons], screen, load_menu, note, sound, forget_menu)


def make_sound(failed: "Callable[[Exception], None] | None" = None) -> "Sound | None":
    """What the piezo does, where there is one. `failed` is told instead of the journal, where that is not read yet."""
    if pins.PIEZO is None:
        return None
    try:
        from pwmio import PWMOut

        tone = PWMOut(getattr(board, pins.PIEZO), frequency=CLICK_HZ, duty_cycle=0, variable_frequency=True)
        return Sound(table, setting("TALLYBOARD_SOUND").lower() != "off", tone, note)
    except Exception as error:
        (failed or note)(error)
        return None


def about() -> dict[str, str]:
    """What HELLO is answered with, besides the journal's numbers."""
    return {"board": "".join(["%02x" % b for b in microcontroller.cpu.uid]), "firmware": shared_rules.VERSION}


def make_link(screen: Screen) -> Restarting:
    """The laptop's port, answered as long as it works."""
    port = usb_cdc.data
    if port is not None:
        port.timeout = port.write_timeout = 0
    return Restarting(lambda: Link(port, table, about, screen), note)


def network() -> "tuple[Any, Any, Any]":
    """What RadioLink speaks by; not loaded before the score is lit, for on a Pico W that starts the radio itself."""
    try:
        import select

        import socketpool
        import wifi
    except ImportError as error:
        raise RuntimeError("this board has none: " + str(error)) from None
    return wifi.radio, socketpool.SocketPool(wifi.radio), select.poll()


def make_radio(screen: Screen, switches: Switches, link: Restarting) -> "Restarting | None":
    """The link without a cable, where the settings ask for it and this CircuitPython has what it takes. To load it
    takes a tenth of a second."""
    key = setting("TALLYBOARD_RADIO_KEY")
    if not key:
        return None
    gc.collect()  # what is loaded shall not lie in the holes between
    try:
        from tableside.radio import RadioLink, Settings

        settings = Settings(
            setting("TALLYBOARD_RADIO_SSID"),
            setting("TALLYBOARD_RADIO_PASSWORD"),
            key,
            setting("TALLYBOARD_RADIO_HUB"),
        )
    except (ImportError, MemoryError) as error:  # hashlib is left out of builds for boards without a radio
        print("No radio:", error)
        return None
    except ValueError as error:
        print("No radio: TALLYBOARD_RADIO_KEY or _HUB is none:", error)
        return None

    # On an Espressif to join is waited for, which takes seconds (ports/espressif/common-hal/wifi/Radio.c).
    pause_ms = 30_000 if sys.platform.startswith("Espressif") else RADIO_PAUSE_MS

    def make() -> "RadioLink":
        return RadioLink(network, settings, os.urandom, pressed_at, cabled_at, pause_ms, table, about, screen)

    def pressed_at() -> int:
        return switches.edge_at

    def cabled_at() -> "int | None":
        return None if link.part is None else link.part.asked_at

    return Restarting(make, note)


def read_journal(faces: list[displays.Face], screen: Screen, clock: Clock) -> None:
    """Find the displays, all dark, and the match that the journal holds."""
    for face in faces:
        face.look()
    now = clock.step()
    if table.step(now):
        screen.read_anew(now)
    forget("tableside.recovery", "shared_rules.journal.replay")


def show_score(faces: list[displays.Face], screen: Screen, clock: Clock) -> int:
    """Light the score; the board time at which it was."""
    screen.draw_numbers(faces[:1])
    lit_at = clock.step()  # behind the first number and not behind all: a press that comes between them counts
    screen.step(lit_at)
    return lit_at


def show(screen: Screen, now: int) -> None:
    """Once a loop turn: look after the table, and show what has changed."""
    if table.step(now):
        screen.read_anew(now)
    if table.make_room(now):
        screen.changed()
    screen.step(now)


def tell_console(storage: str, stuck: list[str], missing: list[str]) -> None:
    """What this start has come to; names of keys and of displays."""
    tableside.console.tell(storage, table, stuck, missing, usb_cdc.data is not None)
    forget("tableside.console")  # a board that has started does without its code


def run() -> None:
    """Put the parts together, the score first, and go round from then on."""
    global table, sound
    fitted = "ABC" if setting("TALLYBOARD_SIDES") == "3" and "C" in dict(pins.DISPLAYS) else "AB"
    names = fitted + "S"
    buttons = make_buttons(fitted)
    clock = Clock(supervisor.ticks_ms)
    i2c = busio.I2C(getattr(board, pins.SCL), getattr(board, pins.SDA), frequency=pins.FREQUENCY)
    faces = [make_face(i2c, name) for name in names]
    storage = setting("TALLYBOARD_STORAGE", FRAM)
    table = make_table(i2c, storage, len(fitted))
    screen = Screen(table, faces)

    def missing() -> list[str]:
        return [names[i] for i in range(len(names)) if faces[i].missing()]

    silent: list[Exception] = []  # written down when there is a journal
    sound = make_sound(silent.append)
    panel = make_panel(screen, buttons, missing)
    link = make_link(screen)
    watch = Restarting(lambda: displays.Watch(faces), note)
    read_journal(faces, screen, clock)
    # From here on the switches are looked at, and when the score is lit everything is there that a press needs.
    stuck = pressed(buttons)
    switches = Switches(buttons)
    keys = Keys(len(buttons), panel, stuck, show_score(faces, screen, clock))
    for error in silent:
        note(error)
    tell_console(storage, [buttons[number][0] for number in stuck], missing())
    watchdog.timeout = WATCHDOG_SECONDS
    watchdog.mode = WatchDogMode.RESET
    loop(clock, switches, keys, panel, screen, link, watch)


def loop(
    clock: Clock, switches: Switches, keys: Keys, panel: Panel, screen: Screen, link: Restarting, watch: Restarting
) -> None:
    """Round and round. A turn in which nobody touches the board takes no memory."""
    global radio
    steady = False
    radio_asked = False
    edges = COLLECT_EDGES  # what the start has left behind
    switches.edge_at = clock.now
    while True:
        now = clock.step()
        watchdog.feed()
        new = switches.step(keys, clock)
        if new:
            edges += new
            switches.edge_at = now
        keys.step(now)
        panel.step(now)
        show(screen, now)
        if sound is not None:
            sound.step(now)
        link.step(now)
        if radio is not None:
            radio.step(now)
            if radio.part is not None:
                edges += radio.part.datagrams
                radio.part.datagrams = 0
        elif not radio_asked and now - switches.edge_at >= RADIO_PAUSE_MS:
            radio_asked = True
            radio = make_radio(screen, switches, link)
        watch.step(now)
        if edges >= COLLECT_EDGES and now - switches.edge_at >= COLLECT_PAUSE_MS:
            edges = 0
            gc.collect()
        if not steady and now >= STEADY_MS:
            steady = True
            forget_safe_modes()


def forget_safe_modes() -> None:
    """This start went well; see safemode.py."""
    import alarm

    alarm.sleep_memory[1] = 0


try:
    run()
except Exception as error:
    if sound is not None:
        sound.give_up()
    note(error)
    if watchdog is not None:  # else it would start the board while somebody is at the REPL
        watchdog.mode = None
    print("Tallyboard starts again in", RESTART_SECONDS, "seconds; Ctrl-C stops it.")
    time.sleep(RESTART_SECONDS)
    supervisor.reload()
