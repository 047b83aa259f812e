"""Changes of contacts come in order, and commands are carried out once."""

from __future__ import annotations

import random

from firmware_bridge.link.commands import CommandOutcome, CommandQueue
from firmware_bridge.link.events import Gap
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import (
    Order,
    Result,
)
from firmware_bridge.protocol.messages import (
    Answer,
    Ask,
    Change,
    Command,
    State,
)
from tests.firmware_bridge.conftest import hello
from tests.support.firmware.board_model import BoardLink
from tests.support.firmware.link_ends import HELLO, SESSION, frame
from tests.support.firmware.wire import IDENTITY, Storm, World


def test_changes_come_in_order_beside_the_throws() -> None:
    chance = random.Random(4)
    storm = Storm(chance, often=0.3)
    world = World(storm)
    thrown, moved = [], []
    for _ in range(2000):
        if chance.random() < 0.3:
            thrown.append(world.roller.throw((chance.randint(1, 6),), world.now))
        moved.append(world.roller.change(chance.randint(1, 27), chance.random() < 0.5, world.now))
        world.pass_time(chance.randrange(40_000))
        if chance.random() < 0.01:
            world.replug()
    storm.often = 0.0
    world.settle()
    world.pass_time(3_000_000)
    assert world.got == thrown
    assert world.changes == moved


def test_what_a_board_forgets_of_its_changes_is_told_by_number() -> None:
    world = World()
    world.settle()
    world.roller.change(3, True, world.now)
    world.settle()
    world.pass_time(100_000)
    world.roller.change(4, True, world.now)  # Never sent: the power goes just now.
    world.roller = BoardLink(IDENTITY, boot=9, series=200, now=world.now)
    world.settle()
    assert world.missed == [Gap("change", 78, 2, None)]


def test_a_reading_counts_once_all_its_changes_are_here() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    ahead = State(1, 1, 4, 0, 0, 0, 0, 0)
    assert [each.what for each in host.receive(frame(ahead), 0)] == [ahead]
    assert not host.holds_all_of(ahead)
    host.receive(frame(Change(78, 1, 0, 3, 1)), 0)
    assert host.holds_all_of(ahead)


def test_a_command_is_carried_out_once_and_its_answer_comes() -> None:
    chance = random.Random(6)
    storm = Storm(chance, often=0.4)
    world = World(storm)
    done: list[int] = []

    def obey(command: Command) -> int:
        done.append(command.argument)
        return Result.DONE

    world.roller = BoardLink(IDENTITY, boot=1, series=77, now=world.now, obey=obey)
    for argument in range(200):
        world.host.orders.give(Order.ROLL, argument)
        world.pass_time(chance.randrange(100_000))
    storm.often = 0.0
    world.settle()
    world.pass_time(10_000_000)
    assert done == list(range(200))
    assert world.carried == [CommandOutcome(Order.ROLL, argument, Result.DONE) for argument in done]


def test_each_contact_is_told_its_last_time_to_settle_again_after_a_restart() -> None:
    orders = CommandQueue()
    orders.meet(1)
    for contact, ms in ((0, 10), (3, 20), (3, 30), (5, 40)):
        orders.give(Order.SETTLE, contact + 256 * ms)

    def said() -> list[tuple[int, int]]:
        told = []
        while (command := orders.outgoing(0)) is not None:
            told.append((command.argument & 0xFF, command.argument >> 8))
            orders.answered(Answer(command.boot, command.number, Result.DONE))
        return told

    assert said() == [(0, 10), (3, 30), (5, 40)]
    assert orders.meet(2) == []
    assert said() == [(0, 10), (3, 30), (5, 40)]


def test_a_board_that_restarts_is_told_its_lamps_anew_and_nothing_twice() -> None:
    host = HostLink(0, session=SESSION)
    host.receive(frame(HELLO), 0)
    host.orders.give(Order.LAMPS, 5)
    assert host.outgoing(0).endswith(frame(Command(1, 1, Order.LAMPS, 5), Ask(1)))
    host.receive(frame(Answer(1, 1, Result.DONE)), 1)
    host.orders.give(Order.ROLL, 2)
    assert host.outgoing(2) == frame(Command(1, 2, Order.ROLL, 2))
    again = hello(2, 77, 1, 2, 6, "test 1")
    news = [each.what for each in host.receive(frame(again), 3)]
    assert news == [CommandOutcome(Order.ROLL, 2, None), again]
    assert frame(Command(2, 1, Order.LAMPS, 5)) in host.outgoing(3)


def test_of_many_pictures_of_the_lamps_the_last_is_shown() -> None:
    host = HostLink(0, session=SESSION)
    for lit in range(50):
        host.orders.give(Order.LAMPS, lit)
    host.receive(frame(HELLO), 0)
    assert frame(Command(1, 1, Order.LAMPS, 49)) in host.outgoing(0)
    assert host.receive(frame(Answer(1, 1, Result.DONE)), 1)
    assert host.outgoing(2) == b""
