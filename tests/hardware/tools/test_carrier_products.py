"""What a maker downloads of the carrier: the same bytes every time, complete, and stale when the board changes."""

import json
import re
import shutil
from pathlib import Path
from tempfile import gettempdir
from typing import Any
from zipfile import ZipFile

import pytest

from hardware.carrier import products
from hardware.carrier.kicad_clean import cleaned, zipped
from hardware.carrier.kicad_stage import BrokenCarrierError, plotted
from hardware.carrier.order import placements
from hardware.carrier.products import gerbers, make
from hardware.circuit.netlist import netlist
from hardware.making.compare import differs
from hardware.making.tools import GERBONARA, INTERACTIVE_BOM, KICAD, RSVG, MissingToolError, Tool
from tests.hardware.sample import BOARD
from tests.hardware.tools.carrier import carrier_text, plot, read_by_kicad
from tests.hardware.tools.needed import need

DATE = r"\b20[2-9]\d-[01]\d-[0-3]\d|[012]\d:[0-5]\d:[0-5]\d|(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) +\d"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of all products."""
    need(KICAD, GERBONARA, RSVG, INTERACTIVE_BOM)
    folder = tmp_path_factory.mktemp("made")
    make(BOARD, folder)
    return folder / "carrier"


def test_everything_is_made(made: Path) -> None:
    name = "tallyboard-carrier"
    assert sorted(path.name for path in made.iterdir()) == [
        f"{name}-back.png",
        f"{name}-back.svg",
        f"{name}-bom.html",
        f"{name}-front.png",
        f"{name}-front.svg",
        f"{name}-gerbers.zip",
    ]
    assert [path.name for path in (made.parent / "order").iterdir()] == [f"{name}-order.zip"]


def test_another_folder_another_second_and_another_time_zone_give_the_same_bytes(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    monkeypatch.setenv("HOME", "/nonexistent")
    again = tmp_path / "a folder with spaces"
    make(BOARD, again)
    for path in (path for path in made.parent.rglob("*") if path.is_file()):
        assert path.read_bytes() == (again / path.relative_to(made.parent)).read_bytes(), path.name


def test_nothing_says_when_or_where_it_was_made(made: Path, tmp_path: Path) -> None:
    with ZipFile(made.parent / "order/tallyboard-carrier-order.zip") as archive:
        archive.extractall(tmp_path)
        assert {info.date_time for info in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        assert archive.namelist() == sorted(archive.namelist())
    for path in (path for path in [*made.iterdir(), *tmp_path.iterdir()] if path.suffix not in (".zip", ".png")):
        text = path.read_text()
        assert not re.search(DATE, text), path.name
        assert gettempdir() not in text and str(made) not in text, path.name


def test_dates_and_versions_are_what_is_taken_out() -> None:
    gerber = "G04 #@! TF.GenerationSoftware,KiCad,Pcbnew,6.0.11+dfsg-1*\n"
    gerber += "G04 #@! TF.CreationDate,2026-01-02T03:04:05+00:00*\n"
    gerber += "G04 Created by KiCad (PCBNEW 6.0.11+dfsg-1) date 2026-01-02 03:04:05*\nX1Y1D03*\n"
    assert cleaned(gerber) == (
        "G04 #@! TF.GenerationSoftware,KiCad,Pcbnew*\nG04 Created by KiCad (PCBNEW)*\nX1Y1D03*\n"
    )
    drill = "; DRILL file {KiCad 6.0.11+dfsg-1} date Fri Jan  2 03:04:05 2026\n"
    drill += "; #@! TF.CreationDate,2026-01-02T03:04:05\nX1.0\n"
    assert cleaned(drill) == "; DRILL file {KiCad}\nX1.0\n"


def test_a_stale_zip_is_found(made: Path, tmp_path: Path) -> None:
    name = "tallyboard-carrier-gerbers.zip"
    shutil.copy(made / name, tmp_path / name)
    assert differs(tmp_path / name, made / name) == []
    moved = re.sub(r'^(  \(footprint "tallyboard:TestPad.*\n    \(at) ([\d.]+)', r"\1 110", carrier_text(), flags=re.M)
    assert moved != carrier_text()
    (tmp_path / name).write_bytes(zipped(gerbers(read_by_kicad(moved))))
    assert f"{name}: tallyboard-carrier-F_Cu.gtl in it differs" in differs(tmp_path / name, made / name)


def _bom(made: Path) -> tuple[str, dict[str, Any]]:
    page = (made / "tallyboard-carrier-bom.html").read_text()
    found = re.search(r"^var pcbdata = (\{.*\})$", page, re.MULTILINE)
    assert found
    return page, json.loads(found[1])


def test_the_interactive_list_has_every_part_that_is_fitted_and_needs_no_network(made: Path) -> None:
    page, data = _bom(made)
    listed = {ref for row in data["bom"]["both"] for ref, _ in row}
    assert listed == {part.ref for part in netlist(BOARD) if part.fitted}
    assert len(data["footprints"]) == len(plot().parts)
    assert data["metadata"]["date"] == ""
    assert not re.search(r"""src=["']?https?:|<link [^>]*https?:|url\(["']?https?:""", page)


def test_parts_of_one_kind_and_value_are_one_row(made: Path) -> None:
    _, data = _bom(made)
    fields = data["bom"]["fields"]
    kinds = [tuple(fields[str(row[0][1])]) for row in data["bom"]["both"]]
    assert len(set(kinds)) == len(kinds)
    assert {tuple(fields[str(index)]) for row in data["bom"]["both"] for _, index in row} == set(kinds)


def test_kicad_reads_each_part_that_is_ordered_where_it_is_ordered() -> None:
    """By the middle of its pads: middles and angles of the order are those of the house's parts, not of KiCad's."""
    need(KICAD)
    read = {part.ref: part for part in plot().parts}
    for placement in placements(BOARD):
        part = placement.part
        pads = sorted((pad.x, BOARD.carrier.size[1] - pad.y) for pad in part.pads)
        for ours, theirs in zip(pads, sorted(pad.at for pad in read[part.component.ref].pads), strict=True):
            assert ours == pytest.approx(theirs, abs=0.01)
        assert read[part.component.ref].side == "front"


def test_a_broken_board_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need(KICAD)
    monkeypatch.setattr(
        products, "carrier_pcb", lambda board: carrier_text().replace('(net 1 "3V3") (tstamp', "(tstamp")
    )
    with pytest.raises(BrokenCarrierError, match=r"U2\.8: None on the board, 3V3 in the circuit"):
        make(BOARD, tmp_path)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_without_a_tool_for_pictures_the_rest_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need(KICAD, INTERACTIVE_BOM)
    no_pictures = Tool("gerbonara", lambda: False, "pip install 'tallyboard[hardware]'")
    monkeypatch.setattr(products, "GERBONARA", no_pictures)
    with pytest.raises(MissingToolError) as missing:
        make(BOARD, tmp_path)
    assert no_pictures in missing.value.tools
    endings = {path.name.removeprefix("tallyboard-carrier") for path in (tmp_path / "carrier").iterdir()}
    assert endings == {"-gerbers.zip", "-bom.html"}


def test_without_kicad_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    no_kicad = Tool("KiCad", lambda: False, KICAD.install)
    monkeypatch.setattr("hardware.carrier.kicad_stage.KICAD", no_kicad)
    with pytest.raises(MissingToolError, match="KiCad is not there: apt install --no-install-recommends kicad"):
        plotted(carrier_text(), "", tmp_path)
