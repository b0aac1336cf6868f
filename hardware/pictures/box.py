"""The steps at the printed box."""

from collections.abc import Callable
from itertools import pairwise

from hardware.circuit.looms import chain
from hardware.drawing.sheet import PAPER, Point
from hardware.enclosure.geometry import PICO
from hardware.pictures.bench import GREEN, METAL, Bench
from hardware.pictures.marks import MOVE, NEW, OLD, OLD_EDGE, RIGHT, WRONG
from hardware.pictures.render import Point3, Scene, View, cone, cuboid, cylinder
from hardware.pictures.things import BLACK

BEHIND: Point3 = (0.15, 0.8, 1.25)  # of the shell on the bench, from where the maker sits
LOW_BEHIND: Point3 = (0.2, 1.0, 0.5)
FROM_THE_FRONT: Point3 = (-0.35, -1.0, 0.85)
LOW_FRONT: Point3 = (-0.55, -1.0, 0.3)
FROM_ABOVE: Point3 = (-0.2, -0.75, 1.2)
_BED = "#9fb4c8"


def _between(scene: Scene, view: View, one: Point3, other: Point3, stroke: float = 2.0) -> None:
    scene.arrow([view.place(*one), view.place(*other)], stroke=stroke)


def _printing(bench: Bench) -> Scene:
    """The shell on its face and the floor as they lie on the printer's bed; not on its walls."""
    scene = Scene("The shell is printed lying on its face")
    box, (wide, deep) = bench.box, bench.board.enclosure.bed

    def bed(x: float, y: float) -> list[float]:
        return [x - wide / 2, x + wide / 2, y - deep / 2, y + deep / 2]

    a, b, c, d = bed(box.width / 2, bench.shell.corners[:, 1].max() / 2)
    scene.seen([cuboid((a, b), (c, d), (-6, 0), _BED), bench.shell.painted(NEW)], (0.25, 0.9, 0.8), (0, 4, 80, 80))
    a, b, c, d = bed(box.width / 2, box.depth / 2)
    stands = bench.standing(bench.shell)
    scene.seen([cuboid((a, b), (c, d), (-6, 0), _BED), stands], FROM_THE_FRONT, (82, 18, 58, 60))
    scene.tick(10, 12, 13)
    scene.cross(128, 20, 13)
    return scene


def _cleaning(bench: Bench) -> Scene:
    """The screw holes, from which threads of plastic are pushed."""
    scene = Scene("The screw holes of the shell")
    view = scene.seen([bench.shell], BEHIND)
    for x, y in bench.box.bosses:
        scene.ring(*view.place(*bench.at(x, y, bench.box.sizes.floor)), 4)
    for name, screws in bench.box.face.screws.items():
        for x, y in screws:
            scene.ring(*view.place(x, y, bench.board.size_of(name).depth + bench.box.sizes.recess), 2)
    return scene


def _switches(bench: Bench) -> Scene:
    """Switches come from outside; from behind one sees their legs towards the front edge."""
    scene = Scene("Switches are clicked in from outside, their legs towards the front edge")
    out, face = 30.0, bench.box.face
    stand = [bench.standing(one) for one in (bench.shell, *bench.switches(NEW, out))]
    view = scene.seen(stand, LOW_FRONT, (0, 2, 66, 84))
    for x, y in face.keys.values():
        _between(scene, view, bench.from_face(x, y, out - 7), bench.from_face(x, y, 3), 0.9)
    last = max(y for _, y in face.keys.values())
    x = max(x for x, y in face.keys.values() if y == last)
    pitch = bench.board.face.key_pitch
    frame = [(x - 1.1 * pitch, last - 1.4 * pitch, 0.0), (x + 1.1 * pitch, bench.height + 8, 0.0)]
    view = scene.seen([bench.shell, *bench.switches(NEW)], (0.0, 0.25, 1.3), (68, 3, 70, 82), frame=frame)
    for i, j in ((0.6, -0.7), (-0.6, -0.7)):
        at = x + i * pitch, last + j * pitch
        _between(scene, view, (*at, 9.0), (at[0], bench.height - 4, 9.0), 2.6)
    scene.frame(68, 3, 70, 82)
    return scene


