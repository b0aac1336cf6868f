"""A folder that is written whole or not at all, over nothing that is somebody else's."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from tallyboard.errors import TallyboardError
from tallyboard.pages.exported.site import SiteFile
from tallyboard.system.files import bring_to_disk

MARK = "tallyboard-site.txt"
_HEAD = "tallyboard export --site wrote this folder, and replaces it as a whole. Its files:"


def check(folder: Path) -> None:
    """Raises TallyboardError where the folder is none, or has anything that an export has not written."""
    target = Path(os.path.realpath(folder))
    if not target.parent.is_dir():
        raise TallyboardError(f"There is no folder {target.parent}.", "Create it, or give another --site.")
    if not target.exists():
        return
    if not target.is_dir():
        raise TallyboardError(f"{folder} is not a folder.", "Give a new or an empty folder with --site.")
    others = sorted(_files(target) - _written_before(target))
    if others:
        raise TallyboardError(
            f"{folder} has something else in it: {others[0]}.",
            "Give a new or an empty folder with --site; nothing was changed.",
        )


def write(folder: Path, files: Iterable[SiteFile]) -> int:
    """Write the files beside the folder and put them in its place; how many there are. Raises TallyboardError, and what
    `files` raises: then the folder is as it was."""
    target = Path(os.path.realpath(folder))
    begun = target.with_name(f".tallyboard-{os.getpid()}.new")
    try:
        try:
            count = _fill(begun, files)
            _take_place(begun, target)
        finally:
            shutil.rmtree(begun, ignore_errors=True)
    except OSError as error:
        raise TallyboardError(
            f"{folder} cannot be written: {error.strerror or error}.",
            "Check the folder's permissions and room, and that no program has it open.",
        ) from error
    return count


def _fill(begun: Path, files: Iterable[SiteFile]) -> int:
    begun.mkdir()
    names = []
    for file in files:
        path = begun / file.path
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(file.data)
        names.append(file.path)
    (begun / MARK).write_text("\n".join([_HEAD, *sorted(names), ""]), encoding="utf-8")
    return len(names)


def _take_place(begun: Path, target: Path) -> None:
    """In two steps; what was there before is gone only when the new one is there."""
    before = target.with_name(f".tallyboard-{os.getpid()}.old")
    is_there = target.exists()
    if is_there:
        os.replace(target, before)
    try:
        os.replace(begun, target)
    except OSError:
        if is_there:
            os.replace(before, target)
        raise
    shutil.rmtree(before, ignore_errors=True)
    bring_to_disk(target.parent)


def _files(folder: Path) -> set[str]:
    """All files below the folder, and folders without any."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir() or not any(path.iterdir()))
    return {path.relative_to(folder).as_posix() for path in found}


def _written_before(folder: Path) -> set[str]:
    """What an export before has written there."""
    try:
        head, *names = (folder / MARK).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return set()
    return {MARK, *names} if head == _HEAD else set()
