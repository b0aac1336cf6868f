"""A page with the face of a phone over a box in the browser, and nothing else: no laptop, no seat, no memory."""

import base64
import json
from hashlib import sha256
from pathlib import Path

from tallyboard.pages.phones.build import FACE_SCRIPTS, PAGE, face_data, face_styles
from tallyboard.system.laptop import cache_folder
from tallyboard.virtual.browser import board_parts, carried, script

_COMPOSED = Path(__file__).with_suffix(".js")
_SHARED = ("start", "memory", "box")
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; worker-src blob:; connect-src blob:; "
    "style-src 'sha256-{styles}'; img-src data:; font-src data:"
)


def composed_page() -> str:
    """The page in one file; its address says what is played: `#game=twenties-shootout sides=3&sides=3`."""
    parts = board_parts(cache_folder())
    data = json.dumps(face_data(), ensure_ascii=False).replace("<", "\\u003c")
    styles = face_styles()
    policy = _POLICY.format(styles=base64.b64encode(sha256(styles.encode()).digest()).decode())
    scripts = [script(name, PAGE) for name in (*_SHARED, *FACE_SCRIPTS)] + [_COMPOSED.read_text(encoding="utf-8")]
    return "\n".join(
        [
            f'<!doctype html><html lang="en"><meta charset="utf-8">'
            f'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
            f'<meta name="theme-color" content="#000"><meta http-equiv="Content-Security-Policy" content="{policy}">'
            f"<title>Tallyboard</title><style>{styles}</style>",
            (PAGE / "phone.html").read_text(encoding="utf-8"),
            f'<script type="application/json" id="data">{data}</script>',
            *(
                f'<script type="application/octet-stream" id="{name}">{carried(part)}</script>'
                for name, part in parts._asdict().items()
            ),
            f'<script type="text/plain" id="worker">{script("worker", PAGE)}</script>',
            f'<script>"use strict";\n(() => {{\n{chr(10).join(scripts)}\n}})();</script></html>',
        ]
    )
