"""What fails in an evening by phone: laptops, the database, the air, boxes, and phones themselves."""

import time

from tallyboard.store import seats
from tests.phones import schedule as steps
from tests.phones.schedule import Step
from tests.phones.world import Does, World

_SILENCE_MS = 11_000  # after which nobody is asked
_LOOK_MS = 200

# ---- laptops, database, air, boxes


def _kill_laptop(world: World, step: Step) -> bool:
    laptop = world.laptops[step.laptop]
    if not world.takes(laptop.name):
        return False
    if laptop.hub is not None and (code := laptop.hub.poll()) is not None:
        world.broken.append(("manners", f"{laptop.name} ended by itself, with {code}: {laptop.amiss()}"))
    laptop.kill_hub()
    if "database" not in world.out:
        world.look(f"as {laptop.name} is killed")
    world.back_in(step.for_ms, laptop.start_hub, laptop.name)
    return True


def _take_database(world: World, step: Step) -> bool:
    if not world.takes("database"):
        return False
    world.away.append([time.monotonic(), float("inf")])
    world.database.hold()

    def back() -> None:
        if world.database.can_be_read:
            world.look("while the database is away")
        world.database.release()
        world.away[-1][1] = time.monotonic()

    world.back_in(step.for_ms, back, "database")
    return True


def _cut(world: World, step: Step) -> None:
    world.lines.cut(world.places[step.seat].holder.line)


def _cut_at(world: World, step: Step) -> None:
    world.lines.cut_after(world.places[step.seat].holder.line, step.how, step.number)


def _half_close(world: World, step: Step) -> None:
    world.lines.half_close(world.places[step.seat].holder.line, step.how)


def _slow_down(world: World, step: Step) -> None:
    line = world.places[step.seat].holder.line
    line.delay_s = step.number / 1000

    def recover() -> None:
        line.delay_s = 0.0

    world.later(step.for_ms, recover)


def _hang(world: World, step: Step) -> bool:
    line = world.places[step.seat].holder.line
    what = f"line {line.port}"
    if not world.takes(what):
        return False
    world.lines.hold(line)
    world.back_in(step.for_ms, lambda: world.lines.release(line), what)
    return True


def _box_off(world: World, step: Step) -> bool:
    number = step.seat % max(1, len(world.boxes))
    if not world.boxes or not world.takes(world.boxes[number].name):
        return False
    box = world.boxes[number]
    box.power_off()
    world.laptops[number % len(world.laptops)].unplug(box.id)

    def back() -> None:
        box.power_on()
        world.plug(number)
        box.start()

    world.back_in(step.for_ms, back, box.name)
    return True


# ---- a phone's life


def _kill_phone(world: World, step: Step) -> bool:
    guest = world.places[step.seat].holder
    if not world.takes(guest.phone.name):
        return False
    world.put_out(guest)
    world.back_in(step.for_ms, guest.phone.switch_on, guest.phone.name)
    return True


def _move(world: World, step: Step) -> None:
    guest = world.places[step.seat].holder
    guest.laptop = step.laptop
    world.lines.cut(guest.line)


def _readdress(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    current = place.holder.phone.current
    if not world.is_quiet(place) or current is None or place.holder.phone.state != "admitted":
        return False
    place.holder.phone.readdress()
    return True


def _scan_again(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    if not world.is_quiet(place):
        return False
    place.holder.phone.scan(place.secret)
    return True


def _drop(world: World, step: Step) -> bool:
    """A phone fell into the beer; another one scans there."""
    place = world.places[step.seat]
    is_freed = step.how == steps.KEYS_TAKEN
    if not world.is_quiet(place) or (is_freed and "database" in world.out) or not world.takes(place.name):
        return False
    old = place.holder
    world.put_out(old)
    if is_freed:
        world.let_go(old)
        if world.desk(lambda: seats.free(world.store, place.name)):
            world.is_void(old)
    new = place.holder = world.guest(step.laptop)

    def scan() -> None:
        new.phone.scan(place.secret)
        new.phone.switch_on()
        stays(2 * _SILENCE_MS)

    def stays(left_ms: int) -> None:
        """Until it is in, nothing else is to happen at this seat."""
        if new.phone.state == "admitted" or left_ms < 0:
            world.gives(place.name)
        else:
            world.later(_LOOK_MS, lambda: stays(left_ms - _LOOK_MS))

    world.later(_SILENCE_MS if step.how == steps.LATER else 0, scan)
    return True


DOES: Does = {
    steps.LAPTOP_KILLED: _kill_laptop,
    steps.DATABASE_AWAY: _take_database,
    steps.LINE_CUT: _cut,
    steps.LINE_CUT_AT: _cut_at,
    steps.LINE_SLOW: _slow_down,
    steps.LINE_HANGS: _hang,
    steps.LINE_HALF: _half_close,
    steps.BOX_OFF: _box_off,
    steps.KILLED: _kill_phone,
    steps.MOVED: _move,
    steps.READDRESSED: _readdress,
    steps.DROPPED: _drop,
    steps.SCANNED: _scan_again,
}
