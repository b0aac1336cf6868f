"""What people do at seats: they take over, renew, close, lock and order; and some mean ill."""

import base64
from typing import Any

from tallyboard.store import orders, seats
from tests.phones import phone as phones
from tests.phones import schedule as steps
from tests.phones.oracle import VOID
from tests.phones.phone import first_answer
from tests.phones.schedule import Step
from tests.phones.world import Does, Place, World


def _take_over(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    old = place.holder
    if not world.is_quiet(place) or old.phone.state != "admitted" or not world.takes(place.name):
        return False
    old.phone.answers = {
        steps.PHONE_YES: phones.YES,
        steps.DEAF: phones.YES,
        steps.PHONE_NO: phones.NO,
    }.get(step.how, phones.SILENT)
    place.consent = old.phone.answers == phones.YES
    if step.how == steps.DEAF:
        old.phone.goes_on_when_void = True
        old.phone.pauses_s = (0.0, 0.002)
    new = place.asks = world.guest(step.laptop)
    new.phone.scan(place.secret)
    new.phone.switch_on()

    def desk() -> None:
        agreed = step.how == steps.DESK_YES
        if agreed:
            place.consent = True
            world.let_go(old)
        if not world.desk(lambda: seats.answer(world.store, place.name, "Ann", agreed)) and agreed:
            world.later(500, desk)

    if step.how in (steps.DESK_YES, steps.DESK_NO):
        world.later(step.for_ms // 2, desk)
    world.later(step.for_ms, lambda: _came_of(world, place, step))
    return True


def _came_of(world: World, place: Place, step: Step) -> None:
    """What came of a taking over; where somebody said yes, it comes yet."""
    new, old = place.asks, place.holder
    assert new is not None
    if world.has_moved(place):
        world.moves_in(place)
    elif place.consent and old.phone.current is not None:
        world.out.add(place.name)
        return  # at the end at the latest
    else:
        new.phone.idle()
        world.put_out(new)
        if world.has_moved(place):  # as it gave up
            new.phone.switch_on()
            world.moves_in(place)
        place.asks = None
        old.phone.goes_on_when_void = False
    world.tally[f"taken over, {step.how}"] += 1
    world.gives(place.name)


# ---- the desk and its seats


def _renew(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    if place.asks is not None or place.is_closed or place.name in world.out:
        return False
    return world.desk(lambda: _take_secret(world, place, renew=True))


def _take_secret(world: World, place: Place, renew: bool = False) -> None:
    opened = seats.open_seats(world.store, [place.name], renew=renew)
    (seat,) = [seat for seat in opened if seat.table == place.name]
    if seat.secret != place.secret:
        place.old.append(place.secret)
        place.secret = seat.secret


def _close_seat(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    if place.locked or not world.is_quiet(place) or "database" in world.out or not world.takes(place.name):
        return False
    world.let_go(place.holder)
    place.is_closed = True
    if not world.desk(lambda: seats.close_seats(world.store, [place.name])):
        return False
    world.is_void(place.holder)
    world.later(700, lambda: _open_again(world, place))
    return True


def _open_again(world: World, place: Place) -> None:
    if not world.desk(lambda: _take_secret(world, place)):
        world.later(500, lambda: _open_again(world, place))
        return
    place.is_closed = False
    place.holder.phone.scan(place.secret)
    world.gives(place.name)


def _free(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    if not world.is_quiet(place) or "database" in world.out or not world.takes(place.name):
        return False
    world.let_go(place.holder)
    done = world.desk(lambda: seats.free(world.store, place.name))
    if done:
        world.is_void(place.holder)
    world.back_in(300, lambda: place.holder.phone.scan(place.secret), place.name)
    return done


def _lock(world: World, step: Step) -> bool:
    place = world.places[step.seat]
    if place.locked or place.is_closed:
        return False

    def lock(locked: bool) -> None:
        seats.lock(world.store, place.name, locked)
        place.locked = locked

    def unlock() -> None:
        world.desk(lambda: lock(False))

    if step.for_ms > 1000:  # else until the end
        world.later(step.for_ms, unlock)
    return world.desk(lambda: lock(True))


# ---- who means ill


def _copy(world: World, step: Step) -> bool:
    """Somebody else has the token, the id and the memory, and the laptop asks him too; he presses nothing."""
    place = world.places[-1]
    original = place.holder.phone
    if not world.is_quiet(place) or original.state != "admitted" or not world.takes("copy", place.name):
        return False
    guest = world.guest(step.laptop)
    original.do(lambda: guest.phone.copy(original))
    guest.phone.switch_on()
    world.back_in(step.for_ms, lambda: world.put_out(guest), "copy", place.name)
    return True


def _lie(world: World, step: Step) -> bool:
    place, other = world.places[step.seat], world.places[step.other].holder.phone.current
    liar = place.holder.phone
    own = liar.current
    if (
        not world.is_quiet(place)
        or other is None
        or own is None
        or liar.state != "admitted"
        or not world.takes(place.name)
    ):
        return False
    is_box = world.boxes and world.draw.random() < 0.4
    own.lies = world.boxes[0].id if is_box else other.board
    world.lines.cut(place.holder.line)

    def honest() -> None:
        own.lies = ""
        if liar.state == "void board":
            world.tally["found to lie"] += 1
            liar.scan(place.secret)
        else:
            world.lines.cut(place.holder.line)

    world.back_in(step.for_ms, honest, place.name)
    return True


def _come_as_stranger(world: World, step: Step) -> bool:
    secret, token = _random(world, 16), _random(world, 32)
    admit: dict[str, Any] = {"seat": secret, "token": token, "has": [], "empty": [token]}
    if step.how == steps.INVENTED_TOKEN:
        admit = {"token": token}
    elif step.how == steps.RENEWED_SECRET and (old := [secret for place in world.places for secret in place.old]):
        admit["seat"] = world.draw.choice(old)
    elif step.how == steps.VOID_TOKEN and world.void_tokens:
        admit = {"token": world.draw.choice(world.void_tokens)}
    is_away = "database" in world.out
    answers = first_answer(world.laptops[step.laptop].port, [{"admit": admit}])
    if not answers:
        return False
    ((what, value),) = answers[0].items()
    if what != "void" and not is_away:
        world.broken.append((VOID, f"a stranger with a {step.how}, {admit}, is told {answers[0]}"))
    world.tally[f"stranger: {what} {value if what == 'void' else ''}"] += 1
    return True


def _random(world: World, count: int) -> str:
    return base64.urlsafe_b64encode(world.draw.randbytes(count)).decode().rstrip("=")


# ---- orders


def _give(world: World, step: Step) -> bool:
    """At any table but the last, where a copy would do it as well."""
    place = world.places[step.seat % max(1, len(world.places) - 1)]
    what: tuple[orders.Kind, dict[str, Any]]
    if step.what == steps.MATCH:
        key = f"k{len(world.keys)}"
        wanted = orders.wanted_match("crokinole-official target=40", ["Ann", "Bob"], key)
        what = "match", wanted.order()
    elif step.what == steps.LIGHT:
        what = "light", {"light": step.number}
    else:
        what = "match", orders.NO_MATCH
    done = world.desk(lambda: orders.give(world.store, None, place.name, [what], "the campaign"))
    if done and step.what == steps.MATCH:
        world.keys[key] = ""
    return done


DOES: Does = {
    steps.TAKEN_OVER: _take_over,
    steps.RENEWED: _renew,
    steps.CLOSED: _close_seat,
    steps.FREED: _free,
    steps.LOCKED: _lock,
    steps.COPIED: _copy,
    steps.LIAR: _lie,
    steps.STRANGER: _come_as_stranger,
    steps.MATCH: _give,
    steps.LIGHT: _give,
    steps.CANCEL: _give,
}
