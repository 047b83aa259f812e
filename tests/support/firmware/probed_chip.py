"""An emulated chip, with what only tests and benches do to one."""

from __future__ import annotations

import ctypes

from firmware_bridge.emulator.chip import EmulatedChip
from firmware_bridge.emulator.chip_pico import EmulatedPico


class ProbedChip(EmulatedChip):
    """A chip whose memory, watchdog and boot loader can be tampered with."""

    def run_for(self, us: int) -> bytes:
        """Run for ``us`` microseconds; return all that was sent. Raises ChipCrashed."""
        end = self.now + us
        said = b""
        while self.now < end:
            said += self.run(end)
        return said

    def run_until_changed(self, at: int, until: int) -> bytes:
        """Run until this time, or until the byte of its RAM at this address has changed.

        It stops right after the instruction that changed it, where an interrupt may come. Returns
        what was sent. Raises ChipCrashed.
        """
        self._library.chip_watch(self._chip, at)
        said, before = b"", self.read_memory(at, 1)
        while self.now < until and self.read_memory(at, 1) == before:
            said += self.run(until)
        self._library.chip_watch(self._chip, 0)
        return said

    def put_loader(self) -> None:
        """Install the boot loader of an Uno, from the next reset on."""
        self._library.chip_put_loader(self._chip)

    def watchdog_off(self, cycles: int) -> None:
        """Make the watchdog tick ``cycles`` of the crystal later than every 16 ms.

        A cycle is a sixteenth of a microsecond. By default it is up to a tenth early or late, as
        real chips differ.
        """
        self._library.chip_watchdog_off(self._chip, cycles)

    def write_memory(self, at: int, content: bytes) -> None:
        """Overwrite its RAM behind the firmware's back."""
        memory = ctypes.create_string_buffer(content, len(content))
        self._library.chip_memory(self._chip, at, memory, len(content), True)

    @property
    def memory_left(self) -> int:
        """Bytes between variables and stack never touched since power-on."""
        return int(self._library.chip_memory_left(self._chip))


class ProbedPico(EmulatedPico):
    """An RP2040 whose memory and flash can be tampered with."""

    def run_for(self, us: int) -> bytes:
        """Run for ``us`` microseconds; return all that was sent. Raises ChipCrashed."""
        end = self.now + us
        said = b""
        while self.now < end:
            said += self.run(end)
        return said

    def run_until_changed(self, at: int, until: int) -> bytes:
        """Run until this time, or until the byte of its RAM at this address has changed."""
        said, before = b"", self.read_memory(at, 1)
        while self.now < until and self.read_memory(at, 1) == before:
            self._ask("watch", at)
            said += self.run(until)
        return said

    def watchdog_off(self, cycles: int) -> None:
        """Make the ring tick so many sixteenths of a microsecond later than every 16 ms."""
        self._ask("late", cycles / 16)

    def write_memory(self, at: int, content: bytes) -> None:
        """Overwrite its RAM behind the firmware's back."""
        self._ask("setMemory", at, content.decode("latin-1"))

    @property
    def memory_left(self) -> int:
        """Bytes of the stack never touched since power-on."""
        return int(self._ask("memoryLeft"))

    def open(self, is_open: bool) -> None:
        """Have the host open its port, or close it."""
        self._ask("open", is_open)

    @property
    def descriptors(self) -> bytes:
        """What it has told the host of its configuration."""
        return bytes(self._ask("told"))

    def string(self, which: int) -> str:
        """Ask it for one of the texts by which it describes itself."""
        self._ask("askString", which)
        self.run_for(5_000)
        told = bytes(self._ask("toldString"), "latin-1")
        assert told[0] == len(told) and told[1] == 3
        return told[2:].decode("utf-16-le")

    def device(self) -> bytes:
        """Ask it for its description as a device."""
        self._ask("askDevice")
        self.run_for(5_000)
        return bytes(self._ask("toldString"), "latin-1")

    def flash_number(self, number: bytes) -> None:
        """Solder another flash to it, with this number, from its next start on."""
        self._ask("setFlashNumber", number.decode("latin-1"))

    def cut_power_after(self, changes: int) -> None:
        """Switch it off and on once so many more bytes of flash have changed."""
        self._ask("cutAfter", changes)

    @property
    def is_erasing(self) -> bool:
        """Whether a sector of its flash is erased now."""
        return bool(self._ask("isErasing"))

    @property
    def cuts(self) -> int:
        """How often that has happened."""
        return int(self._ask("cuts"))
