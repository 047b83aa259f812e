"""The host's side, against the roller program on real pseudo-terminals."""

from __future__ import annotations

import gc
import os
import threading
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
import serial
from pytest_mock import MockerFixture

from firmware_bridge.link.events import (
    RollerDown,
    RollerEvent,
    RollerRefused,
    RollerUp,
)
from firmware_bridge.link.frames import encode
from firmware_bridge.port.serial_board import SerialBoard
from firmware_bridge.port.serial_port import PtyLine, SerialPort
from firmware_bridge.protocol.messages import Throw, to_payload
from groundwork.clock import monotonic_us
from groundwork.dice import DiceRolled
from groundwork.faults import Fault
from groundwork.waker import WaitResult, Waker
from tests.firmware_bridge.conftest import PATIENCE, Ear, hello
from tests.support.firmware.pty_roller import PtyRoller


def host_threads_end() -> None:
    for thread in threading.enumerate():
        if thread.name.startswith("roller "):
            thread.join(PATIENCE)
            assert not thread.is_alive()


def test_the_roller_comes_up_and_its_throws_arrive(ear: Ear) -> None:
    with PtyRoller(dice=3, sides=8, name="tower") as roller:
        before = monotonic_us()
        ear.listen(roller.port)
        up = ear.next(RollerUp)
        assert (up.name, up.dice, up.sides) == ("tower", 3, 8)
        assert roller.throw([8, None, 1]) == 1
        assert roller.throw([2]) == 2
        first, second = ear.next(DiceRolled), ear.next(DiceRolled)
        assert (first.serial, first.values) == (1, (8, None, 1))
        assert (second.serial, second.values) == (2, (2,))
        assert first.series == second.series
        assert before <= up.at <= first.at <= second.at <= monotonic_us()


def test_throws_made_before_the_host_came_wait_for_it(ear: Ear) -> None:
    with PtyRoller() as roller:
        for value in (1, 2, 3):
            roller.throw([value, value])
        assert roller.waiting() == 3
        ear.listen(roller.port)
        ear.next(RollerUp)
        assert [ear.next(DiceRolled).values for _ in range(3)] == [(1, 1), (2, 2), (3, 3)]


def test_a_pulled_cable_is_said_and_mended(ear: Ear) -> None:
    with PtyRoller() as roller:
        ear.listen(roller.port)
        ear.next(RollerUp)
        roller.unplug()
        assert "hung up" in ear.next(RollerDown).why
        roller.throw([5, 6])
        roller.plug_in()
        ear.next(RollerUp)
        assert ear.next(DiceRolled).values == (5, 6)


def test_a_restart_of_the_roller_is_said_and_doubles_nothing(ear: Ear) -> None:
    with PtyRoller() as roller:
        ear.listen(roller.port)
        ear.next(RollerUp)
        roller.throw([1, 1])
        ear.next(DiceRolled)
        roller.restart()
        assert "restarted" in ear.next(RollerDown).why
        ear.next(RollerUp)
        roller.throw([2, 2])
        assert ear.next(DiceRolled).serial == 2


def test_a_new_host_that_remembers_is_not_told_again(ear: Ear) -> None:
    with PtyRoller() as roller:
        with ear.roller(roller.port):
            ear.next(RollerUp)
            roller.throw([1, 1])
            known = ear.next(DiceRolled)
        host_threads_end()
        roller.throw([2, 2])
        ear.listen(roller.port, seen={known.series: known.serial})
        ear.next(RollerUp)
        assert ear.next(DiceRolled).serial == 2


def test_a_noisy_line_delays_and_loses_nothing(ear: Ear) -> None:
    pieces = iter(range(10**9))

    def some_are_damaged(data: bytes) -> bytes:
        match next(pieces) % 6:
            case 2:
                return data[:-5]
            case 5:
                return b"\xff\n" + data.replace(b"0", b"1", 1)
            case _:
                return data

    with PtyRoller(noise=some_are_damaged) as roller:
        host = ear.listen(roller.port)
        ear.next(RollerUp)
        for value in range(8):
            roller.throw([1 + value % 6])
        assert [ear.next(DiceRolled).serial for _ in range(8)] == list(range(1, 9))
        assert host.counts.dropped > 0


