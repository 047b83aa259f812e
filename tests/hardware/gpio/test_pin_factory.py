"""The pin factory for gpiozero, on a kernel in memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from queue import Queue

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from gpiozero import LED, DigitalInputDevice, GPIOPinInUse  # noqa: E402
from gpiozero.exc import PinFixedPull, PinInvalidPin, PinSetInput  # noqa: E402
from pytest_mock import MockerFixture  # noqa: E402

from hardware.gpio.pin_factory import GpiodFactory  # noqa: E402
from hardware.gpio.pin_factory.chips import ChipInfo  # noqa: E402
from hardware.gpio.pin_factory.errors import (  # noqa: E402
    ChipGone,
    ChipNotFound,
    FactoryClosed,
    FactoryForked,
    LineInUse,
    LineNotFound,
    LineWithoutEdges,
)
from tests.support.chips.fake_gpiod import FakeChip, FakeKernel  # noqa: E402

PATIENCE_S = 20.0
PI_4B = 0xC03112


@pytest.fixture
def header() -> FakeChip:
    """The chip of a Raspberry Pi's header."""
    return FakeChip(ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 54, "fe200000.gpio"))


@pytest.fixture
def expander() -> FakeChip:
    """An expander on I2C."""
    return FakeChip(ChipInfo("/dev/gpiochip1", "gpiochip1", "mcp23017", 16, "1-0020"))


@pytest.fixture
def kernel(header: FakeChip, expander: FakeChip, mocker: MockerFixture) -> FakeKernel:
    """A Raspberry Pi 4B with an expander."""
    kernel = FakeKernel(header, expander)
    mocker.patch("hardware.gpio.pin_factory.factory.chips_present", kernel.present)
    mocker.patch("hardware.gpio.pin_factory.line_request.gpiod.Chip", kernel.open)
    mocker.patch("gpiozero.pins.local.get_pi_revision", return_value=PI_4B)
    return kernel


@pytest.fixture
def factory(kernel: FakeKernel) -> Iterator[GpiodFactory]:
    """A factory on that Pi."""
    with GpiodFactory() as factory:
        yield factory


class Heard:
    """What a pin tells of its edges."""

    def __init__(self) -> None:
        self._edges: Queue[tuple[float, int]] = Queue()

    def __call__(self, ticks: float, state: int) -> None:
        self._edges.put((ticks, state))

    def next(self) -> tuple[float, int]:
        """The next edge, awaited."""
        return self._edges.get(timeout=PATIENCE_S)


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
        from gpiozero.exc import PinUnknownPi

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


