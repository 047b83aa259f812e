"""One connection to a broker, by paho-mqtt, without a thread of its own."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable
from contextlib import suppress
from enum import Enum, auto
from typing import Any, Protocol

from paho.mqtt.client import Client, MQTTMessageInfo
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode

from boxctl.web.mqtt.login import BrokerLogin
from boxctl.web.mqtt.outbox import Publication
from boxctl.web.mqtt.received_bytes import ReceivedBytes, bytes_received
from boxctl.web.mqtt.topics import OFFLINE
from groundwork.clock import monotonic_us
from groundwork.language import tr

KEEP_ALIVE = 30
"""Seconds of silence after which the line is tried; the broker waits half as long again."""

PATIENCE = 5.0
"""Seconds that a broker may take to answer a connection."""

MOST_UNDERWAY = 16
"""How many messages may wait for the broker's acknowledgement."""

RECEIVE_BUFFER = 16_384
"""The size of the kernel's buffer of what comes, in bytes."""

AT_LEAST_ONCE = 1
"""The quality of service of all that is published."""

ENDED = MQTTErrorCode.MQTT_ERR_SUCCESS


class LineState(Enum):
    """State of a connection; ``REFUSED``: the broker does not let the box in."""

    WAITING = auto()
    OPEN = auto()
    REFUSED = auto()
    LOST = auto()


class BrokerLine(Protocol):
    """A connection to a broker. Not thread-safe."""

    @property
    def state(self) -> LineState:
        """The state of the connection."""
        ...

    @property
    def why(self) -> str:
        """The reason why it was refused or lost, in the words of the library."""
        ...

    def fileno(self) -> int | None:
        """Return the file descriptor to wait for; None once the connection is lost."""
        ...

    @property
    def wants_to_write(self) -> bool:
        """Whether something waits for room to be sent."""
        ...

    @property
    def has_room(self) -> bool:
        """Whether one more message may be published now."""
        ...

    def publish(self, publication: Publication) -> None:
        """Send a message; the broker's acknowledgement is told to ``acknowledged``."""
        ...

    def work(self) -> None:
        """Read and write what can be, and look after the line. Never waits, never raises."""
        ...

    def close(self) -> None:
        """Say good-bye, so that no last will is sent, and close."""
        ...


def connect(
    login: BrokerLogin, availability: str, acknowledged: Callable[[Publication], object]
) -> BrokerLine:
    """Connect, and leave a last will: ``availability`` is then offline.

    Waits for the network, at most :data:`PATIENCE` seconds for each answer. Raises OSError.
    """
    return _PahoLine(login, availability, acknowledged)


def _bound_buffer(_client: Any, _data: Any, line: Any) -> None:
    """Have the kernel keep little, so that little is read at once."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)


class _PahoLine:
    """A client of paho-mqtt. It reconnects by being made anew, so that nothing old is sent."""

    def __init__(
        self,
        login: BrokerLogin,
        availability: str,
        acknowledged: Callable[[Publication], object],
    ) -> None:
        self._acknowledged = acknowledged
        self._underway: dict[int, Publication] = {}
        self.state = LineState.WAITING
        self.why = ""
        client = self._client = Client(
            CallbackAPIVersion.VERSION2, client_id=login.client_id, reconnect_on_failure=False
        )
        client.connect_timeout = PATIENCE
        client.max_inflight_messages_set(MOST_UNDERWAY)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        if login.url.user is not None:
            client.username_pw_set(login.url.user, login.password)
        if login.tls is not None:
            client.tls_set_context(login.tls)
        client.will_set(availability, OFFLINE, AT_LEAST_ONCE, retain=True)
        client.on_socket_open = _bound_buffer
        self._received = ReceivedBytes(monotonic_us())
        client.connect(login.url.host, login.url.port, KEEP_ALIVE)

    def fileno(self) -> int | None:
        """Return the file descriptor to wait for; None once the connection is lost."""
        socket = self._client.socket()
        return None if socket is None else socket.fileno()

    @property
    def wants_to_write(self) -> bool:
        """Whether something waits for room to be sent."""
        return self._client.want_write()

    @property
    def has_room(self) -> bool:
        """Whether one more message may be published now."""
        is_open = self.state is LineState.OPEN
        return is_open and len(self._underway) < MOST_UNDERWAY and not self.wants_to_write

    def publish(self, publication: Publication) -> None:
        """Send a message."""
        sent: MQTTMessageInfo = self._client.publish(
            publication.topic, publication.text, AT_LEAST_ONCE, publication.is_retained
        )
        self._underway[sent.mid] = publication

    def work(self) -> None:
        """Read and write what can be, and look after the line."""
        self._read()
        # The bytes of several packets may have come in one record of TLS.
        while isinstance(line := self._client.socket(), ssl.SSLSocket) and line.pending():
            self._read()
        if self._client.want_write():
            self._client.loop_write()
        if self._client.loop_misc() is not ENDED and self.state is not LineState.REFUSED:
            self.state = LineState.LOST

    def _read(self) -> None:
        line = self._client.socket()
        if not isinstance(line, socket.socket):
            return
        if self._received.are_too_many(bytes_received(line), monotonic_us()):
            # A packet may be 256 MB long, and is kept whole before it is looked at.
            self.state, self.why = LineState.LOST, tr("it sends more than a broker has to")
            with suppress(OSError):  # It has gone.
                line.shutdown(socket.SHUT_RDWR)
        else:
            self._client.loop_read()

    def close(self) -> None:
        """Say good-bye and close."""
        self._client.disconnect()
        if self._client.want_write():
            self._client.loop_write()

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if reason.is_failure:
            self.state, self.why = LineState.REFUSED, str(reason)
        else:
            self.state = LineState.OPEN

    def _on_disconnect(self, _c: Any, _data: Any, _flags: Any, reason: Any, _more: Any) -> None:
        if self.state is not LineState.REFUSED:
            self.state, self.why = LineState.LOST, str(reason)

    def _on_publish(self, _client: Any, _data: Any, mid: int, _reason: Any, _more: Any) -> None:
        if (publication := self._underway.pop(mid, None)) is not None:
            self._acknowledged(publication)
