"""Chips that vanish, lines that are held together, and a fork, on a kernel in memory."""

from __future__ import annotations

from dataclasses import replace
from threading import Thread

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from gpiod.line import Direction  # noqa: E402
from gpiozero import LED, DigitalInputDevice, GPIOPinInUse, InputDevice  # noqa: E402
from gpiozero.exc import PinInvalidPin  # noqa: E402
from pytest_mock import MockerFixture  # noqa: E402

from factory_tests.conftest import PATIENCE_S, Heard  # noqa: E402
from factory_tests.fake_gpiod import FakeChip, FakeKernel  # noqa: E402
from gpiozero_gpiod import GpiodFactory  # noqa: E402
from gpiozero_gpiod.chips import (  # noqa: E402
    ChipGone,
    ChipNotFound,
    ChipNotPermitted,
    FactoryForked,
    LineRefused,
)


class TestAChipThatVanishes:
    def test_a_pin_says_so_and_works_again_when_it_is_back(
        self, factory: GpiodFactory, kernel: FakeKernel, expander: FakeChip
    ) -> None:
        lamp = factory.pin("mcp23017:0")
        lamp.output_with_state(1)
        expander.unplug()
        with pytest.raises(ChipGone, match="does not answer"):
            lamp.state = 1
        with pytest.raises(ChipNotFound):
            lamp.state = 1
        back = FakeChip(replace(expander.info, path="/dev/gpiochip5", name="gpiochip5"))
        kernel.chips.append(back)
        lamp.state = 0
        lamp.state = 1
        assert back.lines[0].high

    def test_edges_come_again_by_themselves(
        self,
        factory: GpiodFactory,
        kernel: FakeKernel,
        expander: FakeChip,
        mocker: MockerFixture,
    ) -> None:
        mocker.patch("gpiozero_gpiod.edge_thread.LOOK_FOR_LOST_CHIPS_S", 0.001)
        heard = Heard()
        factory.pin("mcp23017:0").when_changed = heard
        expander.unplug()
        back = FakeChip(replace(expander.info, path="/dev/gpiochip5", name="gpiochip5"))
        kernel.chips.append(back)
        assert back.requested.wait(PATIENCE_S)
        back.drive(0, high=True, at_ns=9)
        assert heard.next() == (9e-9, 1)


