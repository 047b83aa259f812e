"""The real firmware, on an emulated chip in virtual time: what a board promises."""

from __future__ import annotations

import pytest

from firmware_bridge.build_firmware import address_of
from firmware_bridge.emulator.chip import Noise
from firmware_bridge.link.commands import CommandOutcome
from firmware_bridge.protocol.constants import (
    AGE_UNKNOWN,
    Ability,
    Cause,
    Contact,
    Health,
    Order,
    Result,
    Task,
)
from tests.firmware_bridge.firmware.conftest import Board
from tests.support.every_variant import parameter
from tests.support.firmware.emulated import SECOND, Bench, needs_avr
from tests.support.firmware.probed_chip import ProbedChip


@pytest.fixture(scope="module")
def worn_roller(board: Board) -> Bench:
    """A roller that has passed its start-up tests."""
    bench = board("roller")
    bench.warm_up()
    return bench


def test_a_new_board_says_who_it_is(board: Board) -> None:
    bench = board("roller")
    bench.pass_time(2 * SECOND)
    (hello,) = bench.hellos
    assert (hello.name, hello.boot, hello.first, hello.change) == ("roller", 1, 1, 1)
    assert (hello.dice, hello.sides, hello.tiles, hello.cause) == (2, 6, 0, Cause.POWER)
    assert hello.abilities == (
        Ability.THROWS | Ability.LASTING | Ability.ROLL | Ability.SETTLES | Ability.SAMPLES
    )
    other = board("roller", seed=2)
    other.pass_time(2 * SECOND)
    assert other.hellos[0].series != hello.series


def test_no_throw_is_given_before_the_noise_is_tested(board: Board) -> None:
    bench = board("roller")
    bench.pass_time(2 * SECOND)
    bench.host.orders.give(Order.ROLL, 2)
    bench.pass_time(SECOND)
    assert bench.carried == [CommandOutcome(Order.ROLL, 2, Result.NOT_HEALTHY)]
    assert bench.states[-1].health == Health.STARTING
    assert bench.states[-1].refused == 1
    bench.warm_up()
    assert 15 * SECOND < bench.now < 20 * SECOND
    assert len(bench.roll().values) == 2
    assert bench.got[-1].serial == 1


def test_the_roll_button_throws_and_the_lamps_show_it(worn_roller: Bench) -> None:
    pips = {1: 0x1, 2: 0x2, 3: 0x3, 4: 0x6, 5: 0x7, 6: 0xE}
    for held, dice in ((100_000, 2), (900_000, 1)):
        before = len(worn_roller.got)
        worn_roller.chip.contact(Contact.ROLL, True)
        worn_roller.pass_time(held)
        assert len(worn_roller.got) == before
        worn_roller.chip.contact(Contact.ROLL, False)
        worn_roller.pass_time(200_000)
        (throw,) = worn_roller.got[before:]
        assert len(throw.values) == dice
        shown = [worn_roller.chip.face(die) for die in range(2)]
        assert shown == [pips[value or 0] for value in throw.values] + [0] * (2 - dice)


def pressed(bench: Bench, held: int) -> int:
    """Press the roll button for so long, in microseconds; return how many dice were thrown."""
    before = len(bench.got)
    bench.chip.contact(Contact.ROLL, True)
    bench.pass_time(held)
    bench.chip.contact(Contact.ROLL, False)
    bench.pass_time(200_000)
    (throw,) = bench.got[before:]
    return len(throw.values)


def test_a_press_from_before_a_restart_throws_nothing(board: Board) -> None:
    bench = board("roller")
    bench.warm_up()
    bench.chip.contact(Contact.ROLL, True)
    bench.pass_time(100_000)
    bench.chip.reset()
    bench.pass_time(2 * SECOND)
    bench.chip.contact(Contact.ROLL, False)
    bench.pass_time(SECOND)
    assert (bench.hellos[-1].boot, bench.changes[-1].on) == (2, 0)
    assert bench.got == []
    assert pressed(bench, 100_000) == 2


