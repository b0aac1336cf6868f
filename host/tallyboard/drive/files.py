"""Where the files of the CIRCUITPY drive are, in a checkout and in an installed wheel.

The virtual board runs these files and `deploy` copies them; nothing else looks for them.
"""

from importlib.util import find_spec
from pathlib import Path

from tallyboard.errors import TallyboardError

# On the drive, where CircuitPython looks for them.
BOOT, CODE, SETTINGS = "boot.py", "code.py", "settings.toml"

# Importable names of the Adafruit libraries that code.py needs and that CircuitPython does not have built in.
ADAFRUIT = ("adafruit_ht16k33", "adafruit_bus_device")

_PACKAGE = Path(__file__).resolve().parents[1]
_REINSTALL = "Install it again with `pip install --force-reinstall tallyboard`."


def firmware_dir() -> Path:
    """The folder with boot.py, code.py, settings.toml and lib/.

    In a wheel it lies inside this package, in a checkout beside host/. Raises TallyboardError when it is in neither.
    """
    installed = _PACKAGE / "firmware"
    checkout = _PACKAGE.parents[1] / "firmware"
    for folder in (installed, checkout):
        if folder.is_dir():
            return folder
    raise TallyboardError(f"This installation carries no firmware: neither {installed} nor {checkout}.", _REINSTALL)


def rules_dir() -> Path:
    """The folder of the package shared_rules, which goes onto the drive's lib/ as it is."""
    installed = _installed("shared_rules")
    if installed is not None:
        return installed
    checkout = _PACKAGE.parents[1] / "shared_rules"
    if checkout.is_dir():
        return checkout
    raise TallyboardError("This installation carries no shared_rules package.", _REINSTALL)


def compiled_lib_dir() -> Path | None:
    """The folder with the compiled lib/ that a wheel carries; None in a checkout, which compiles when asked to."""
    folder = _PACKAGE / "compiled_lib"
    return folder if folder.is_dir() else None


def adafruit_libraries() -> dict[str, Path]:
    """The name that each Adafruit library has in the drive's lib/ ("adafruit_fram.py", a package without suffix),
    with the file or folder it is to be copied from.

    They are found without being imported: on a laptop their imports would load Blinka.
    Raises TallyboardError naming the one that is missing.
    """
    libraries = {}
    for name in ADAFRUIT:
        installed = _installed(name)
        if installed is None:
            raise TallyboardError(f"The Python library {name} is not installed.", _REINSTALL)
        libraries[installed.name] = installed
    return libraries


def _installed(name: str) -> Path | None:
    """The folder of a top-level package, or the file of a single module; None when it is not installed."""
    spec = find_spec(name)
    if spec is None:
        return None
    if spec.submodule_search_locations:
        return Path(next(iter(spec.submodule_search_locations))).resolve()
    return Path(spec.origin).resolve() if spec.origin else None
