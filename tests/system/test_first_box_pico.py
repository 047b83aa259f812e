"""docs/first-box-pico.md as a maker follows it: each command, in its order, in the emulator.

From flashing a Pico to a verified match; the file is that of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from boxctl.cli import main
from boxctl.cli.box import flash_pico
from firmware_bridge.build_firmware import Chip
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.port import boot_drive
from tests.support.firmware.emulated import needs_pico
from tests.support.service.commands import asked
from tests.support.service.served import ByCommand, give_to_group
from tests.support.setup.board_maker import MakerAtBoard
from tests.support.setup.miswired import right
from tests.support.setup.miswired_lamps import lamps_right
from tests.support.setup.path_on_board import TILES, monitored, play

pytestmark = [needs_pico, pytest.mark.full]

PAGE = (Path(__file__).parents[2] / "docs/first-box-pico.md").read_text(encoding="utf-8")
PICO = (0x2E8A, 0x000A)
ANSWERS = (
    'board = "usb"\nport = "{port}"\ntiles = 9\nplayers = ["Ann", "Bob"]\nlamps = "usb"\n'
    'buttons = ["confirm", "new", "roll"]\ndisplay = "none"\nvoice = "none"\nbuzzer = "none"\n'
    'roller = "usb"\nreplace = true\nlearn = true\ntry_out = true\n'
)
"""What its file says, and what the page says is answered."""


@pytest.fixture
def pico(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmulatedBoard]:
    """A Pico that was flashed before, at a desk whose desktop mounts its drive.

    The emulator wires what the first firmware has, so that is of the same table.
    """
    port, drive, mounts = tmp_path / "port", tmp_path / "RPI-RP2", tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 {str(drive).replace(' ', chr(92) + '040')} vfat rw 0 0\n")
    monkeypatch.setattr(boot_drive, "MOUNTS", mounts)
    monkeypatch.setattr(flash_pico, "candidates", lambda: [str(port)] if port.exists() else [])
    monkeypatch.setattr(flash_pico, "usb_numbers", lambda _port: PICO)
    monkeypatch.chdir(tmp_path)
    with EmulatedBoard("small_box", 5, chip=Chip.RP2040, port=port, drive=drive) as board:
        yield board


def file_of_the_page(board: EmulatedBoard) -> str:
    """Its box.toml. Only the port is another: ``auto`` asks no pseudo-terminal."""
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert text.count('"auto"') == 1
    return str(text).replace('"auto"', f'"{board.port}"')


def test_every_step_of_the_page_does_what_it_says(
    pico: EmulatedBoard, capsys: pytest.CaptureFixture[str]
) -> None:
    file, journal = Path("box.toml"), Path("journal.db").absolute()
    steps = iter(re.findall(r"^    boxctl (.*)$", PAGE, re.MULTILINE))

    assert main(next(steps).split()) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith("on the board: small box, ")
    give_to_group(Path(pico.port).resolve(), "dialout")
    pico.move_at_once(dict.fromkeys(range(1, TILES + 1), True))

    file.write_text(file_of_the_page(pico), encoding="utf-8")
    assert main(next(steps).split()) == 0
    assert "is right" in capsys.readouterr().out
    assert main(next(steps).split()) == 0
    assert Path("wiring.pdf").read_bytes().startswith(b"%PDF")

    maker = MakerAtBoard(pico, right(TILES), lamps_right(TILES))
    assert next(steps) == "setup --config box.toml"
    status, report = maker.set_up(file, ANSWERS.format(port=pico.port))
    assert report["mistakes"] == report["lamp_mistakes"] == []
    assert status == 0, report

    assert next(steps) == "monitor --config box.toml"
    assert monitored(file, maker) == [["shut", "open"]] * TILES

    doctor = next(steps).split()
    _status, told_by_doctor = asked(*doctor, "--journal", str(journal))
    assert [each for each in told_by_doctor["checks"] if each["is"] == "bad"] == []

    assert next(steps) == "run --config box.toml"
    match: dict[str, Any] = play(file.absolute(), journal, maker, ByCommand)
    assert match["verdicts"][-1] == "match_over"
    assert match["verified"][0] == 0
    assert list(steps) == []
