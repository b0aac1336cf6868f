"""What a desk does upon the damaged store, between and after the other halves: it looks, enters, corrects, copies."""

import json
from pathlib import Path

from tests.damage.commands import match_ids
from tests.damage.day import CUP_ID, SPRING_ID
from tests.damage.desk_truth import Held, lost
from tests.damage.laptop import Ran
from tests.damage.truth import BESIDE, missing
from tests.damage.world import DB, World

BELIEVED = "nothing damaged is believed"
GOES_ON = "a sound tournament goes on"
COPY = "copy.db"
_SCRIPT = "script.txt"
_IDS = (SPRING_ID, CUP_ID)
_LAST_MINUTE = 100 * 60  # that a script can say
_AT_A_TIME = 4  # of all that a desk may enter so many are drawn

# What is entered; the words behind `tallyboard`, without --db.
_ENTERED = (
    *(("tournament", "note", "fine", "--tournament", name) for name in _IDS),
    ("tournament", "result", "1:2-4", "Bob", "8", "Dee", "4", "--tournament", SPRING_ID),
    ("tournament", "result", "1:W1.1", "2", "11", "3", "4", "--tournament", CUP_ID, "--json"),
    ("tournament", "undo", "--tournament", SPRING_ID, "--json"),
    ("tournament", "undo", "--tournament", CUP_ID),
    ("tournament", "call", "--tournament", SPRING_ID),
    ("tournament", "call", "--auto", "off", "--tournament", CUP_ID),
    ("tournament", "use", SPRING_ID),
    ("tournament", "add", "Eve", "--tournament", SPRING_ID),
    ("correct", match_ids()[0], "--result", "A 9 B 3", "--reason", "seen", "--json"),
    ("correct", match_ids()[0], "--drop", "--reason", "seen again"),
    ("correct", match_ids()[1], "--aside", "--reason", "nobody played it"),
)


def at_the_desk(world: World) -> None:
    """Enter a few things: what is sound stays, what is damaged is refused, and keeps nothing else from going on."""
    export(world)
    for words in world.draw.sample(_ENTERED, _AT_A_TIME):
        before = world.before = world.look()
        ran = world.command(*words, form="json" if "--json" in words else "text")
        world.before = world.kept(ran)
        if words[0] != "tournament" or words[1] == "use":
            continue
        held = before.desk.tournaments.get(next(one for one in _IDS if one in words), Held())
        if ran.code == 0 and not held.is_whole:
            world.breaks(BELIEVED, ran, "it was entered behind what is damaged")
        if words[1] == "note" and ran.code and held.is_whole and _may_be_written(world):
            world.breaks(GOES_ON, ran, f"exit code {ran.code}: {ran.said.strip()}")
    export(world)


def export(world: World) -> None:
    """The scripts are those of sound tournaments, and compute the same as these."""
    world.before = world.look()
    for identity in _IDS:
        held = world.before.desk.tournaments.get(identity, Held())
        ran = world.command("tournament", "export", "--script", "--tournament", identity)
        if ran.code == 0 and not world.damaged.has_log and world.before.desk.is_read:
            first = [held.begun[2]] if held.begun else []
            said = [line for line in ran.out.splitlines() if not line.startswith("at ")]
            if not held.is_whole or said != first + held.lines:
                world.breaks(
                    BELIEVED, ran, f"it gives {said[-3:]}, there is {held.lines[-3:]}, {world.before.desk.amiss}"
                )
        if ran.code and held.is_whole and _may_be_written(world):
            world.breaks(GOES_ON, ran, f"exit code {ran.code}: {ran.said.strip()}")
        if ran.code == 0 and max((event[2] for event in held.events.values()), default=0) < _LAST_MINUTE:
            _compute(world, ran, identity)


def _compute(world: World, exported: Ran, identity: str) -> None:
    script = world.work / _SCRIPT
    script.write_text(exported.out, "utf-8")
    computed = world.command("tournament", "compute", _SCRIPT, "--json", form="json", db=None)
    script.unlink()
    as_object = world.command("tournament", "export", "--json", "--tournament", identity, form="file")
    if as_object.code == 0 and (computed.code or json.loads(computed.out) != json.loads(as_object.out)):
        world.breaks(BELIEVED, computed, f"the script computes another tournament: {computed.said[:200]}")


def _may_be_written(world: World) -> bool:
    return not world.damaged.is_strange and not world.damaged.has_log


def copy(world: World) -> None:
    """A copy has all that is sound, and what does not come along is told."""
    before, seen = world.look(), world.appearance()
    ran = world.command("copy", "--from", DB, "--to", COPY, db=None)
    after = world.look(COPY)
    for end in ("", *BESIDE):
        Path(f"{world.work / COPY}{end}").unlink(missing_ok=True)
    world.unchanged(ran, seen)
    if ran.code == 2 or not before.is_whole or before.error:
        return
    gone = [str(one) for one in missing(before.records, after.records)]
    whole = {name: held for name, held in before.desk.tournaments.items() if held.is_whole}
    others = len(before.desk.tournaments) > len(whole) or any("correction" in one for one in before.desk.amiss)
    before.desk.tournaments = whole
    gone += lost(before.desk, after.desk, mended=False)
    if gone:
        world.breaks("a copy has all that is sound", ran, f"{len(gone)} are not there, {gone[:3]}")
    if after.desk.amiss:
        world.breaks("a copy has all that is sound", ran, f"and {after.desk.amiss[:3]}")
    if others and ran.code == 0:
        world.breaks("what is damaged is told", ran, f"exit code 0, though {before.desk.amiss[:3]}")


def told(world: World, ran: Ran) -> None:
    """`verify` finds what of tournaments and corrections is damaged."""
    if ran.code == 0 and world.before.desk.amiss and not world.damaged.has_log:
        world.breaks("what is damaged is told", ran, f"exit code 0, though {world.before.desk.amiss[:3]}")
