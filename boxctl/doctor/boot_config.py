"""A Raspberry Pi's config.txt: overlays that take a pin of the box, and lines that are missing.

Parameters and overlays are those of
https://www.raspberrypi.com/documentation/computers/config_txt.html and of the README of the
overlays.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from boxctl.doctor.check import CheckResult, Machine, Soundness, doubtful, good, header_pins
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from hardware.config.box_file import BoxFile
from hardware.config.pins import UART_PINS, uart_by_default
from hardware.config.tables.spi import OnSpi

BOOT_FILES = ("/boot/firmware/config.txt", "/boot/config.txt")
"""The place of config.txt since Bookworm, and the one before."""

STEADY_CLOCK: Mapping[str, Mapping[str, str]] = {
    "Pi Zero": {"core_freq": "250"},
    "Pi 3": {"core_freq": "250"},
    "Pi 4": {"core_freq": "500", "core_freq_min": "500"},
}
"""The lines that keep the clock of SPI steady for WS2812 LEDs, by the model (docs/wiring.md)."""


def check_overlays(machine: Machine, box_file: BoxFile | None) -> Iterator[CheckResult]:
    """Check config.txt against box.toml; yields nothing on a machine without config.txt."""
    there = {path: text for path in BOOT_FILES if (text := machine.text(path)) is not None}
    if box_file is None or not there:
        return
    path, text = next(iter(there.items()))
    model = machine.model or ""
    lines = list(boot_lines(text, model))
    found = [*_ignored_file(there), *_pins_taken(path, lines, model, box_file)]
    found += _unsteady_clock(path, lines, model, box_file)
    yield from found
    if not found:
        yield good("overlays", tr("{file} takes no pin of the box", file=path))


def _pins_taken(
    path: str, lines: list[BootLine], model: str, box_file: BoxFile
) -> Iterator[CheckResult]:
    used = header_pins(box_file)
    told: set[int] = set()
    for taken in sorted(taken_pins(lines, model), key=lambda taken: not taken.for_good):
        if taken.pin in used and taken.pin not in told:
            told.add(taken.pin)
            soundness = Soundness.BAD if taken.for_good else Soundness.DOUBTFUL
            yield CheckResult("overlays", soundness, _by_what(taken, path), "BX911")


def _by_what(taken: TakenPin, path: str) -> str:
    if taken.line is None:
        return tr(
            "pin {pin}, which box.toml uses, is that of the serial port, which this model of Pi "
            "switches on by itself, and its console writes there; wire another pin and name it in "
            "box.toml, or switch that off (sudo raspi-config, Interface Options, Serial Port, no "
            "and no: then {file} has enable_uart=0) and restart the Pi",
            pin=taken.pin,
            file=path,
        )
    return tr(
        "pin {pin}, which box.toml uses, is taken by {line} in {file}:{number}; wire "
        "another pin and name it in box.toml, or take that line out and restart the Pi",
        pin=taken.pin,
        line=taken.line.text,
        file=path,
        number=taken.line.number,
    )


def _ignored_file(there: Mapping[str, str]) -> Iterator[CheckResult]:
    """Name a config.txt at its old place that is no longer read, and says something else."""
    if len(there) < 2:
        return
    (path, read), (old_path, old) = there.items()
    differing = [line.text for line in boot_lines(old, "") if line.text not in read]
    if any(text.startswith(("dtoverlay", "dtparam")) for text in differing):
        says = tr(
            "the Pi reads {read}, and not {old}, which says {line}; write that into the first",
            read=path,
            old=old_path,
            line=differing[0],
        )
        yield doubtful("overlays", "BX912", says)


def _unsteady_clock(
    path: str, lines: list[BootLine], model: str, box_file: BoxFile
) -> Iterator[CheckResult]:
    devices = box_file.devices()
    if not any(isinstance(device, OnSpi) and device.steady_clock for device in devices):
        return
    wanted = next((each for name, each in STEADY_CLOCK.items() if name in model), {})
    given = {line.name: line.parameters.get("") for line in lines}
    missing = [f"{key}={value}" for key, value in wanted.items() if given.get(key) != value]
    if missing:
        says = tr(
            "the clock of SPI changes with the load, and WS2812 LEDs flicker; write {lines} into "
            "{file} and restart the Pi",
            lines=", ".join(missing),
            file=path,
        )
        yield doubtful("overlays", "BX913", says)


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
