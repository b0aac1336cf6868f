"""The page "order ten": what to give an assembly house, what to answer, what to look at, and what is not known yet."""

from collections.abc import Iterable, Iterator
from math import ceil
from textwrap import wrap

from hardware.buying.bom import BOXES
from hardware.buying.count import fitted
from hardware.buying.suppliers import offers_for, read_offers
from hardware.carrier.footprints import Point
from hardware.carrier.kicad_stage import NAME
from hardware.carrier.order import (
    BOM_COLUMNS,
    CPL_COLUMNS,
    HOUSE,
    ZEROS,
    Line,
    Placement,
    comment,
    lines,
    missing,
    placements,
    strip_number,
    strips,
)
from hardware.circuit.netlist import netlist
from hardware.source.board import Board

TEN = BOXES[-1]
_BOARD = "carrier"  # of [parts]: the bare board
_LINKS = {
    "fields": "https://github.com/v3lmx/cornifi/blob/07d802c5e7e37faa6f6cb88a85327a470c143caa/docs/ordering_guide.md",
    "tools": "https://github.com/matthewlai/JLCKicadTools/blob/master/jlc_kicad_tools/cpl_rotations_db.csv",
    "toolkit": "https://github.com/bennymeg/Fabrication-Toolkit/blob/master/plugins/transformations.csv",
    "faq": "https://jlcpcb.com/help/article/39-pcb-assembly-faqs-part-2",
    "fees": "https://github.com/Bouni/kicad-jlcpcb-tools/blob/8b599116dc343a5ffe820b4fb4a9606fd4d27176/"
    "bom_estimation/pricing.py",
}
_FEES_DATE = "2026-05-12"
_SETUP, _STENCIL, _HAND, _RARE = 8.12, 1.52, 3.55, 3.04
_JOINT, _HAND_JOINT = 0.0016, 0.0163

