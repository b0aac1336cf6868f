"""Packages of the npm registry that pages carry: one version of each, to the byte; here the VM's. Each is fetched once
and kept; what does not have the sum below is never used."""

import base64
import hashlib
import io
import tarfile
import urllib.request
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tallyboard.errors import TallyboardError
from tallyboard.system.files import write_whole

CARRIED = Path(__file__).parent
"""Where a wheel carries a package."""

_TIMEOUT_S = 60


class Package(NamedTuple):
    """`sha512`: of the tarball in base64, as the registry's `dist.integrity` has it."""

    name: str
    version: str
    sha512: str

    @property
    def file(self) -> str:
        return f"{self.name.rpartition('/')[2]}-{self.version}.tgz"

    @property
    def address(self) -> str:
        return f"https://registry.npmjs.org/{self.name}/-/{self.file}"


MICROPYTHON = Package(
    "@micropython/micropython-webassembly-pyscript",
    "1.27.0",
    "DnXx4EqxgkeaFESrS3uKrL7mLMk4mRTd0mMzaOd3HUSiZUOAE7t11uLnjf3ftF87N2xm4knHnWEKcVK4IYIUDA==",
)


def files_of(package: Package, names: Sequence[str], kept: Path) -> list[bytes]:
    """These files of the package. `kept`: the folder where its tarball is, or will be, unless a wheel has brought it.
    Raises TallyboardError where it is not there and cannot be fetched."""
    with tarfile.open(fileobj=io.BytesIO(tarball_of(package, kept))) as archive:
        return [_read(archive, f"package/{name}") for name in names]


def tarball_of(package: Package, kept: Path) -> bytes:
    """The package as the registry has it; raises TallyboardError as files_of does."""
    for path in (CARRIED / package.file, kept / package.file):
        with suppress(OSError):
            tarball = path.read_bytes()
            if _is_right(package, tarball):
                return tarball
    tarball = _fetched(package, kept)
    with suppress(OSError):  # then it is fetched again the next time
        kept.mkdir(parents=True, exist_ok=True)
        write_whole(kept / package.file, tarball)
    return tarball


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None, name
    return file.read()


def _fetched(package: Package, kept: Path) -> bytes:
    try:
        with urllib.request.urlopen(package.address, timeout=_TIMEOUT_S) as answer:
            tarball: bytes = answer.read()
    except OSError as error:
        raise TallyboardError(
            "%(name)s %(version)s cannot be fetched: %(what)s.",
            "Try again with a network; or put %(address)s into %(kept)s.",
            name=package.name,
            version=package.version,
            what=getattr(error, "reason", None) or error,
            address=package.address,
            kept=kept,
        ) from error
    if not _is_right(package, tarball):
        raise TallyboardError(
            "What came for %(name)s %(version)s is another file than the one that was tried.",
            "Try again in another network; something changes %(address)s on its way.",
            name=package.name,
            version=package.version,
            address=package.address,
        )
    return tarball


def _is_right(package: Package, tarball: bytes) -> bool:
    return base64.b64encode(hashlib.sha512(tarball).digest()).decode() == package.sha512
