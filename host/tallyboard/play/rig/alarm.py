"""`alarm`: only the few bytes that live through a reset."""

sleep_memory = bytearray(256)
