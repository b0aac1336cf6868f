"""Takes out of KiCad's files what says when and by which KiCad they were written, so that the same board gives the same
bytes on any day.
"""

import io
import re
import zipfile

_CREATED = re.compile(r"^.*TF\.CreationDate,.*\n", re.MULTILINE)
_DATE = re.compile(r" date (\d{4}-\d\d-\d\d|\w{3} \w{3} +\d+) [\d:]{8}( \d{4})?")
_VERSION = re.compile(r"(TF\.GenerationSoftware,\w+,\w+),[^*\n]*|((?:PCBNEW|KiCad) )\d[^)}]*")


def cleaned(text: str) -> str:
    """A gerber or drill file without dates and versions."""
    return _VERSION.sub(lambda found: found[1] or found[2].strip(), _DATE.sub("", _CREATED.sub("", text)))


def zipped(members: dict[str, str]) -> bytes:
    """A zip of these texts by their names, sorted, with one date for all."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in sorted(members.items()):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # Unix, whatever this runs on
            info.external_attr = 0o644 << 16
            archive.writestr(info, text)
    return packed.getvalue()
