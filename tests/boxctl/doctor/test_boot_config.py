"""What a config.txt switches on, by the model that reads it."""

from __future__ import annotations

import pytest

from boxctl.doctor.boot_config import boot_lines, taken_pins

PI_3 = "Raspberry Pi 3 Model B Plus Rev 1.3"
PI_5 = "Raspberry Pi 5 Model B Rev 1.0"
ZERO_2 = "Raspberry Pi Zero 2 W Rev 1.0"
ZERO = "Raspberry Pi Zero Rev 1.3"

WITHOUT_BLUETOOTH = (
    ZERO,
    "Raspberry Pi Model B Rev 2",
    "Raspberry Pi Model B Plus Rev 1.2",
    "Raspberry Pi 2 Model B Rev 1.1",
    "Raspberry Pi Compute Module Rev 1.0",
    "Raspberry Pi Compute Module 3 Plus Rev 1.0",
)
WITH_BLUETOOTH = (
    PI_3,
    PI_5,
    ZERO_2,
    "Raspberry Pi Zero W Rev 1.1",
    "Raspberry Pi 4 Model B Rev 1.4",
    "Raspberry Pi Compute Module 4 Rev 1.1",
    "Raspberry Pi 500 Rev 1.0",
)


def pins(text: str, model: str = PI_3) -> set[int]:
    return {taken.pin for taken in taken_pins(boot_lines(text, model), model)}


@pytest.mark.parametrize("model", WITHOUT_BLUETOOTH)
def test_without_bluetooth_the_serial_port_is_on_unless_it_is_switched_off(model: str) -> None:
    assert pins("", model) == {14, 15}
    assert pins("enable_uart=1\nenable_uart=0", model) == set()
    assert all(taken.line is None for taken in taken_pins((), model))


@pytest.mark.parametrize("model", WITH_BLUETOOTH)
def test_with_bluetooth_it_is_off_unless_it_is_switched_on(model: str) -> None:
    assert pins("", model) == set()
    assert pins("enable_uart=1", model) == {14, 15}


@pytest.mark.parametrize(
    ("line", "taken"),
    [
        ("dtparam=i2c_arm=on", {2, 3}),
        ("dtparam=i2c_arm", {2, 3}),
        ("dtparam=i2c_arm=off", set()),
        ("dtparam=spi=on,i2c_arm=on", {2, 3, 7, 8, 9, 10, 11}),
        ("  dtoverlay = spi1-2cs,cs0_pin=18 # two chips", {17, 18, 19, 20, 21}),
        ("enable_uart=1", {14, 15}),
        ("enable_uart=0", set()),
        ("dtoverlay=w1-gpio", {4}),
        ("dtoverlay=w1-gpio,gpiopin=22", {22}),
        ("dtoverlay=w1-gpio,gpiopin=", set()),
        ("dtoverlay=mcp23017,noints,addr=0x21", set()),
        ("dtoverlay=mcp23017,gpiopin=22", {22}),
        ("dtoverlay=", set()),
        ("dtoverlay=never-heard-of,gpiopin=4", set()),
        ("#dtoverlay=w1-gpio", set()),
        ("dtoverlay", set()),
    ],
)
def test_each_line_takes_its_pins(line: str, taken: set[int]) -> None:
    assert pins(line) == taken


def test_sections_are_for_their_models() -> None:
    text = "[pi3]\ndtoverlay=w1-gpio\n[pi5]\nenable_uart=1\n[pi02]\ndtparam=spi=on\n[all]\n"
    assert pins(text, PI_3) == {4}
    assert pins(text, PI_5) == {14, 15}
    assert pins(text, ZERO_2) == {7, 8, 9, 10, 11}
    assert pins(text + "dtparam=i2c_arm=on", PI_3) == {2, 3, 4}


@pytest.mark.parametrize("section", ["none", "0x12345678", "EDID=VSC-TD2220", "gpio4=1", "board"])
def test_what_nobody_can_tell_from_here_raises_no_alarm(section: str) -> None:
    assert pins(f"[{section}]\ndtoverlay=w1-gpio\n") == set()
