"""`boxctl firmware flash --board pico`: on an emulated RP2040, whose drive is a folder."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from boxctl.cli import main
from boxctl.cli.box import flash_pico
from boxctl.cli.box.flash_pico import PicoWait
from firmware_bridge.build_firmware import Chip, build
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.emulator.drive import copied_to, show_drive
from firmware_bridge.port import boot_drive
from firmware_bridge.port.boot_drive import INFO
from firmware_bridge.port.find_port import hello_on
from firmware_bridge.port.serial_port import PtyLine, SerialPort
from firmware_bridge.uf2 import FirmwareInImage, firmware_in, from_uf2
from groundwork.faults import Fault
from tests.support.firmware.emulated import needs_pico

pytestmark = needs_pico

Captured = pytest.CaptureFixture[str]
FLASH = ["firmware", "flash", "--board", "pico"]
PICO, UNO = (0x2E8A, 0x000A), (0x2341, 0x0043)


class Desk:
    """What is plugged in: ports with the numbers of their USB, and mounted drives."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "port"
        self.drive = folder / "RPI-RP2 of Ann"
        self.ports: dict[str, tuple[int, int]] = {}
        self.mounts = folder / "mounts"
        self.labels = folder / "by-label"
        self.mount(self.drive)

    def mount(self, *drives: Path) -> None:
        self.mounts.write_text(
            "proc /proc proc rw 0 0\n"
            + "".join(f"/dev/sda1 {str(drive).replace(' ', chr(92) + '040')} vfat rw 0 0\n"
                      for drive in drives)
        )  # fmt: skip

    def there(self) -> list[str]:
        return [port for port in self.ports if Path(port).exists()]


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    desk = Desk(tmp_path)
    monkeypatch.setattr(boot_drive, "MOUNTS", desk.mounts)
    monkeypatch.setattr(boot_drive, "LABELS", desk.labels)
    monkeypatch.setattr(flash_pico, "candidates", desk.there)
    monkeypatch.setattr(flash_pico, "usb_numbers", desk.ports.get)
    return desk


@pytest.fixture
def pico(desk: Desk) -> Iterator[EmulatedBoard]:
    desk.ports[str(desk.port)] = PICO
    with EmulatedBoard(
        "roller", 3, chip=Chip.RP2040, quick=False, port=desk.port, drive=desk.drive
    ) as board:
        yield board