def _displays(bench: Bench) -> Scene:
    """Each display over its window, its screws over it. Where all screws are at its lower edge the upper one goes under
    its hooks first."""
    scene = Scene("Each display over its window")
    face = bench.box.face
    hooked = all(y > face.boards[name].y for name, screws in face.screws.items() for _, y in screws)
    raised, aside = (14.0, 74.0) if hooked else (40.0, 0.0)
    parts = [one.moved((0, aside, 0)) for one in bench.displays(NEW, raised, 20)]
    view = scene.seen([bench.shell, *parts], (0.1, 0.9, 0.95))
    for name, at in face.boards.items():
        scene.name(*view.place(at.x, at.y + aside, raised + (3 if hooked else 10)), name, 6.5)
        if not hooked:
            for x in (at.x - at.width * 0.28, at.x + at.width * 0.28):
                _between(scene, view, (x, at.y + aside, raised - 6), (x, at.y, 6))
            continue
        upper, posts = at.y - at.height / 2, face.screws[name]  # first its upper edge, then down onto the posts
        _between(scene, view, (at.x, upper + aside - 2, raised), (at.x, upper + 3, 8), 2.6)
        scene.name(*view.place(at.x - 9, at.y + 40, 8), "1", 5.0)
        for x, y in posts:
            _between(scene, view, (x, y, 38), (x, y, 11), 1.8)
        scene.name(*view.place(posts[0][0] - 8, posts[0][1], 22), "2", 5.0)
    return scene


def _carrier_in(bench: Bench) -> Scene:
    """The carrier over what it stands on, its USB to the back edge; and the tray for a build without one."""
    scene = Scene("The carrier, or the tray, onto the floor, its USB at the back edge")
    box, up = bench.box, 34.0
    low = box.sizes.floor + box.sizes.standoff[0]
    for left, parts in ((0, bench.carrier(NEW, up)), (70, bench.on_tray(NEW, up))):
        view = scene.seen([bench.floor, *parts], FROM_ABOVE, (left, 4, 70, 80))
        for x, y in box.standoffs:
            _between(scene, view, (x, y, low + up - 6), (x, y, low), 1.4)
        x, high = box.pico[0], box.carrier_top + box.sizes.pico + up + 2
        _between(scene, view, (x, box.usb_end + 2, high), (x, box.usb_end + 22, high), 1.8)
    scene.line([(70, 10), (70, 78)], colour=OLD)
    return scene


def _tray(bench: Bench) -> Scene:
    """The Pico over the tray, with its screws; the memory at its left, the piezo at its right."""
    scene = Scene("The Pico, the memory and the piezo on the tray")
    box, board = bench.box, bench.board
    (left, back), (wide, long) = box.carrier_corner, board.carrier.size
    low = box.sizes.floor + box.sizes.standoff[0] + 2
    raised = 22.0
    tray, pico, socket = bench.on_tray("#d9dcde", 0.0, raised)
    x, y = box.pico
    top = box.carrier_top + box.sizes.pico + raised + 1
    screws = [cylinder(x + i * 5.7, y + j * 23.5, (top + 8, top + 15), 1.4, METAL, 8) for i in (-1, 1) for j in (-1, 1)]
    parts = [pico.painted(NEW), socket, *screws]
    at = left + wide * 0.2, back - long * 0.45
    parts.append(cuboid((at[0] - 12, at[0] + 12), (at[1] - 12, at[1] + 12), (low + 14, low + 15.6), NEW))
    stuck = [(*at, low)]
    if board.piezo:
        place = board.carrier.places.get("BZ1")
        at = (left + place.x, back - place.y) if place else (left + wide * 0.83, back - 22)
        parts.append(cylinder(*at, (low + 14, low + 20.5), 6.1, NEW))
        stuck.append((*at, low))
    view = scene.seen([tray, *parts], (-0.35, -0.9, 0.75))
    for point in stuck:
        _between(scene, view, (point[0], point[1], low + 13), point, 1.6)
    for i in (-1, 1):
        _between(scene, view, (x + 4 * i, y - PICO[1] / 2, top - 3), (x + 4 * i, y - PICO[1] / 2, top - raised + 2))
    _between(scene, view, (x, box.usb_end + 1, top + 1), (x, box.usb_end + 18, top + 1))
    return scene


def _opened(
    bench: Bench, scene: Scene, box: tuple[float, float, float, float], carrier: bool
) -> tuple[View, Callable[[float, float, float], Point]]:
    """The shell on the bench, and behind it the floor, upright, their back edges together as in a hinge. Gives also
    where a point of the box that is fast to the floor is on the picture."""
    _, back, rim = bench.at(0, bench.box.depth, 0)
    by = (0.0, back - bench.box.sizes.floor, rim + bench.box.depth)
    inside = [bench.floor, *(bench.carrier(GREEN) if carrier else bench.on_tray("#d9dcde"))]
    upright = [one.turned([[1, 0, 0], [0, 0, 1], [0, -1, 0]]).moved(by) for one in inside]
    shell = [bench.shell, *bench.displays(GREEN), *bench.switches(OLD)]
    view = scene.seen([*shell, *upright], (0.0, 0.9, 0.85), box)
    return view, lambda x, y, z: view.place(x + by[0], z + by[1], by[2] - y)


def _cable(scene: Scene, points: list[Point], colour: str) -> None:
    """A cable between two points that hangs towards the one between them."""
    one, middle, other = points
    scene.curve(one, middle, middle, other, colour, 1.5)


