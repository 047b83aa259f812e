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
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

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
"""The command that installs every tool needed."""

_SIMAVR = Path("/usr/include/simavr/sim_avr.h")
_BUILD_SECONDS = 120


@frozen_dataclass
class FirmwareBuild:
    """The files of one build: ELF, hex file for avrdude, and the emulator's library."""

    table: str
    elf: Path
    hex: Path
    emulator: Path | None = None


def tables() -> list[str]:
    """Return the names of all pin tables."""
    return sorted(path.stem for path in (SOURCES / "pins").glob("*.h"))


def missing_tools(emulator: bool = True) -> list[str]:
    """Return the tools that are not installed; see TOOLS."""
    wanted = ["avr-gcc", "make", *(["cc"] if emulator else [])]
    missing = [tool for tool in wanted if shutil.which(tool) is None]
    return missing + (["libsimavr"] if emulator and not _SIMAVR.exists() else [])


def build(
    table: str, *, dice: int | None = None, sides: int | None = None, emulator: bool = False
) -> FirmwareBuild:
    """Build the firmware for this pin table, with ``emulator`` also the library that runs it.

    ``dice`` (1 to 4) and ``sides`` (2 to 20) are for a table that leaves them open, as digits does.

    Raises Fault: BX507 there is no such table, BX508 a tool is missing, BX509 it does not build.
    """
    if table not in tables():
        known = ", ".join(tables())
        raise Fault(
            "BX507",
            tr('there is no pin table "{table}"; known are {known}', table=table, known=known),
        )
    missing = missing_tools(emulator)
    if missing:
        raise Fault(
            "BX508",
            tr(
                "{missing} is missing; install it: {tools}", missing=", ".join(missing), tools=TOOLS
            ),
        )
    chosen = {"DICE": dice, "SIDES": sides}
    defines = {name: str(value) for name, value in chosen.items() if value is not None}
    _check_open(table, defines)
    kept = _cache() / f"firmware-{_fingerprint(table, defines)}"
    built = FirmwareBuild(table, kept / f"{table}.elf", kept / f"{table}.hex")
    if not built.hex.exists():
        _make(kept, lambda place: _firmware(table, defines, place))
    if not emulator:
        return built
    library = kept / f"{table}.so"
    if not library.exists():
        _make(kept, lambda place: _emulator(table, defines, place))
    return FirmwareBuild(table, built.elf, built.hex, library)


def _check_open(table: str, defines: Mapping[str, str]) -> None:
    source = (SOURCES / "pins" / f"{table}.h").read_text()
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
    symbols = run_program(["avr-nm", str(built.elf)], _BUILD_SECONDS).output
    found = re.search(rf"^00800([0-9a-f]{{3}}) . {variable}(?:\.|$)", symbols, re.MULTILINE)
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


def _firmware(table: str, defines: Mapping[str, str], place: Path) -> None:
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
        _run(["make", "-s", "-C", copy, "BUILD=..", *chosen, f"../{table}.hex"])


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


def _fingerprint(table: str, defines: Mapping[str, str]) -> str:
    """Hash every source, but of the pin tables only this one."""
    digest = hashlib.sha256(repr(sorted(defines.items())).encode())
    ours = [*SOURCES.glob("*.[ch]"), SOURCES / "Makefile", SOURCES / "pins" / f"{table}.h"]
    for path in sorted([*ours, *EMULATOR.glob("*.[ch]")]):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


_DEFINITION = re.compile(r"^#define (\w+) (.*)$", re.MULTILINE)
_PIN = re.compile(r"\b[AD]\d+\b")


@frozen_dataclass
class RegisterChain:
    """The three pins that a chain of shift registers hangs on."""

    latch: str
    clock: str
    data: str


@frozen_dataclass
class PinTable:
    """The pins of a board, named as on it: ``D2``, ``A0``. What it does not have is empty.

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


def read_pin_table(name: str) -> PinTable:
    """Read the table ``name``, one of :func:`~firmware_bridge.build_firmware.tables`."""
    text = (SOURCES / "pins" / f"{name}.h").read_text(encoding="utf-8")
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
    )


def _chain(pins: dict[str, tuple[str, ...]], *names: str) -> RegisterChain | None:
    if names[0] not in pins:
        return None
    latch, clock, data = (pins[name][0] for name in names)
    return RegisterChain(latch, clock, data)
