"""What board.toml says, with types. Lengths in mm, currents in mA, angles in degrees."""

from dataclasses import dataclass, field

SIDES = "ABC"
MIDDLE = ("UNDO", "NEXT", "MENU")  # the keys that belong to no side

Size = tuple[float, float]


@dataclass(frozen=True)
class Model:
    """What is built, and on what. `title`: in words; `chip`: whose pins it has, one of circuit/rules.py; `ids`: what
    CircuitPython calls the boards that this fits, as `Board ID:` in boot_out.txt, none where it does not run."""

    title: str = "a box of its own, with a Raspberry Pi Pico"
    chip: str = "pico"
    ids: tuple[str, ...] = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")


@dataclass(frozen=True)
class I2c:
    """The bus. `frequency`: in Hz."""

    sda: str
    scl: str
    frequency: int


@dataclass(frozen=True)
class Fram:
    """The memory chip of the journal."""

    address: int
    bytes: int


@dataclass(frozen=True)
class Piezo:
    """The disc that clicks."""

    pin: str


@dataclass(frozen=True)
class Supply:
    """What the Pico's 3V3 gives at most; each of the capacitors in µF beside the FRAM, and what share of it is left
    when voltage, cold, age and tolerance have taken theirs; the brightness, 1 to 16, that the firmware never goes
    beyond; what is drawn besides the LEDs, for each display and for all the rest. `displays_v`: what the displays run
    from, 3.3 (3V3) or, with a carrier, 5 (USB); `usb_ma`, `pico_ma`: what USB gives, and what of it the Pico takes."""

    limit_ma: float
    bulk_uf: float
    most_light: int
    chip_ma: float
    reserve_ma: float
    bulk_kept: float = 1.0
    displays_v: float = 3.3
    usb_ma: float = 500.0
    pico_ma: float = 100.0


@dataclass(frozen=True)
class Guard:
    """What the carrier has against what comes from outside. `key_ohm`: in series with each key; `reset_v`: the least
    and the most below which the supervisor holds the Pico in reset."""

    key_ohm: float
    reset_v: tuple[float, float]


@dataclass(frozen=True)
class Bus:
    """Pull-up resistors in ohms: of the carrier on the Pico's side and on the displays' (0: none), of the build without
    one where it needs them, and of a display's or FRAM's own board. Capacitance of a line in pF: of the Pico, a
    display, the carrier on the Pico's side with its FRAM, on the displays' side, the FRAM's own board, and a metre of
    cable."""

    pull_up_ohm: float
    displays_pull_up_ohm: float
    wired_pull_up_ohm: float
    display_ohm: float
    pico_pf: float
    display_pf: float
    carrier_pf: float
    sockets_pf: float
    breakout_pf: float
    metre_pf: float


@dataclass(frozen=True)
class Leds:
    """The LEDs of the displays. `segment_ma`: of a lit segment while its digit is on."""

    colour: str
    forward_v: float
    segment_ma: float


@dataclass(frozen=True)
class DisplaySize:
    """A display with its board, everything centred. `board`, `body` (the LED module) and `lit` (what shines): width and
    height; `holes`: from hole to hole; `hole`: their diameter; `depth`: from the board's face to the module's."""

    board: Size
    holes: Size
    hole: float
    body: Size
    depth: float
    lit: Size


@dataclass(frozen=True)
class Key:
    """A switch. `cutout`: its square hole; `plate`: the thickness it clicks into; `pocket`: how wide the face is that
    thin, for the clips; `body`: its width above the plate; `below`: from the plate's face to the tips of its pins;
    `cap`, `cap_top`, `cap_height`: the width of its cap below and above, and its height; `stem`: length and width of
    the arms of the cross that holds it."""

    cutout: float
    plate: float
    pocket: float
    body: float
    below: float
    cap: float
    cap_top: float
    cap_height: float
    stem: Size


@dataclass(frozen=True)
class FaceSizes:
    """The face. `margin`: around everything, more where walls or bosses need it; `block`: the width of a display with
    the keys under it; `gap`: between blocks, and between a display and its keys; `clearance`: around a display's body
    in its place; `sight`: of a window beyond what shines, at each side, and above and below."""

    margin: float
    block: float
    gap: float
    key_pitch: float
    clearance: float
    sight: Size


@dataclass(frozen=True)
class Enclosure:
    """The box. `tilt`: of the face against the table; `front`: the height there; `wall`, `face`, `floor`: how thick
    they are; `corner`: the radius of its upright edges; `bed`: the printer's; `recess`: of the displays behind the
    face, whose windows are that thick at their edges; `boss`: the width of what the floor's screws go into,
    `boss_hole` the hole for the thread of every screw M3; `screw` and `screw_head`: the holes and countersinks in the
    floor; `apart`: of two screws at most; `foot`: width and depth of the places for the feet; `play`: around the floor;
    `pico_screw`: the hole for the thread of a screw under the Pico; `standoff`: height and width of what the carrier
    stands on, the width also of a display's post; `carrier_back`: from the back wall to the carrier; `pico`: from the
    carrier to the Pico's underside; `usb_plug`: width and height of its handle; `usb_play`: around it; `slot`: width
    and height of an opening for the sound, `slots` how many."""

    tilt: float
    front: float
    wall: float
    face: float
    floor: float
    corner: float
    bed: Size
    recess: float
    boss: float
    boss_hole: float
    screw: float
    screw_head: float
    apart: float
    foot: Size
    play: float
    pico_screw: float
    standoff: Size
    carrier_back: float
    pico: float
    usb_plug: Size
    usb_play: float
    slot: Size
    slots: int

    @property
    def boss_inset(self) -> float:
        """From the outside of a wall to the middle of a boss: the floor goes 1.2 mm on beyond the head of its screw."""
        return self.wall + self.play + self.screw_head / 2 + 1.2


