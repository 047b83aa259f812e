"""Pins that the kernel's PWM drives, on a tree as the kernel has it in /sys."""

from __future__ import annotations

import errno
import struct
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import pytest
from hypothesis import given
from hypothesis import strategies as st

gpiod = pytest.importorskip("gpiod", reason="gpiod has no wheel for this Python")
from gpiozero import LED, PWMLED, Button, Servo  # noqa: E402
from gpiozero.exc import PinEdgeDetectUnsupported, PinInvalidFunction  # noqa: E402
from pytest_mock import MockerFixture  # noqa: E402

from factory_tests.fake_gpiod import FakeChip, FakeKernel  # noqa: E402
from gpiozero_gpiod import GpiodFactory, PwmPin  # noqa: E402
from gpiozero_gpiod.chips import ChipInfo  # noqa: E402
from gpiozero_gpiod.hardware_pwm import (  # noqa: E402
    HardwarePwm,
    PwmChannel,
    PwmRefused,
    pwm_channels,
)

HANDLE = 0x5A
PI_4 = ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-bcm2711", 54, "fe200000.gpio")
PI_5 = ChipInfo("/dev/gpiochip0", "gpiochip0", "pinctrl-rp1", 54, "1f000d0000.gpio")


class Sysfs:
    """A tree as in /sys, whose PWM refuses what the kernel refuses."""

    def __init__(self, root: Path, mocker: MockerFixture) -> None:
        self.root = root
        self.chip = root / "class/pwm/pwmchip0"
        self.written: list[tuple[str, int]] = []
        self.refuses: str | None = None
        self._values: dict[str, int] = {"period": 0, "duty_cycle": 0, "enable": 0}
        (self.chip / "device/of_node").mkdir(parents=True)
        self.settings = root / "devices/platform/soc/fe200000.gpio/of_node/pwm_pins"
        self.settings.mkdir(parents=True)
        (self.settings.parents[1] / "gpiochip0").mkdir()
        (root / "bus/gpio/devices").mkdir(parents=True)
        (root / "bus/gpio/devices/gpiochip0").symlink_to(self.settings.parents[1] / "gpiochip0")
        mocker.patch("gpiozero_gpiod.hardware_pwm.SYS", root)
        mocker.patch.object(HardwarePwm, "_write", self._write)

    def gives(self, *lines: int) -> None:
        """The overlay gives these lines to the PWM, as on a Pi before the fifth."""
        self.of_node("pinctrl-0", HANDLE)
        (self.settings / "phandle").write_bytes(struct.pack(">I", HANDLE))
        (self.settings / "brcm,pins").write_bytes(struct.pack(f">{len(lines)}I", *lines))

    def of_node(self, name: str, *numbers: int) -> None:
        """A property of the PWM's node."""
        content = struct.pack(f">{len(numbers)}I", *numbers)
        (self.chip / "device/of_node" / name).write_bytes(content)

    def left_by_another(self, period: int) -> None:
        """A program that was killed has left the first channel exported, half of the time high."""
        place = self.chip / "pwm0"
        place.mkdir()
        (place / "duty_cycle").touch()
        (place / "period").write_text(f"{period}\n")
        self._values = {"period": period, "duty_cycle": period // 2, "enable": 1}

    def seen(self) -> tuple[int, int, int]:
        """The period, the pulse and whether it is on."""
        return self._values["period"], self._values["duty_cycle"], self._values["enable"]

    def _write(self, file: Path, value: int) -> None:
        self.written.append((file.name, value))
        if file.name == self.refuses:
            raise PwmRefused("refused") from OSError(errno.EBUSY, "Device or resource busy")
        if file.name == "export":
            place = self.chip / f"pwm{value}"
            place.mkdir()
            (place / "duty_cycle").touch()
        elif file.name == "unexport":
            rmtree(self.chip / f"pwm{value}")
        else:
            after = self._values | {file.name: value}
            assert 0 < after["period"] >= after["duty_cycle"], "the kernel refuses this: EINVAL"
            self._values = after


@pytest.fixture
def sysfs(tmp_path: Path, mocker: MockerFixture) -> Sysfs:
    return Sysfs(tmp_path, mocker)


@pytest.fixture
def factory(kernel: FakeKernel, sysfs: Sysfs) -> Iterator[GpiodFactory]:
    """A factory on a Pi 4B whose PWM has the pins 18 and 19."""
    sysfs.gives(18, 19)
    with GpiodFactory() as factory:
        yield factory


def test_the_pins_that_the_overlay_names_are_the_pwms(sysfs: Sysfs) -> None:
    assert pwm_channels(PI_4) == {}
    sysfs.gives(18, 19, 40)
    assert pwm_channels(PI_4) == {18: PwmChannel(sysfs.chip, 0), 19: PwmChannel(sysfs.chip, 1)}


def test_on_a_pi_5_the_pins_have_names_and_other_channels(sysfs: Sysfs) -> None:
    sysfs.gives()
    (sysfs.settings / "brcm,pins").unlink()
    (sysfs.settings / "pins").write_bytes(b"gpio18\0gpio19\0")
    assert pwm_channels(PI_5) == {18: PwmChannel(sysfs.chip, 2), 19: PwmChannel(sysfs.chip, 3)}


def test_settings_that_the_pwm_does_not_ask_for_are_not_its_own(sysfs: Sysfs) -> None:
    sysfs.gives(18)
    sysfs.of_node("pinctrl-0", HANDLE + 1)
    assert pwm_channels(PI_4) == {}


def test_a_machine_without_a_device_tree_has_none(sysfs: Sysfs) -> None:
    assert pwm_channels(ChipInfo("/dev/gpiochip1", "gpiochip1", "mcp23017", 16)) == {}
    assert pwm_channels(ChipInfo("/dev/gpiochip7", "gpiochip7", "pinctrl-rp1", 54)) == {}


def test_a_lamp_is_dimmed_by_the_kernel(factory: GpiodFactory, sysfs: Sysfs) -> None:
    with PWMLED(18, frequency=1000, pin_factory=factory) as lamp:
        assert isinstance(lamp.pin, PwmPin)
        lamp.value = 0.25
        assert sysfs.seen() == (1_000_000, 250_000, 1)
        assert lamp.value == 0.25
        lamp.frequency = 2000
        assert sysfs.seen() == (500_000, 125_000, 1)
    assert sysfs.seen() == (500_000, 0, 0)
    assert sysfs.written[-1] == ("unexport", 0)
    assert factory.pins == {}


def test_a_servo_has_pulses_of_the_kernel(factory: GpiodFactory, sysfs: Sysfs) -> None:
    with Servo(19, initial_value=0, pin_factory=factory):
        assert sysfs.seen() == (20_000_000, 1_500_000, 1)


def test_a_lamp_that_is_only_switched_works_on_it_too(
    factory: GpiodFactory, sysfs: Sysfs, header: FakeChip
) -> None:
    with LED(18, initial_value=True, pin_factory=factory) as lamp:
        assert sysfs.seen()[0] == sysfs.seen()[1] > 0
        lamp.off()
        assert (lamp.value, sysfs.seen()[1]) == (0, 0)
    assert header.lines[18].user is None


def test_a_button_on_it_is_refused_with_the_cure(factory: GpiodFactory) -> None:
    with pytest.raises(PinInvalidFunction, match=r"take the overlay of the PWM out of config\.txt"):
        Button(18, pin_factory=factory)
    with pytest.raises(PinEdgeDetectUnsupported):
        factory.pin(18).when_changed = print


def test_lines_that_are_held_together_are_lines(factory: GpiodFactory, header: FakeChip) -> None:
    factory.hold(18, 19)
    with LED(18, pin_factory=factory) as lamp:
        lamp.on()
        assert header.lines[18].high


def test_other_pins_pulse_by_a_thread(factory: GpiodFactory) -> None:
    assert not isinstance(factory.pin(17), PwmPin)
    assert not isinstance(factory.pin("mcp23017:12"), PwmPin)


@pytest.mark.parametrize("period", [1_000, 50_000_000])
def test_a_channel_that_was_left_exported_is_taken_over(
    factory: GpiodFactory, sysfs: Sysfs, period: int
) -> None:
    sysfs.left_by_another(period)
    with LED(18, pin_factory=factory):
        assert ("export", 0) not in sysfs.written
        assert sysfs.seen() == (10_000_000, 0, 1)


def test_a_channel_that_another_driver_has_is_a_fault_of_one_line(
    kernel: FakeKernel, tmp_path: Path
) -> None:
    chip = tmp_path / "pwmchip0"
    chip.mkdir()
    with pytest.raises(PwmRefused) as refused:
        HardwarePwm(PwmChannel(chip, 0), sleep=lambda _seconds: None)
    assert str(refused.value).startswith("channel 0 of pwmchip0 cannot be used so (No such file")
    assert "\n" not in str(refused.value)


def test_the_rights_of_a_user_are_waited_for(sysfs: Sysfs, mocker: MockerFixture) -> None:
    mocker.patch("gpiozero_gpiod.hardware_pwm.os.access", side_effect=[False, False, True])
    slept: list[float] = []
    HardwarePwm(PwmChannel(sysfs.chip, 0), sleep=slept.append).close()
    assert len(slept) == 2


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("duty"), st.floats(0, 1)),
            st.tuples(st.just("frequency"), st.floats(1, 1_000_000)),
        )
    )
)
def test_no_order_of_settings_asks_for_a_pulse_longer_than_its_period(
    settings: list[tuple[str, float]],
) -> None:
    seen = {"period": 0, "duty_cycle": 0, "enable": 0}

    class Pwm(HardwarePwm):
        def _write(self, file: Path, value: int) -> None:
            if file.name in seen:
                seen[file.name] = value
                assert seen["duty_cycle"] <= seen["period"]

    pwm = Pwm(PwmChannel(Path("/nowhere"), 0), sleep=lambda _seconds: None)
    for name, value in settings:
        setattr(pwm, name, value)
    assert seen["period"] == round(1e9 / pwm.frequency)
    assert seen["duty_cycle"] == round(seen["period"] * pwm.duty)
