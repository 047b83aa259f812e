"""A chip that runs the firmware in virtual time, only while :meth:`run` is called."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from enum import IntEnum
from pathlib import Path

from firmware_bridge.build_firmware import FirmwareBuild, address_of
from firmware_bridge.protocol.constants import Task
from groundwork.faults import Fault
from groundwork.language import tr

CYCLES_A_US = 16
STORAGE_BYTES = 1024

_SAID_AT_ONCE = 4096

MARKED_TASK = 2
"""Offset of the task in the firmware's struct watchdog_mark."""


class Noise(IntEnum):
    """The quality of a source of noise."""

    GOOD = 0
    STUCK = 1
    BIASED = 2


class ChipCrashed(Exception):
    """The simulated firmware crashed, so the chip cannot go on."""


class WiredChip(ABC):
    """The contacts of an emulated chip: all open at first."""

    _contacts = 0

    @abstractmethod
    def _wire(self, contacts: int) -> None:
        """Have the pins show these contacts: bit 0 is tile 1."""

    def contact(self, contact: int, on: bool) -> None:
        """Open or shut a tile (1 to 24), or press or release a button (``constants.Contact``)."""
        bit = 1 << (contact - 1)
        self.contacts = self._contacts | bit if on else self._contacts & ~bit

    @property
    def contacts(self) -> int:
        """All contacts: bit 0 is tile 1."""
        return self._contacts

    @contacts.setter
    def contacts(self, on: int) -> None:
        self._contacts = on
        self._wire(on)


class EmulatedChip(WiredChip):
    """An ATmega328P with erased EEPROM, just switched on. Times are its microseconds.

    The same ``seed`` gives the same noise and so the same run; None takes noise from the system.
    Not thread-safe. Raises Fault BX509 if the firmware cannot be loaded, ValueError if it was built
    without its emulator.
    """

    def __init__(self, built: FirmwareBuild, seed: int | None = None) -> None:
        if built.emulator is None:
            raise ValueError("this firmware was built without its emulator")
        self._built = built
        self._library = _loaded(built.emulator)
        self._chip = self._library.chip_new(
            str(built.elf).encode(), seed is not None, (seed or 0) % 2**64
        )
        if not self._chip:
            raise Fault(
                "BX509", tr("the firmware {elf} cannot be loaded; build it anew", elf=built.elf)
            )
        self._said = ctypes.create_string_buffer(_SAID_AT_ONCE)

    def close(self) -> None:
        """Free its memory. Call nothing else afterwards."""
        self._library.chip_free(self._chip)
        self._chip = None

    @property
    def now(self) -> int:
        """Microseconds since it was made; resets do not restart them."""
        return int(self._library.chip_now(self._chip)) // CYCLES_A_US

    def run(self, until: int) -> bytes:
        """Run until this time, or until a line has been sent; return what was sent.

        Raises ChipCrashed.
        """
        if not self._library.chip_run(self._chip, until * CYCLES_A_US):
            raise ChipCrashed
        length = self._library.chip_said(self._chip, self._said, _SAID_AT_ONCE)
        return self._said.raw[:length]

    def hear(self, data: bytes) -> None:
        """Send it these bytes at the speed of the line."""
        self._library.chip_hear(self._chip, data, len(data))

    def forget_heard(self) -> None:
        """Drop the bytes under way to it, as when the line is cut."""
        self._library.chip_forget_heard(self._chip)

    def reset(self, *, power: bool = False) -> None:
        """Pull the reset pin, or with ``power`` switch it off and on, which clears its RAM."""
        self._library.chip_reset(self._chip, power)

    def hang(self) -> None:
        """Hang the firmware until its watchdog resets it."""
        self._library.chip_hang(self._chip)

    def hang_in(self, task: Task, *, deaf: bool = False) -> None:
        """Hang it when it next does ``task``. Interrupts are still served unless it is ``deaf``."""
        at = address_of("watchdog_mark", self._built) + MARKED_TASK
        self._library.chip_hang_when(self._chip, at, task, deaf)

    def noise(self, *, watchdog: Noise = Noise.GOOD, converter: Noise = Noise.GOOD) -> None:
        """Set the quality of the two sources of noise."""
        self._library.chip_noise(self._chip, watchdog, converter)

    def _wire(self, contacts: int) -> None:
        self._library.chip_contacts(self._chip, contacts)

    @property
    def lamps(self) -> int:
        """The tiles whose lamps are lit: bit 0 is tile 1."""
        return int(self._library.chip_lamps(self._chip))

    def face(self, which: int) -> int:
        """Return the lamps of a die, or the segments of a digit, counted from 0; see faces.h."""
        return int(self._library.chip_face(self._chip, which))

    @property
    def storage(self) -> bytes:
        """The content of its EEPROM."""
        memory = ctypes.create_string_buffer(STORAGE_BYTES)
        self._library.chip_storage(self._chip, memory, False)
        return memory.raw

    @storage.setter
    def storage(self, content: bytes) -> None:
        memory = ctypes.create_string_buffer(content, STORAGE_BYTES)
        self._library.chip_storage(self._chip, memory, True)

    def read_memory(self, at: int, length: int) -> bytes:
        """Return ``length`` bytes of its RAM from this address on."""
        memory = ctypes.create_string_buffer(length)
        self._library.chip_memory(self._chip, at, memory, length, False)
        return memory.raw


def _loaded(path: Path) -> ctypes.CDLL:
    library = ctypes.CDLL(str(path))
    chip, number, yes = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_bool
    word, byte = ctypes.c_uint32, ctypes.c_uint8
    functions: dict[str, tuple[type | None, list[type]]] = {
        "chip_new": (chip, [ctypes.c_char_p, yes, number]),
        "chip_free": (None, [chip]),
        "chip_now": (number, [chip]),
        "chip_run": (yes, [chip, number]),
        "chip_said": (word, [chip, ctypes.c_char_p, word]),
        "chip_watch": (None, [chip, ctypes.c_uint16]),
        "chip_hear": (word, [chip, ctypes.c_char_p, word]),
        "chip_forget_heard": (None, [chip]),
        "chip_reset": (None, [chip, yes]),
        "chip_put_loader": (None, [chip]),
        "chip_hang": (yes, [chip]),
        "chip_hang_when": (None, [chip, ctypes.c_uint16, byte, yes]),
        "chip_noise": (None, [chip, ctypes.c_int, ctypes.c_int]),
        "chip_watchdog_off": (None, [chip, ctypes.c_int]),
        "chip_contacts": (None, [chip, word]),
        "chip_lamps": (word, [chip]),
        "chip_face": (byte, [chip, byte]),
        "chip_storage": (None, [chip, ctypes.c_char_p, yes]),
        "chip_memory": (
            None,
            [chip, ctypes.c_uint16, ctypes.c_char_p, ctypes.c_uint16, yes],
        ),
        "chip_memory_left": (ctypes.c_uint16, [chip]),
    }
    for name, (result, arguments) in functions.items():
        function = getattr(library, name)
        function.restype = result
        function.argtypes = arguments
    return library
