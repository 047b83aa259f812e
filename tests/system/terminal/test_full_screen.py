"""`boxctl play` on a terminal of its own: the full screen comes up, and goes without a trace."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.screens.terminal import Terminal, on_terminal


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
        terminal.shows("your turn: throw two dice.")
        terminal.type("?")
        terminal.shows("A turn begins when every lever stands")


@pytest.mark.parametrize(
    "moment",
    [
        "while the dice roll",
        pytest.param("after the first byte", marks=pytest.mark.full),
        pytest.param("while Textual sets up", marks=pytest.mark.full),
        pytest.param("on a page", marks=pytest.mark.full),
    ],
)
def test_ctrl_c_at_any_moment_leaves_the_terminal_as_it_was(moment: str) -> None:
    with on_terminal("play", "--players", "Ann,Bob", "--seed", "5") as terminal:
        leave_at(terminal, moment)
        terminal.type("\x03")
        assert terminal.ends() in (0, 130)
        assert terminal.is_sane
        assert "Traceback" not in terminal.output


def test_a_match_that_was_interrupted_goes_on_where_it_stood(tmp_path: Path) -> None:
    command = ("play", "--players", "Ann,Bob", "--seed", "5", "--journal", str(tmp_path / "j.db"))
    with on_terminal(*command) as terminal:
        terminal.shows("SPACE: throw two dice")
        terminal.type(" ")
        terminal.shows("You threw")
        terminal.process.send_signal(signal.SIGHUP)
        assert terminal.ends() == 0
        assert terminal.is_sane
        assert "Interrupted: boxctl play goes on" in terminal.output
    with on_terminal(*command) as terminal:
        terminal.shows("The match goes on where it stood")
        terminal.type("qxx")
        assert terminal.ends() == 0
    with on_terminal(*command) as terminal:
        terminal.shows("Ann, your turn: throw two dice.")
        assert "goes on" not in terminal.output


def test_ctrl_z_halts_it_on_a_sane_terminal_and_it_goes_on_where_it_was() -> None:
    with on_terminal("play", "--players", "Ann,Bob", "--seed", "5") as terminal:
        terminal.shows("SPACE: throw two dice")
        terminal.type("\x1a")
        terminal.stops()
        terminal.shows("\x1b[?1049l")
        terminal.output = ""
        terminal.process.send_signal(signal.SIGCONT)
        terminal.shows("SPACE: throw two dice")
        terminal.type(" ")
        terminal.shows("You threw")


@dataclass(frozen=True)
class Screen:
    """One way to play in a terminal: what it asks at first, and the keys that throw and leave."""

    flags: tuple[str, ...]
    asks: str
    throws: str
    has_thrown: str
    leaves: str


FULL_SCREEN = Screen((), "SPACE: throw two dice", " ", "You threw", "qxx")
PLAIN = Screen(("--plain",), "Ann, your turn", "\n", " in all.", "q\n")


@pytest.mark.parametrize(
    ("screen", "controls"),
    [
        pytest.param(FULL_SCREEN, True, id="told by the kernel", marks=pytest.mark.full),
        pytest.param(FULL_SCREEN, False, id="told by nobody"),
        pytest.param(PLAIN, True, id="plain, told by the kernel"),
        pytest.param(PLAIN, False, id="plain, told by nobody"),
    ],
)
def test_when_its_window_is_closed_it_ends_and_the_match_goes_on(
    screen: Screen, controls: bool, tmp_path: Path
) -> None:
    match = ("--players", "Ann,Bob", "--seed", "5", "--journal", str(tmp_path / "j.db"))
    command = ("play", *screen.flags, *match)
    with on_terminal(*command, controls=controls) as terminal:
        terminal.shows(screen.asks)
        terminal.type(screen.throws)
        terminal.shows(screen.has_thrown)
        assert terminal.hangs_up() == 0
    with on_terminal(*command) as terminal:
        terminal.shows("The match goes on where it stood")
        terminal.type(screen.leaves)
        assert terminal.ends() == 0


MOVES_OF_THE_EDITED_LINE = re.compile(r"\x1b\[\d*[A-DJ]")


@pytest.mark.parametrize("kind", ["xterm-256color", "dumb"])
def test_plain_is_plain_on_a_terminal_too(kind: str) -> None:
    with on_terminal("play", "--plain", TERM=kind) as terminal:
        for asked in ("Which game", "Who plays", "The stake", "Enter plays"):
            terminal.shows(asked)
            terminal.type("\n")
        terminal.shows("Enter throws, 7 or 6 1 flips tiles")
        terminal.type("q\n")
        assert terminal.ends() == 0
        moved = "" if kind == "dumb" else MOVES_OF_THE_EDITED_LINE
        assert "\x1b" not in re.sub(moved, "", terminal.output)
    with on_terminal("play", "--plain", TERM=kind) as terminal:
        terminal.shows("Enter for Shut the Box")
        terminal.type("q\n")
        assert terminal.ends() == 0
        assert "Good-bye." in terminal.output


def test_a_fault_is_one_line_on_a_sane_terminal(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with on_terminal(
        "play", "--rules", "classic", "--journal", str(tmp_path / "file/journal.db")
    ) as terminal:
        assert terminal.ends() == 1
        assert terminal.is_sane
        assert "BX601: the journal" in terminal.output
        assert "Traceback" not in terminal.output


@pytest.mark.full
def test_a_linux_console_gets_signs_that_it_has() -> None:
    with on_terminal("play", TERM="linux", COLORTERM="") as terminal:
        terminal.shows("Which game?")
        terminal.type("\r")
        terminal.shows("your turn: throw two dice.")
        terminal.type("?")
        terminal.shows("A turn begins when every lever stands")
        terminal.type("\x03")
        assert terminal.ends() == 0
        # Its fonts have the letters of Latin-1, which names such as "fermer la boîte" need.
        assert all(c.isascii() or (c.isalpha() and c <= "\xff") for c in terminal.output)
        assert "38;2;" not in terminal.output


def test_what_only_the_full_screen_has_is_said_in_one_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "boxctl", "play", "--theme", "dark"],
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith("BX101: --theme is for the full screen")
    assert "-m pip install --editable" in line
    assert "[screen]" in line


@pytest.mark.full
def test_what_is_chosen_by_flags_is_what_is_played() -> None:
    flags = ("--rules", "canoga", "--set", "tiles=12", "--against", "best,best", "--stake", "50")
    with on_terminal("play", *flags, "--seed", "5", "--theme", "light") as terminal:
        terminal.shows("Canoga, Number of tiles: 12, Stake: 50")
        terminal.shows("Robot Bea 2")
        terminal.shows("pool 150 (50 each)")
        terminal.type("qq")
        assert terminal.ends() == 0


@pytest.mark.full
def test_what_was_chosen_last_is_offered_again_gone_on_with_and_watched() -> None:
    with on_terminal("play", "--rules", "pub", "--players", "Ann,Bob") as terminal:
        terminal.shows("SPACE: throw two dice")
        terminal.type("qq")
        terminal.ends()
    with on_terminal("play") as terminal:
        terminal.shows("Which game?")
        terminal.shows("Bob")
        terminal.type("\r")
        terminal.shows("boxctl Pub rules")
        terminal.process.send_signal(signal.SIGTERM)
        terminal.ends()
    with on_terminal("play") as terminal:
        terminal.shows("Match 2 was interrupted: Pub rules, Ann and Bob")
        terminal.type("\r")
        terminal.shows("The match goes on where it stood")
        terminal.type("qq")
        assert terminal.ends() == 0
    with on_terminal("play", "--watch", "last") as terminal:
        terminal.shows("match 2: Pub rules")
        terminal.type("q")
        assert terminal.ends() == 0
        assert terminal.is_sane


@pytest.mark.full
def test_a_roller_on_a_port_of_its_own_is_played_with() -> None:
    with (
        PtyRoller() as roller,
        on_terminal("play", "--players", "Ann,Bob", "--roller", roller.port) as terminal,
    ):
        terminal.shows("Throw two dice on the roller")
        roller.throw((3, 4))
        terminal.shows("You threw 3 and 4, 7 in all")
        terminal.type("qq")
        assert terminal.ends() == 0


def test_a_roller_that_is_not_there_is_said_in_one_line() -> None:
    with on_terminal("play", "--rules", "pub", "--roller", "/dev/no-such-port") as terminal:
        assert terminal.ends() == 1
        assert terminal.is_sane
        assert "BX501" in terminal.output
        assert "Traceback" not in terminal.output


@pytest.mark.full
def test_a_demo_needs_nobody() -> None:
    with on_terminal("play", "--demo", "--rules", "unlucky-seven", "--seed", "3") as terminal:
        assert terminal.ends() == 0
        assert terminal.is_sane
        left = terminal.output.rpartition("\x1b[?1049l")[2]
        assert re.search("(best|human) wins|share the win", left)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--demo", "--players", "Ann,best"), "--demo: Ann does not play alone"),
        (("--against", "brilliant"), "nobody plays brilliant: known are best"),
    ],
)
def test_a_wrong_flag_is_said_in_one_line(flags: tuple[str, ...], said: str) -> None:
    with on_terminal("play", *flags) as terminal:
        assert terminal.ends() == 2
        assert said in terminal.output
        assert "\x1b" not in terminal.output


def test_a_file_to_be_watched_that_is_not_there_is_said_in_one_line() -> None:
    with on_terminal("play", "--watch", "nowhere.jsonl") as terminal:
        assert terminal.ends() == 2
        assert "BX707: nowhere.jsonl cannot be read" in terminal.output


def test_hostile_names_in_a_watched_file_are_shown_as_text(tmp_path: Path) -> None:
    player = "\x1b]0;mine\x07Bob\x1b[2J\u202e\x9b5n"
    ready = {"at": 0, "line": 0, "verdict": "ready", "rule": "R4.9", "player": player}
    ready |= {"open": [1, 2, 3], "text": f"{player}, your turn."}
    file = tmp_path / "match.jsonl"
    file.write_text(f"{json.dumps(ready)}\n" * 3, encoding="utf-8")
    with on_terminal("play", "--watch", str(file)) as terminal:
        terminal.shows("]0;mineBob[2J5n, your turn.")
        terminal.type("q")
        assert terminal.ends() == 0
        for payload in ("\x1b]0;mine", "mine\x07", "Bob\x1b", "\u202e", "\x9b"):
            assert payload not in terminal.output
