"""The pins of the kernel's chips, with the kernel left out: lgpio's functions are stood in for."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from unittest.mock import MagicMock, call

import pytest
from pytest_mock import MockerFixture

from firmware_bridge.faults import Fault
from hardware.chips import Chip
from hardware.devices import Contact, DeviceEvent, Edge
from hardware.gpio import GpioContacts, GpioLamps, Wired
from hardware.gpio_lines import KernelChips, Line, Lines
from hardware.gpio_pins import Pin
from hardware.lgpio_import import import_lgpio

pytestmark = pytest.mark.skipif(find_spec("lgpio") is None, reason="lgpio is not installed")

CHIPS = [Chip(0, "pinctrl-rp1", 54), Chip(1, "mcp23017", 16)]


@pytest.fixture
def lgpio(mocker: MockerFixture) -> ModuleType:
    """The module lgpio with two chips on which everything succeeds."""
    import_lgpio()
    lgpio = sys.modules["lgpio"]
    mocker.patch.object(lgpio, "gpiochip_open", side_effect=lambda chip: 100 + chip)
    for function in ("gpiochip_close", "gpio_claim_input", "gpio_claim_output", "gpio_free",
                     "gpio_write", "gpio_claim_alert", "callback"):  # fmt: skip
        mocker.patch.object(lgpio, function)
    mocker.patch.object(lgpio, "gpio_get_mode", return_value=0)
    mocker.patch.object(lgpio, "gpio_read", return_value=1)
    mocker.patch.object(lgpio, "gpio_get_line_info", return_value=[0, 4, 0, "GPIO4", "lg"])
    return lgpio


@pytest.fixture
def lines(lgpio: ModuleType) -> Iterator[Lines]:
    with ExitStack() as closing:
        yield Lines(KernelChips(closing, lambda: CHIPS), "auto")


def contacts(line: Line, heard: list[DeviceEvent]) -> GpioContacts:
    return GpioContacts({1: Wired(line, pull_up=True, on_when_high=True)}, heard.append)


def test_an_edge_becomes_an_event(lgpio: ModuleType, lines: Lines) -> None:
    heard: list[DeviceEvent] = []
    held = contacts(lines.line(Pin(3, "mcp23017"), "tile 1"), heard)
    (handle, number, _, on_edge), _ = mock(lgpio.callback).call_args
    assert (handle, number) == (101, 3)
    on_edge(1, 3, 0, 5_000_001_999)
    assert heard == [Edge(5_000_002, 1, on=False)]
    held.close()


def test_an_edge_of_a_line_that_is_being_closed_raises_nothing(
    lgpio: ModuleType, lines: Lines
) -> None:
    heard: list[DeviceEvent] = []
    open_contacts = contacts(lines.line(Pin(3), "tile 1"), heard)
    (*_, on_edge), _ = mock(lgpio.callback).call_args
    open_contacts.close()
    on_edge(0, 3, 0, 5_000_000_000)
    assert heard == []


def test_one_number_on_two_chips_is_two_lines(lgpio: ModuleType, lines: Lines) -> None:
    header, expander = lines.line(Pin(5), "tile 1"), lines.line(Pin(5, 1), "tile 2")
    wired: dict[Contact, Wired] = {
        1: Wired(header, pull_up=True, on_when_high=True),
        2: Wired(expander, pull_up=True, on_when_high=False),
    }
    assert GpioContacts(wired, lambda event: None).read() == {1: True, 2: False}
    mock(lgpio.gpio_read).assert_has_calls([call(100, 5), call(101, 5)])


def test_every_name_of_a_chip_opens_it_once(lgpio: ModuleType, lines: Lines) -> None:
    by_names = [lines.line(Pin(n, name), "") for n, name in enumerate((None, "auto", 0))]
    assert len({id(line.factory) for line in by_names}) == 1
    assert mock(lgpio.gpiochip_open).call_count == 1


def test_pins_2_and_3_of_an_expander_may_be_held_down(lgpio: ModuleType, lines: Lines) -> None:
    line = lines.line(Pin(2, "mcp23017"), "tile 1")
    GpioContacts({1: Wired(line, pull_up=False, on_when_high=True)}, lambda event: None)
    assert call(101, 2, lgpio.SET_PULL_DOWN) in mock(lgpio.gpio_claim_input).mock_calls


@pytest.mark.parametrize(("active_high", "level"), [(True, 0), (False, 1)])
def test_a_lamp_is_dark_from_the_first_moment(
    lgpio: ModuleType, lines: Lines, active_high: bool, level: int
) -> None:
    GpioLamps([lines.line(Pin(14), "the lamp of tile 1")], active_high)
    mock(lgpio.gpio_claim_output).assert_called_once_with(100, 14, level)


@pytest.mark.parametrize(
    ("function", "error", "text"),
    [
        (
            "gpio_claim_input",
            "GPIO busy",
            "BX404: pin 4 of tile 1 is in use by another program that uses lgpio, perhaps another "
            "boxctl; end that, or give another pin in box.toml",
        ),
        ("gpio_claim_input", "no", "BX407: pin 4 of tile 1 cannot be used (no); look at the wires"),
    ],
)
def test_a_line_that_cannot_be_had(
    lgpio: ModuleType, lines: Lines, function: str, error: str, text: str
) -> None:
    line = lines.line(Pin(4), "tile 1")
    mock(getattr(lgpio, function)).side_effect = lgpio.error(error)
    with pytest.raises(Fault) as caught:
        contacts(line, [])
    assert str(caught.value).startswith(text)


@pytest.mark.parametrize(
    ("user", "text"),
    [("spi0 CS1", 'in use by "spi0 CS1"; end'), ("", "in use by the kernel or another program")],
)
def test_who_uses_a_line(lgpio: ModuleType, lines: Lines, user: str, text: str) -> None:
    line = lines.line(Pin(4), "tile 1")
    mock(lgpio.gpio_get_line_info).return_value = [0, 4, 0, "GPIO4", user]
    mock(lgpio.gpio_claim_input).side_effect = lgpio.error("GPIO busy")
    with pytest.raises(Fault) as caught:
        contacts(line, [])
    assert text in str(caught.value)


@pytest.mark.parametrize(
    ("user", "text"),
    [
        ("", "BX406: pin 4 of tile 1 cannot tell of edges; wire the interrupt of its chip to"),
        ("interrupt", 'BX404: pin 4 of tile 1 is in use by the kernel ("interrupt"); end that'),
    ],
)
def test_a_line_without_edges(lgpio: ModuleType, lines: Lines, user: str, text: str) -> None:
    line = lines.line(Pin(4), "tile 1")
    mock(lgpio.gpio_get_line_info).return_value = [0, 4, 0, "GPIO4", user]
    mock(lgpio.gpio_claim_alert).side_effect = lgpio.error("bad event request")
    with pytest.raises(Fault) as caught:
        contacts(line, [])
    assert str(caught.value).startswith(text)


def test_a_line_that_cannot_be_read(lgpio: ModuleType, lines: Lines) -> None:
    open_contacts = contacts(lines.line(Pin(4), "tile 1"), [])
    mock(lgpio.gpio_read).side_effect = lgpio.error("bad GPIO read")
    with pytest.raises(Fault, match=r"BX407: pin 4 of tile 1 cannot be used \(bad GPIO read\)"):
        open_contacts.read()


def test_a_chip_that_lgpio_cannot_open(lgpio: ModuleType, lines: Lines) -> None:
    mock(lgpio.gpiochip_open).side_effect = lgpio.error("can not open gpiochip")
    with pytest.raises(Fault, match="BX403: this user may not open /dev/gpiochip0"):
        lines.line(Pin(4), "tile 1")


def test_chips_are_closed(lgpio: ModuleType) -> None:
    with ExitStack() as closing:
        Lines(KernelChips(closing, lambda: CHIPS), "auto").line(Pin(4), "tile 1")
        mock(lgpio.gpiochip_close).assert_not_called()
    mock(lgpio.gpiochip_close).assert_called_once_with(100)


def mock(function: object) -> MagicMock:
    """What stands in for a function of lgpio's."""
    assert isinstance(function, MagicMock)
    return function


