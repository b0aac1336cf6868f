"""Adds the compiled lib/ of the drive to a wheel, so that who installs it needs no compiler."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledLibrary(BuildHookInterface[BuilderConfig]):
    """Compiles into build/, and has it become tallyboard/compiled_lib in the wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout compiles when it deploys
        root = Path(self.root)
        sys.path[:0] = [str(root / "host"), str(root)]
        from tallyboard.drive.compiled import compiled
        from tallyboard.drive.deploy import drive_files

        for name, code in compiled(drive_files()).items():
            inside = "tallyboard/compiled_" + name
            file = root / "build" / inside
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(code)
            build_data["force_include"][str(file)] = inside
