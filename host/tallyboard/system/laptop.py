"""Who works here: the laptop's name and the user's, as other laptops are told them."""

import getpass
import socket


def laptop_name() -> str:
    """What this laptop calls itself; hubs are known by it."""
    return socket.gethostname()


def user_and_laptop() -> str:
    """`ann@desk`; the laptop alone where the system has no name for the user."""
    try:
        return f"{getpass.getuser()}@{laptop_name()}"
    except (ImportError, KeyError, OSError):
        return laptop_name()
