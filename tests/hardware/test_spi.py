"""The device files of SPI, and what can be wrong with them."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from groundwork.faults import Fault
from hardware.buses import KernelSpiFile, SpiDevice
from hardware.config.tables.spi import SpiPlace
from tests.support.chips.lamp_chips import FakeSpi

PLACE = SpiPlace(0, 1)


def test_a_device_is_set_up_and_written_to() -> None:
    spi = FakeSpi()
    device = SpiDevice(PLACE, 6_400_000, "the strip", spi.open)
    device.send(b"abc")
    device.close()
    assert spi.speed == {"/dev/spidev0.1": 6_400_000}
    assert spi.sent == {"/dev/spidev0.1": [b"abc"]}
    assert spi.open_files == []


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (
            errno.ENOENT,
            "BX415: /dev/spidev0.1 for the strip is not there; write dtparam=spi=on into "
            "/boot/firmware/config.txt and restart the Pi, or give another bus or chip_select in "
            "box.toml",
        ),
        (
            errno.EACCES,
            "BX416: this user may not use /dev/spidev0.1 for the strip; add it to the group spi "
            "(sudo usermod -aG spi $USER) and log in again",
        ),
        (
            errno.EBUSY,
            "BX417: /dev/spidev0.1 for the strip cannot be used (device or resource busy); look "
            "at the kernel's messages (dmesg)",
        ),
    ],
)
def test_a_bus_that_cannot_be_had(number: int, text: str) -> None:
    spi = FakeSpi()
    spi.fails = OSError(number, os.strerror(number))
    with pytest.raises(Fault) as caught:
        SpiDevice(PLACE, 4_000_000, "the strip", spi.open)
    assert str(caught.value) == text


def test_another_bus_needs_another_overlay() -> None:
    spi = FakeSpi()
    spi.fails = FileNotFoundError(errno.ENOENT, "no such file")
    with pytest.raises(Fault, match="dtoverlay=spi1-3cs into"):
        SpiDevice(SpiPlace(1, 2), 1, "the strip", spi.open)


def test_a_file_that_is_no_bus(tmp_path: Path) -> None:
    """On this machine's own files: what is no SPI knows none of its orders."""
    path = tmp_path / "spidev0.0"
    path.write_bytes(b"")

    def open_file(_path: str) -> KernelSpiFile:
        return KernelSpiFile(str(path))

    with pytest.raises(Fault, match=r"BX417: .* cannot be used .inappropriate ioctl"):
        SpiDevice(PLACE, 1_000_000, "the strip", open_file)
    with pytest.raises(Fault, match="BX415"):
        SpiDevice(SpiPlace(0, 9), 1_000_000, "the strip")


def test_the_kernels_file_is_written_to(tmp_path: Path) -> None:
    path = tmp_path / "sent"
    path.write_bytes(b"")
    file = KernelSpiFile(str(path))
    assert file.write(b"abc") == 3
    file.close()
    assert path.read_bytes() == b"abc"


def test_what_is_sent_in_part_is_an_error() -> None:
    class Short(FakeSpi):
        def open(self, path: str):  # type: ignore[no-untyped-def]
            file = super().open(path)
            file.write = lambda data: len(data) - 1  # type: ignore[method-assign]
            return file

    device = SpiDevice(PLACE, 1, "the strip", Short().open)
    with pytest.raises(OSError, match="2 of 3 bytes were sent"):
        device.send(b"abc")