_PAGE = """\
<!-- Made from board.toml by `make hardware`; edit that file, not this one. -->

# Order ten

Ten carrier boards from an assembly house that also solders the parts. For bare boards, which you solder yourself, you
need [the gerbers]({gerbers}) alone. Nobody has sent this order yet.
Its files are in the form that JLCPCB asks for. For another house, read [how parts are turned](#how-parts-are-turned)
first.

**{known} of {all} lines have the house's number; {pico} has none [on purpose](#who-solders-what). {missing} of {all}
have none yet: [fill them in](#what-has-no-number-yet).**

## What to upload

All of it is in [{zip}]({zip}), for a house that takes an order in one file.
For one with a page to upload to:

| the house asks for | give it |
|---|---|
| gerber files | [the gerbers and drills]({gerbers}) |
| BOM, bill of materials | [bom.csv](bom.csv): {bom} |
| CPL, pick and place, centroid | [cpl.csv](cpl.csv): {cpl} |
| drawing for assembly, if at all | [the drawing](../carrier/{name}-assembly.svg): pad 1 of each part is red |

Places are in mm from the lower left corner of the board, as in gerbers and drills; y goes upwards.

[soldered.csv](soldered.csv) is the bill of the board alone, for one and for ten: it is for you.

## What to answer

The names of the fields are JLCPCB's, as others who ordered there [wrote them
down]({fields}). Leave alone what is not here.

| the page asks | answer |
|---|---|
| layers | 2 |
| size | {width} \u00d7 {height} mm; it reads it from the files |
| quantity | {ten} |
| different designs; panel | 1; single boards |
| thickness | {thickness} mm |
| material; copper | FR-4; 1 oz (35 µm) |
| surface | HASL, lead-free |
| smallest track and gap; smallest hole | {narrow} mm; {hole} mm |
| colour | any; green is quickest, white print |
| confirm production file | yes |
| PCB assembly | yes |
| PCBA type | economic, where it takes parts with pins through the board; else standard |
| assembly side | top |
| PCBA quantity | {ten} |
| tooling holes | added by the house |
| confirm parts placement | **yes**. They send a picture: compare it with [the one below](#what-to-look-at) |
| remark | the text below |

    {remark}

## Who solders what

| | parts | joints on a board |
|---|---|--:|
| the house, by machine | {machine} | {joints} |
| the house, by hand: pins through the board | {hand} | {hand_joints} |
| {pico}: two strips, see below | {strips} | {pico_joints} |
| you, later | plug in the Pico{cap}; displays, keys and their cables, screws: [the guide](../../guide.md) | |

**The Pico is one part in both files, {pico}, with one place: its middle.** It stands on two socket strips. The house
solders these, and you plug the Pico in later: soldered to the board it could not be taken out again. A page that buys
by number would put one strip in the middle of the place, so this line has no number on purpose. Where the page says
"unselected", leave it so: the house finds strips by the remark, from its own stock or as an order by hand, or asks you.
If it answers with no, solder the two strips yourself ({strip}): {pico_joints} joints, the easiest of all.{third}

## What has no number yet

{numbers}

A number goes into [suppliers.toml](../../suppliers.toml), with the page where you read it and the date; then
`make hardware` writes it into `bom.csv`. Or search the house's library by the words in the first column, when its page
shows the line as not found. Take only what has the same package and value.

## What to look at

The house's page shows each part on the board. Every part has to lie as it lies here; the red pad is its pin 1:

![Where the parts go; pad 1 is red](../carrier/{name}-assembly.svg)

1. Every part lies on its pads, none beside them. All of them shifted alike means that the page took another corner for
   the origin: stop, and ask.
2. Pin 1 of each of these is where the table says. The white dot printed beside it is the mark. Parts without a dot are
   alike at both ends.
3. The openings of the four-pin connectors for the displays look outwards, over the left edge.
4. Nothing lies on {bare}.

| part | turned | pin 1 is | pin 1, mm from the left edge, from the lower edge |
|---|--:|---|---|
{pins}

So the board looks without parts:

![The front of the carrier](../carrier/{name}-front.png)

## How parts are turned

A house counts a part's angle from how it lies in its tape, so its 0 degrees are not KiCad's for every part. `cpl.csv`
has the house's: JLCPCB's, read from copies of the footprints of EasyEDA, which has the same library.{unknown}

A house that counts as KiCad does (ask it) needs the angle less what stands here, and the middle of the body; or give it
[the board](../carrier/{name}.kicad_pcb) itself.

| package | turned against KiCad | its middle, mm from the body's (right, down) | read from |
|---|--:|---|---|
{zeros}

Two tables that others keep say the same of SOIC and SOT-23: [JLCKicadTools]({tools}), [Fabrication
Toolkit]({toolkit}). JLCPCB [says]({faq}) that its own people look at the marks printed on the board before they solder.

## What it costs, as far as known

For {ten} boards. The fees are those of JLCPCB's economic assembly, as [kicad-jlcpcb-tools]({fees}) has
them since {fees_date}: the page of the order says today's.

| | USD |
|---|--:|
| setting up, stencil, soldering by hand at all | {fixed} |
| {ten} \u00d7 {joints} joints by machine, {ten} \u00d7 {all_hand} by hand | {soldering} |
| for each kind that does not stand ready at the machines ("extended"), at most {machine_kinds} | {rare} each |
{prices}
| the bare boards{boards} | not known |
| postage, customs | not known |

## What they said

Write it into [what was measured](../../untried.md#what-was-measured): which house and when; the price; which lines
they could not find, and what they offered instead; every part that was turned or shifted in their picture, and to what;
what they asked; and whether the first board passed the tests of [the guide](../../guide.md) for the carrier.
"""


