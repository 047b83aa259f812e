"""A real Mosquitto on this machine, and somebody who listens there."""

from __future__ import annotations

import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import Any, Self

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

GET = Path(__file__).parent / "get_mosquitto.sh"
LONG = 90
"""Seconds after which what does not come is missed."""


def find_mosquitto() -> str | None:
    """Return the path of a Mosquitto; None if there is none and none can be had."""
    found = subprocess.run([GET], capture_output=True, text=True, check=False)
    return found.stdout.strip() if found.returncode == 0 else None


class Mosquitto:
    """A broker that listens at a port of this machine. A context manager.

    ``settings`` are further lines of its configuration.
    """

    def __init__(self, program: str, folder: Path, settings: str = "allow_anonymous true") -> None:
        self._program = program
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])
        self._file = folder / "mosquitto.conf"
        self._file.write_text(f"listener {self.port} 127.0.0.1\nuser root\n{settings}\n")
        self._running: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        self.starts()
        return self

    def __exit__(self, *_ended: object) -> None:
        self.stops()

    def starts(self) -> None:
        """Start it; return once it listens."""
        command = [self._program, "-c", str(self._file)]
        self._running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._running.stderr is not None
        said = []
        for line in self._running.stderr:
            said.append(line)
            if "running" in line:
                return
        raise AssertionError("".join(said))

    def stops(self) -> None:
        """Stop it; what it kept is lost, as nothing is written to a disk."""
        if self._running is not None:
            self._running.send_signal(signal.SIGTERM)
            self._running.communicate(timeout=LONG)
            self._running = None


class MqttListener:
    """Hears all that is published. A context manager.

    ``kept`` has what was heard last under each topic, ``retained`` the topics of which the broker
    had something when this began to listen. ``ca_file`` has the certificates of an encrypted
    broker.
    """

    def __init__(self, port: int, *, ca_file: Path | None = None, **login: Any) -> None:
        self._change = Condition()
        self.kept: dict[str, str] = {}
        self.retained: set[str] = set()
        self.heard: list[tuple[str, str]] = []
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self._client.on_message = self._take
        if login:
            self._client.username_pw_set(login["user"], login["password"])
        if ca_file is not None:
            self._client.tls_set(str(ca_file))
        self._client.connect("127.0.0.1", port)

    def __enter__(self) -> Self:
        self._client.loop_start()
        return self

    def __exit__(self, *_ended: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def waits_until(self, is_so: Callable[[Self], bool]) -> None:
        """Wait until what was heard is so."""
        with self._change:
            assert self._change.wait_for(lambda: is_so(self), LONG), sorted(self.kept)

    def publish(self, topic: str, text: str) -> None:
        """Publish something, as Home Assistant does."""
        self._client.publish(topic, text, qos=1)

    def of(self, topic: str) -> list[str]:
        """Return all that was heard under this topic."""
        return [text for known, text in self.heard if known == topic]

    def _take(self, _client: Any, _data: Any, message: Any) -> None:
        with self._change:
            text = message.payload.decode()
            self.heard.append((message.topic, text))
            self.kept[message.topic] = text
            if message.retain:
                self.retained.add(message.topic)
            self._change.notify_all()
