"""`boxctl play` on a terminal of its own: the full screen comes up, and goes without a trace."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.system.terminal import Terminal, on_terminal


def leave_at(terminal: Terminal, moment: str) -> None:
    if moment == "after the first byte":
        terminal.reads(1)
    elif moment == "while Textual sets up":
        terminal.reads(60)
    elif moment == "while the dice roll":
        terminal.shows("SPACE: throw two dice")
        terminal.type(" ")
        terminal.shows("The dice roll")
    elif moment == "on a page":
        terminal.shows("SPACE: throw two dice")
        terminal.type("?")
        terminal.shows("A turn begins when every lever stands")


@pytest.mark.parametrize(
    "moment",
    ["after the first byte", "while Textual sets up", "while the dice roll", "on a page"],
)
def test_ctrl_c_at_any_moment_leaves_the_terminal_as_it_was(moment: str) -> None:
    with on_terminal("play", "--players", "Ann,Bob", "--seed", "5") as terminal:
        leave_at(terminal, moment)
        terminal.type("\x03")
        assert terminal.ends() in (0, 130)
        assert terminal.is_sane
        assert "Traceback" not in terminal.output


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGHUP])
def test_a_match_that_was_interrupted_goes_on_where_it_stood(
    tmp_path: Path, how: signal.Signals
) -> None:
    command = ("play", "--players", "Ann,Bob", "--seed", "5", "--journal", str(tmp_path / "j.db"))
    with on_terminal(*command) as terminal:
        terminal.shows("SPACE: throw two dice")
        terminal.type(" ")
        terminal.shows("You threw")
        terminal.process.send_signal(how)
        assert terminal.ends() == 0
        assert terminal.is_sane
        assert "Interrupted: boxctl play goes on" in terminal.output
    with on_terminal(*command) as terminal:
        terminal.shows("The match goes on where it stood")
        terminal.type("q")
        assert terminal.ends() == 0
    with on_terminal(*command) as terminal:
        terminal.shows("Ann, your turn: throw two dice.")
        assert "goes on" not in terminal.output


def test_plain_is_plain_on_a_terminal_too() -> None:
    with on_terminal("play", "--plain") as terminal:
        terminal.shows("Enter throws, 7 or 6 1 flips tiles")
        terminal.type("q\n")
        assert terminal.ends() == 0
        assert "\x1b" not in terminal.output


def test_a_fault_is_one_line_on_a_sane_terminal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with on_terminal("play", "--journal", str(tmp_path / "file/journal.db")) as terminal:
        assert terminal.ends() == 1
        assert terminal.is_sane
        assert "BX601: the journal" in terminal.output
        assert "Traceback" not in terminal.output


def test_a_linux_console_gets_signs_that_it_has() -> None:
    with on_terminal("play", "--seed", "5", TERM="linux", COLORTERM="") as terminal:
        terminal.shows("SPACE: throw two dice")
        terminal.type("q")
        assert terminal.ends() == 0
        assert terminal.output.isascii()
        assert "38;2;" not in terminal.output