def _plugging(bench: Bench) -> Scene:
    """From which connector each cable goes to which display, and each loom to which keys; without a carrier, from
    display to display."""
    scene = Scene("Which cable goes where")
    box, face, places = bench.box, bench.box.face, bench.board.carrier.places
    view, on_floor = _opened(bench, scene, (0, 2, 92, 84), True)
    over = box.carrier_top + 4

    def on_carrier(ref: str) -> Point:
        return on_floor(*box.on_carrier(places[ref].x, places[ref].y), over)

    for block in face.boards:
        keys, ref = bench.board.keys_of(block), "KM" if block == "S" else f"K{block}"
        if keys:
            begins, ends = on_carrier(ref), view.place(*face.keys[keys[0]], 8.0)
            _cable(scene, [begins, ((begins[0] + 2 * ends[0]) / 3, (begins[1] + ends[1]) / 2), ends], MOVE)
            scene.name(begins[0], begins[1] - (9.0 if block == "S" else 4.0), ref, 4.0)
    tops = sorted(face.boards, key=lambda name: on_carrier(f"J{name}")[1])
    for row, name in enumerate(tops):
        begins, ends = on_carrier(f"J{name}"), _socket(bench, view, name, -1)
        label = (max(begins[0] + 8, 84.0), on_carrier(f"J{tops[0]}")[1] + 5.2 * row - 4)
        scene.line([begins, label], colour=OLD_EDGE, stroke=0.5)
        aside = begins[0] + 0.3 * (ends[0] - begins[0])
        _cable(scene, [begins, (aside, (begins[1] + ends[1]) / 2), ends], NEW)
        scene.name(*label, f"J{name}", 4.0)
    for name, at in face.boards.items():
        scene.name(*view.place(at.x, at.y, 14), name, 5.0)
    view, on_floor = _opened(bench, scene, (93, 14, 47, 60), False)
    names = chain(2)
    begins, ends = on_floor(*box.pico, over + 12), _socket(bench, view, names[0], -1)
    _cable(scene, [begins, (ends[0], begins[1]), ends], NEW)
    for one, other in pairwise(names):
        a, b = _socket(bench, view, one, 1), _socket(bench, view, other, -1)
        _cable(scene, [a, ((a[0] + b[0]) / 2, a[1] + 7), b], NEW)
    for name, at in face.boards.items():
        scene.name(*view.place(at.x, at.y, 14), name, 4.0)
    scene.line([(93, 6), (93, 82)], colour=OLD)
    return scene


def _socket(bench: Bench, view: View, name: str, side: int) -> tuple[float, float]:
    """The socket of a display: -1 at the left as a player sees it, 1 at the right."""
    at = bench.box.face.boards[name]
    return view.place(at.x + side * (at.width / 2 - 3), at.y, 13.0)


def _looking(bench: Bench) -> Scene:
    """No wire over a post or under the edge; along the walls they are right."""
    scene = Scene("No wire over a post or under the edge")
    view = scene.seen([bench.shell, *bench.displays(GREEN), *bench.switches(OLD)], BEHIND)
    box = bench.box
    keys = box.face.keys.values()
    first, last = min(keys, key=lambda at: (at[0], -at[1])), max(keys, key=lambda at: (at[0], at[1]))
    post = view.place(*bench.at(*min(box.bosses, key=lambda at: (at[1], at[0])), box.sizes.floor))
    begins = view.place(*first, 8)
    _cable(scene, [begins, ((begins[0] + post[0]) / 2, begins[1] + 8), (post[0] + 1, post[1] - 1)], WRONG)
    scene.ring(*post, 4, WRONG)
    scene.cross(post[0] + 9, post[1] + 2, 9)
    edge = view.place(*bench.at(0, box.depth * 0.55, box.sizes.floor))
    begins = view.place(first[0], first[1] - 2 * bench.board.face.key_pitch, 8)
    _cable(scene, [begins, ((begins[0] + edge[0]) / 2, edge[1] + 2), (edge[0] + 5, edge[1])], WRONG)
    scene.cross(edge[0] + 9, edge[1] - 5, 9)
    x, y = last
    wall = box.width - box.sizes.wall - 5
    way = [view.place(x, y, 8), view.place(wall, y, 14), view.place(wall, y - 70, 14), view.place(wall - 30, 52, 18)]
    for stroke, paint in ((2.6, "#fff"), (1.5, RIGHT)):
        scene.line(way, stroke=stroke, colour=paint)
    scene.tick(way[1][0] - 8, way[1][1] - 14, 10)
    return scene


