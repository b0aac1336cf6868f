"""Pins and addresses. Made from hardware/board.toml by `make hardware`; edit that file, not this one."""

SDA = "GP4"
SCL = "GP5"
FREQUENCY = 400000  # Hz

DISPLAYS = (
    ("A", 0x70),
    ("B", 0x71),
    ("S", 0x72),
    ("C", 0x73),
)
MOST_LIGHT = 10  # of 16: no display is ever set brighter

FRAM_ADDRESS = 0x50
FRAM_BYTES = 32768

PIEZO = "GP28"

# Active low, in the order of their key numbers.
BUTTONS = (
    ("A1", "GP6"),
    ("A2", "GP7"),
    ("A3", "GP8"),
    ("A4", "GP9"),
    ("A5", "GP10"),
    ("B1", "GP11"),
    ("B2", "GP12"),
    ("B3", "GP13"),
    ("B4", "GP14"),
    ("B5", "GP15"),
    ("UNDO", "GP16"),
    ("NEXT", "GP17"),
    ("MENU", "GP18"),
    ("C1", "GP19"),
    ("C2", "GP20"),
    ("C3", "GP21"),
    ("C4", "GP22"),
    ("C5", "GP26"),
)
