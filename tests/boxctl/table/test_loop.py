"""What comes first in a step of the loop, and what systemd is told on a socket of the test."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxctl.rules.tiles import TileSet, tile
from boxctl.table.loop import SystemdNotifier, take_step
from hardware.devices import Edge
from tests.support.perfect_wood import PERFECT_WOOD
from tests.support.tables.virtual_table import BuildTable, VirtualTable


class Onlooker:
    """Something else that is done in a step: it notes which lamps were lit when its turn came."""

    due = None

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self.seen: list[TileSet] = []

    def advance(self, _now: int) -> None:
        self.check(_now)

    def check(self, _now: int) -> None:
        self.seen.append(self._table.wood.lamps.lit)


def test_a_lamp_follows_its_lever_before_anything_else_is_done(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    devices, also = Onlooker(table), Onlooker(table)
    table.box.watched = [devices]
    lit = table.wood.lamps.lit
    assert lit & tile(5)
    take_step(table.runtime, table, table.now, also, [Edge(table.now, 5, on=False)])
    assert devices.seen == also.seen == [lit & ~tile(5)]


def test_a_lamp_follows_a_lever_of_which_the_step_hears_last(a_table: BuildTable) -> None:
    table = a_table(wood=PERFECT_WOOD)
    devices = Onlooker(table)
    table.box.watched = [devices]
    lit = table.wood.lamps.lit
    table.events.append(Edge(table.now, 5, on=False))
    take_step(table.runtime, table, table.now, Onlooker(table))
    assert devices.seen == [lit & ~tile(5)]


SECOND = 1_000_000


class Listener:
    """systemd, and the time."""

    def __init__(self, path: Path) -> None:
        self.now = 100 * SECOND
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.setblocking(False)
        self.path = path
        self.made: list[SystemdNotifier] = []

    def service(self, **environment: str) -> SystemdNotifier:
        made = SystemdNotifier({"NOTIFY_SOCKET": str(self.path), **environment}, lambda: self.now)
        self.made.append(made)
        return made

    def heard(self) -> list[str]:
        messages = []
        while True:
            try:
                messages.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return messages


@pytest.fixture
def systemd(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Listener]:
    # The path of a socket has at most 107 bytes, and that of the folder may have more.
    monkeypatch.chdir(tmp_path)
    listener = Listener(Path("notify"))
    with listener.socket:
        yield listener
        for service in listener.made:
            service.stopping()


def test_it_is_told_when_the_table_is_ready_and_when_it_ends(systemd: Listener) -> None:
    service = systemd.service()
    service.ready()
    service.stopping()
    assert systemd.heard() == ["READY=1\nSTATUS=the table can be played at", "STOPPING=1"]


def test_a_reload_bears_the_time_at_which_it_began(systemd: Listener) -> None:
    systemd.service().reloading()
    assert systemd.heard() == ["RELOADING=1\nMONOTONIC_USEC=100000000"]


def test_a_loop_that_lives_says_so_often_enough(systemd: Listener) -> None:
    service = systemd.service(WATCHDOG_USEC=str(20 * SECOND))
    heard = []
    for _ in range(60):
        systemd.now += SECOND
        service.advance(systemd.now)
        heard += systemd.heard()
    assert heard == ["WATCHDOG=1"] * 12


def test_a_loop_that_sleeps_longer_is_woken_in_time(systemd: Listener) -> None:
    service = systemd.service(WATCHDOG_USEC=str(2 * SECOND))
    assert service.due == systemd.now + SECOND
    systemd.now += SECOND
    service.advance(systemd.now)
    assert systemd.heard() == ["WATCHDOG=1"]
    assert service.due == systemd.now + SECOND


def test_nobody_waits_for_a_sign_of_life(systemd: Listener) -> None:
    service = systemd.service()
    assert service.due is None
    systemd.now += 1000 * SECOND
    service.advance(systemd.now)
    assert systemd.heard() == []


@pytest.mark.parametrize(("pid", "listened_to"), [(0, True), (1, False)])
def test_a_watchdog_of_another_process_is_not_ours(
    systemd: Listener, pid: int, listened_to: bool
) -> None:
    service = systemd.service(WATCHDOG_USEC="2000000", WATCHDOG_PID=str(os.getpid() + pid))
    assert (service.due is not None) is listened_to


@pytest.mark.parametrize("nonsense", ["", "soon", "0", "-5"])
def test_a_watchdog_without_a_time_is_none(systemd: Listener, nonsense: str) -> None:
    assert systemd.service(WATCHDOG_USEC=nonsense).due is None


def test_without_systemd_nothing_is_said() -> None:
    service = SystemdNotifier({"WATCHDOG_USEC": "2000000"}, lambda: 0)
    service.ready()
    service.advance(9 * SECOND)
    assert service.due is None


def test_a_systemd_that_has_gone_does_no_harm(systemd: Listener) -> None:
    service = systemd.service()
    systemd.path.unlink()
    service.ready()
    assert systemd.heard() == []
