"""CRC-32 (ISO-HDLC, as in zlib and Ethernet): the platform's where it has one, else from a table."""

try:
    from binascii import crc32 as crc32
except ImportError:  # left out of some small CircuitPython builds
    from shared_rules.journal.crc_table import table_crc32 as crc32  # noqa: F401
