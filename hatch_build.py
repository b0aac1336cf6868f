"""Adds to a wheel what is made or fetched: the drive's compiled lib/, the Adafruit libraries in it, the catalogues, and
the VM of boards in browsers.

So who installs it needs no compiler and no network, and no Blinka, which those libraries ask for.
"""

import sys
from importlib.metadata import files, packages_distributions
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Made(BuildHookInterface[BuilderConfig]):
    """Makes files in build/, and has them become part of the wheel's tallyboard/."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        sys.path[:0] = [str(root / "host"), str(root)]
        from tallyboard.text import language

        for code in language.NAMES:
            if language.po_files(code):
                Path(language.LOCALE, f"{code}.mo").write_bytes(language.compiled(code))
        if version == "editable":
            return  # a checkout compiles when it deploys
        from tallyboard.drive.deploy import compiled, drive_files
        from tallyboard.drive.files import adafruit_libraries
        from tallyboard.errors import TallyboardError
        from tallyboard.virtual.browser.npm import MICROPYTHON, tarball_of

        made = {"compiled_" + name: code for name, code in compiled(drive_files()).items()}
        try:
            made[f"virtual/browser/{MICROPYTHON.file}"] = tarball_of(MICROPYTHON, root / "build")
        except TallyboardError as error:  # what installs this fetches it itself, when it is asked for
            self.app.display_warning(f"{error} The wheel is without the VM of boards in browsers.")
        for library, place in adafruit_libraries().items():
            build_data["force_include"][str(place)] = f"tallyboard/adafruit/{library}"
            owned = files(packages_distributions()[library][0]) or ()
            made.update(
                {f"adafruit/{library}/{file.name}": file.read_binary() for file in owned if file.name == "LICENSE"}
            )
        for name, data in made.items():
            inside = "tallyboard/" + name
            file = root / "build" / inside
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            build_data["force_include"][str(file)] = inside
