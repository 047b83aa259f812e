"""An evening without a keyboard inside the virtual Pi: three games, chosen by buttons and a phone.

``boxctl run --web`` plays on the lines of the kernel. This script is the people: it presses the
buttons as wires, chooses and types the dice on a phone, and prints a report as JSON.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any
from urllib.request import Request, urlopen

from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire

PAGES = "http://127.0.0.1:8765"
GAME = 'title = "{title}"\nbased_on = "two-to-go"\n\n[settings]\nstake = "{stake}"\n'
TABLE = '[table]\nmenu = ["the-crown", "the-bell", "two-to-go", "full-house"]\n'
PATIENCE = 90.0


class Evening:
    """The people at the box; ``said`` is what it has told them."""

    def __init__(self, said: SimpleQueue[str]) -> None:
        self._said = said
        self.told: list[str] = []
        self.buttons = {"confirm": Wire(20), "new": Wire(21)}
        self._token = ""
        for wire in self.buttons.values():
            wire.drive(high=True)

    def hears(self, words: str) -> str:
        """Wait until the box has said this; return the whole line."""
        while True:
            line = self._said.get(timeout=PATIENCE)
            self.told.append(line)
            if words in line:
                return line

    def presses(self, button: str, seconds: float = 0.1) -> None:
        self.buttons[button].drive(high=False)
        time.sleep(seconds)
        self.buttons[button].drive(high=True)
        time.sleep(0.5)

    def sends(self, path: str, body: object) -> Any:
        headers = {"Content-Type": "application/json", "Origin": PAGES}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        request = Request(f"{PAGES}{path}", json.dumps(body).encode(), headers)
        with urlopen(request, timeout=PATIENCE) as answer:
            return json.load(answer)

    def enters(self, code: str) -> None:
        self._token = self.sends("/session", {"code": code})["token"]

    def throws(self, text: str) -> None:
        self.sends("/act", {"do": "type_throw", "text": text})
        time.sleep(1)

    def plays(self) -> None:
        """Nobody can shut the 2: both turns end at once, and the match with them."""
        for _player in ("Ann", "Bob"):
            self.throws("1 3")
        self.hears("over")

    def walks_to(self, title: str) -> None:
        """Hold new, and press it until the menu shows this game."""
        self.presses("new", 0.9)
        line = self.hears("tonight's game, ")
        while title not in line:
            self.presses("new")
            line = self.hears(" ")


def _read(lines: IO[str], said: SimpleQueue[str]) -> None:
    for line in lines:
        said.put(line)


def main() -> int:
    """Play three games; print what the record has of them."""
    directory = Path("/run/menu")
    (directory / "variants").mkdir(parents=True)
    for name, title, stake in (("the-crown", "The Crown", "50p"), ("the-bell", "The Bell", "1")):
        (directory / "variants" / f"{name}.toml").write_text(GAME.format(title=title, stake=stake))
    config, journal = directory / "box.toml", directory / "journal.db"
    by_hand = re.sub(
        r"\[roller\].*", '[roller]\ndriver = "hand"\n', THE_MATCH.box_toml("-"), flags=re.DOTALL
    )
    config.write_text(by_hand + TABLE)
    for pin in THE_MATCH.tiles:
        Wire(pin).drive(high=True)
    said: SimpleQueue[str] = SimpleQueue()
    people = Evening(said)
    command = [
        sys.executable, "-m", "boxctl", "run", "--config", str(config), "--journal", str(journal),
        "--web", PAGES.removeprefix("http://"),
    ]  # fmt: skip
    environment = os.environ | {"XDG_RUNTIME_DIR": str(directory)}
    out = subprocess.STDOUT
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=out, text=True, env=environment
    ) as boxctl:
        lines = boxctl.stdout
        assert lines is not None
        Thread(target=_read, args=(lines, said), daemon=True).start()
        found = re.search(r"\d{6}", people.hears("code"))
        assert found is not None
        time.sleep(3)
        people.enters(found[0])
        people.walks_to("The Crown")
        for _step in ("game", "stake", "players", "handicap"):
            people.presses("confirm")
        people.hears("The Crown is tonight's game")
        people.plays()
        people.sends("/act", {"do": "choose", "variant": "the-bell", "names": ["Ann", "Bob"]})
        people.hears("The Bell is tonight's game")
        people.presses("new")
        time.sleep(1)
        people.plays()
        people.walks_to("to go")
        for _step in ("game", "stake", "players", "handicap"):
            people.presses("confirm")
        time.sleep(1)
        people.plays()
        boxctl.send_signal(signal.SIGTERM)
        boxctl.wait()
    asked = [sys.executable, "-m", "boxctl", "matches", "--journal", str(journal), "--json"]
    matches = json.loads(subprocess.run(asked, capture_output=True, check=True).stdout)
    asked[3] = "verify"
    verified = subprocess.run(asked, capture_output=True, check=False)
    print(
        json.dumps(
            {
                "status": boxctl.returncode,
                "played": [
                    (match["variant"], match["state"], match["players"])
                    for match in matches["matches"]
                ],
                "holds": verified.returncode == 0,
                "told": people.told,
            }
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