class TestAChipThatDoesNotAnswer:
    def test_a_pin_can_be_closed_and_made_again(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        lever = InputDevice("mcp23017:0", pull_up=True, pin_factory=factory)
        lever.pin.when_changed = print
        expander.answers = False
        with pytest.raises(LineRefused, match="Remote I/O error"):
            lever.pin.state  # noqa: B018
        lever.close()
        assert expander.lines[0].user is None
        expander.answers = True
        InputDevice("mcp23017:0", pull_up=True, pin_factory=factory).close()

    def test_one_that_is_unplugged_just_then_is_gone(
        self, factory: GpiodFactory, kernel: FakeKernel, expander: FakeChip
    ) -> None:
        lever = InputDevice("mcp23017:0", pull_up=True, pin_factory=factory)
        expander.answers = False
        kernel.chips.remove(expander)
        with pytest.raises(ChipGone, match="does not answer"):
            lever.pin.state  # noqa: B018
        lever.close()
        assert expander.lines[0].user is None

    def test_the_factory_is_closed_all_the_same(
        self, kernel: FakeKernel, header: FakeChip, expander: FakeChip
    ) -> None:
        with GpiodFactory() as factory:
            factory.pin("mcp23017:0").when_changed = print
            factory.pin(17)
            expander.answers = False
        assert (expander.lines[0].user, header.lines[17].user) == (None, None)


class TestHeldLines:
    def test_devices_on_them_share_one_reading(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        names = [f"mcp23017:{line}" for line in range(9)]
        held = factory.hold(*names)
        levers = [DigitalInputDevice(name, pin_factory=factory) for name in names]
        expander.drive(4, high=True)
        before = expander.readings
        with held.one_reading():
            expander.drive(5, high=True)
            assert [lever.value for lever in levers] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
        assert expander.readings == before + 1
        assert levers[5].value == 1

    def test_devices_on_them_share_one_writing(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        names = [f"mcp23017:{line}" for line in range(9)]
        held = factory.hold(*names)
        lamps = [LED(name, pin_factory=factory) for name in names]
        before = expander.writings
        with held.one_writing():
            for lamp in lamps:
                lamp.on()
            assert expander.writings == before
        assert expander.writings == before + 1
        assert held.read() == dict.fromkeys(range(9), True)

    def test_devices_are_made_on_them_with_one_configuration(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        names = [f"mcp23017:{line}" for line in range(9)]
        held = factory.hold(*names)
        before = expander.configurations
        with held.one_configuration():
            lamps = [LED(name, initial_value=True, pin_factory=factory) for name in names]
            assert expander.configurations == before
        assert expander.configurations == before + 1
        assert held.read() == dict.fromkeys(range(9), True)
        for lamp in lamps:
            lamp.close()

    def test_a_line_that_cannot_be_an_output_is_named_though_all_are_set_at_once(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        expander.only_inputs = {7}
        names = [f"mcp23017:{line}" for line in range(9)]
        held = factory.hold(*names)
        with (
            pytest.raises(ChipNotPermitted, match="line 7 of gpiochip1") as refused,
            held.one_configuration(),
        ):
            lamps = [LED(name, pin_factory=factory) for name in names]
        assert refused.value.offset == 7
        assert lamps[6].pin.function == "output"
        assert lamps[7].pin.function == "input"

    def test_lines_stay_as_they_were_if_a_device_cannot_be_made(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        held = factory.hold("mcp23017:0", "mcp23017:1")
        pin = factory.pin("mcp23017:0")

        def make_devices() -> None:
            with held.one_configuration():
                pin.output_with_state(1)
                assert pin.function == "output"
                factory.pin("mcp23017:99")

        with pytest.raises(PinInvalidPin):
            make_devices()
        assert pin.function == "input"
        assert expander.lines[0].settings.direction is Direction.INPUT

    def test_another_thread_sets_its_own_line_meanwhile(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        held = factory.hold("mcp23017:0", "mcp23017:1")

        def light() -> None:
            factory.pin("mcp23017:1").output_with_state(1)

        with held.one_configuration():
            factory.pin("mcp23017:0").output_with_state(1)
            other = Thread(target=light)
            other.start()
            other.join()
            assert expander.lines[1].high
            assert not expander.lines[0].high
        assert held.read() == {0: True, 1: True}

    def test_lines_of_two_chips_are_not_held_together(self, factory: GpiodFactory) -> None:
        with pytest.raises(PinInvalidPin, match="lines of one chip"):
            factory.hold(17, "mcp23017:0")

    def test_a_device_s_line_is_not_held(self, factory: GpiodFactory) -> None:
        lamp = LED(17, pin_factory=factory)
        with pytest.raises(GPIOPinInUse):
            factory.hold(17, 18)
        lamp.close()

    def test_they_are_given_back_with_the_factory(
        self, kernel: FakeKernel, header: FakeChip
    ) -> None:
        with GpiodFactory() as factory:
            factory.hold(17, 18)
            assert header.lines[17].user == "gpiozero"
        assert header.lines[17].user is None


def test_a_forked_process_is_told_to_make_its_own_factory(
    factory: GpiodFactory, mocker: MockerFixture
) -> None:
    pin = factory.pin(17)
    mocker.patch("gpiozero_gpiod.factory.forks_so_far", return_value=1)
    for use in (lambda: factory.pin(18), lambda: pin.state):
        with pytest.raises(FactoryForked, match="make another one"):
            use()
    mocker.stopall()
