"""Edges that the pin factory hears, on a kernel in memory."""

from __future__ import annotations

from queue import Queue
from threading import Thread, current_thread

import pytest

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from gpiozero import DigitalInputDevice  # noqa: E402
from pytest_mock import MockerFixture  # noqa: E402

from factory_tests.conftest import PATIENCE_S, Heard  # noqa: E402
from factory_tests.fake_gpiod import FakeChip  # noqa: E402
from gpiozero_gpiod import GpiodFactory  # noqa: E402
from gpiozero_gpiod.chips import (  # noqa: E402
    FactoryClosed,
    LineWithoutEdges,
)


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

    def test_a_listener_may_close_the_factory_just_as_a_chip_is_lost(
        self, factory: GpiodFactory, header: FakeChip, mocker: MockerFixture
    ) -> None:
        reported = mocker.patch("threading.excepthook")
        waits, go_on, thread = Queue[None](), Queue[None](), Queue[Thread]()

        def slow(_ticks: float, _state: int) -> None:
            waits.put(None)
            go_on.get(timeout=PATIENCE_S)

        def close_all(_ticks: float, _state: int) -> None:
            factory.close()
            thread.put(current_thread())

        factory.pin(17).when_changed, factory.pin(18).when_changed = slow, close_all
        header.drive(17, high=True)
        waits.get(timeout=PATIENCE_S)
        header.drive(18, high=True)
        factory.edges.look_for_lost_chips()
        go_on.put(None)
        thread.get(timeout=PATIENCE_S).join(PATIENCE_S)
        reported.assert_not_called()

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