def page(board: Board) -> str:
    """The page, in Markdown."""
    order, placed = lines(board), placements(board)
    machine, hand, pico = _by(order)
    joints, hand_joints, pico_joints = (sum(map(_joints, some)) for some in (machine, hand, pico))
    carrier = board.carrier
    empty = missing(order)
    return _PAGE.format(
        **_LINKS,
        gerbers=f"../carrier/{NAME}-gerbers.zip",
        zip=f"{NAME}-order.zip",
        name=NAME,
        known=sum(bool(line.number) for line in order),
        missing=len(empty),
        all=len(order),
        bom=", ".join(f"`{column}`" for column in BOM_COLUMNS),
        cpl=", ".join(f"`{column}`" for column in CPL_COLUMNS),
        width=f"{carrier.size[0]:g}",
        height=f"{carrier.size[1]:g}",
        ten=TEN,
        thickness=f"{carrier.thickness:g}",
        narrow=f"{min(carrier.track, carrier.clearance):g}",
        hole=f"{carrier.via_drill:g}",
        remark=remark(board),
        machine=_refs(machine),
        hand=_refs(hand),
        pico=_refs(pico),
        strips=strips(board),
        strip=strip_number(board),
        cap="".join(f"; put the cap on {_refs([line])}" for line in order if line.jumper),
        joints=joints,
        hand_joints=hand_joints,
        pico_joints=pico_joints,
        third=_third(board),
        numbers="\n".join(_numbers(board, empty)) if empty else "Every line has one.",
        bare=_bare(board),
        pins="\n".join(_pins(placed, board)),
        unknown=_unknown(placed),
        zeros="\n".join(_zeros(placed)),
        boards="".join(f"; {offer.note}" for offer in offers_for(_BOARD, read_offers(), "")[:1] if offer.note),
        fees_date=_FEES_DATE,
        fixed=f"{_SETUP + _STENCIL + _HAND:.2f}",
        all_hand=hand_joints + pico_joints,
        soldering=f"{TEN * (joints * _JOINT + (hand_joints + pico_joints) * _HAND_JOINT):.2f}",
        machine_kinds=len(machine),
        rare=f"{_RARE:.2f}",
        prices="\n".join(_prices(order)),
    )


def remark(board: Board) -> str:
    """What the house is told about what its page has no field for, in one line."""
    pico = next(line for line in lines(board) if line.pico)
    (ref,) = pico.refs
    return (
        f"{ref} is ONE place with {strips(board)}, one in each row of holes, soldered by hand; nothing is plugged in. "
        "Pin 1 is the white dot beside a part; one without a dot may lie either way. "
        f"Parts with pins through the board: {_refs(_by(lines(board))[1])}."
    ).replace("\u00d7", "x")


def readme(board: Board) -> str:
    """What goes with the files, for the house: README.txt."""
    width, height = board.carrier.size
    order = lines(board)
    rows = [
        "Tallyboard carrier: what is in this zip",
        "",
        f"gerbers and drills  two layers, {width:g} x {height:g} mm, {board.carrier.thickness:g} mm thick",
        f"bom.csv             the parts, {len(order)} lines; without a number: {len(missing(order))}",
        f"cpl.csv             where they go, {len(placements(board))} places, all on the top",
        "assembly.svg        the same as a drawing; pad 1 of each part is red",
        "",
        *wrap(
            "Middles are in mm from the lower left corner of the board, as in gerbers and drills; angles are against "
            "the clock, from 0 as the part lies in its tape.",
            100,
        ),
        "",
        *wrap(remark(board), 100),
    ]
    return "\n".join(rows) + "\n"


def _by(order: Iterable[Line]) -> tuple[list[Line], list[Line], list[Line]]:
    """What is soldered by a machine, what by hand, and the Pico."""
    found: tuple[list[Line], list[Line], list[Line]] = ([], [], [])
    for line in order:
        found[2 if line.pico else 1 if line.through else 0].append(line)
    return found


def _joints(line: Line) -> int:
    return sum(len(part.pads) for part in line.parts)


def _refs(order: Iterable[Line]) -> str:
    return ", ".join(ref for line in order for ref in line.refs)


