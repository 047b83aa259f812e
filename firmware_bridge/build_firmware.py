"""Build the firmware for a pin table, and the emulator that runs it; read what a pin table says.

Builds are cached in the user's cache, in a directory named after the hash of all sources, so each
change is built once.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from pathlib import Path

from firmware_bridge.uf2 import sealed, to_uf2
from groundwork.faults import Fault, os_reason
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr
from groundwork.system.programs import run_program
from groundwork.system.users import usual_folder

SOURCES = Path(__file__).parent / "firmware"
EMULATOR = Path(__file__).parent / "emulator"

TOOLS = (
    "sudo apt install --no-install-recommends gcc-avr avr-libc gcc make libsimavr-dev libelf-dev"
)
"""The command that installs every tool needed for an ATmega328P."""

PICO_TOOLS = (
    "sudo apt install --no-install-recommends gcc-arm-none-eabi libnewlib-arm-none-eabi make nodejs"
)
"""The same for an RP2040, but for rp2040js, the emulator, which is a package of npm."""

RP2040JS = "RP2040JS"
"""The variable of the environment that names the folder of the package rp2040js."""

_SIMAVR = Path("/usr/include/simavr/sim_avr.h")
_FETCHED = Path(__file__).parent.parent / "build" / "rp2040js" / "node_modules" / "rp2040js"
_BUILD_SECONDS = 120
_NOTHING: Mapping[str, str] = {}


class Chip(Enum):
    """The chips that there is firmware for; the value is the folder of their pin tables."""

    ATMEGA328P = "."
    RP2040 = "pico"


@frozen_dataclass
class FirmwareBuild:
    """The files of one build: ELF, image to flash, and what emulates the chip.

    The image is a hex file for avrdude, or a UF2 file; the emulator is a library that runs this
    firmware on simavr, or the module of rp2040js.
    """

    table: str
    elf: Path
    image: Path
    emulator: Path | None = None
    chip: Chip = Chip.ATMEGA328P


def tables(chip: Chip = Chip.ATMEGA328P) -> list[str]:
    """Name all pin tables for this chip."""
    return sorted(path.stem for path in (SOURCES / "pins" / chip.value).glob("*.h"))


def every_table() -> list[str]:
    """Name the pin tables of all chips; not every chip has each."""
    return sorted({table for chip in Chip for table in tables(chip)})


def firmware_version() -> str:
    """Return the version of this boxctl's firmware, such as ``1.2``."""
    said = (SOURCES / "firmware.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"FIRMWARE_(?:MAJOR|MINOR) (\d+)", said))


def missing_tools(emulator: bool = True, chip: Chip = Chip.ATMEGA328P) -> list[str]:
    """Name the tools that are not installed; see TOOLS and PICO_TOOLS."""
    if chip is Chip.RP2040:
        arm = ["arm-none-eabi-gcc", "make", *(["node"] if emulator else [])]
        lacking = [tool for tool in arm if shutil.which(tool) is None]
        return lacking + (["rp2040js"] if emulator and _rp2040js() is None else [])
    wanted = ["avr-gcc", "make", *(["cc"] if emulator else [])]
    missing = [tool for tool in wanted if shutil.which(tool) is None]
    return missing + (["libsimavr"] if emulator and not _SIMAVR.exists() else [])


def build(
    table: str,
    *,
    dice: int | None = None,
    sides: int | None = None,
    emulator: bool = False,
    chip: Chip = Chip.ATMEGA328P,
) -> FirmwareBuild:
    """Build the firmware for this pin table of ``chip``, with ``emulator`` also what runs it.

    ``dice`` (1 to 4) and ``sides`` (2 to 20) are for a table that leaves them open, as digits does.

    Raises Fault: BX507 there is no such table, BX508 a tool is missing, BX509 it does not build.
    """
    _check_table(table, chip)
    missing = missing_tools(emulator, chip)
    if missing:
        tools = PICO_TOOLS if chip is Chip.RP2040 else TOOLS
        raise Fault(
            "BX508",
            tr(
                "{missing} is missing; install it: {tools}", missing=", ".join(missing), tools=tools
            ),
        )
    chosen = {"DICE": dice, "SIDES": sides}
    defines = {name: str(value) for name, value in chosen.items() if value is not None}
    _check_open(table, defines, chip)
    kept = _cache() / f"firmware-{fingerprint(table, chip, defines)}"
    ending = "uf2" if chip is Chip.RP2040 else "hex"
    built = FirmwareBuild(table, kept / f"{table}.elf", kept / f"{table}.{ending}", chip=chip)
    if not built.image.exists():
        _make(kept, lambda place: _firmware(table, defines, place, chip))
    if not emulator:
        return built
    if chip is Chip.RP2040:
        return replace(built, emulator=_rp2040js())
    library = kept / f"{table}.so"
    if not library.exists():
        _make(kept, lambda place: _emulator(table, defines, place))
    return replace(built, emulator=library)


def _check_table(table: str, chip: Chip) -> None:
    if table not in tables(chip):
        known = ", ".join(tables(chip))
        raise Fault(
            "BX507",
            tr('there is no pin table "{table}"; known are {known}', table=table, known=known),
        )


def _rp2040js() -> Path | None:
    """The module of the emulator, where RP2040JS says or where ``make`` has put it."""
    named = os.environ.get(RP2040JS)
    folder = Path(named) if named else _FETCHED
    module = folder / "dist" / "esm" / "index.js"
    return module if module.exists() else None


def _pins(table: str, chip: Chip) -> Path:
    return SOURCES / "pins" / chip.value / f"{table}.h"


def _check_open(table: str, defines: Mapping[str, str], chip: Chip) -> None:
    source = _pins(table, chip).read_text()
    for name in defines:
        if f"#ifndef {name}\n" not in source:
            raise Fault(
                "BX509",
                tr(
                    "the pin table {table} has its own {name}; leave --{name} out, or take "
                    "the table digits, which leaves them open",
                    table=table,
                    name=name.lower(),
                ),
            )


def address_of(variable: str, built: FirmwareBuild) -> int:
    """Return the address of this variable of the firmware in the chip's memory.

    Raises Fault BX509 if there is no such variable.
    """
    lists, memory = (
        ("arm-none-eabi-nm", "(2[0-9a-f]{7})")
        if built.chip is Chip.RP2040
        else ("avr-nm", "00800([0-9a-f]{3})")
    )
    symbols = run_program([lists, str(built.elf)], _BUILD_SECONDS).output
    found = re.search(rf"^{memory} . {variable}(?:\.|$)", symbols, re.MULTILINE)
    if found is None:
        raise Fault(
            "BX509",
            tr(
                "the firmware {elf} has no {variable}; build it anew",
                elf=built.elf,
                variable=variable,
            ),
        )
    return int(found[1], 16)


def _firmware(table: str, defines: Mapping[str, str], place: Path, chip: Chip) -> None:
    chosen = [f"{name}={value}" for name, value in defines.items()]
    # make takes a path with a space for two paths: from a copy of the sources beside the target,
    # every path is relative and has none.
    with tempfile.TemporaryDirectory(dir=place) as copy:
        shutil.copytree(
            SOURCES,
            copy,
            ignore=shutil.ignore_patterns("build", "fuzz", "tests"),
            dirs_exist_ok=True,
        )
        target = f"../pico/{table}.bin" if chip is Chip.RP2040 else f"../{table}.hex"
        _run(["make", "-s", "-C", copy, "BUILD=..", *chosen, target])
    if chip is Chip.RP2040:
        made = place / "pico"
        (made / f"{table}.elf").replace(place / f"{table}.elf")
        image = sealed((made / f"{table}.bin").read_bytes())
        (place / f"{table}.uf2").write_bytes(to_uf2(image))
        shutil.rmtree(made)


def _emulator(table: str, defines: Mapping[str, str], place: Path) -> None:
    sources = sorted(str(path) for path in EMULATOR.glob("*.c"))
    pins = [f'-DPIN_TABLE="pins/{table}.h"', *(f"-D{name}={defines[name]}" for name in defines)]
    flags = ["-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC"]
    target = str(place / f"{table}.so")
    _run(["cc", *flags, *pins, f"-I{SOURCES}", *sources, "-o", target, "-lsimavr", "-lelf"])


def _make(kept: Path, build_into: Callable[[Path], None]) -> None:
    """Build in a temporary directory, then move each file: two programs may build at once."""
    try:
        kept.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=kept) as place:
            build_into(Path(place))
            for path in Path(place).iterdir():
                path.replace(kept / path.name)
    except OSError as error:
        raise Fault(
            "BX509",
            tr(
                "the firmware cannot be built in {kept} ({why}); make it a directory "
                "that this user can write to, or set XDG_CACHE_HOME to another",
                kept=kept,
                why=os_reason(error),
            ),
        ) from error


