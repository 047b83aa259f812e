"""The real firmware on its emulated chip: round trips and changes of levers beside what 115,200
baud allows, and what the firmware takes of the chip. Virtual time: the same on every machine.
"""

from __future__ import annotations

import subprocess

from firmware_bridge.build_firmware import TOOLS, build, missing_tools, tables
from firmware_bridge.link.frames import encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.messages import Ask, Change, State, to_payload
from tests.support.firmware.probed_chip import ProbedChip

BYTES_A_SECOND = 11_520
SECOND = 1_000_000
ROUND_TRIPS = 200
CHANGES = 32
"""As many as the firmware holds."""


def report() -> str:
    """Return the figures: speeds, and sizes in bytes."""
    missing = missing_tools()
    if missing:
        return f"firmware: not measured, {', '.join(missing)} is missing: {TOOLS}"
    return f"{_speed()}\n{_size()}"


def _speed() -> str:
    bench = _Bench()
    trip, least_trip = bench.round_trip()
    changes, most_changes = bench.changes()
    return (
        f"firmware: {ROUND_TRIPS} round trips of Ask and State, {trip * 1000:.2f} ms each, "
        f"{trip / least_trip:.2f} times what the bytes take at 115,200 baud; {changes:.0f} changes "
        f"of levers a second, {changes / most_changes:.2f} of what the line can carry"
    )


def _size() -> str:
    sizes = []
    for table in tables():
        told = subprocess.run(
            ["avr-size", str(build(table).elf)], capture_output=True, text=True, check=True
        )
        text, data, bss = map(int, told.stdout.splitlines()[1].split()[:3])
        sizes.append(f"{table} {text + data} of 32256 bytes flash, {data + bss} of 2048 memory")
    return f"firmware: {'; '.join(sizes)}"


class _Bench:
    """A box of nine tiles that is greeted, on a line without noise."""

    def __init__(self) -> None:
        self._chip = ProbedChip(build("small_box", emulator=True), seed=1)
        self._link = HostLink(0, session=1)
        self._changes: list[int] = []
        self._run(3 * SECOND)

    def round_trip(self) -> tuple[float, float]:
        """Return the seconds from an Ask's first byte to its State's last, and the least ever."""
        hello = self._link.hello
        assert hello is not None
        asked = encode(to_payload(Ask(hello.boot)))
        answered = len(encode(to_payload(State(1, 0, 0, 0, 0, 0, 0, 0))))
        began = self._chip.now
        for _ in range(ROUND_TRIPS):
            self._chip.hear(asked)
            said = b""
            while said.count(b"\n") < 2:
                said += self._chip.run(self._chip.now + SECOND)
        trip = (self._chip.now - began) / SECOND / ROUND_TRIPS
        return trip, (len(asked) + answered) / BYTES_A_SECOND

    def changes(self) -> tuple[float, float]:
        """Return how many changes come a second when many wait, and how many the line can carry."""
        self._link.line_up(self._chip.now)
        for move in range(CHANGES):
            self._chip.contact(1, move % 2 == 0)
            self._chip.run_for(20_000)
        self._changes.clear()
        self._run(SECOND)
        assert len(self._changes) == CHANGES
        frame = len(encode(to_payload(Change(1, 1, 0, 1, 1))))
        took = (self._changes[-1] - self._changes[0]) / SECOND
        return (CHANGES - 1) / took, BYTES_A_SECOND / frame

    def _run(self, us: int) -> None:
        end = self._chip.now + us
        while self._chip.now < end:
            due = self._link.next_deadline()
            until = end if due is None else max(due, self._chip.now + 50)
            said = self._chip.run(min(end, until))
            for news in self._link.receive(said, self._chip.now):
                if isinstance(news.what, Change):
                    self._changes.append(self._chip.now)
            self._chip.hear(self._link.outgoing(self._chip.now))
