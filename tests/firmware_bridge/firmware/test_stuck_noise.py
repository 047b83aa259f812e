"""Noise that is stuck or lopsided is found whatever else the firmware does at the time.

When an interrupt is served depends on what the chip is about, and so on its code to the cycle. None
of that may pass for noise: neither in firmware whose code is a few cycles longer, nor with a busy
line, nor wherever in the millisecond its source ticks.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from firmware_bridge.build_firmware import SOURCES, tables
from firmware_bridge.emulator.chip import Noise
from firmware_bridge.protocol.constants import Health, Order
from tests.firmware_bridge.firmware.conftest import Board
from tests.support.firmware.emulated import SECOND, WARM_UP, Bench
from tests.support.soak import LONG, SOAK

LOOP = "    for (;;) {\n        board_sleep();\n"
LONGER = range(40) if LONG else [0, 2]
"""Cycles that each turn of the main loop takes longer."""

TICK = 16_000
"""Microseconds."""


class BusyBench(Bench):
    """A box whose levers move and whose host asks for throws, all the time, at random."""

    def keep_busy(self, us: int) -> None:
        chance = random.Random(us)
        end = self.now + us
        while self.now < end:
            self.chip.contacts ^= 1 << chance.randrange(9)
            if self.host.orders.waiting < 2:
                self.host.orders.give(Order.ROLL, 0)
            self.pass_time(chance.randrange(5_000, 100_000))

    @property
    def failures(self) -> int:
        return self.states[-1].failures

    def until_it_fails(self, us: int) -> None:
        before, end = self.failures, self.now + us
        while self.failures == before:
            self.keep_busy(SECOND // 2)
            assert self.now < end, "bad noise is taken for good"


@pytest.mark.full
@pytest.mark.parametrize("cycles", LONGER)
def test_bad_noise_is_found_in_code_that_is_some_cycles_longer(
    board: Board, cycles: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if cycles:
        copy = tmp_path / "firmware"
        shutil.copytree(SOURCES, copy)
        main = (copy / "main.c").read_text()
        assert main.count(LOOP) == 1
        longer = f'{LOOP}        __asm__ volatile(".rept {cycles}\\nnop\\n.endr");\n'
        (copy / "main.c").write_text(main.replace(LOOP, longer))
        monkeypatch.setattr("firmware_bridge.build_firmware.SOURCES", copy)
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    bench = BusyBench("small_box", seed=cycles, **board.keywords)
    bench.keep_busy(WARM_UP)
    assert (bench.states[-1].health, bench.failures) == (Health.GOOD, 0)
    for off in (0, 1, 16, 5000):
        bench.chip.watchdog_off(off)
        bench.chip.noise(watchdog=Noise.STUCK)
        bench.until_it_fails(6 * SECOND)
        bench.chip.noise()
        bench.keep_busy(SECOND)
    bench.chip.noise(watchdog=Noise.BIASED)
    bench.until_it_fails(100 * SECOND)


def test_stuck_noise_is_found_wherever_in_the_millisecond_it_ticks(board: Board) -> None:
    bench = BusyBench("box", seed=6, **board.keywords)
    bench.keep_busy(2 * SECOND)
    bench.chip.noise(watchdog=Noise.STUCK)
    steps = 10 * SOAK
    for _ in range(steps):
        bench.chip.watchdog_off(16_000 // steps)
        bench.chip.run_for(TICK)
        bench.chip.watchdog_off(0)
        bench.until_it_fails(10 * SECOND)


def test_a_source_that_falls_silent_is_stuck(board: Board) -> None:
    bench = board("roller", seed=3)
    bench.warm_up()
    bench.chip.watchdog_off(10 * SECOND * 16)
    bench.pass_time(3 * SECOND)
    assert bench.states[-1].health == Health.GOOD
    bench.pass_time(3 * SECOND)
    assert (bench.states[-1].health, bench.states[-1].failures) == (Health.REPEATS, 1)
    bench.chip.watchdog_off(0)
    bench.warm_up()
    assert bench.roll().values


@pytest.mark.full
@pytest.mark.parametrize("table", tables())
def test_good_noise_is_believed_and_stays_so(board: Board, table: str) -> None:
    if table not in tables(board.keywords["chip"]):
        pytest.skip(f"this chip has no table {table}")
    for seed in range(1, 2 + SOAK // 10):
        bench = board(table, seed)
        bench.pass_time(WARM_UP + 20 * SECOND)
        assert (bench.states[-1].health, bench.states[-1].failures) == (Health.GOOD, 0)
        bench.chip.close()


def test_even_a_new_board_whose_noise_is_stuck_says_who_it_is(board: Board) -> None:
    bench = board("roller", seed=3)
    bench.chip.noise(watchdog=Noise.STUCK, converter=Noise.STUCK)
    bench.pass_time(8 * SECOND)
    assert bench.hellos[-1].series > 0
    assert bench.states[-1].health == Health.REPEATS
