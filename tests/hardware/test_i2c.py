"""Which addresses of an I2C bus answer."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from hardware.buses import answering


def test_what_answers_and_what_the_kernel_has_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.open", lambda _path, _flags: 99)
    monkeypatch.setattr("os.close", lambda _bus: None)

    def ask(bus: int, address: int) -> None:
        assert bus == 99
        if address == 0x20:
            raise OSError(errno.EBUSY, "a driver has it")
        if address != 0x3C:
            raise OSError(errno.EREMOTEIO, "nothing there")

    assert answering(1, ask) == (0x20, 0x3C)


def test_a_bus_that_is_not_there_is_an_error() -> None:
    assert not Path("/dev/i2c-98").exists()
    with pytest.raises(OSError, match="i2c-98"):
        answering(98)