def test_what_waited_for_49_days_is_not_told_as_new(board: Board) -> None:
    bench = board("roller", seed=2)
    bench.warm_up()
    bench.unplug()
    bench.chip.contact(Contact.ROLL, True)
    bench.pass_time(100_000)
    bench.chip.contact(Contact.ROLL, False)
    bench.pass_time(SECOND)
    clock = address_of("milliseconds", bench.built)
    now = int.from_bytes(bench.chip.read_memory(clock, 4), "little")
    for later in (700_000, 2**30, 2**31, 3 * 2**30, 2**32 + 1000):
        bench.chip.write_memory(clock, ((now + later) % 2**32).to_bytes(4, "little"))
        bench.pass_time(SECOND // 5)
    bench.plug_in()
    bench.pass_time(SECOND)
    assert [throw.age for throw in bench.got] == [AGE_UNKNOWN]
    assert [change.age for change in bench.changes] == [AGE_UNKNOWN] * 2


def test_the_button_throws_as_many_dice_as_the_host_has_told(board: Board) -> None:
    bench = board("digits", dice=4, sides=6)
    bench.warm_up()
    assert pressed(bench, 100_000) == 4
    bench.host.orders.give(Order.BUTTON_DICE, 2)
    bench.pass_time(SECOND)
    assert bench.carried == [CommandOutcome(Order.BUTTON_DICE, 2, Result.DONE)]
    assert (pressed(bench, 100_000), pressed(bench, 900_000)) == (2, 1)
    bench.chip.reset()
    bench.pass_time(SECOND)
    assert pressed(bench, 100_000) == 2  # The host has told it again.
    bench.host.orders.give(Order.BUTTON_DICE, 0)
    bench.pass_time(SECOND)
    assert pressed(bench, 100_000) == 4


def test_a_button_cannot_throw_more_dice_than_the_board_has(board: Board) -> None:
    bench = board("roller")
    bench.host.orders.give(Order.BUTTON_DICE, 3)
    bench.pass_time(2 * SECOND)
    assert bench.carried == [CommandOutcome(Order.BUTTON_DICE, 3, Result.NOT_ABLE)]


def test_what_bounces_is_pressed_once(worn_roller: Bench) -> None:
    before, changes = len(worn_roller.got), len(worn_roller.changes)
    for _ in range(8):
        for pressed in (True, False):
            worn_roller.chip.contact(Contact.ROLL, pressed)
            worn_roller.pass_time(1500)
    worn_roller.chip.contact(Contact.ROLL, True)
    worn_roller.pass_time(50_000)
    worn_roller.chip.contact(Contact.ROLL, False)
    worn_roller.pass_time(50_000)
    assert len(worn_roller.got) == before + 1
    assert [change.on for change in worn_roller.changes[changes:]] == [1, 0]


def test_a_throw_that_nobody_hears_comes_late_with_its_age(worn_roller: Bench) -> None:
    worn_roller.unplug()
    worn_roller.chip.contact(Contact.ROLL, True)
    worn_roller.pass_time(100_000)
    worn_roller.chip.contact(Contact.ROLL, False)
    worn_roller.pass_time(7 * SECOND)
    before = len(worn_roller.got)
    worn_roller.plug_in()
    worn_roller.pass_time(SECOND)
    (throw,) = worn_roller.got[before:]
    assert 690 <= throw.age <= 710


def test_no_throw_has_the_age_of_the_one_that_is_written(worn_roller: Bench) -> None:
    """The board keeps the times of sixteen throws, and writes a throw for some 40 ms."""
    worn_roller.unplug()
    before = len(worn_roller.got)
    for _ in range(16):
        worn_roller.chip.contact(Contact.ROLL, True)
        worn_roller.pass_time(50_000)
        worn_roller.chip.contact(Contact.ROLL, False)
        worn_roller.pass_time(SECOND)
    worn_roller.chip.contact(Contact.ROLL, True)
    worn_roller.pass_time(50_000)
    worn_roller.plug_in()
    worn_roller.chip.contact(Contact.ROLL, False)
    worn_roller.pass_time(SECOND)
    late = worn_roller.got[before:]
    assert [throw.age > 100 for throw in late] == [True] * 16 + [False]


def test_throws_and_their_count_outlive_a_loss_of_power(worn_roller: Bench) -> None:
    worn_roller.roll()
    last = worn_roller.got[-1]
    worn_roller.unplug()
    for _ in range(3):
        worn_roller.chip.contact(Contact.ROLL, True)
        worn_roller.pass_time(50_000)
        worn_roller.chip.contact(Contact.ROLL, False)
        worn_roller.pass_time(50_000)
    before = len(worn_roller.got)
    worn_roller.chip.reset(power=True)
    worn_roller.plug_in()
    worn_roller.pass_time(SECOND)
    assert worn_roller.hellos[-1].cause == Cause.POWER
    late = worn_roller.got[before:]
    assert [throw.serial for throw in late] == [last.serial + 1, last.serial + 2, last.serial + 3]
    assert {throw.series for throw in late} == {last.series}
    assert {throw.age for throw in late} == {AGE_UNKNOWN}
    worn_roller.warm_up()
    assert worn_roller.roll().serial == last.serial + 4


def test_a_reset_keeps_what_is_warm(worn_roller: Bench) -> None:
    boot, series = worn_roller.hellos[-1].boot, worn_roller.hellos[-1].changes
    worn_roller.chip.reset()
    worn_roller.pass_time(SECOND)
    again = worn_roller.hellos[-1]
    assert (again.boot, again.cause, again.changes) == (boot + 1, Cause.RESET, series)
    assert worn_roller.states[-1].health == Health.GOOD
    assert worn_roller.roll().values


def test_firmware_that_hangs_is_started_again_and_says_why(worn_roller: Bench) -> None:
    boot = worn_roller.hellos[-1].boot
    worn_roller.chip.hang()
    worn_roller.pass_time(SECOND)
    again = worn_roller.hellos[-1]
    assert (again.boot, again.cause) == (boot + 1, Cause.WATCHDOG)
    assert worn_roller.roll().values


@pytest.mark.parametrize("deaf", [False, True], ids=["interrupts-on", "interrupts-off"])
@pytest.mark.parametrize(
    "task",
    # They hang one like the other, at a second's cost each: every other one in make test, and
    # the rest in make test-full.
    [parameter(task, quick=place % 2 == 0) for place, task in enumerate(list(Task)[1:])],
    ids=lambda task: task.name,
)
def test_what_it_hung_in_is_told_after_the_reset(
    worn_roller: Bench, task: Task, deaf: bool
) -> None:
    bench, boot = worn_roller, worn_roller.hellos[-1].boot
    for spare in range(4):  # At other times between two ticks of the watchdog.
        bench.pass_time(3_700)
        bench.chip.hang_in(task, deaf=deaf)
        bench.host.orders.give(Order.ROLL, 0)
        bench.pass_time(SECOND)
        again = bench.hellos[-1]
        assert (again.boot, again.cause) == (boot + spare + 1, Cause.WATCHDOG)
        assert again.task == task
    assert bench.roll().values


@needs_avr
def test_a_boot_loader_hands_the_cause_over() -> None:
    bench = Bench("roller")
    assert isinstance(bench.chip, ProbedChip)
    bench.chip.put_loader()
    for power, cause in ((False, Cause.RESET), (True, Cause.POWER)):
        bench.chip.reset(power=power)
        bench.pass_time(2 * SECOND)
        assert bench.hellos[-1].cause == cause
    # Its own watchdog is not ours.
    for _ in range(10):
        bench.pass_time(11_300)
        bench.chip.reset()
        bench.pass_time(SECOND)
        assert bench.hellos[-1].cause == Cause.RESET
    bench.chip.hang_in(Task.CONTACTS)
    bench.pass_time(SECOND)
    assert (bench.hellos[-1].cause, bench.hellos[-1].task) == (Cause.WATCHDOG, Task.CONTACTS)
    # This cannot be told from what the loader does.
    bench.chip.hang_in(Task.CONTACTS, deaf=True)
    bench.pass_time(SECOND)
    assert bench.hellos[-1].cause == Cause.RESET


@needs_avr
@pytest.mark.parametrize(
    "thermometer", [pytest.param(Noise.BIASED, marks=pytest.mark.full), Noise.STUCK]
)
def test_a_chip_whose_thermometer_hardly_stirs_gives_dice(thermometer: Noise) -> None:
    bench = Bench("roller", seed=4)
    bench.chip.noise(converter=thermometer)
    bench.warm_up()
    assert bench.now < 20 * SECOND
    bench.pass_time(20 * SECOND)
    assert (bench.states[-1].health, bench.states[-1].failures) == (Health.GOOD, 0)
    assert bench.roll().values


@pytest.mark.parametrize(
    "thermometer", [Noise.GOOD, pytest.param(Noise.STUCK, marks=pytest.mark.full)]
)
@pytest.mark.parametrize(
    ("ticks", "verdicts"),
    [
        (Noise.STUCK, {Health.REPEATS}),
        pytest.param(Noise.BIASED, {Health.BIASED, Health.REPEATS}, marks=pytest.mark.full),
    ],
)
def test_bad_noise_ends_the_throws_until_it_is_good_again(
    board: Board, ticks: Noise, verdicts: set[Health], thermometer: Noise
) -> None:
    bench = board("roller", seed=4)
    bench.warm_up()
    bench.chip.noise(watchdog=ticks, converter=thermometer)
    end = bench.now + 100 * SECOND
    while bench.states[-1].failures == 0:
        bench.pass_time(SECOND)
        assert bench.now < end, "bad noise is taken for good"
    assert bench.states[-1].health in verdicts
    bench.host.orders.give(Order.ROLL, 0)
    bench.pass_time(SECOND)
    assert bench.carried[-1].result == Result.NOT_HEALTHY
    assert bench.got == []
    bench.chip.noise()
    bench.warm_up()
    assert bench.roll().values


def test_raw_samples_of_the_noise_come_one_after_the_other_until_there_are_enough(
    board: Board,
) -> None:
    bench = board("box", seed=5)
    bench.pass_time(SECOND)
    bench.host.orders.give(Order.SAMPLES, 100)
    bench.pass_time(3 * SECOND)
    firsts = [first for first, _ in bench.samples]
    assert firsts == list(range(0, 100, 16))
    recorded = b"".join(samples for _, samples in bench.samples)
    assert len(recorded) == 100
    assert len(set(recorded)) > 50
    bench.chip.noise(watchdog=Noise.STUCK)
    bench.pass_time(SECOND)
    bench.samples.clear()
    bench.host.orders.give(Order.SAMPLES, 64)
    bench.pass_time(3 * SECOND)
    assert len({samples for _, samples in bench.samples}) == 1
    bench.host.orders.give(Order.SAMPLES, 1000)
    bench.host.orders.give(Order.SAMPLES, 0)
    bench.samples.clear()
    bench.pass_time(SECOND)
    assert bench.samples == []


def test_the_noise_can_be_tested_anew(worn_roller: Bench) -> None:
    worn_roller.host.orders.give(Order.TEST, 0)
    worn_roller.pass_time(SECOND)
    assert worn_roller.states[-1].health == Health.STARTING
    worn_roller.warm_up()


def test_the_same_noise_gives_the_same_bytes(board: Board) -> None:
    def said(seed: int) -> bytes:
        bench = board("small_box", seed)
        return b"".join(bench.chip.run(bench.now + 10_000) for _ in range(300))

    assert said(1) == said(1) != said(2)


def test_stuck_noise_is_found_before_a_throw_is_given_at_all(board: Board) -> None:
    bench = board("roller", seed=4)
    bench.chip.noise(watchdog=Noise.STUCK)
    bench.pass_time(5 * SECOND)
    assert bench.states[-1].health == Health.REPEATS


def test_the_stack_never_meets_the_variables(board: Board) -> None:
    bench = board("box", seed=9)
    bench.warm_up()
    for _ in range(10):
        bench.chip.contacts ^= 0x07FF_FFFF
        bench.roll()
    assert bench.chip.memory_left >= 128
