"""The USB boards as their wiring is drawn: pins, supply and currents of each. Pure."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.build_firmware import Chip
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import message
from hardware.config.bus_wiring import Part


@frozen_dataclass
class UsbBoard:
    """A board, seen from above with its plug at the top.

    ``supply`` is the pin that parts and pull-ups hang on, ``pulled_up`` the resistor of a pin to
    it. Currents are milliamperes: of a red LED and a red segment behind 1 kΩ at a pin (the pin that
    sinks all segments of a digit drops some volts itself), the most of a pin, and of all pins
    together with a margin for the chip. ``is_numbered`` boards have numbers at their pins, counted
    around. The other texts are messages.
    """

    option: str
    title: str
    name: str
    also: str
    warning: str
    flashed: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    is_numbered: bool
    row: float
    supply: str
    pulled_up: Part
    led: float
    segment: float
    most_of_a_pin: float
    most_of_all_pins: float


NANO = UsbBoard(
    option="nano",
    title=message("Arduino Nano with the pin table {table}"),
    name=message("Arduino Uno or Nano, with its USB cable"),
    also=message("Seen from above. An Uno has the same pins by the same names, at other places."),
    warning=message("Keep D0 and D1 free: they are the serial line."),
    flashed=message("{command} has written the firmware; for an Uno with --board uno."),
    left=("D13", "3V3", "AREF", "A0", "A1", "A2", "A3", "A4", "A5", "A6", "A7", "5V", "RST", "GND",
          "VIN"),
    right=("D12", "D11", "D10", "D9", "D8", "D7", "D6", "D5", "D4", "D3", "D2", "GND", "RST", "D0",
           "D1"),
    is_numbered=False,
    row=13.5,
    supply="5V",
    pulled_up=Part.PULL_UP_5V,
    led=3.0,
    segment=2.5,
    most_of_a_pin=20.0,
    most_of_all_pins=150.0,
)  # fmt: skip
"""An Arduino Nano, and an Uno with it."""

ONLY_NANO = replace(
    NANO,
    name=message("Arduino Nano, with its USB cable"),
    also=message("Seen from above. An Uno does not have A6 and A7."),
    flashed=message("{command} has written the firmware."),
)
"""The same for a pin table that an Uno lacks pins of."""

PICO = UsbBoard(
    option="pico",
    title=message("Raspberry Pi Pico with the pin table {table}"),
    name=message("Raspberry Pi Pico or Pico W, with its USB cable"),
    also=message("Seen from above. A Pico W has the same pins at the same places."),
    warning=message("Its pins take 3.3 V at most: nothing goes from VBUS or VSYS to a pin."),
    flashed=message("{command} has written the firmware."),
    left=("GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7", "GP8", "GP9", "GND",
          "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15"),
    right=("VBUS", "VSYS", "GND", "3V3_EN", "3V3", "ADC_VREF", "GP28", "GND", "GP27", "GP26", "RUN",
           "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16"),
    is_numbered=True,
    row=10.8,
    supply="3V3",
    pulled_up=Part.PULL_UP,
    led=1.5,
    segment=1.2,
    most_of_a_pin=12.0,
    most_of_all_pins=50.0,
)  # fmt: skip
"""A Raspberry Pi Pico, and a Pico W with it."""

BOARDS = {Chip.ATMEGA328P: NANO, Chip.RP2040: PICO}