def _third(board: Board) -> str:
    others = {ref for line in lines(board) for ref in line.refs}
    others -= {component.ref for component in fitted(board, 2)}
    return (
        f"\n\nA box for two sides needs none of these: {', '.join(sorted(others))}. They may stay on." if others else ""
    )


def _numbers(board: Board, empty: Iterable[Line]) -> Iterator[str]:
    yield _row(("what to search for", "parts", "package", "its key in suppliers.toml", "number"))
    yield "|---|---|---|---|---|"
    for line in empty:
        yield _row((comment(line, board), ", ".join(line.refs), line.footprint, f"`{line.key}`", "________"))


def _bare(board: Board) -> str:
    """What looks like a part and is none, as the print on the board calls it."""
    bare = [part for part in netlist(board) if not part.fitted]
    probed = ", ".join(part.value for part in bare if part.kind == "test")
    others = ", ".join(part.ref for part in bare if part.kind != "test")
    said = [f"the round pads {probed}, which are for a probe"] if probed else []
    said += [f"{others}, which stay empty"] if others else []
    return "; ".join([*said, "or the holes in the corners"])


def _pins(placed: Iterable[Placement], board: Board) -> Iterator[str]:
    """Where pin 1 of each part lies that is not alike at both ends: it has a dot."""
    for placement in placed:
        part = placement.part
        if part.footprint.dots:
            x, y = next((pad.x, pad.y) for pad in part.pads if pad.number == "1")
            left, top, right, bottom = part.body
            where = corner((x - (left + right) / 2, y - (top + bottom) / 2))
            at = f"{x:.1f}, {board.carrier.size[1] - y:.1f}"
            yield _row((part.component.ref, f"{placement.turned}°", where, at))


def corner(way: Point) -> str:
    """A way from the middle of a part, y down, in words."""
    x, y = way
    long = max(abs(x), abs(y))
    high = ("upper" if y < 0 else "lower") if abs(y) > long / 3 else ""
    wide = ("left" if x < 0 else "right") if abs(x) > long / 3 else ""
    return f"{high} {wide}".strip() if wide else {"upper": "top", "lower": "bottom"}[high]


def _unknown(placed: Iterable[Placement]) -> str:
    """Which packages were taken as KiCad has them, because nobody has looked them up."""
    names = dict.fromkeys(each.part.footprint.name for each in placed if not each.known and not each.pico)
    if not names:
        return ""
    return f"\n\n**Not looked up, so taken as KiCad has it: {', '.join(names)}. Look at this first.**"


def _zeros(placed: Iterable[Placement]) -> Iterator[str]:
    used = [each.part.footprint.name for each in placed]
    for start, zero in ZEROS.items():
        if any(name.startswith(start) for name in used):
            shift = "0" if zero.middle == (0.0, 0.0) else "{:g}, {:g}".format(*zero.middle)
            file = zero.source.rpartition("/")[2]
            yield _row((start.rstrip("_"), f"{zero.turned}°", shift, f"[{file}]({zero.source})"))


def _prices(order: Iterable[Line]) -> Iterator[str]:
    """What the parts cost where a price with a source is at hand, by currency, in whole packs."""
    offers, sums, known, every = read_offers(), dict[str, float](), 0, 0
    for line in order:
        every += 1
        found = offers_for(line.key, offers, line.name)
        priced = [each for each in found if each.supplier == HOUSE and each.price is not None]
        for offer in priced[:1]:
            known += 1
            cost = ceil(TEN * len(line.parts) / offer.pack) * (offer.price or 0.0)
            sums[offer.currency] = sums.get(offer.currency, 0.0) + cost
    total = " and ".join(f"{value:.2f} {currency}" for currency, value in sums.items()) or "not known"
    told = "with its soldering in it where its note says so"
    yield _row(
        (f"the parts; {known} of {every} lines have a price in [suppliers.toml](../../suppliers.toml), {told}", total)
    )


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"
