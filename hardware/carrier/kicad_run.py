"""What KiCad makes of the carrier. Runs in Debian's Python, where pcbnew is: only it and the standard library are
imported. `python3 -m hardware.carrier.kicad_run BOARD.kicad_pcb FOLDER` fills the zones, checks the design rules and
plots, all into FOLDER, whether the rules are kept or not: drc.txt says it, board.json what was read.
"""

import json
import sys
from pathlib import Path
from typing import Any

import pcbnew

# The layers of a board house by the extension it knows each by.
LAYERS = {
    "F_Cu": pcbnew.F_Cu,
    "B_Cu": pcbnew.B_Cu,
    "F_Mask": pcbnew.F_Mask,
    "B_Mask": pcbnew.B_Mask,
    "F_Silkscreen": pcbnew.F_SilkS,
    "B_Silkscreen": pcbnew.B_SilkS,
    "F_Paste": pcbnew.F_Paste,
    "Edge_Cuts": pcbnew.Edge_Cuts,
}


def _mm(length: int) -> float:
    return round(float(pcbnew.ToMM(length)), 4)


def _plot(board: Any, folder: Path) -> None:
    controller = pcbnew.PLOT_CONTROLLER(board)
    options = controller.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetPlotFrameRef(False)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)  # else holes are printed and cut from copper
    options.SetUseGerberProtelExtensions(True)
    options.SetUseGerberX2format(False)  # its attributes stand in comments, of which old viewers do not complain
    options.SetIncludeGerberNetlistInfo(True)
    options.SetSubtractMaskFromSilk(False)
    options.SetUseAuxOrigin(True)
    options.SetGerberPrecision(6)
    for name, layer in LAYERS.items():
        controller.SetLayer(layer)
        controller.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        controller.PlotLayer()
    controller.ClosePlot()


def _drill(board: Any, folder: Path) -> None:
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(str(folder), True, False)


def _read(board: Any) -> dict[str, Any]:
    """The parts as KiCad reads them, in mm from the board's origin, y upwards."""
    origin = board.GetDesignSettings().GetAuxOrigin()

    def at(place: Any) -> tuple[float, float]:
        return _mm(place.x - origin.x), _mm(origin.y - place.y)

    def pad(pad: Any) -> dict[str, Any]:
        return {
            "number": pad.GetNumber(),
            "net": pad.GetNetname(),
            "at": at(pad.GetPosition()),
            "drill": _mm(pad.GetDrillSize().x),
            "plated": pad.GetAttribute() != pcbnew.PAD_ATTRIB_NPTH,
        }

    return {
        "parts": [
            {
                "ref": part.GetReference(),
                "side": "back" if part.IsFlipped() else "front",
                "pads": [pad(one) for one in part.Pads()],
            }
            for part in sorted(board.GetFootprints(), key=lambda part: part.GetReference())
        ],
        "vias": sorted(
            [*at(track.GetPosition()), _mm(track.GetDrill())]
            for track in board.GetTracks()
            if track.Type() == pcbnew.PCB_VIA_T
        ),
    }


def main(source: Path, folder: Path) -> None:
    board = pcbnew.LoadBoard(str(source))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, str(folder / "drc.txt"), pcbnew.EDA_UNITS_MILLIMETRES, True)
    gerbers = folder / "gerbers"
    gerbers.mkdir()
    _plot(board, gerbers)
    _drill(board, gerbers)
    (folder / "board.json").write_text(json.dumps(_read(board)))
    filled = folder / "filled"
    filled.mkdir()
    pcbnew.SaveBoard(str(filled / source.name), board)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