def test_opening_a_port_that_is_not_there_is_a_fault_at_once(ear: Ear, tmp_path: Path) -> None:
    host = ear.roller(str(tmp_path / "none"))
    with pytest.raises(Fault, match="plug the roller in") as caught:
        host.open()
    assert caught.value.code == "BX501"
    host.close()


def test_two_hosts_do_not_share_a_roller(ear: Ear) -> None:
    with PtyRoller() as roller:
        ear.listen(roller.port)
        ear.next(RollerUp)
        with pytest.raises(Fault, match=f"process {os.getpid()}") as caught:
            ear.roller(roller.port).open()
        assert caught.value.code == "BX502"
        roller.throw([4])
        assert ear.next(DiceRolled).values == (4,)


def test_why_the_port_cannot_be_had_again_is_said(ear: Ear, tmp_path: Path) -> None:
    with PtyRoller() as roller:
        ear.listen(roller.port)
        ear.next(RollerUp)
        roller.unplug()
        ear.next(RollerDown)
        other = PtyLine(Path(roller.port))
        thief = serial.Serial(roller.port, exclusive=True)
        assert "BX502" in ear.next(RollerDown).why
        thief.close()
        other.close()
        roller.plug_in()
        ear.next(RollerUp)


def test_the_same_reason_is_said_once_and_another_again(ear: Ear, mocker: MockerFixture) -> None:
    faults = [Fault(code, "x") for code in ("BX501", "BX503", "BX503", "BX501", "BX504")]

    def open_port(*arguments: Any) -> SerialPort:
        if faults:
            raise faults.pop(0)
        return SerialPort(*arguments)

    with PtyRoller() as roller:
        ear.listen(roller.port)
        ear.next(RollerUp)
        mocker.patch("firmware_bridge.port.serial_board._REOPEN_SHORTEST_US", 1000)
        mocker.patch("firmware_bridge.port.serial_board.SerialPort", open_port)
        roller.unplug()
        roller.plug_in()
        whys = [ear.next(RollerDown).why for _ in range(3)]
        assert "hung up" in whys[0]
        assert whys[1:] == ["BX503: x", "BX504: x"]
        ear.next(RollerUp)


def test_a_closed_host_says_nothing_more_and_frees_the_port(ear: Ear) -> None:
    with PtyRoller() as roller:
        host = ear.listen(roller.port)
        ear.next(RollerUp)
        host.close()
        host.close()
        host_threads_end()
        roller.throw([1])
        roller.unplug()
        roller.plug_in()
        with ear.roller(roller.port):
            ear.next(RollerUp)
            ear.next(DiceRolled)
    assert ear.events.empty()


def test_it_closes_while_the_port_is_away(ear: Ear) -> None:
    with PtyRoller() as roller:
        host = ear.listen(roller.port)
        ear.next(RollerUp)
        roller.unplug()
        ear.next(RollerDown)
        host.close()
        host_threads_end()


def test_it_may_be_closed_from_its_own_hand_over(tmp_path: Path) -> None:
    closed = threading.Event()

    def close(event: RollerEvent) -> None:
        host.close()
        closed.set()

    with PtyRoller() as roller:
        host = SerialBoard(roller.port, clock=monotonic_us, hand_over=close)
        host.open()
        assert closed.wait(PATIENCE)
        host.close()


def test_once_closed_it_hands_over_not_even_what_it_has_read(tmp_path: Path) -> None:
    events: Queue[RollerEvent] = Queue()

    def close(event: RollerEvent) -> None:
        host.close()
        events.put(event)

    line = PtyLine(tmp_path / "port")
    host = SerialBoard(str(tmp_path / "port"), clock=monotonic_us, hand_over=close)
    host.open()
    greeting, throw = hello(1, 7, 1, 2, 6, "both at once"), Throw(7, 1, 0, (6, 6))
    line.write(encode(to_payload(greeting)) + encode(to_payload(throw)))
    assert isinstance(events.get(timeout=PATIENCE), RollerUp)
    host_threads_end()
    assert events.empty()
    line.close()


