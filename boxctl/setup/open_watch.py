"""Open the lines that levers may be on: of chips, or of a USB board."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack

from boxctl.setup.learning import pins_to_watch
from boxctl.setup.line_watch import (
    BoardWatch,
    GpioWatch,
    LineWatch,
    OpenBoard,
    contacts_of_board,
    open_serial,
)
from boxctl.setup.setup_state import SetupState
from firmware_bridge.port.find_port import AUTO, find_port
from groundwork.clock import monotonic_us
from groundwork.language import tr
from hardware.config.pins import AUTO as HEADER
from hardware.gpio.lines import LazyChips
from hardware.gpio.open_chip import OpenChips
from hardware.usb import not_for_this_box


def open_watch(
    state: SetupState,
    chips: OpenChips | None = None,
    *,
    open_board: OpenBoard = open_serial,
    clock: Callable[[], int] = monotonic_us,
    pause: Callable[[float], None] = time.sleep,
) -> LineWatch:
    """Open the pins, or the board, that the answers name. Raises :class:`Fault`.

    ``chips`` and ``open_board`` replace this machine's; ``clock`` dates the samples, and ``pause``
    waits for some seconds between two.
    """
    if state.on_board:
        tiles = state["tiles"]
        port = state["port"]
        if port == AUTO:
            port = find_port(
                lambda hello: hello.tiles >= tiles, tr("box of {tiles} tiles", tiles=tiles)
            )
        hello = state.survey.boards.get(port)
        if hello is not None and hello.tiles < tiles:
            raise not_for_this_box(hello, port, [tr("{tiles} tiles", tiles=tiles)])
        return BoardWatch(
            port,
            contacts_of_board(hello, tiles),
            open_board=open_board,
            clock=clock,
            pause=pause,
        )
    with ExitStack() as opening:
        chip = state.old_value("gpio", "chip")
        watch = GpioWatch(
            LazyChips(opening) if chips is None else chips(opening),
            pins_to_watch(state),
            header=HEADER if chip is None else chip,
            pull_up=state["connects_to"] != "3v3",
            clock=clock,
            pause=pause,
        )
        watch.closes(opening.pop_all())
    return watch
