"""A board with nine levers and two dice on a pseudo-terminal, which needs no tools of its own.

``python -m tests.support.service.model_board /dev/board`` serves until it is ended. All its levers
are up; it does what it is told.
"""

from __future__ import annotations

import select
import sys
from pathlib import Path

from firmware_bridge.port.serial_port import PtyLine
from firmware_bridge.protocol.constants import Ability, Result
from groundwork.clock import monotonic_us
from tests.support.firmware.board_model import BoardIdentity, BoardLink

TILES = 9
LONGEST_PAUSE_S = 0.5


def main() -> None:
    """Serve the port that is named."""
    line = PtyLine(Path(sys.argv[1]))
    identity = BoardIdentity("model-box 1", 2, 6, TILES, Ability.THROWS | Ability.LAMPS, 0x0102)
    link = BoardLink(identity, 7, 40, monotonic_us(), lambda _command: Result.DONE)
    for tile in range(1, TILES + 1):
        link.change(tile, True, monotonic_us())
    while True:
        line.write(link.outgoing(monotonic_us()))
        due = link.next_deadline()
        until = LONGEST_PAUSE_S if due is None else max(0.0, (due - monotonic_us()) / 1e6)
        ready, _, _ = select.select([line], [], [], min(until, LONGEST_PAUSE_S))
        if ready:
            link.receive(line.read(), monotonic_us())


if __name__ == "__main__":
    main()