def test_it_closes_though_hand_over_is_stuck(tmp_path: Path) -> None:
    stuck, let_go = threading.Event(), threading.Event()

    def hold(event: RollerEvent) -> None:
        stuck.set()
        let_go.wait(PATIENCE)

    with PtyRoller() as roller:
        host = SerialBoard(roller.port, clock=monotonic_us, hand_over=hold)
        host.open()
        assert stuck.wait(PATIENCE)
        host.close()
        let_go.set()
        host.close()


def test_it_is_opened_once(ear: Ear) -> None:
    with PtyRoller() as roller:
        host = ear.listen(roller.port)
        with pytest.raises(RuntimeError, match="opened once"):
            host.open()


def test_a_roller_of_another_version_is_refused_and_a_mended_one_taken(
    ear: Ear, tmp_path: Path
) -> None:
    line = PtyLine(tmp_path / "port")
    try:
        ear.listen(str(tmp_path / "port"))
        line.write(encode(to_payload(hello(1, 7, 1, 2, 6, "good"))))
        ear.next(RollerUp)
        line.write(encode(b"\x01\x01 unlike anything"))
        assert "version 1" in ear.next(RollerDown).why
        fault = ear.next(RollerRefused).fault
        assert fault.code == "BX506"
        assert "version 1" in str(fault)
        assert "bring the firmware up to date" in str(fault)
        line.write(encode(to_payload(hello(2, 7, 1, 2, 6, "good"))))
        ear.next(RollerUp)
    finally:
        line.close()


def test_a_die_that_shows_what_it_cannot_was_not_read(ear: Ear, tmp_path: Path) -> None:
    line = PtyLine(tmp_path / "port")
    try:
        ear.listen(str(tmp_path / "port"))
        line.write(encode(to_payload(hello(1, 7, 1, 2, 6, "odd"))))
        line.write(encode(to_payload(Throw(7, 1, 0, (6, 7)))))
        ear.next(RollerUp)
        assert ear.next(DiceRolled).values == (6, None)
    finally:
        line.close()


def test_a_throw_that_came_while_the_machine_slept_says_how_old_it_may_be(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    line = PtyLine(tmp_path / "port")
    events: Queue[RollerEvent] = Queue()
    asleep, now = threading.Event(), [0]
    wait_for = Waker.wait_for

    def sleep_through(waker: Waker, *arguments: Any, **more: Any) -> WaitResult:
        result = wait_for(waker, *arguments, **more)
        if asleep.is_set() and result.readable:
            asleep.clear()
            now[0] += 90_000_000
        return result

    mocker.patch.object(Waker, "wait_for", sleep_through)
    board = SerialBoard(
        str(tmp_path / "port"), clock=lambda: monotonic_us() + now[0], hand_over=events.put
    )
    try:
        with board:
            line.write(encode(to_payload(hello(1, 7, 1, 2, 6, "tower"))))
            assert isinstance(events.get(timeout=PATIENCE), RollerUp)
            asleep.set()
            line.write(encode(to_payload(Throw(7, 1, 0, (6, 6)))))
            thrown = events.get(timeout=PATIENCE)
            assert isinstance(thrown, DiceRolled)
            assert thrown.slept >= 90_000_000
            line.write(encode(to_payload(Throw(7, 2, 0, (6, 6)))))
            thrown = events.get(timeout=PATIENCE)
            assert isinstance(thrown, DiceRolled)
            assert (thrown.serial, thrown.slept) == (2, 0)
    finally:
        line.close()


def test_no_file_is_left_open(ear: Ear, tmp_path: Path) -> None:
    gc.collect()  # What earlier tests have dropped is not to be closed in the middle of this one.
    files = Path("/proc/self/fd")
    before = len(list(files.iterdir()))
    with PtyRoller() as roller:
        with ear.roller(roller.port):
            ear.next(RollerUp)
            with pytest.raises(Fault):
                ear.roller(roller.port).open()
            roller.unplug()
            ear.next(RollerDown)
            roller.plug_in()
            ear.next(RollerUp)
        host_threads_end()
        thief = serial.Serial(roller.port, exclusive=True)
        with pytest.raises(Fault):
            ear.roller(roller.port).open()
        thief.close()
    assert len(list(files.iterdir())) == before