def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the command wait in a time that flies."""
    now = [0]

    def pause(seconds: float) -> None:
        now[0] += round(seconds * 1_000_000)

    monkeypatch.setattr(flash_pico, "PicoWait", lambda: PicoWait(lambda: now[0], pause))


def refusal(capsys: Captured, *options: str) -> str:
    assert main([*FLASH, *options]) == 1
    return capsys.readouterr().err.splitlines()[-1]


def test_a_pico_that_runs_is_reset_written_to_and_asked(
    desk: Desk, pico: EmulatedBoard, capsys: Captured
) -> None:
    assert hello_on(pico.port).name == "roller"
    assert main([*FLASH, "--table", "small_box"]) == 0
    told = capsys.readouterr()
    assert told.err.splitlines() == [
        f"resetting the Pico on {desk.port} into its boot drive",
        f"writing small_box.uf2 to {desk.drive}",
        "waiting for the Pico to start its new firmware",
    ]
    first, file, runs = told.out.splitlines()
    assert first.startswith("small_box: firmware 1.2, protocol 2, flash ")
    assert "of 1966080 bytes" in first
    assert file.endswith("small_box.uf2")
    assert runs.startswith("on the board: small box, firmware 1.2, 2 dice with 6 sides, 9 tiles; ")
    assert hello_on(pico.port).name == "small box"


def test_one_that_waits_already_is_written_to_at_once(
    desk: Desk, pico: EmulatedBoard, capsys: Captured
) -> None:
    boot_drive.ask_for_drive(pico.port)
    PicoWait().until(lambda: copied_or_none(desk.drive / INFO), 5)
    assert main([*FLASH, "--table", "digits", "--json"]) == 0
    told = capsys.readouterr()
    assert "resetting" not in told.err
    assert '"name": "digits"' in told.out
    assert '"uf2": ' in told.out


def copied_or_none(path: Path) -> Path | None:
    return path if path.exists() else None


def test_a_program_that_has_the_port_keeps_the_board(
    desk: Desk, pico: EmulatedBoard, capsys: Captured
) -> None:
    with SerialPort(pico.port, 115200):
        assert refusal(capsys).startswith("BX502: ")
    assert hello_on(pico.port).name == "roller"


def test_where_there_is_no_pico_it_says_how_to_have_one_wait(desk: Desk, capsys: Captured) -> None:
    desk.ports["/dev/null"] = UNO
    assert refusal(capsys).startswith("BX480: no Pico was found, neither a running one nor its ")


def test_a_drive_that_nobody_mounts_is_told_with_the_command(
    desk: Desk, capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desk.labels.mkdir()
    (desk.labels / "RPI-RP2").touch()
    file = tmp_path / "roller.uf2"
    file.write_bytes(uf2())
    monkeypatch.setenv("PATH", str(tmp_path))
    said = refusal(capsys, "--file", str(file))
    assert said.startswith("BX481: the Pico waits for its firmware, and its drive is not mounted")
    assert f"sudo mount -o uid=$(id -u) {desk.labels}/RPI-RP2 /mnt/pico" in said


def test_a_desktop_mounts_the_drive(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desk.labels.mkdir()
    (desk.labels / "RPI-RP2").touch()
    program = tmp_path / "udisksctl"
    program.write_text(
        f'#!/bin/sh\nmkdir "{desk.drive}"\necho "Board-ID: RPI-RP2" > "{desk.drive}/{INFO}"\n'
    )
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert flash_pico._drive_there() == desk.drive


def test_of_several_none_is_taken(desk: Desk, capsys: Captured, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).touch()
        desk.ports[str(tmp_path / name)] = PICO
    said = refusal(capsys)
    assert said.startswith(f"BX482: there are several Picos ({tmp_path}/one; {tmp_path}/two)")
    drives = (tmp_path / "drive 1", tmp_path / "drive 2")
    for drive in drives:
        show_drive(drive)
    desk.mount(*drives)
    assert f"({drives[0]}; {drives[1]})" in refusal(capsys)
    assert [file.name for drive in drives for file in drive.iterdir()] == [INFO] * 2


def uf2(table: str = "roller") -> bytearray:
    return bytearray(build(table, chip=Chip.RP2040).image.read_bytes())


def of_another_chip(file: bytearray) -> None:
    for block in range(0, len(file), 512):
        struct.pack_into("<I", file, block + 28, 0xE48BFF59)  # RP2350


def cut_short(file: bytearray) -> None:
    del file[-512:]


def of_others(file: bytearray) -> None:
    file[file.index(b"boxctl\0")] ^= 1


def of_another_version(file: bytearray) -> None:
    file[file.index(b"boxctl\0\0") + 8] = 7


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (of_another_chip, "BX483: {file} is for another chip than the RP2040 of the Pico; "),
        (cut_short, "BX483: {file} is no whole UF2 file of boxctl's firmware; "),
        (of_others, "BX483: {file} is no whole UF2 file of boxctl's firmware; "),
        (of_another_version, "BX484: {file} is firmware 7.2, and this boxctl speaks with 1.2; "),
    ],
)
def test_a_file_that_is_not_this_firmware_is_refused_before_anything_is_reset(
    changed: Callable[[bytearray], None], told: str, desk: Desk, capsys: Captured, tmp_path: Path
) -> None:
    content = uf2()
    changed(content)
    file = tmp_path / "some.uf2"
    file.write_bytes(content)
    show_drive(desk.drive)
    said = refusal(capsys, "--file", str(file))
    assert said.startswith(told.format(file=file))
    assert "nothing was written" in said
    assert copied_to(desk.drive) is None


def test_a_file_that_is_not_there_is_told(desk: Desk, capsys: Captured, tmp_path: Path) -> None:
    assert refusal(capsys, "--file", str(tmp_path / "no.uf2")).startswith("BX483: ")


def test_a_file_of_ones_own_is_written(
    desk: Desk, pico: EmulatedBoard, capsys: Captured, tmp_path: Path
) -> None:
    file = tmp_path / "mine.uf2"
    file.write_bytes(uf2("box"))
    assert main([*FLASH, "--file", str(file), "--port", pico.port]) == 0
    assert capsys.readouterr().out.startswith("on the board: box, firmware 1.2, ")


def test_only_a_pico_takes_such_a_file(capsys: Captured, tmp_path: Path) -> None:
    assert main(["firmware", "flash", "--file", str(tmp_path / "some.uf2")]) == 2
    assert "--file is for flash --board pico" in capsys.readouterr().err


def test_a_board_that_is_no_pico_is_refused_by_its_name(desk: Desk, capsys: Captured) -> None:
    desk.ports[str(desk.port)] = UNO
    said = refusal(capsys, "--port", str(desk.port))
    assert said.startswith(f"BX485: the board on {desk.port} (Arduino Uno R3) is no Raspberry ")


def test_a_pico_2_that_waits_is_refused(desk: Desk, capsys: Captured) -> None:
    show_drive(desk.drive)
    (desk.drive / INFO).write_text(
        "UF2 Bootloader v1.0\nModel: Raspberry Pi RP2350\nBoard-ID: RP2350\n"
    )
    said = refusal(capsys)
    assert said.startswith(f"BX485: the board whose drive is {desk.drive} calls itself RP2350 ")
    assert copied_to(desk.drive) is None


def test_a_board_that_does_not_become_a_drive_is_told(
    desk: Desk, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch)
    desk.ports[str(desk.port)] = PICO
    line = PtyLine(desk.port)
    assert refusal(capsys).startswith(f"BX486: the Pico on {desk.port} shows no boot drive ")
    assert line.is_at_1200
    line.close()


def test_a_drive_that_takes_nothing_is_told(
    desk: Desk, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    show_drive(desk.drive)
    (desk.drive / "boxctl.uf2").mkdir()
    assert refusal(capsys).startswith(
        f"BX487: the file cannot be written to the Pico's drive {desk.drive} ("
    )


def test_a_board_that_does_not_come_back_is_told(
    desk: Desk, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch)
    show_drive(desk.drive)
    assert refusal(capsys).startswith("BX488: the Pico has not come back within 20 seconds; ")
    assert copied_to(desk.drive) is not None


def test_a_board_that_answers_as_another_is_told(
    desk: Desk, pico: EmulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    hello = hello_on(pico.port)
    for wanted in (FirmwareInImage(1, 2, "small box"), FirmwareInImage(1, 3, "roller")):
        with pytest.raises(Fault, match='answers as "roller", firmware') as told:
            flash_pico._check_answer(pico.port, hello, wanted)
        assert told.value.code == "BX489"


@pytest.mark.parametrize("table", ["roller", "small_box"])
def test_an_image_tells_what_firmware_it_has(table: str) -> None:
    firmware = firmware_in(from_uf2(bytes(uf2(table))))
    assert firmware == FirmwareInImage(1, 2, table.replace("_", " "))
    assert firmware_in(b"") is None