IMPORT = """
import os, sys
from hardware.lgpio_import import import_lgpio
import_lgpio()
print(os.getcwd(), os.environ.get("LG_WD"), "lgpio" in sys.modules)
"""
ROOT = Path(__file__).parents[2]


def test_importing_lgpio_leaves_nothing_behind(tmp_path: Path) -> None:
    here, runtime = tmp_path / "here", tmp_path / "runtime"
    here.mkdir()
    runtime.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", IMPORT],
        cwd=here,
        env={"RUNTIME_DIRECTORY": str(runtime), "PYTHONPATH": str(ROOT), "LG_WD": "/nowhere"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.split() == [str(here), "/nowhere", "True"]
    assert set(tmp_path.rglob("*")) == {here, runtime}


def test_without_lgpio(mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules, {"lgpio": None})  # which makes an import fail
    with pytest.raises(Fault, match=r"BX401: lgpio cannot be imported .*; install it: pip install"):
        import_lgpio()


def test_without_a_place_for_its_files(mocker: MockerFixture) -> None:
    mocker.patch.dict(sys.modules)
    sys.modules.pop("lgpio", None)
    mocker.patch(
        "hardware.lgpio_import.TemporaryDirectory", side_effect=FileNotFoundError("no directory")
    )
    with pytest.raises(Fault, match=r"BX408: there is no directory .*\(no directory\); make one"):
        import_lgpio()
