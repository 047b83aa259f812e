"""The real firmware on an emulated chip, linked to a host, in virtual time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware_bridge.build_firmware import PICO_TOOLS, TOOLS, Chip, build, missing_tools
from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.link.events import Gap
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import Health, Order
from firmware_bridge.protocol.messages import (
    Change,
    DefectReport,
    Hello,
    NoiseSamples,
    State,
    Throw,
)
from tests.support.firmware.probed_chip import ProbedChip, ProbedPico

needs_avr = pytest.mark.skipif(
    bool(missing_tools()), reason=f"{', '.join(missing_tools())} is missing: {TOOLS}"
)

needs_pico = pytest.mark.skipif(
    bool(missing_tools(chip=Chip.RP2040)),
    reason=f"{', '.join(missing_tools(chip=Chip.RP2040))} is missing: {PICO_TOOLS}",
)

BOTH_CHIPS = [
    pytest.param(Chip.ATMEGA328P, marks=needs_avr, id="uno"),
    pytest.param(Chip.RP2040, marks=needs_pico, id="pico"),
]
"""To parametrize over."""

SECOND = 1_000_000
WARM_UP = 25 * SECOND
"""Until the noise has passed its start-up tests."""

Noise = Callable[[bytes], bytes]


def quiet(data: bytes) -> bytes:
    return data


class Bench:
    """A chip and its host on a line; ``got``, ``changes`` and so on are what the host was given."""

    def __init__(
        self,
        table: str,
        seed: int | None = 1,
        noise: Noise = quiet,
        *,
        dice: int | None = None,
        sides: int | None = None,
        chip: Chip = Chip.ATMEGA328P,
    ) -> None:
        self.built = build(table, dice=dice, sides=sides, emulator=True, chip=chip)
        probed = ProbedPico if chip is Chip.RP2040 else ProbedChip
        self.chip: ProbedChip | ProbedPico = probed(self.built, seed)
        self.host = HostLink(0, session=5)
        self.noise = noise
        self.plugged = True
        self.got: list[Throw] = []
        self.changes: list[Change] = []
        self.missed: list[Gap] = []
        self.hellos: list[Hello] = []
        self.carried: list[CommandOutcome] = []
        self.states: list[State] = []
        self.defects = 0
        self.samples: list[tuple[int, bytes]] = []

    @property
    def now(self) -> int:
        return self.chip.now

    def pass_time(self, us: int) -> None:
        """Let both ends run for ``us`` microseconds."""
        end = self.now + us
        while self.now < end:
            self.step(end)

    def step(self, end: int) -> None:
        """Run until a line has been said or the host has something to say."""
        due = self.host.next_deadline() if self.plugged else None
        until = end if due is None else min(end, max(due, self.now + 50))
        said = self.chip.run(until)
        if not self.plugged:
            return
        for news in self.host.receive(self.noise(said), self.now):
            self._take(news.what)
        self.host.fell_silent(self.now)
        due_now = self.host.outgoing(self.now)
        if due_now:
            self.chip.hear(self.noise(due_now))

    def warm_up(self) -> None:
        """Run until throws are given."""
        end = self.now + 2 * WARM_UP
        while not self.states or self.states[-1].health != Health.GOOD:
            self.pass_time(SECOND)
            assert self.now < end, "the noise never passes its tests"

    def roll(self, count: int = 0) -> Throw:
        """Ask for a throw and wait for it."""
        before = len(self.got)
        self.host.orders.give(Order.ROLL, count)
        end = self.now + 30 * SECOND
        while len(self.got) == before:
            self.step(self.now + SECOND)
            assert self.now < end, "no throw comes"
        return self.got[-1]

    def unplug(self) -> None:
        self.plugged = False
        self.chip.forget_heard()

    def plug_in(self) -> None:
        self.plugged = True
        self.host.line_up(self.now)

    def _take(self, what: object) -> None:
        match what:
            case Throw() as throw:
                self.got.append(throw)
            case Change() as change:
                self.changes.append(change)
            case Gap() as missed:
                self.missed.append(missed)
            case Hello() as hello:
                self.hellos.append(hello)
            case CommandOutcome() as carried:
                self.carried.append(carried)
            case State() as state:
                self.states.append(state)
            case DefectReport(defects=defects):
                self.defects = defects
            case NoiseSamples(first=first, samples=samples):
                self.samples.append((first, samples))


def ageless(change: Change) -> Change:
    return replace(change, age=0)
