"""A maker at a USB board: the real firmware in the emulator, on a port, in real time."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Collection
from pathlib import Path
from random import Random
from threading import Event, Lock, Thread
from typing import Any

from boxctl.setup.line_watch import BUTTONS_OF_BOARD
from firmware_bridge.emulator.board import EmulatedBoard
from tests.support.guest.match_in_guest import Rulings
from tests.support.setup.miswired import Miswired
from tests.support.setup.miswired_lamps import MiswiredLamps
from tests.support.setup.virtual_maker import MOVES

FLOATS_EVERY_S = 0.03
HELD_S = 0.1
LAMP_PATIENCE_S = 10.0
QUESTION = re.compile(r"\[[^]]*\]$")


class MakerAtBoard:
    """Moves the levers of a board as it is told, and says where there is light."""

    def __init__(self, board: EmulatedBoard, box: Miswired, lamps: MiswiredLamps) -> None:
        self.board = board
        self.box = box
        self.lamps = lamps
        self._shut: set[int] = set()
        self._shown: dict[int, bool] = {}
        self._seen = 0
        self._random = Random(1)
        self._lock = Lock()
        self.settle()

    def settle(self) -> None:
        """Put every contact where it belongs now."""
        with self._lock:
            levels = self.box.levels(self._shut, self._random)
            changed = {line: high for line, high in levels.items()
                       if isinstance(line, int) and self._shown.get(line) != high}  # fmt: skip
            self._shown |= changed
            if changed:
                self.board.move_at_once(changed)

    def move(self, tiles: Collection[int], *, stand: bool) -> None:
        """Open these tiles, or shut them."""
        for tile in tiles:
            (self._shut.discard if stand else self._shut.add)(tile)
            self.settle()

    def press(self, button: str, *, down: bool) -> None:
        """Press a button, or let go of it."""
        self.board.contact(BUTTONS_OF_BOARD[button], down)

    def roll(self) -> None:
        """Press the button that throws."""
        for down in (True, False):
            self.press("roll", down=down)
            time.sleep(HELD_S)

    def set_up(self, file: Path, answers: str) -> tuple[int, dict[str, Any]]:
        """Run the set-up and do what it says; return its exit status and its report."""
        answered = file.with_name("answers.toml")
        answered.write_text(answers)
        command = [sys.executable, "-m", "boxctl", "setup", "--config", str(file), "--json",
                   "--patience", "8", "--answers", str(answered)]  # fmt: skip
        over = self._floats()
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True,
        ) as setup:  # fmt: skip
            assert setup.stdin is not None and setup.stdout is not None
            assert setup.stderr is not None
            for line in setup.stderr:
                if QUESTION.search(line.rstrip()):
                    setup.stdin.write(f"{self._light(line)}\n")
                    setup.stdin.flush()
                else:
                    self._obey(line)
            printed = setup.stdout.read()
        over.set()
        return setup.returncode, json.loads(printed)

    def _obey(self, line: str) -> None:
        moved = MOVES.search(line)
        if moved is not None and moved[2]:
            self.move([int(moved[2])], stand=moved[1] == "Put up")
        elif moved is not None:
            self.press(moved[4], down=moved[3] == "Hold down")

    def _light(self, question: str) -> str:
        """Say where there is light, if that is asked: once the board has followed its order."""
        if "is light" not in question:
            return ""
        until = time.monotonic() + LAMP_PATIENCE_S
        if "One lamp" in question:
            while self.board.lamps() in (0, self._seen) and time.monotonic() < until:
                time.sleep(0.01)
        self._seen = self.board.lamps()
        on = [wire for wire in range(1, self.lamps.tiles + 1) if self._seen >> (wire - 1) & 1]
        return ", ".join(map(str, sorted(self.lamps.lit(on)))) or "none"

    def _floats(self) -> Event:
        """Have what floats change again and again, in a thread, until the event."""
        over = Event()

        def drive() -> None:
            while not over.wait(FLOATS_EVERY_S):
                self.settle()

        if self.box.floating:
            Thread(target=drive, daemon=True).start()
        return over

    def play(self, rulings: Rulings) -> list[str]:
        """Play until the match is over, always the first of the moves; return the verdicts."""
        told = 0
        throws = False
        while not rulings.all or rulings.all[-1]["verdict"] != "match_over":
            rulings.wait_for(told + 1)
            ruling = rulings.all[told]
            told += 1
            match ruling["verdict"]:
                case "throw":
                    throws = False
                    self.move(ruling["moves"][0]["tiles"], stand=False)
                case "turn_over":
                    throws = False
                    self.move(ruling["put_back"]["open"], stand=True)
                    self.move(ruling["put_back"]["shut"], stand=False)
                case "void":
                    throws = False
                case "ready" | "again" | "provisional" | "committed" if not throws:
                    throws = True
                    self.roll()
                case _:
                    pass
        return [ruling["verdict"] for ruling in rulings.all]
