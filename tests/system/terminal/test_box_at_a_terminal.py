"""``boxctl run`` started by hand at a terminal: the box ends when the terminal has gone."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.support.screens.terminal import on_terminal
from tests.support.tables.mock_pins import throws_itself
from tests.support.tables.the_match import THE_MATCH

ON_MOCK_PINS = "tests.support.run_on_mock_pins"


@pytest.fixture
def options(tmp_path: Path) -> list[str]:
    """What ``run`` is given."""
    box_file = tmp_path / "box.toml"
    box_file.write_text(throws_itself(THE_MATCH.box_toml("")))
    return ["--config", str(box_file), "--journal", str(tmp_path / "journal.db")]


@pytest.mark.parametrize("controls", [True, False], ids=["told by the kernel", "told by nobody"])
def test_a_box_whose_terminal_has_gone_ends_and_the_match_goes_on(
    controls: bool, options: list[str]
) -> None:
    with on_terminal(*options, module=ON_MOCK_PINS, controls=controls) as terminal:
        terminal.shows("Ann, your turn: throw two dice.")
        assert terminal.hangs_up() == 0
    with on_terminal(*options, module=ON_MOCK_PINS) as terminal:
        terminal.shows("the match goes on where it stood")


def test_a_hang_up_signal_reads_box_toml_again_while_there_is_a_terminal(
    options: list[str],
) -> None:
    with on_terminal(*options, module=ON_MOCK_PINS) as terminal:
        terminal.shows("Ann, your turn: throw two dice.")
        terminal.process.send_signal(signal.SIGHUP)
        terminal.shows("says what it said before")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ends() == 0


def test_what_real_dice_show_is_typed_there(options: list[str]) -> None:
    box_file = Path(options[1])
    box_file.write_text(box_file.read_text().replace('driver = "pi"', 'driver = "hand"'))
    with on_terminal(*options, module=ON_MOCK_PINS) as terminal:
        terminal.shows("type what the dice show, such as 3 4, and press Enter.")
        terminal.type("9 9\r")
        terminal.shows("that is no throw: type what two dice with 6 sides show")
        terminal.type("3 4\r")
        terminal.shows("You threw 3 and 4, 7 in all")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ends() == 0


WITHOUT_BUTTONS = """
[box]
tiles = 9
[rules]
variant = "unlucky-seven"
players = ["Ann", "Bob"]
[tiles]
driver = "gpio"
pins = [4, 17, 27, 22, 5, 6, 13, 19, 26]
[roller]
driver = "hand"
"""


def test_a_box_without_buttons_has_them_on_the_keyboard(options: list[str]) -> None:
    Path(options[1]).write_text(WITHOUT_BUTTONS)
    with on_terminal(*options, module=ON_MOCK_PINS) as terminal:
        terminal.shows("Enter alone confirms; new begins another match when one is over.")
        terminal.type("3 4\r")
        terminal.shows("Bob, your turn")
        terminal.type("\r")
        terminal.shows("Bob is to throw two dice")
        terminal.type("4 3\r")
        terminal.shows("The round is over")
        terminal.type("6 6\r")
        terminal.shows("the match is over")
        terminal.type("new\r")
        terminal.shows("Ann, your turn")
        terminal.process.send_signal(signal.SIGTERM)
        assert terminal.ends() == 0
