"""Names of pins, and pins as outputs and inputs, on a kernel in memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from gpiozero import LED, GPIOPinInUse  # noqa: E402
from gpiozero.exc import PinFixedPull, PinInvalidPin, PinSetInput, PinUnknownPi  # noqa: E402
from pytest_mock import MockerFixture  # noqa: E402

from factory_tests.fake_gpiod import FakeChip, FakeKernel  # noqa: E402
from gpiozero_gpiod import GpiodFactory  # noqa: E402
from gpiozero_gpiod.chips import (  # noqa: E402
    ChipInfo,
    ChipNotFound,
    LineInUse,
    LineNotFound,
)


class TestNames:
    @pytest.mark.parametrize("name", [17, "GPIO17", "17", "BCM17", "BOARD11", "J8:11", "WPI0"])
    def test_every_name_of_the_header_gives_the_same_pin(
        self, factory: GpiodFactory, name: int | str
    ) -> None:
        assert factory.pin(name) is factory.pin(17)
        assert factory.pin(name).info.name == "GPIO17"

    @pytest.mark.parametrize("name", ["mcp23017:3", "gpiochip1:3", "1:3", "1-0020:3"])
    def test_a_chip_may_be_named_with_its_line(self, factory: GpiodFactory, name: str) -> None:
        assert factory.pin(name) is factory.pin("mcp23017:3")

    def test_the_header_s_chip_may_be_named_too(self, factory: GpiodFactory) -> None:
        assert factory.pin("pinctrl-bcm2711:17") is factory.pin(17)

    @pytest.mark.parametrize("name", ["GND", "3V3", "J8:1", "nonsense", "GPIO99", -1])
    def test_what_is_no_pin_is_refused(self, factory: GpiodFactory, name: int | str) -> None:
        with pytest.raises(PinInvalidPin):
            factory.pin(name)

    def test_a_line_too_many_is_named_with_those_there_are(self, factory: GpiodFactory) -> None:
        with pytest.raises(LineNotFound, match="lines 0 to 15"):
            factory.pin("mcp23017:16")

    def test_a_chip_that_is_not_there_is_named_with_those_that_are(
        self, factory: GpiodFactory
    ) -> None:
        with pytest.raises(
            ChipNotFound, match=r'no gpiochip "pcf8574"; there is gpiochip0 \("pinctrl'
        ):
            factory.pin("pcf8574:0")

    def test_an_error_about_a_name_is_told_once(self, factory: GpiodFactory) -> None:
        with pytest.raises(ChipNotFound) as told:
            factory.pin("pcf8574:0")
        assert told.value.__context__ is None

    def test_without_a_header_it_says_how_to_name_a_line(
        self, factory: GpiodFactory, kernel: FakeKernel, header: FakeChip, mocker: MockerFixture
    ) -> None:
        mocker.patch("gpiozero.pins.local.get_pi_revision", side_effect=PinUnknownPi)
        kernel.chips.remove(header)
        with GpiodFactory() as other:
            with pytest.raises(ChipNotFound, match=r'as in "gpiochip1:3", or .*chip="gpiochip1"'):
                other.pin(17)
            kernel.chips.clear()
            with pytest.raises(ChipNotFound, match="this machine has no pins"):
                other.pin(17)

    def test_two_chips_of_one_label_are_told_apart_by_their_device(
        self, factory: GpiodFactory, kernel: FakeKernel, expander: FakeChip
    ) -> None:
        twin = replace(expander.info, path="/dev/gpiochip2", name="gpiochip2", device="1-0021")
        kernel.chips.append(FakeChip(twin))
        factory.pin("1-0021:0")
        with pytest.raises(ChipNotFound, match="2 gpiochips are called"):
            factory.pin("mcp23017:0")

    def test_a_chip_that_was_plugged_in_since_is_found(
        self, factory: GpiodFactory, kernel: FakeKernel
    ) -> None:
        info = ChipInfo("/dev/gpiochip3", "gpiochip3", "late", 8, "1-0027")
        kernel.chips.append(FakeChip(info))
        assert factory.pin("late:7").state == 0

    def test_off_a_pi_plain_numbers_are_lines_of_the_chip_that_is_named(
        self, kernel: FakeKernel, mocker: MockerFixture
    ) -> None:
        mocker.patch("gpiozero.pins.local.get_pi_revision", side_effect=PinUnknownPi)
        with GpiodFactory("mcp23017") as factory:
            assert factory.pin(3) is factory.pin("GPIO3") is factory.pin("1-0020:3")


class TestAPin:
    def test_an_output_has_its_level_from_the_first_moment(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        factory.pin(27).output_with_state(1)
        assert header.lines[27].high
        factory.pin(27).state = 0
        assert not header.lines[27].high

    def test_a_pull_up_reads_high(self, factory: GpiodFactory) -> None:
        factory.pin(17).input_with_pull("up")
        assert factory.pin(17).state == 1

    def test_an_input_is_not_set(self, factory: GpiodFactory) -> None:
        with pytest.raises(PinSetInput):
            factory.pin(17).state = 1

    def test_a_resistor_on_the_board_is_a_fixed_pull(self, factory: GpiodFactory) -> None:
        with pytest.raises(PinFixedPull, match="physical pull-up"):
            factory.pin(2).pull = "down"

    def test_active_low_turns_levels_round(self, factory: GpiodFactory, header: FakeChip) -> None:
        factory.pin(17).active_low = True
        assert header.lines[17].settings.active_low

    def test_closing_gives_the_line_back_as_an_input(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        lamp = LED(27, pin_factory=factory)
        lamp.on()
        lamp.close()
        assert header.lines[27].user is None
        assert header.lines[27].settings.direction is gpiod.line.Direction.INPUT
        LED(27, pin_factory=factory).close()

    def test_two_devices_cannot_have_one_line_by_different_names(
        self, factory: GpiodFactory
    ) -> None:
        lamp = LED("mcp23017:3", pin_factory=factory)
        with pytest.raises(GPIOPinInUse):
            LED("gpiochip1:3", pin_factory=factory)
        lamp.close()

    def test_a_line_of_another_program_is_named_with_that_program(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        header.lines[17].user = "lirc"
        with pytest.raises(LineInUse, match=r'line 17 of gpiochip0 .* is in use by "lirc"'):
            factory.pin(17)
