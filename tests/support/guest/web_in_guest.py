"""Serves the pages of a box inside the virtual Pi: run there as a script with a port.

``boxctl run --web`` plays on the lines of the kernel. The guest has no network: what comes over its
second console goes to the server, and levers are moved as messages ask for it.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tty
from pathlib import Path
from queue import Queue
from typing import Any

from tests.support.tables.the_match import THE_MATCH
from tests.support.tables.wire import Wire
from tests.support.web.shared_line import SharedLine

CONSOLE = "/dev/tty2"
BY_HAND = '[roller]\ndriver = "hand"\n'


def main(port: str) -> int:
    """Serve until a message says that it is over; print how boxctl has ended."""
    directory = Path("/run/web")
    directory.mkdir()
    config = directory / "box.toml"
    text = THE_MATCH.box_toml("/dev/nowhere")
    config.write_text(re.sub(r"\[roller\].*?(?=\n\[|\Z)", BY_HAND, text, flags=re.DOTALL))
    tiles = [Wire(pin) for pin in THE_MATCH.tiles]
    for wire in tiles:
        wire.drive(high=True)
    line = os.open(CONSOLE, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(line)
    over: Queue[bool] = Queue()

    def told(message: dict[str, Any]) -> None:
        if "lever" in message:
            tiles[message["lever"] - 1].drive(high=message["stands"])
        else:
            over.put(True)

    command = [
        sys.executable, "-m", "boxctl", "run", "--config", str(config),
        "--web", f"127.0.0.1:{port}",
    ]  # fmt: skip
    environment = os.environ | {"XDG_RUNTIME_DIR": str(directory)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as boxctl:
        assert boxctl.stderr is not None
        said = boxctl.stderr.readline()
        shared = SharedLine(
            line, line, lambda: socket.create_connection(("127.0.0.1", int(port))), told
        )
        shared.tell({"said": said})
        over.get()
        boxctl.send_signal(signal.SIGTERM)
        boxctl.stderr.read()
    print(json.dumps({"status": boxctl.returncode}))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
