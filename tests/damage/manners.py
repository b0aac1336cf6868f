"""How any command has to end, whatever it met: a sentence and an exit code, no traceback, nothing raw on a terminal."""

import json
from pathlib import Path

from tests.damage.laptop import Ran

SLIPS = ("Traceback (most recent call last)", "Something unexpected went wrong", "This check failed", "sqlalche.me")


def faults(ran: Ran, log: Path, form: str = "text") -> list[str]:
    """What is wrong with the way in which it ended; `form` as of a Reader. The log of errors is emptied."""
    found = []
    if ran.hung:
        found.append("it did not end")
    elif ran.code not in (0, 1, 2):
        found.append(f"it ended with {ran.code}: {_tail(ran.said)!r}")
    for slip in SLIPS:
        if slip in ran.said:
            found.append(f"it says {slip!r}" + (f": {_tail(ran.said)!r}" if slip.startswith("Trace") else ""))
    if ran.code in (1, 2) and not ran.said.strip():
        found.append(f"exit code {ran.code} without a word")
    if ran.code == 2 and not ran.terminal and len(ran.err.strip().splitlines()) < 2:
        found.append(f"exit code 2 without a cause and a next step: {ran.err!r:.200}")
    if log.exists():
        found.append(f"the log of errors has: {_faults_in(log.read_text('utf-8', 'replace'))}")
        log.unlink()
    if form != "file" or ran.terminal:
        found += _raw(ran)
    if form == "json" and not ran.terminal and ran.code in (0, 1):
        found += _no_json(ran.out)
    return found


def _raw(ran: Ran) -> list[str]:
    allowed = "\r\n" if ran.terminal else "\n"
    return [
        f"raw {char!r} in its output: {text[max(0, text.index(char) - 40) : text.index(char) + 20]!r}"
        for text in (ran.out, ran.err)
        for char in sorted(set(text))
        if (char < " " or "\x7f" <= char < "\xa0") and char not in allowed
    ]


def _no_json(text: str) -> list[str]:
    for line in text.splitlines():
        try:
            json.loads(line)
        except ValueError:
            return [f"not JSON: {line:.100}"]
    return []


def _faults_in(log: str) -> str:
    """Of each traceback what was raised, and where."""
    said = []
    place = ""
    for line in log.splitlines():
        if line.startswith("  File "):
            place = line.strip().rpartition("/")[2]
        elif place and line[:1].strip() and not line.startswith(("Traceback", "The above", "During")):
            said.append(f"{line[:160]} ({place})")
            place = ""
    return "; ".join(dict.fromkeys(said)) or _tail(log)


def _tail(text: str, most: int = 400) -> str:
    text = text.strip()
    return text if len(text) <= most else "… " + text[-most:]
