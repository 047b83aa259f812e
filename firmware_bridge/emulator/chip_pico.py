"""An RP2040 that runs the firmware in virtual time, in a process of node with rp2040js."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from firmware_bridge.build_firmware import FirmwareBuild, RegisterChain, address_of, read_pin_table
from firmware_bridge.emulator.chip import MARKED_TASK, ChipCrashed, Noise, WiredChip
from firmware_bridge.protocol.constants import Task
from groundwork.system.programs import start_that_answers

_REQUEST_US = 2_000
_PROGRAM = Path(__file__).with_name("pico.mjs")


class EmulatedPico(WiredChip):
    """An RP2040 whose log is empty, just switched on. It is used like an EmulatedChip.

    Its ring oscillator is made up: rp2040js has none. Raises ValueError if it was built without its
    emulator.
    """

    def __init__(self, built: FirmwareBuild, seed: int | None = None) -> None:
        if built.emulator is None:
            raise ValueError("this firmware was built without its emulator")
        self._built = built
        given = [_wires(built), json.dumps(seed)]
        self._node = start_that_answers(
            ["node", str(_PROGRAM), str(built.emulator), str(built.image), *given]
        )
        self._now = 0

    def close(self) -> None:
        """End its process. Call nothing else afterwards."""
        with self._node:
            pass

    def __del__(self) -> None:
        self._node.kill()
        self.close()

    @property
    def now(self) -> int:
        """Microseconds since it was made; resets do not restart them."""
        return self._now

    def run(self, until: int) -> bytes:
        """Run until this time, or until a line has been sent; return what was sent.

        Raises ChipCrashed, which says what the chip has met that it has not.
        """
        now, said = self._ask("run", until)
        # A microsecond that has begun has not passed.
        self._now = max(int(now), min(until, -int(-now // 1)))
        return bytes(said, "latin-1")

    def hear(self, data: bytes) -> None:
        """Send it these bytes at the speed of the line."""
        self._ask("hear", data.decode("latin-1"))

    def forget_heard(self) -> None:
        """Drop the bytes under way to it, as when the line is cut."""
        self._ask("forget")

    def reset(self, *, power: bool = False) -> None:
        """Pull the reset pin, or with ``power`` switch it off and on, which clears its RAM."""
        self._ask("reset", power)

    def hang(self) -> None:
        """Hang the firmware until its watchdog resets it."""
        self._ask("hang")

    def hang_in(self, task: Task, *, deaf: bool = False) -> None:
        """Hang it when it next does ``task``. Interrupts are still served unless it is ``deaf``."""
        self._ask("hangWhen", address_of("watchdog_mark", self._built) + MARKED_TASK, task, deaf)

    def noise(self, *, watchdog: Noise = Noise.GOOD, converter: Noise = Noise.GOOD) -> None:
        """Set the quality of its noise, the ring oscillator's; it takes none from its converter."""
        del converter
        self._ask("noise", watchdog)

    def ring_stops(self, stops: bool = True) -> None:
        """Have the ring oscillator stop, or go on."""
        self._ask("dead", stops)

    def _wire(self, contacts: int) -> None:
        self._ask("contacts", contacts)

    def close_at_1200(self) -> None:
        """Have the host set its port to 1200 bits a second and close it: it becomes a drive.

        Nothing happens before the host has found out what is at its port.
        """
        if self._ask("speed", 1200):
            self.run(self.now + _REQUEST_US)
            self._ask("open", False)

    @property
    def is_drive(self) -> bool:
        """Whether it is the drive of its boot ROM, which takes a new firmware."""
        return bool(self._ask("isDrive"))

    def load(self, uf2: bytes) -> None:
        """Have this file copied to it while it is a drive; it then starts the firmware."""
        self._ask("load", uf2.decode("latin-1"))

    @property
    def lamps(self) -> int:
        """The tiles whose lamps are lit: bit 0 is tile 1."""
        return int(self._ask("lamps"))

    def face(self, which: int) -> int:
        """Tell the lamps of a die, or the segments of a digit, counted from 0; see faces.h."""
        return int(self._ask("face", which))

    @property
    def storage(self) -> bytes:
        """What its log of throws has in flash."""
        return bytes(self._ask("storage"), "latin-1")

    @storage.setter
    def storage(self, content: bytes) -> None:
        self._ask("setStorage", content.decode("latin-1"))

    def read_memory(self, at: int, length: int) -> bytes:
        """Read ``length`` bytes of its RAM from this address on."""
        return bytes(self._ask("memory", at, length), "latin-1")

    def _ask(self, *order: object) -> Any:
        """Give an order and wait for its answer. Raises ChipCrashed."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.write(json.dumps(order).encode() + b"\n")
        self._node.stdin.flush()
        line = self._node.stdout.readline()
        answer = json.loads(line) if line else {"crashed": "node has ended"}
        if "crashed" in answer:
            raise ChipCrashed(answer["crashed"])
        return answer["answer"]


def _wires(built: FirmwareBuild) -> str:
    """The pin table for node, with pins as numbers."""

    def numbers(pins: tuple[str, ...]) -> list[int]:
        return [int(pin[2:]) for pin in pins]

    def chain(of: RegisterChain | None) -> dict[str, int] | None:
        if of is None:
            return None
        return dict(
            zip(("latch", "clock", "data"), numbers((of.latch, of.clock, of.data)), strict=True)
        )

    table = read_pin_table(built.table, built.chip)
    return json.dumps(
        {
            "buttons": dict(
                zip(table.buttons, numbers(tuple(table.buttons.values())), strict=True)
            ),
            "sensors": numbers(table.sensors),
            "sensorChain": chain(table.sensor_chain),
            "lamps": numbers(table.lamps),
            "lampChain": chain(table.lamp_chain),
            "dice": [numbers(die) for die in table.dice],
            "segments": numbers(table.segments),
            "digits": numbers(table.digits),
        }
    )
