"""Check the Pi's config.txt for overlays that take a pin of the box, and for missing lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boxctl.doctor.boot_config import BootLine, TakenPin, boot_lines, taken_pins
from boxctl.doctor.check_result import CheckResult, Soundness, doubtful, good
from boxctl.doctor.machine import Machine
from boxctl.doctor.uses_of_box import header_pins
from groundwork.language import tr
from hardware.config.box_file import BoxFile
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
    found = [*_ignored_file(there), *_taken(path, lines, model, box_file)]
    found += _unsteady_clock(path, lines, model, box_file)
    yield from found
    if not found:
        yield good("overlays", tr("{file} takes no pin of the box", file=path))


def _taken(
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
