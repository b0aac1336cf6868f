"""The laptop's half of the link: a port that fails in sentences, and a client that owns the cursor."""

from tallyboard.link.client import BoardRefusedError, Client, Patience, SilentError
from tallyboard.link.ports import Port, SerialPort

__all__ = ["BoardRefusedError", "Client", "Patience", "Port", "SerialPort", "SilentError"]
