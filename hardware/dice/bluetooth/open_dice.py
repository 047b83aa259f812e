"""Open the Bluetooth dice of a box: a thread with an asyncio loop in which the dice are heard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from groundwork.system.threads import start_thread
from hardware.config.tables.bluetooth_dice import BluetoothDiceTable
from hardware.dice.bluetooth.dice_set import DiceSet
from hardware.dice.bluetooth.godice import GoDice
from hardware.dice.bluetooth.pixels import Pixels
from hardware.dice.bluetooth.radio import Radio
from hardware.dice.bluetooth.reports import DieProtocol, Rgb
from hardware.dice.open import DiceMachine

CLOSES_WITHIN_S = 5.0
"""How long closing waits until the dice are dark and let go, in seconds."""


def open_godice(table: BluetoothDiceTable, machine: DiceMachine) -> BluetoothDice:
    """Listen to the GoDice that box.toml names."""
    return _open(GoDice(), table, machine)


def open_pixels(table: BluetoothDiceTable, machine: DiceMachine) -> BluetoothDice:
    """Listen to the Pixels that box.toml names."""
    return _open(Pixels(), table, machine)


def _open(protocol: DieProtocol, table: BluetoothDiceTable, machine: DiceMachine) -> BluetoothDice:
    from hardware.dice.bluetooth.bleak_radio import BleakRadio

    return BluetoothDice(protocol, table, machine, BleakRadio())


class BluetoothDice:
    """The dice of a box, as :class:`~hardware.dice.open.Roller`. Any thread may call it."""

    def __init__(
        self,
        protocol: DieProtocol,
        table: BluetoothDiceTable,
        machine: DiceMachine,
        radio: Radio,
    ) -> None:
        self._begun = Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._set: DiceSet | None = None

        async def listen() -> None:
            self._set = DiceSet(protocol, table.dice, radio, machine.clock, machine.hand_over)
            self._loop = asyncio.get_running_loop()
            self._task = asyncio.ensure_future(self._set.run())
            self._begun.set()
            with suppress(asyncio.CancelledError):
                await self._task

        self._thread = Thread(
            target=lambda: asyncio.run(listen()), name="bluetooth dice", daemon=True
        )
        start_thread(self._thread)
        self._begun.wait()

    def kept(self, series: int, serial: int) -> None:
        """Do nothing: the dice keep no throws."""

    def button_throws(self, count: int) -> None:
        """Do nothing: no button throws them."""

    def roll(self, count: int) -> None:
        """Do nothing: people roll them."""

    def wants(self, counts: Collection[int]) -> None:
        """Take throws of so many dice from now on; several numbers if fewer are allowed."""
        self._soon(lambda dice: dice.wants(counts))

    def glow(self, colour: Rgb) -> None:
        """Have all dice shine in this colour."""
        self._soon(lambda dice: dice.glow(colour))

    def flash_not_counted(self) -> None:
        """Have all dice flash red: what they show does not count."""
        self._soon(lambda dice: dice.flash_not_counted())

    def close(self) -> None:
        """Darken the dice and let go of them."""
        if self._loop is not None and self._task is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._task.cancel)
            self._thread.join(CLOSES_WITHIN_S)

    def _soon(self, does: Callable[[DiceSet], Any]) -> None:
        if self._loop is not None and self._set is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(does, self._set)
