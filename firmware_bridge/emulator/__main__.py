"""The emulated board as a program: ``python -m firmware_bridge.emulator``.

Prints the path of its port, then executes one command a line from standard input and answers each
with a line. Ends with its input.

  open 7 …  shut 7 …        levers                  press roll  release roll   buttons
  lamps                     the tiles that are lit  faces                      lamps of the dice
  reset  power  hang        restarts                unplug  plug               the cable
  noise good|stuck|biased   both sources of noise
  hang TASK  hang TASK deaf the next time it does this (link, throw ...); with interrupts off
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from firmware_bridge.build_firmware import Chip
from firmware_bridge.emulator.board import EmulatedBoard
from firmware_bridge.emulator.chip import Noise
from firmware_bridge.protocol.constants import Contact, Task
from groundwork.faults import Fault, os_reason
from groundwork.limits import MOST_TILES
from groundwork.printing import print_lines, print_notes


def obey(board: EmulatedBoard, line: str) -> str:
    """Execute one command; return the answer. Raises ValueError for an unknown command."""
    word, *rest = line.split() or [""]
    if word in ("open", "shut"):
        for tile in map(_tile, rest):
            board.contact(tile, word == "open")
        return "ok"
    if word in ("press", "release"):
        for button in rest:
            board.contact(_button(button), word == "press")
        return "ok"
    if word == "noise" and len(rest) == 1:
        board.noise(*[_noise(rest[0])] * 2)
        return "ok"
    if word == "hang" and rest and rest[1:] in ([], ["deaf"]):
        board.hang(_task(rest[0]), deaf=len(rest) > 1)
        return "ok"
    simple: dict[str, Callable[[], object]] = {
        "lamps": lambda: _numbers(board.lamps()),
        "faces": lambda: " ".join(f"{face:02X}" for face in board.faces()),
        "reset": board.reset,
        "power": lambda: board.reset(power=True),
        "hang": board.hang,
        "unplug": board.unplug,
        "plug": board.plug_in,
    }
    if word not in simple or rest:
        raise ValueError(f"there is no such command: {line.strip()!r}")
    answer = simple[word]()
    return "ok" if answer is None else str(answer)


def _tile(word: str) -> int:
    if not word.isdigit() or not 1 <= int(word) <= MOST_TILES:
        raise ValueError(f"there is no tile {word!r}")
    return int(word)


def _button(word: str) -> Contact:
    if word.upper() not in Contact.__members__:
        raise ValueError(f"there is no button {word!r}")
    return Contact[word.upper()]


def _task(word: str) -> Task:
    if word.upper() not in Task.__members__:
        raise ValueError(f"there is no task {word!r}")
    return Task[word.upper()]


def _noise(word: str) -> Noise:
    if word.upper() not in Noise.__members__:
        raise ValueError(f"there is no such noise: {word!r}")
    return Noise[word.upper()]


def _numbers(bits: int) -> str:
    lit = [str(tile) for tile in range(1, MOST_TILES + 1) if bits >> (tile - 1) & 1]
    return ",".join(lit) or "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the board; returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="emulator", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--table", default="roller", help="its pin table (default: roller)")
    parser.add_argument(
        "--chip", choices=[chip.name.lower() for chip in Chip], default="atmega328p",
        help="what it runs on (default: atmega328p)",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, help="the same seed gives the same noise")
    parser.add_argument("--port", type=Path, help="where to put the port (default: anywhere)")
    parser.add_argument("--slow", action="store_true", help="take 20 s to test the noise first")
    parser.add_argument(
        "--open", type=lambda text: int(text, 0), default=0, help="the tiles that are open, as bits"
    )
    asked = parser.parse_args(arguments)
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(
            ending, lambda *_: sys.exit(0)
        )  # Unwind, so that the link to the port is removed too.
    with ExitStack() as running:
        try:
            board = running.enter_context(
                EmulatedBoard(
                    asked.table,
                    asked.seed,
                    contacts=asked.open,
                    quick=not asked.slow,
                    port=asked.port,
                    chip=Chip[asked.chip.upper()],
                )
            )
        except Fault as fault:
            print_notes(str(fault))
            return 1
        except OSError as error:
            parser.error(f"--port {asked.port} cannot be made: {os_reason(error)}")
        print_lines(board.port, flush=True)
        for line in sys.stdin:
            try:
                print_lines(obey(board, line), flush=True)
            except ValueError as error:
                print_lines(f"error: {error}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
