"""Throws and lever changes of the real firmware, over a line that damages what passes, through
resets, hangs, power cuts and pulled cables: each once and in order, or told as missed, and none
altered.

What really happened is read from the chip's own memory, behind the protocol's back.
"""

from __future__ import annotations

import random
import struct
from collections import Counter
from itertools import pairwise

import pytest

from firmware_bridge.build_firmware import SOURCES, Chip, FirmwareBuild, address_of, build
from firmware_bridge.link.events import Gap
from firmware_bridge.link.frames import crc16
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import Cause, Health, Order
from firmware_bridge.protocol.messages import Change, Hello, State, Throw
from tests.support.firmware.emulated import BOTH_CHIPS, SECOND, WARM_UP
from tests.support.firmware.noisy_line import NoisyLine
from tests.support.firmware.probed_chip import ProbedChip, ProbedPico
from tests.support.soak import LONG, SOAK

COUNT = 10_000 if LONG else 150 * SOAK
"""Throws, and lever changes, at least, of one storm."""

STORMS = range(11, 11 + max(1, SOAK // 10))
"""Their seeds: a hundred times longer they are ten, of 100,000 throws and changes."""

MISFORTUNE = 0.02 if LONG else 0.1
"""How often, in each round of a throw and some levers, something happens."""

MISFORTUNES = {
    "other rates of damage": 100,
    "resets": 20,
    "hangs": 13,
    "pulled cables": 20,
    "restarts of the host": 13,
    "losses of power": 1,
}
"""What may happen, and how often beside each other."""

RECORDS_AT, RECORD, RECORDS = 12 + 16 * 6, 12, 64
HELD, ENTRY, COUNTS = 32, 12, 18
APART = {Chip.ATMEGA328P: 18, Chip.RP2040: 20}
"""From one copy of the counts of changes to the next."""

CELLS = RECORDS_AT + RECORD * RECORDS

CHANGES = {Chip.ATMEGA328P: 1, Chip.RP2040: 3}
"""Changes of levers for each throw, at least: a link over USB is quicker."""


def is_whole(kept: bytes) -> bool:
    """Whether its checksum, at the end, is right."""
    return crc16(kept[:-2]) ^ 0xFFFF == int.from_bytes(kept[-2:], "little")


class Truth:
    """What the chip has thrown and numbered, from its lasting memory and its other one."""

    def __init__(self, built: FirmwareBuild, chip: ProbedChip | ProbedPico) -> None:
        self._chip = chip
        self._changes_at = address_of("changes", built)
        self._apart = APART[built.chip]
        # Flash tells only after many steps which cells it has: the firmware has them in memory.
        self._cells_at = address_of("cells", built) if built.chip is Chip.RP2040 else None
        self.throws: dict[int, tuple[int, ...]] = {}
        self.changes: dict[tuple[int, int], tuple[int, int]] = {}

    def look(self) -> None:
        """Look at what there is; often enough that nothing is written over unseen."""
        storage = (
            self._chip.storage
            if self._cells_at is None
            else self._chip.read_memory(self._cells_at, CELLS)
        )
        for at in range(RECORDS_AT, RECORDS_AT + RECORDS * RECORD, RECORD):
            record = storage[at : at + RECORD]
            serial, count = struct.unpack(">IB", record[1:6])
            if record[0] in (0xFF, 0x0F) and serial != 0xFFFF_FFFF:
                shown = tuple(record[6 : 6 + count])
                assert self.throws.setdefault(serial, shown) == shown
        memory = self._chip.read_memory(self._changes_at, HELD * ENTRY + 2 * self._apart + 1)
        newest = memory[HELD * ENTRY + self._apart * (memory[-1] & 1) :][:COUNTS]
        if not is_whole(newest):
            return  # The chip has just begun, and this memory is still rubbish.
        series, first, following = struct.unpack_from("<III", newest)
        for number in range(max(first - HELD, following - HELD, 1), following):
            entry = memory[number % HELD * ENTRY :][:ENTRY]
            held = struct.unpack_from("<IIBB", entry)
            if held[0] == number and is_whole(entry):
                assert self.changes.setdefault((series, number), held[2:]) == held[2:]


class Storm:
    """A box of nine tiles and its host, on a bad line, in rough hands."""

    def __init__(self, seed: int, chip: Chip) -> None:
        self.chance = random.Random(seed)
        built = build("small_box", emulator=True, chip=chip)
        probed = ProbedPico if chip is Chip.RP2040 else ProbedChip
        self.chip: ProbedChip | ProbedPico = probed(built, seed)
        self.truth = Truth(built, self.chip)
        self.host = HostLink(0, session=1)
        self.to_host = NoisyLine(self.chance)
        self.to_chip = NoisyLine(self.chance)
        self.plugged_at = 0
        self.got: list[Throw] = []
        self.changes: list[Change] = []
        self.missed: list[Gap] = []
        self.state: State | None = None
        self.in_step: State | None = None
        self.boots = 0
        self.bitten: set[int] = set()
        self.misfortunes: Counter[str] = Counter()

    def run(self, us: int) -> None:
        end = self.chip.now + us
        while self.chip.now < end:
            self.step(end)

    def step(self, end: int) -> None:
        plugged = self.chip.now >= self.plugged_at
        dues = [self.to_host.next(), self.to_chip.next()]
        dues.append(self.host.next_deadline() if plugged else self.plugged_at)
        soonest = min(due for due in dues if due is not None)
        said = self.chip.run(min(end, max(soonest, self.chip.now + 50)))
        now = self.chip.now
        if not plugged:
            return
        self.to_host.put(said, now)
        for news in self.host.receive(self.to_host.take(now), now):
            self.take(news.what)
        self.host.fell_silent(now)
        self.to_chip.put(self.host.outgoing(now), now)
        self.chip.hear(self.to_chip.take(now))

    def take(self, what: object) -> None:
        match what:
            case Throw() as throw:
                self.got.append(throw)
            case Change() as change:
                self.changes.append(change)
            case Gap() as missed:
                self.missed.append(missed)
            case Hello() as hello:
                self.boots += 1
                if hello.cause == Cause.WATCHDOG:
                    self.bitten.add(hello.boot)
            case State() as state:
                self.state = state
                if self.host.holds_all_of(state):
                    self.in_step = state

    def misfortune(self) -> None:
        """Something that happens now and then."""
        what = self.chance.choices(list(MISFORTUNES), list(MISFORTUNES.values()))[0]
        self.misfortunes[what] += 1
        match what:
            case "resets":
                self.chip.reset()
            case "hangs":
                self.chip.hang()
            case "pulled cables":
                self.unplug(self.chance.choice([20_000, 300_000, 2_000_000, 7_000_000]))
            case "restarts of the host":
                # The host's program starts again, and has its journal.
                series = self.got[-1].series if self.got else 1
                seen = {series: self.got[-1].serial} if self.got else {}
                changes = (self.changes[-1].series, self.changes[-1].number)
                session = self.chance.randrange(1, 2**32)
                self.host = HostLink(self.chip.now, seen, session, changes)
                self.to_host.cut()
            case "losses of power":
                self.truth.look()
                self.chip.reset(power=True)
                self.run(WARM_UP)
            case _:
                self.to_host.rate = self.to_chip.rate = self.chance.choice([0, 0.001, 0.003, 0.01])

    def unplug(self, us: int) -> None:
        self.plugged_at = self.chip.now + us
        self.chip.forget_heard()
        self.to_host.cut()
        self.to_chip.cut()
        self.host.line_up(self.plugged_at)

    def tally(self) -> str:
        """What has happened, in words."""
        happened = ", ".join(f"{times} {what}" for what, times in self.misfortunes.items())
        line = self.to_host.hits + self.to_chip.hits
        return (
            f"{len(self.got)} throws and {len(self.changes)} changes of levers in "
            f"{self.chip.now / SECOND:.0f} s, {line} times damage on the line, {happened}"
        )

    def is_fit(self) -> bool:
        """Whether throws are given."""
        return self.state is not None and self.state.health == Health.GOOD

    def is_told(self) -> bool:
        """Whether the host knows how the levers stand."""
        return self.in_step is not None and self.in_step.contacts == self.chip.contacts

    def settle(self) -> None:
        """Let both ends come to rest on a good line."""
        self.to_host.rate = self.to_chip.rate = 0
        self.in_step = None
        end = self.chip.now + 120 * SECOND
        while not self.is_told():
            self.run(SECOND)
            assert self.chip.now < end, "the link never comes to rest"
        self.run(3 * SECOND)


def storm(seed: int, chip: Chip) -> Storm:
    storm = Storm(seed, chip)
    changes = COUNT * CHANGES[chip]
    storm.run(WARM_UP)
    assert storm.is_fit()
    storm.to_host.rate = storm.to_chip.rate = 0.01
    rounds = 0
    while len(storm.got) < COUNT or len(storm.changes) < changes:
        rounds += 1
        if len(storm.got) < COUNT and storm.host.orders.waiting < 3:
            storm.host.orders.give(Order.ROLL, storm.chance.randint(1, 2))
        for _ in range(storm.chance.randint(0, 3 * CHANGES[chip])):
            storm.chip.contacts ^= 1 << storm.chance.randrange(9)
            storm.run(storm.chance.randrange(6_000, 20_000))
        storm.run(storm.chance.randrange(40_000))
        storm.truth.look()
        if storm.chance.random() < MISFORTUNE:
            storm.misfortune()
        assert rounds < 100 * COUNT, "nothing comes through any more"
    storm.settle()
    storm.truth.look()
    return storm


@pytest.mark.parametrize("chip", BOTH_CHIPS)
@pytest.mark.parametrize("seed", STORMS)
def test_noise_on_the_line_loses_doubles_and_alters_nothing(
    seed: int, chip: Chip, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = storm(seed, chip)
    assert bad.to_host.hits + bad.to_chip.hits > COUNT // 10
    assert bad.boots > 2
    # The watchdog resets what hangs, and nothing else.
    assert len(bad.bitten) <= bad.misfortunes["hangs"]

    # Throws: all of them, once, in order, as they were thrown.
    assert [throw.serial for throw in bad.got] == list(range(1, len(bad.got) + 1))
    assert [missed for missed in bad.missed if missed.what == "throw"] == []
    assert {throw.serial: throw.values for throw in bad.got} == bad.truth.throws

    # Changes: each once and in order, as it was numbered, and the rest missed.
    missed = Told(bad.missed)
    names = [(change.series, change.number) for change in bad.changes]
    assert len(set(names)) == len(names)
    for before, after in pairwise(names):
        if before[0] == after[0]:
            assert before < after
            assert all((after[0], n) in missed for n in range(before[1] + 1, after[1]))
    got = {(change.series, change.number): (change.contact, change.on) for change in bad.changes}
    assert {name: bad.truth.changes[name] for name in got} == got
    lost = bad.truth.changes.keys() - got.keys()
    for name in lost:
        assert name in missed, name
    with capsys.disabled():
        if LONG:
            print(f"\n{bad.tally()}; {len(lost)} changes missed, all by their number; none altered")


class Told:
    """The numbers of changes that the host was told it never gets."""

    def __init__(self, missed: list[Gap]) -> None:
        self._numbers: set[tuple[int, int]] = set()
        self._from: dict[int, int] = {}
        for told in missed:
            if told.last is None:
                self._from[told.series] = min(told.first, self._from.get(told.series, told.first))
            else:
                self._numbers |= {(told.series, n) for n in range(told.first, told.last + 1)}

    def __contains__(self, name: tuple[int, int]) -> bool:
        series, number = name
        return name in self._numbers or number >= self._from.get(series, number + 1)


def test_the_truth_is_laid_out_as_the_firmware_has_it() -> None:
    log, changes = ((SOURCES / name).read_text() for name in ("throw_log.h", "changes.h"))
    assert f"#define LOG_RECORDS {RECORDS}" in log and f"#define RECORD_BYTES {RECORD}" in log
    assert f"#define CHANGES_HELD {HELD} " in changes
