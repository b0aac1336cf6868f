"""Which characters a name may have: those that are seen and leave the text around them alone."""

# First and last of each range that is kept out: controls, what turns the direction of a line, what is not seen, halves
# of a pair, private use. Unicode's categories Cc, Cf, Cs, Co, Zl and Zp, for MicroPython does not know them.
UNREADABLE = (
    (0x0000, 0x001F),
    (0x007F, 0x009F),
    (0x00AD, 0x00AD),
    (0x0600, 0x0605),
    (0x061C, 0x061C),
    (0x06DD, 0x06DD),
    (0x070F, 0x070F),
    (0x0890, 0x0891),
    (0x08E2, 0x08E2),
    (0x180E, 0x180E),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xD800, 0xF8FF),
    (0xFDD0, 0xFDEF),
    (0xFEFF, 0xFEFF),
    (0xFFF0, 0xFFFB),
    (0xFFFE, 0xFFFF),
    (0x110BD, 0x110BD),
    (0x110CD, 0x110CD),
    (0x13430, 0x1343F),
    (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A),
    (0xE0000, 0xE00FF),
    (0xF0000, 0x10FFFF),
)

# ZWNJ and ZWJ belong to the words of some scripts, and to pictures of several people; between these they may stand.
JOINERS = (0x200C, 0x200D)
JOINED = ((0x0100, 0x1FFF), (0x2070, 0x10FFFF))


def unreadable(text: str) -> int | None:
    """The code of the first character that a name may not have; None where there is none."""
    for i in range(len(text)):
        code = ord(text[i])
        if 0x20 <= code < 0x7F:
            continue
        if _among(code, UNREADABLE):
            return code
        if code in JOINERS and not (_is_joined(text[i - 1 : i]) and _is_joined(text[i + 1 : i + 2])):
            return code
    return None


def _is_joined(char: str) -> bool:
    return char != "" and _among(ord(char), JOINED)


def _among(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    for low, high in ranges:
        if low <= code <= high:
            return True
    return False
