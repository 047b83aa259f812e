"""Debian's Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own."""

from __future__ import annotations

import base64
import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Request, TextMessage

STEPS = 150
"""How often a page is asked whether something has come."""

PAUSE = "new Promise((done) => setTimeout(done, 100))"


class Firefox:
    """One tab of Firefox. Messages of its consoles that are errors are in ``complaints``."""

    def __init__(self, port: int) -> None:
        self.complaints: list[str] = []
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._line = WSConnection(ConnectionType.CLIENT)
        self._text = ""
        self._number = 0
        self._came: list[dict[str, Any]] = []
        self._accepted = False
        self._socket.sendall(self._line.send(Request(host=f"127.0.0.1:{port}", target="/session")))
        while not self._accepted:
            self._read()
        self._asks("session.new", capabilities={})
        self._asks("session.subscribe", events=["log.entryAdded"])
        self._tab = self._asks("browsingContext.getTree")["contexts"][0]["context"]

    def close(self) -> None:
        """Leave the tab."""
        self._socket.close()

    def opens(self, url: str, width: int, height: int) -> None:
        """Open a page in a window of this size."""
        size = {"width": width, "height": height}
        self._asks("browsingContext.setViewport", context=self._tab, viewport=size)
        self._asks("browsingContext.navigate", context=self._tab, url=url, wait="complete")

    def evaluates(self, expression: str) -> Any:
        """Return the value of an expression on the page."""
        target = {"context": self._tab}
        told = self._asks(
            "script.evaluate", expression=expression, target=target, awaitPromise=True
        )
        assert told["type"] == "success", told
        return told["result"].get("value")

    def waits_for(self, condition: str) -> None:
        """Wait until an expression is true on the page."""
        for _ in range(STEPS):
            if self.evaluates(f"{PAUSE}.then(() => Boolean({condition}))"):
                return
        raise AssertionError(f"never: {condition}")

    def draws(self, picture: Path) -> None:
        """Write a picture of the page."""
        told = self._asks("browsingContext.captureScreenshot", context=self._tab)
        picture.write_bytes(base64.b64decode(told["data"]))

    def _asks(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        message = json.dumps({"id": self._number, "method": method, "params": params})
        self._socket.sendall(self._line.send(TextMessage(message)))
        while True:
            while self._came:
                told = self._came.pop(0)
                if told.get("id") == self._number:
                    assert told["type"] == "success", told
                    found: dict[str, Any] = told["result"]
                    return found
                if told.get("params", {}).get("level") == "error":
                    self.complaints.append(told["params"]["text"])
            self._read()

    def _read(self) -> None:
        self._line.receive_data(self._socket.recv(1 << 20))
        for event in self._line.events():
            if isinstance(event, TextMessage):
                self._text += event.data
                if event.message_finished:
                    self._came.append(json.loads(self._text))
                    self._text = ""
            elif isinstance(event, AcceptConnection):
                self._accepted = True


@contextmanager
def firefox(program: str, profile: Path) -> Iterator[Firefox]:
    """Start Firefox without a window, with a new profile in this folder."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    command = [program, "--headless", "--no-remote", "--profile", str(profile)]
    with subprocess.Popen(
        [*command, "--remote-debugging-port", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stderr is not None
        try:
            for line in running.stderr:
                if "listening on ws://" in line:
                    break
            with closing(Firefox(port)) as tab:
                yield tab
        finally:
            running.terminate()
