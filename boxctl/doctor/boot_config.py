"""Read a Raspberry Pi's config.txt: parameters, overlays, and the pins that they take. Pure.

https://www.raspberrypi.com/documentation/computers/config_txt.html, and the README of the overlays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from groundwork.frozen_dataclass import frozen_dataclass
from hardware.config.pi_header import UART_PINS, uart_by_default

ON = ("", "on", "true", "yes", "1")


@frozen_dataclass
class BootLine:
    """A line that applies: its number, its text, and its name with its parameters."""

    number: int
    text: str
    name: str
    parameters: Mapping[str, str]


@frozen_dataclass
class TakenPin:
    """A pin of the header that a line takes, or the model without one (None).

    ``for_good``: nothing else can have it then.
    """

    pin: int
    line: BootLine | None
    for_good: bool


def boot_lines(text: str, model: str) -> Iterator[BootLine]:
    """Yield the lines of a config.txt that apply to this model of Raspberry Pi.

    Sections for a serial number, a screen or a level of a pin are left out: whether they apply
    cannot be told from here.
    ``name`` is that of the overlay, ``dtparam``, or the name of another setting.
    """
    applies = True
    for number, written in enumerate(text.splitlines(), start=1):
        line = written.partition("#")[0].strip()
        if section := re.fullmatch(r"\[(.+)\]", line):
            applies = _applies(section[1].lower(), model)
        elif applies and "=" in line:
            name, _, value = line.partition("=")
            name = name.strip().lower()
            if name == "dtoverlay":
                overlay, _, rest = value.strip().partition(",")
                overlay = overlay.partition(":")[2] or overlay
                if overlay:
                    yield BootLine(number, line, f"dtoverlay={overlay}", _parameters(rest))
            elif name in ("dtparam", "device_tree_param"):
                yield BootLine(number, line, "dtparam", _parameters(value))
            else:
                yield BootLine(number, line, name, {"": value.strip()})


def taken_pins(lines: Iterable[BootLine], model: str) -> Iterator[TakenPin]:
    """Yield the pins of the header that these lines take on this model, as far as is known."""
    lines = list(lines)
    yield from _serial_port(lines, model)
    for line in lines:
        if line.name == "dtparam":
            for key, value in line.parameters.items():
                if value.lower() in ON:
                    shared, for_good = _OF_PARAMETERS.get(key, ((), ()))
                    yield from _taken(line, shared, for_good)
        elif line.name in _OF_OVERLAYS:
            shared, for_good = _OF_OVERLAYS[line.name]
            yield from _taken(line, shared, for_good)
        elif line.name in _NAMED_BY:
            named = _NAMED_BY[line.name]
            pins = (line.parameters.get(key, usual) for key, usual in named.items())
            yield from _taken(line, (), [int(pin) for pin in pins if pin.isascii()
                                         and pin.isdigit()])  # fmt: skip
        elif line.name == "dtoverlay=mcp23017" and "noints" not in line.parameters:
            yield from _taken(line, (), [_number(line.parameters.get("gpiopin"), 4)])


def _serial_port(lines: Iterable[BootLine], model: str) -> Iterator[TakenPin]:
    by_default = uart_by_default(model)
    told = [line for line in lines if line.name == "enable_uart"]
    if told[-1].parameters[""] == "1" if told else by_default:
        yield from _taken(None if by_default else told[-1], UART_PINS, ())


def _taken(
    line: BootLine | None, shared: Iterable[int], for_good: Iterable[int]
) -> Iterator[TakenPin]:
    yield from (TakenPin(pin, line, for_good=False) for pin in shared)
    yield from (TakenPin(pin, line, for_good=True) for pin in for_good)


def _parameters(text: str) -> dict[str, str]:
    parts = (part.strip().partition("=") for part in text.split(",") if part.strip())
    return {key.strip().lower(): value.strip() for key, _equals, value in parts}


def _number(text: str | None, usual: int) -> int:
    return int(text) if text is not None and text.isascii() and text.isdigit() else usual


def _applies(section: str, model: str) -> bool:
    if section == "all":
        return True
    if section not in _MODELS:
        return False
    return re.search(_MODELS[section], model) is not None


_MODELS = {
    "pi0": r"Zero",
    "pi0w": r"Zero W",
    "pi02": r"Zero 2",
    "pi1": r"Pi Model|Pi 1\b|Compute Module Rev",
    "pi2": r"Pi 2\b",
    "pi3": r"Pi 3\b|Compute Module 3",
    "pi3+": r"Pi 3 Model [AB] Plus",
    "pi4": r"Pi 4\b|Pi 400|Compute Module 4",
    "pi400": r"Pi 400",
    "cm4": r"Compute Module 4\b",
    "pi5": r"Pi 5\b|Pi 500|Compute Module 5",
    "pi500": r"Pi 500",
    "cm5": r"Compute Module 5\b",
}
"""The sections for models, and a pattern for the names of these models."""

_I2S = (18, 19, 20, 21)

_OF_PARAMETERS: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "i2c_arm": ((2, 3), ()),
    "i2c": ((2, 3), ()),
    "i2c1": ((2, 3), ()),
    "spi": ((9, 10, 11), (7, 8)),
    "i2s": (_I2S, ()),
    "uart0": (UART_PINS, ()),
}
"""The pins of what a parameter switches on: those that can still be had, and the others."""

_OF_OVERLAYS: Mapping[str, tuple[tuple[int, ...], tuple[int, ...]]] = {
    "dtoverlay=spi1-1cs": ((19, 20, 21), (18,)),
    "dtoverlay=spi1-2cs": ((19, 20, 21), (18, 17)),
    "dtoverlay=spi1-3cs": ((19, 20, 21), (18, 17, 16)),
    "dtoverlay=disable-bt": (UART_PINS, ()),
    "dtoverlay=miniuart-bt": (UART_PINS, ()),
    "dtoverlay=uart0": (UART_PINS, ()),
    "dtoverlay=hifiberry-dac": (_I2S, ()),
    "dtoverlay=hifiberry-dacplus": (_I2S, ()),
    "dtoverlay=i2s-mmap": (_I2S, ()),
    "dtoverlay=googlevoicehat-soundcard": (_I2S, (16,)),
    "dtoverlay=max98357a": (_I2S, (4,)),
}
"""The same of overlays whose pins are always these."""

_NAMED_BY: Mapping[str, Mapping[str, str]] = {
    "dtoverlay=w1-gpio": {"gpiopin": "4"},
    "dtoverlay=w1-gpio-pi5": {"gpiopin": "4"},
    "dtoverlay=w1-gpio-pullup": {"gpiopin": "4", "extpullup": "5"},
    "dtoverlay=gpio-ir": {"gpio_pin": "18"},
    "dtoverlay=gpio-ir-tx": {"gpio_pin": "18"},
    "dtoverlay=pwm-ir-tx": {"gpio_pin": "18"},
    "dtoverlay=gpio-shutdown": {"gpio_pin": "3"},
    "dtoverlay=gpio-poweroff": {"gpiopin": "26"},
    "dtoverlay=gpio-fan": {"gpiopin": "12"},
    "dtoverlay=gpio-key": {"gpio": ""},
    "dtoverlay=gpio-led": {"gpio": ""},
    "dtoverlay=dht11": {"gpiopin": "4"},
    "dtoverlay=pps-gpio": {"gpiopin": "18"},
    "dtoverlay=pwm": {"pin": "18"},
    "dtoverlay=pwm-2chan": {"pin": "18", "pin2": "19"},
    "dtoverlay=i2c-gpio": {"i2c_gpio_sda": "23", "i2c_gpio_scl": "24"},
    "dtoverlay=rotary-encoder": {"pin_a": "4", "pin_b": "17"},
}
"""Overlays that take the pins that these parameters name, each with what is usual."""
