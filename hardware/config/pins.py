"""Pins as box.toml names them, and a Raspberry Pi's header: which pins the board itself uses."""

from __future__ import annotations

import re

from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message, tr

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


HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""The label of the chip behind the header: Pi Zero to 3, Pi 4, Pi 5."""

LAST_PIN = 27
"""The header has GPIO0 to GPIO27."""

HEADER: tuple[str | int, ...] = (
    "3V3", "5V",
    2, "5V",
    3, "GND",
    4, 14,
    "GND", 15,
    17, 18,
    27, "GND",
    22, 23,
    "3V3", 24,
    10, "GND",
    9, 25,
    11, 8,
    "GND", 7,
    0, 1,
    5, "GND",
    6, 12,
    13, "GND",
    19, 16,
    26, 20,
    "GND", 21,
)  # fmt: skip
"""The places of the header from 1 to 40: a supply, or the BCM number of a pin."""

I2C_PINS = {
    0: message("the I2C bus of the HAT EEPROM (ID_SD)"),
    1: message("the I2C bus of the HAT EEPROM (ID_SC)"),
    2: "I2C (SDA)",
    3: "I2C (SCL)",
}

UART_PINS = (14, 15)
"""The pins of the Pi's serial port; its console writes on the first as the Pi starts."""

_NO_BLUETOOTH = re.compile(r"Pi Zero Rev|Pi Model|Pi [12]\b|Compute Module( 3| 3 Plus)? Rev")


def uart_by_default(model: str) -> bool:
    """Return whether this model has its serial port on the header unless that is switched off.

    So it is where no Bluetooth needs it: enable_uart is 1 then, and the console writes there
    (https://www.raspberrypi.com/documentation/computers/configuration.html#configure-uarts).
    """
    return _NO_BLUETOOTH.search(model) is not None


SPI_PINS = {
    0: {9: "MISO", 10: "MOSI", 11: "SCLK"},
    1: {19: "MISO", 20: "MOSI", 21: "SCLK"},
}

SPI_CHIP_SELECTS = {
    0: {8: "CE0", 7: "CE1"},
    1: {18: "CE0", 17: "CE1", 16: "CE2"},
}


def spi_lines(bus: int, chip_select: int) -> dict[int, str]:
    """Return the pins that a bus of SPI takes, as the kernel claims them, with their purpose.

    SPI1 has as many chip selects as its overlay asks for, SPI0 always two.
    """
    selects = list(SPI_CHIP_SELECTS[bus].items())
    last = 1 if bus == 0 else chip_select
    return SPI_PINS[bus] | dict(selects[: last + 1])


PULLED_UP = (2, 3)
"""Pins with 1.8 kΩ to 3V3 on the board, which no pull-down can overcome."""


def is_header(chip: ChipName) -> bool:
    """Return whether this is the header's chip, as far as its name shows."""
    return chip == AUTO or chip in HEADER_LABELS


def same_line(pin: Pin, default_chip: ChipName) -> tuple[ChipName, int]:
    """Return a key that is equal for two pins exactly if their names mean the same line."""
    chip = default_chip if pin.chip is None else pin.chip
    return (AUTO if is_header(chip) else chip, pin.line)