@dataclass(frozen=True)
class Place:
    """Where a part lies on the carrier: its middle from the upper left corner, x to the right, y down, and the degrees
    it is turned against the clock."""

    x: float
    y: float
    turned: float


@dataclass(frozen=True)
class Carrier:
    """The printed circuit board; its upper edge is the back of the box. `corner`: their radius; `holes`: the middles of
    its mounting holes; `screw_head`: what is kept free around these; `track`, `power_track`: how wide copper is, the
    second that of 3V3, VBUS and VDISP; `clearance`: between nets; `edge`: from copper to the board's edge; `hole_gap`:
    from hole to hole; `stitches`: how far from each other the GND of both faces is joined."""

    size: Size
    corner: float
    thickness: float
    holes: tuple[Size, ...]
    hole: float
    screw_head: float
    track: float
    power_track: float
    clearance: float
    edge: float
    via: float
    via_drill: float
    hole_gap: float
    stitches: float
    places: dict[str, Place]


@dataclass(frozen=True)
class Part:
    """What is bought; suppliers.toml says where. `number`: the maker's. It is counted by one of three: `count` (how
    many for each of what), `refs` (parts of the carrier), `qt` (a STEMMA QT cable of this length). `pack`: how many of
    `unit` are sold together; `colour`: the one that its numbers are of, "" where it has none; `build`: "carrier" or
    "wires", "" for both; `search`: "kind of shop: words to search for there", two or none; `look`: what its picture
    shows, a word and its sizes in mm (buying/pictures.py), "" for what is on the carrier."""

    name: str
    maker: str
    number: str
    alternative: str = ""
    note: str = ""
    search: tuple[str, ...] = ()
    look: str = ""
    count: dict[str, float] = field(default_factory=dict)
    refs: tuple[str, ...] = ()
    qt: float = 0
    pack: int = 1
    unit: str = ""
    colour: str = ""
    build: str = ""


@dataclass(frozen=True)
class Looms:
    """The cables. `slack`: more than the way through the box; `hop_slack`: more than from key to key; `step`: to what
    cut lengths are rounded up; `key_wires`: colours from the uppermost key down; `piezo_wire`: of the wire to it;
    `qt`: the lengths in which STEMMA QT cables are sold; `usb`: of the cable to the laptop."""

    slack: float
    hop_slack: float
    step: float
    key_wires: tuple[str, ...]
    piezo_wire: str
    qt: tuple[float, ...]
    usb: float


@dataclass(frozen=True)
class Wired:
    """What the firmware needs of a board file, whatever is built. `displays`: addresses by name; `buttons`: pins by
    key; `piezo`: its pin, None without one."""

    board: Model
    i2c: I2c
    displays: dict[str, int]
    fram: Fram
    buttons: dict[str, str]
    piezo: str | None
    supply: Supply


@dataclass(frozen=True)
class Pad:
    """Keys on a board that is bought, and what hangs on its socket. `rows`: as they lie, from the back to the front;
    `knob`: the key that is a knob; `pitch`: from key to key; `cap`: how wide a cap is, and `label` what is stuck on it.
    `chain`: what is plugged each into the one before, the first into the socket; `cables`: how long the STEMMA QT cable
    to each is; `pull_up_ohm`: on SDA and SCL of the board itself."""

    rows: tuple[tuple[str, ...], ...]
    knob: str
    pitch: float
    cap: float
    label: float
    chain: tuple[str, ...]
    cables: tuple[float, ...]
    pull_up_ohm: float


@dataclass(frozen=True)
class Bought(Wired):
    """All of the file of a box that is bought and plugged together."""

    leds: Leds
    pad: Pad
    parts: dict[str, Part]


@dataclass(frozen=True)
class Board(Wired):
    """All of the file of a box with a carrier and an enclosure. `display_size`: "seven" and "fourteen" segments."""

    guard: Guard
    bus: Bus
    leds: Leds
    display_size: dict[str, DisplaySize]
    key: Key
    face: FaceSizes
    enclosure: Enclosure
    carrier: Carrier
    parts: dict[str, Part]
    looms: Looms

    @property
    def most_sides(self) -> int:
        """3 where a display and keys of a third side are there, else 2."""
        return 3 if "C" in self.displays else 2

    def size_of(self, display: str) -> DisplaySize:
        """The size of the display of this name: the status has 14 segments, the sides' have 7."""
        return self.display_size["fourteen" if display == "S" else "seven"]

    def keys_of(self, block: str) -> tuple[str, ...]:
        """The keys under this display, from the top down; under the status those of no side."""
        return tuple(
            key for key in self.buttons if (key in MIDDLE if block == "S" else key[0] == block and key[1:].isdigit())
        )