def _run(command: Sequence[str]) -> None:
    try:
        ended = run_program(command, _BUILD_SECONDS)
    except TimeoutError as error:
        raise Fault(
            "BX509",
            tr(
                "the firmware does not build within {seconds} seconds; end what keeps this "
                "machine busy, then try again",
                seconds=_BUILD_SECONDS,
            ),
        ) from error
    if ended.status != 0:
        lines = [line for line in ended.errors.splitlines() if "error" in line.lower()]
        why = lines[0] if lines else (ended.errors.strip() or tr("no reason was given"))
        raise Fault(
            "BX509",
            tr("the firmware does not build: {why}; mend its source or its pin table", why=why),
        )


def _cache() -> Path:
    home = os.environ.get("XDG_CACHE_HOME")
    return (Path(home).absolute() if home else Path(usual_folder("cache"))) / "boxctl"


def fingerprint(table: str, chip: Chip, defines: Mapping[str, str] = _NOTHING) -> str:
    """Hash every source, but of the pin tables only this one, and what was chosen beside it."""
    digest = hashlib.sha256(repr((chip.name, sorted(defines.items()))).encode())
    ours = [
        *SOURCES.glob("*.[chS]"),
        *SOURCES.glob("*.ld"),
        SOURCES / "Makefile",
        _pins(table, chip),
    ]
    for path in sorted([*ours, *EMULATOR.glob("*.[ch]")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


_DEFINITION = re.compile(r"^#define (\w+) (.*)$", re.MULTILINE)
_PIN = re.compile(r"\b(?:[AD]|GP)\d+\b")


@frozen_dataclass
class RegisterChain:
    """The three pins that a chain of shift registers hangs on."""

    latch: str
    clock: str
    data: str


ON_CONVERTER = ("A6", "A7")
"""The pins of a Nano that only its converter reads."""


@frozen_dataclass
class PinTable:
    """The pins of a board, named as on it: ``D2``, ``A0``, ``GP4``. What it does not have is empty.

    ``buttons`` are by their names in box.toml. ``dice`` has four pins of each die on lamps: the
    middle, one diagonal, the other, and the left and right of the middle.
    """

    name: str
    buttons: dict[str, str]
    sensors: tuple[str, ...]
    sensor_chain: RegisterChain | None
    lamps: tuple[str, ...]
    lamp_chain: RegisterChain | None
    dice: tuple[tuple[str, ...], ...]
    segments: tuple[str, ...]
    digits: tuple[str, ...]
    chip: Chip = Chip.ATMEGA328P

    @property
    def needs_nano(self) -> bool:
        """Whether it has a button on a pin that an Uno lacks."""
        return any(pin in ON_CONVERTER for pin in self.buttons.values())


def read_pin_table(name: str, chip: Chip = Chip.ATMEGA328P) -> PinTable:
    """Read the table ``name``. Raises Fault BX507 if this chip has none of that name."""
    _check_table(name, chip)
    text = _pins(name, chip).read_text(encoding="utf-8")
    pins = {key: tuple(_PIN.findall(value)) for key, value in _DEFINITION.findall(text)}
    lit = pins.get("FACE_LAMPS", ())
    return PinTable(
        name=name,
        buttons={
            button: pins[f"{button.upper()}_BUTTON"][0]
            for button in ("confirm", "new", "roll")
            if f"{button.upper()}_BUTTON" in pins
        },
        sensors=pins.get("TILE_PINS", ()),
        sensor_chain=_chain(pins, "TILE_LOAD", "TILE_CLOCK", "TILE_DATA"),
        lamps=pins.get("LAMP_PINS", ()),
        lamp_chain=_chain(pins, "LAMP_LATCH", "LAMP_CLOCK", "LAMP_DATA"),
        dice=tuple(lit[first : first + 4] for first in range(0, len(lit), 4)),
        segments=pins.get("SEGMENTS", ()),
        digits=pins.get("DIGITS", ()),
        chip=chip,
    )


def printed_contacts(name: str, tiles: int, buttons: Collection[str]) -> dict[str | int, str]:
    """Return where the contacts of the board of this name are, as printed on it: ``D8``, ``A6``.

    Tiles are by their numbers. A lever on shift registers has no pin, and is left out. Empty if
    there is no such table, or if two chips have one alike: then the name does not say which it is.
    """
    table = name.replace(" ", "_")
    there = [read_pin_table(table, chip) for chip in Chip if table in tables(chip)]
    meant = [each for each in there
             if {*each.buttons} == {*buttons} and len(each.sensors) in (0, tiles)]  # fmt: skip
    if len(meant) != 1:
        return {}
    printed: dict[str | int, str] = dict(enumerate(meant[0].sensors, start=1))
    printed.update(meant[0].buttons.items())
    return printed


def _chain(pins: dict[str, tuple[str, ...]], *names: str) -> RegisterChain | None:
    if names[0] not in pins:
        return None
    latch, clock, data = (pins[name][0] for name in names)
    return RegisterChain(latch, clock, data)
