"""The names of gpiochip lines in box.toml."""

from __future__ import annotations

import re

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr

ChipName = int | str
"""A chip by number (``1`` is /dev/gpiochip1) or by the name of its label or device."""

AUTO: ChipName = "auto"
"""The chip of the header, whatever the Raspberry Pi."""

# Compiled when they are first used, as most pins are numbers.
_DIGITS = r"[0-9]{1,4}"
_BCM_NAME = r"(?:GPIO|BCM)?([0-9]{1,4})"
_I2C_DEVICE = r"([0-9]{1,3})-00([0-9a-f]{2})"


@frozen_dataclass
class Pin:
    """Line ``line`` (from 0) of a chip; None is the chip that the table ``[gpio]`` names."""

    line: int
    chip: ChipName | None = None

    def __str__(self) -> str:
        return (
            tr("pin {line}", line=self.line)
            if self.chip is None
            else tr("line {chip}:{line}", chip=self.chip, line=self.line)
        )


def read_pin(value: object) -> Pin:
    """Read ``17``, ``"mcp23017:3"``, ``"1-0020:3"`` or ``"1:3"``.

    Raises ValueError, with the cure as its text where one is known.
    """
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return Pin(value)
    if not isinstance(value, str):
        raise ValueError  # noqa: TRY004 - the type is as wrong as any other value
    chip, colon, line = (part.strip() for part in value.rpartition(":"))
    if colon and chip and re.fullmatch(_DIGITS, line):
        return Pin(int(line), int(chip) if re.fullmatch(_DIGITS, chip) else chip)
    if bcm := re.fullmatch(_BCM_NAME, value.strip(), re.IGNORECASE):
        raise ValueError(f"write {int(bcm[1])}, without quotes")
    raise ValueError


def i2c_device(chip: ChipName) -> tuple[int, int] | None:
    """Return bus and address of a chip named as a device on I2C; None if it has another name.

    ``1-0020`` is address 0x20 on bus 1.
    """
    device = re.fullmatch(_I2C_DEVICE, str(chip))
    return None if device is None else (int(device[1]), int(device[2], 16))
