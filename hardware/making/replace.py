"""Puts what is made anew in the place of what was there."""

import shutil
from pathlib import Path


def replace(folder: Path, fresh: Path, keep_others: bool) -> None:
    """Copies every file of `fresh` into the folder. What else is in it, as of a third side that board.toml has no more,
    is removed, unless `keep_others`."""
    made = {path.relative_to(fresh) for path in fresh.rglob("*") if path.is_file()}
    for name in sorted(made):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(fresh / name, folder / name)
    if keep_others:
        return
    for path in sorted(folder.rglob("*"), reverse=True):  # what is in a folder before the folder
        if path.is_dir():
            if not any(path.iterdir()):
                path.rmdir()
        elif path.relative_to(folder) not in made:
            path.unlink()
