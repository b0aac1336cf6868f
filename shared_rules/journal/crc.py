"""CRC-32 (ISO-HDLC, as in zlib and Ethernet): the platform's where it has one, else from a table."""

if False:  # for mypy alone: see shared_rules/__init__.py
    from typing import Any

_table: list[int] = []


def table_crc32(data: "Any", value: int = 0) -> int:
    """CRC-32 of data, continued from `value`, without help of the platform; the table is made at the first call."""
    if not _table:
        for i in range(256):
            entry = i
            for _ in range(8):
                entry = entry >> 1 ^ 0xEDB88320 if entry & 1 else entry >> 1
            _table.append(entry)
    value ^= 0xFFFFFFFF
    for byte in data:
        value = value >> 8 ^ _table[(value ^ byte) & 255]
    return value ^ 0xFFFFFFFF


try:
    from binascii import crc32 as crc32
except ImportError:  # left out of some small CircuitPython builds
    crc32 = table_crc32
