"""The emulated board on its pseudo-terminal, as a host meets it, in real time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from queue import Queue

import pytest

from firmware_bridge.build_firmware import Chip
from firmware_bridge.emulator.__main__ import main
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.link.events import (
    BoardState,
    CommandAnswered,
    ContactMoved,
    GapFound,
    RollerDown,
    RollerEvent,
    RollerUp,
)
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.protocol.constants import Cause, Contact, Result
from groundwork.clock import monotonic_us
from groundwork.dice import DiceRolled
from tests.firmware_bridge.conftest import PATIENCE, Ear
from tests.support.firmware.emulated import BOTH_CHIPS, needs_avr


@pytest.fixture(params=BOTH_CHIPS)
def board(request: pytest.FixtureRequest) -> Iterator[EmulatedBoard]:
    with EmulatedBoard("small_box", seed=3, contacts=0x1FF, chip=request.param) as board:
        yield board


def test_throws_levers_and_lamps_over_a_pseudo_terminal(ear: Ear, board: EmulatedBoard) -> None:
    host = ear.listen(board.port)
    up = ear.next(RollerUp)
    assert (up.name, up.hello.tiles, up.dice) == ("small box", 9, 2)
    host.roll()
    thrown, done = [ear.events.get(timeout=PATIENCE) for _ in range(2)], []
    for event in thrown:
        if isinstance(event, CommandAnswered):
            done.append(event.outcome.result)
        else:
            assert isinstance(event, DiceRolled)
            assert (event.serial, len(event.values), event.late) == (1, 2, False)
    assert done == [Result.DONE]
    board.contact(7, False)
    moved = ear.next(ContactMoved)
    assert (moved.contact, moved.on) == (7, False)
    host.light(0b101)
    assert ear.next(CommandAnswered).outcome.result == Result.DONE
    assert board.lamps() == 0b101


def test_a_restart_says_its_cause_and_loses_no_lever(ear: Ear, board: EmulatedBoard) -> None:
    ear.listen(board.port)
    ear.next(RollerUp)
    board.contact(1, False)
    ear.next(ContactMoved)
    board.hang()
    assert "its firmware hung" in ear.next(RollerDown).why
    assert ear.next(RollerUp).hello.cause == Cause.WATCHDOG
    board.contact(1, True)
    assert ear.next(ContactMoved).on


def test_a_pulled_cable_is_said_and_what_happened_meanwhile_comes(
    ear: Ear, board: EmulatedBoard
) -> None:
    ear.listen(board.port)
    ear.next(RollerUp)
    board.unplug()
    assert "hung up" in ear.next(RollerDown).why
    board.contact(2, False)
    board.plug_in()
    ear.next(RollerUp)
    moved = ear.next(ContactMoved)
    assert (moved.contact, moved.on) == (2, False)


def test_how_things_stand_is_told_all_the_time(board: EmulatedBoard) -> None:
    events: Queue[RollerEvent] = Queue()
    with SerialBoard(board.port, clock=monotonic_us, hand_over=events.put):
        for _ in range(3):
            while not isinstance(event := events.get(timeout=PATIENCE), BoardState):
                pass
            assert event.contacts == 0x1FF


@pytest.mark.parametrize("chip", BOTH_CHIPS)
def test_the_program_obeys_its_control_channel(ear: Ear, chip: Chip) -> None:
    named = ["--chip", chip.name.lower()]
    command = [sys.executable, "-m", "firmware_bridge.emulator", "--seed", "1", *named]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None

        def say(line: str) -> str:
            assert program.stdin is not None
            assert program.stdout is not None
            program.stdin.write(line + "\n")
            return program.stdout.readline().strip()

        port = program.stdout.readline().strip()
        ear.listen(port)
        ear.next(RollerUp)
        assert say("press roll") == "ok"
        assert ear.next(ContactMoved).contact == Contact.ROLL
        assert say("release roll") == "ok"
        assert not ear.next(ContactMoved).on
        assert len(ear.next(DiceRolled).values) == 2
        assert len(say("faces")) == 5
        assert say("lamps") == "-"
        assert say("open 25") == "error: there is no tile '25'"
        assert say("dance") == "error: there is no such command: 'dance'"
        assert say("power") == "ok"
        assert ear.next(GapFound).gap.what == "change"
        assert "its power was off" in ear.next(RollerDown).why
        ear.next(RollerUp)
        assert say("hang dance deaf") == "error: there is no task 'dance'"
        assert say("hang noise deaf") == "ok"
        assert "its firmware hung in noise" in ear.next(RollerDown).why
        program.stdin.close()
        assert program.wait(PATIENCE) == 0


@needs_avr
def test_the_program_says_that_the_name_of_its_port_is_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("signal.signal", lambda *_: None)
    taken = tmp_path / "port"
    taken.touch()
    with pytest.raises(SystemExit):
        main(["--port", str(taken)])
    assert capsys.readouterr().err.endswith(f"--port {taken} cannot be made: File exists\n")