def _closing(bench: Bench) -> Scene:
    """The floor over the shell on the bench with the screws over it; then the feet."""
    scene = Scene("The floor into the shell, its screws and the feet")
    box, up = bench.box, 60.0
    parts = [bench.shell, *bench.displays(GREEN), *bench.switches(OLD)]

    floor = bench.on_bench(bench.floor.moved((0, 0, -up))).painted(NEW)
    screws = []
    for x, y in box.bosses:
        thread, top = cylinder(x, y, (-up - 27, -up - 15), 1.5, METAL, 10), box.sizes.screw_head / 2
        head = cone(x, y, (-up - 27, -up - 27 + top - 1.5), (top, 1.5), METAL)
        screws += [bench.on_bench(thread), bench.on_bench(head)]
    view = scene.seen([*parts, floor, *screws], LOW_BEHIND, (0, 2, 76, 84))
    for x, y in box.bosses:
        _between(scene, view, bench.at(x, y, -up + 4), bench.at(x, y, -4), 1.4)
    shut = [bench.shell, bench.on_bench(bench.floor)]
    shut += [bench.on_bench(cylinder(x, y, (-0.3, 1), box.sizes.screw_head / 2, METAL, 12)) for x, y in box.bosses]
    shut += [bench.on_bench(cylinder(x, y, (-34.0, -30.5), box.sizes.foot[0] / 2, NEW)) for x, y in box.feet]
    view = scene.seen(shut, LOW_BEHIND, (76, 2, 64, 84))
    for x, y in box.feet:
        _between(scene, view, bench.at(x, y, -28), bench.at(x, y, -2), 1.2)
    return scene


def _caps(bench: Bench) -> Scene:
    """The caps over the switches."""
    scene = Scene("The caps onto the switches")
    out = 30.0
    view = scene.seen([*bench.outside(), *bench.caps(NEW, out)], LOW_FRONT)
    for x, y in bench.box.face.keys.values():
        _between(scene, view, bench.from_face(x, y, out + 5), bench.from_face(x, y, 12), 1.0)
    return scene


def _legends(bench: Bench) -> Scene:
    """The sheet over the face, cut out around displays and keys."""
    scene = Scene("The sheet of legends onto the face")
    high = 42.0
    view = scene.seen([*bench.outside(), *bench.caps("#eceff1"), *bench.sheet(NEW, high)], LOW_FRONT)
    face = bench.box.face
    for x, y in ((8.0, face.height - 5), (face.width - 8, face.height - 5), (face.width - 5, 8.0)):
        _between(scene, view, bench.from_face(x, y, high - 2), bench.from_face(x, y, 2))
    return scene


def _tying(bench: Bench) -> Scene:
    """The cable, in its socket, tied to the eye on the back wall, with a little slack."""
    scene = Scene("The cable is tied to the eye on the back wall")
    box = bench.box
    stands = [bench.standing(bench.shell), bench.floor]
    x, z, end = box.usb.x, box.usb.z, box.usb_end + 22.0
    wide, high = box.sizes.usb_plug
    plug = cuboid((x - wide / 2, x + wide / 2), (box.usb_end, end), (z - high / 2, z + high / 2), METAL)
    ys, zs = zip(*box.tie_profile, strict=True)
    eye = box.tie_x, max(ys), (min(zs) + max(zs)) / 2
    aside = 1 if box.tie_x > x else -1
    far = (eye[0] + aside * 60, eye[1] + 40, 2.0)
    frame = [(min(x, eye[0]) - 45, box.depth, 0), (max(x, eye[0]) + 45, box.depth, 44), (x, box.depth + 34, 0)]
    view = scene.seen([*stands, plug], (-0.25, 1.0, 0.55), frame=frame)
    way = [view.place(*point) for point in ((x, end, z), (x, end + 18, z - 4), eye, far)]
    over = view.place(eye[0], eye[1] + 3, eye[2])
    scene.curve(way[0], way[1], (over[0] + aside * 14, over[1] + 9), over, BLACK, 4.0)
    scene.curve(over, (over[0] - aside * 12, over[1] - 6), way[3], way[3], BLACK, 4.0)
    scene.circle(over[0], over[1], 5.0, colour=PAPER, stroke=3.2)
    scene.circle(over[0], over[1], 5.0, colour=NEW, stroke=2.2)
    scene.line([(over[0] + 3, over[1] + 4), (over[0] + 8, over[1] + 10)], colour=NEW, stroke=2.0)
    return scene


SCENES: dict[str, Callable[[Bench], Scene]] = {
    "print-box": _printing,
    "clean-box": _cleaning,
    "tray": _tray,
    "switches-in": _switches,
    "displays-in": _displays,
    "carrier-in": _carrier_in,
    "plug-cables": _plugging,
    "look-before-closing": _looking,
    "close-box": _closing,
    "tie-cable": _tying,
    "caps-on": _caps,
    "legends-on": _legends,
}
