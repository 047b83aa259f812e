"""An evening in a pub inside the virtual Pi, on which everything goes wrong once.

``boxctl run`` is a process of its own, the lines and the expander are the kernel's. The script is
the people, the wood, and systemd. It prints a report as JSON.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

from tests.support.firmware.pty_roller import PtyRoller
from tests.support.guest.interrupted_in_guest import DIRECTORY, Program
from tests.support.guest.match_in_guest import PATIENCE
from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import CHIPS, Wire

EXPANDER = Path("/sys/kernel/config/gpio-sim/mcp")
WATCHDOG_S = 4
SPEAKS = DIRECTORY / "speaks"
HANGS = DIRECTORY / "hangs"
PROGRAM = f"""#!/bin/sh
cat > /dev/null
while [ -e {HANGS} ]; do sleep 0.1; done
"""
DEVICES = f"""
[voice]
driver = "espeak-ng"
program = "{SPEAKS}"
[display]
driver = "hd44780"
bus = 0
address = 0x26
"""
"""A voice whose program can hang, and a display where the kernel's I2C bus has no chip."""

MATCH = replace(THE_MATCH, tiles=[*THE_MATCH.tiles[:6], *(f"mcp23017:{n}" for n in range(3))])


class Systemd:
    """Listens on the socket that a service is given."""

    def __init__(self) -> None:
        self.path = DIRECTORY / "notify"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(self.path))
        self._heard: SimpleQueue[str] = SimpleQueue()
        Thread(target=self._listen, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        return {"NOTIFY_SOCKET": str(self.path), "WATCHDOG_USEC": str(WATCHDOG_S * 1_000_000)}

    def hears(self, what: str) -> str:
        """The next message with this in it."""
        while True:
            try:
                message = self._heard.get(timeout=PATIENCE)
            except Empty:
                raise RuntimeError(f"systemd has not heard {what!r}") from None
            if what in message:
                return message

    def is_told_nothing_for(self, seconds: float) -> bool:
        """Whether it hears nothing for so long, once what was under way has come."""
        time.sleep(0.5)
        while not self._heard.empty():
            self._heard.get()
        time.sleep(seconds)
        return self._heard.empty()

    def _listen(self) -> None:
        while True:
            self._heard.put(self._socket.recv(4096).decode())


class Expander:
    """The second chip: its cable can be pulled."""

    def unplug(self) -> None:
        (EXPANDER / "live").write_text("0")

    def plug_in(self) -> None:
        (EXPANDER / "live").write_text("1")
        device = Path("/sys/devices/platform") / (EXPANDER / "dev_name").read_text().strip()
        chip = (EXPANDER / "bank0/chip_name").read_text().strip()
        link = CHIPS / "mcp23017"
        link.unlink()
        link.symlink_to(device / chip)


class Evening:
    """The people at the box, and what they have noted down."""

    def __init__(self, roller: PtyRoller, systemd: Systemd) -> None:
        self.roller = roller
        self.systemd = systemd
        self.config = DIRECTORY / "box.toml"
        SPEAKS.write_text(PROGRAM)
        SPEAKS.chmod(0o755)
        self.config.write_text(MATCH.box_toml(roller.port) + DEVICES)
        self.tiles = [Wire(pin) for pin in MATCH.tiles]
        self.new = Wire(MATCH.buttons["new"])
        self.lamps = [Wire(pin) for pin in MATCH.lamps]
        self.report: dict[str, Any] = {}
        os.environ.update(systemd.environment)
        self.program = Program(self.config)

    def ruled(self, what: str, count: int = 1) -> dict[str, Any]:
        """Wait for this many rulings of this verdict; return the last."""
        while True:
            rulings = [json.loads(line) for line in self.program.rulings.all]
            there: list[dict[str, Any]] = [each for each in rulings if each["verdict"] == what]
            if len(there) >= count:
                return there[-1]
            self.program.rulings.wait_for_more()

    def told(self, what: str, patience: float = PATIENCE) -> str:
        """Wait until the table has been told of this."""
        self.program.words.wait_for(what, patience)
        return next(line for line in self.program.words.all if what in line)

    def press(self, button: Wire) -> None:
        button.drive(high=False)
        time.sleep(0.1)
        button.drive(high=True)

    # What happens, one after the other.

    def the_box_is_not_ready(self) -> None:
        """The lines go up when they are claimed, so that a tile is shut only afterwards."""
        self.systemd.hears("READY=1")
        self.ruled("ready")

    def a_second_copy_is_started(self) -> None:
        second = subprocess.run(
            [sys.executable, "-m", "boxctl", "run", "--config", str(self.config),
             "--journal", str(DIRECTORY / "journal.db")],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        self.report["second copy"] = [second.returncode, second.stderr]

    def the_roller_is_unplugged(self) -> None:
        self.roller.unplug()
        lost = self.told("the roller does not answer")
        self.roller.plug_in()
        back = self.told("the roller answers")
        self.report["roller"] = [lost, back]

    def the_display_is_not_there(self) -> None:
        self.report["display"] = self.told("the display does not answer")

    def the_voice_hangs(self) -> None:
        HANGS.touch()
        # One die is not enough yet: that is said.
        self.roller.throw((1,))
        # A program may take its time for the words that it is given.
        lost = self.told("the voice does not answer", 3 * PATIENCE)
        HANGS.unlink()
        self.roller.throw((1,))
        self.report["voice"] = [lost, self.told("the voice answers")]

    def the_expander_is_unplugged(self) -> None:
        self.roller.throw((2, 3))
        self.ruled("throw")
        expander = Expander()
        expander.unplug()
        lost = self.told("chip mcp23017 of the levers does not answer")
        self.tiles[1].bounce(2, high=False)
        meanwhile = self.ruled("pending")
        expander.plug_in()
        back = self.told("chip mcp23017 of the levers answers")
        self.tiles[6:] = [Wire(pin) for pin in MATCH.tiles[6:]]
        # Without a bounce: gpio-sim merges edges that are too close, and one that was lost is a
        # doubt of its own.
        self.tiles[2].drive(high=False)
        self.report["expander"] = [lost, back]
        self.report["ruled without the expander"] = meanwhile
        self.report["ruled with it"] = self.ruled("committed")

    def a_sensor_chatters(self) -> None:
        wire = self.tiles[6]
        for _ in range(4_000):
            wire.drive(high=False)
            wire.drive(high=True)
            time.sleep(0.002)
            self.program.words.take_what_is_there()
            if any("BX409" in line for line in self.program.words.all):
                break
        self.press(self.new)
        self.report["sensor"] = [self.told("BX409"), self.told("by your word")]
        self.roller.throw((3, 4))
        self.report["ruled by word"] = self.ruled("throw", 2)

    def box_toml_is_written_wrong_and_right(self) -> None:
        right = self.config.read_text()
        self.config.write_text(right.replace('driver = "gpio"', 'driver = "gpoi"', 1))
        self.program.process.send_signal(signal.SIGHUP)
        wrong = self.told("everything stays as it was")
        problem = next(line for line in self.program.words.all if "gpoi" in line)
        # The lamps of the tiles 2 and 4 change places.
        lamps = list(MATCH.lamps)
        lamps[1], lamps[3] = lamps[3], lamps[1]
        self.config.write_text(right.replace(json.dumps(MATCH.lamps), json.dumps(lamps)))
        self.program.process.send_signal(signal.SIGHUP)
        taken = self.told("the box opened as it says")
        # Every line has gone up again as it was claimed: 2 and 3 are to be put back.
        interrupted = self.told("the match was interrupted")
        for place in (1, 2):
            self.tiles[place].drive(high=False)
        # The sensor of the 7 is still in quarantine, and how the tile stands is asked again.
        self.press(self.new)
        goes_on = self.told("the levers are right")
        time.sleep(0.3)
        self.report["box.toml"] = [problem, wrong, taken, interrupted, goes_on]
        self.report["lamps after"] = [lamp.high for lamp in self.lamps]

    def other_players_come(self) -> None:
        text = self.config.read_text()
        self.config.write_text(text.replace('"Ann", "Bob"', '"Cid", "Dora"'))
        self.program.process.send_signal(signal.SIGHUP)
        self.report["other players"] = self.told("count from the next match")
        self.tiles[0].bounce(1, high=False)
        self.report["ruled after that"] = self.ruled("pending", 2)

    def the_loop_hangs(self) -> None:
        self.systemd.hears("WATCHDOG=1")
        process = self.program.process
        process.send_signal(signal.SIGSTOP)
        self.report["told while it hangs"] = not self.systemd.is_told_nothing_for(WATCHDOG_S)
        process.send_signal(signal.SIGCONT)
        self.systemd.hears("WATCHDOG=1")

    def it_is_ended(self) -> None:
        self.program.process.send_signal(signal.SIGTERM)
        self.systemd.hears("STOPPING=1")
        self.report["status"] = self.program.process.wait(timeout=PATIENCE)
        self.report["lamps at the end"] = [lamp.high for lamp in self.lamps]
        self.report["ruled"] = self.program.ruled


def main() -> int:
    """Let all of it happen."""
    DIRECTORY.mkdir()
    systemd = Systemd()
    with PtyRoller(MATCH.dice) as roller:
        evening = Evening(roller, systemd)
        steps: list[Callable[[], None]] = [
            evening.the_box_is_not_ready,
            evening.a_second_copy_is_started,
            evening.the_roller_is_unplugged,
            evening.the_display_is_not_there,
            evening.the_voice_hangs,
            evening.the_expander_is_unplugged,
            evening.a_sensor_chatters,
            evening.box_toml_is_written_wrong_and_right,
            evening.other_players_come,
            evening.the_loop_hangs,
            evening.it_is_ended,
        ]
        try:
            for step in steps:
                step()
        finally:
            if evening.program.process.poll() is None:
                evening.program.process.kill()
                print(evening.program.words.all, evening.program.rulings.all, file=sys.stderr)
    print(json.dumps(evening.report))
    return 0


if __name__ == "__main__":
    sys.exit(main())