class TestEdges:
    def test_an_edge_has_the_kernel_s_time(self, factory: GpiodFactory, header: FakeChip) -> None:
        heard = Heard()
        pin = factory.pin(17)
        pin.input_with_pull("up")
        pin.when_changed = heard
        header.drive(17, high=False, at_ns=1_500_000_000)
        header.drive(17, high=True, at_ns=2_000_000_000)
        assert [heard.next(), heard.next()] == [(1.5, 0), (2.0, 1)]

    @pytest.mark.parametrize(("edges", "told"), [("rising", 1), ("falling", 0)])
    def test_only_the_edges_that_are_asked_for_are_told(
        self, factory: GpiodFactory, header: FakeChip, edges: str, told: int
    ) -> None:
        heard = Heard()
        pin = factory.pin(17)
        pin.edges = edges
        pin.when_changed = heard
        for level in (True, False):
            header.drive(17, high=level, at_ns=7)
        assert heard.next() == (7e-9, told)

    def test_lost_edges_are_counted_even_when_they_are_an_even_number(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        heard, first = Heard(), Queue[None]()
        go_on = Queue[None]()

        def slow(ticks: float, state: int) -> None:
            first.put(None)
            go_on.get(timeout=PATIENCE_S)
            heard(ticks, state)

        pin = factory.pin(17)
        pin.when_changed = slow
        header.drive(17, high=True)
        first.get(timeout=PATIENCE_S)
        header.edges_kept = 4
        for number in range(10):
            header.drive(17, high=bool(number % 2))
        for _ in range(5):
            go_on.put(None)
            heard.next()
        assert pin.edges_lost == 6

    def test_edges_lost_before_the_first_that_comes_are_counted(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        waits, heard = Queue[None](), Heard()
        go_on = Queue[None]()

        def slow(_ticks: float, _state: int) -> None:
            waits.put(None)
            go_on.get(timeout=PATIENCE_S)

        factory.hold(17, 18)
        busy, pin = factory.pin(17), factory.pin(18)
        busy.when_changed, pin.when_changed = slow, heard
        header.drive(17, high=True)
        waits.get(timeout=PATIENCE_S)
        header.edges_kept = 1
        for number in range(4):
            header.drive(18, high=not number % 2)
        go_on.put(None)
        assert heard.next()[1] == 0
        assert pin.edges_lost == 3

    def test_a_listener_set_anew_loses_nothing(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        pin = factory.pin(17)
        for high in (True, False):
            heard = Heard()
            pin.when_changed = heard
            header.drive(17, high=high)
            assert heard.next()[1] == high
            pin.when_changed = None
        assert pin.edges_lost == 0

    def test_a_listener_that_raises_ends_nothing(
        self, factory: GpiodFactory, header: FakeChip, mocker: MockerFixture
    ) -> None:
        reported = mocker.patch("threading.excepthook")
        heard = Heard()

        def broken(_ticks: float, _state: int) -> None:
            raise ValueError

        broken_pin, good_pin = factory.pin(17), factory.pin(18)
        broken_pin.when_changed = broken
        good_pin.when_changed = heard
        header.drive(17, high=True)
        header.drive(18, high=True)
        assert heard.next()[1] == 1
        assert reported.call_count == 1

    def test_a_listener_may_close_its_pin_and_the_factory(
        self, factory: GpiodFactory, header: FakeChip
    ) -> None:
        closed = Queue[None]()

        def close_all(_ticks: float, _state: int) -> None:
            factory.pin(17).close()
            factory.close()
            closed.put(None)

        factory.pin(17).when_changed = close_all
        header.drive(17, high=True)
        closed.get(timeout=PATIENCE_S)
        with pytest.raises(FactoryClosed):
            factory.pin(18)

    def test_a_chip_without_an_interrupt_says_so(
        self, factory: GpiodFactory, expander: FakeChip
    ) -> None:
        expander.has_interrupt = False
        with pytest.raises(LineWithoutEdges, match="wire the chip's interrupt pin"):
            factory.pin("mcp23017:0").when_changed = Heard()

    def test_a_device_of_gpiozero_hears_them(self, factory: GpiodFactory, header: FakeChip) -> None:
        heard = Queue[str]()
        button = DigitalInputDevice(17, pull_up=True, pin_factory=factory)
        button.when_activated = lambda: heard.put("pressed")
        button.when_deactivated = lambda: heard.put("let go")
        for level in (False, True):
            header.drive(17, high=level)
        assert [heard.get(timeout=PATIENCE_S) for _ in range(2)] == ["pressed", "let go"]
        button.close()


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
        mocker.patch("hardware.gpio.pin_factory.edge_thread.LOOK_FOR_LOST_CHIPS_S", 0.001)
        heard = Heard()
        factory.pin("mcp23017:0").when_changed = heard
        expander.unplug()
        back = FakeChip(replace(expander.info, path="/dev/gpiochip5", name="gpiochip5"))
        kernel.chips.append(back)
        assert back.requested.wait(PATIENCE_S)
        back.drive(0, high=True, at_ns=9)
        assert heard.next() == (9e-9, 1)


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
    mocker.patch("hardware.gpio.pin_factory.factory.forks_so_far", return_value=1)
    for use in (lambda: factory.pin(18), lambda: pin.state):
        with pytest.raises(FactoryForked, match="make another one"):
            use()
    mocker.stopall()
