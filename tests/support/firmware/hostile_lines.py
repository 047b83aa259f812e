"""What holds on the host's end of a line whatever bytes come over it; raises AssertionError."""

from __future__ import annotations

import re
from collections.abc import Callable

from firmware_bridge.link.frames import LineCounts, MessageDecoder, crc16, encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.protocol.constants import ASK_EVERY_MS
from firmware_bridge.protocol.messages import Change, ForeignHello, Message, Throw, to_payload

MOST_SAID = 500
"""Bytes that a host says at most in answer to one piece."""

SHORTEST = 7
"""Bytes of a frame: a payload of one, its checksum, and the newline at its end."""

_DIGITS = re.compile(rb"(?:[0-9A-F]{2}){3,66}")


def decoder(data: bytes) -> None:
    """Whatever the pieces, the same messages are found, and each has these bytes only."""
    cut = data[0] % len(data) if data else 0
    found = messages(data)
    assert messages(data[:cut], data[cut:]) == found
    for message in found:
        if not isinstance(message, ForeignHello):
            assert encode(to_payload(message))[1:-1] in data


def messages(*pieces: bytes) -> list[Message]:
    inbox = MessageDecoder(LineCounts())
    return [arrival.message for piece in pieces for arrival in inbox.feed(piece, 0)]


def link(data: bytes) -> None:
    """Heard in pieces of a length that it tells itself, nothing comes twice or out of order."""
    host = HostLink(0, session=1)
    step = 1 + (data[0] if data else 0)
    last: dict[tuple[type, int], int] = {}
    now = 0
    for begin in range(0, len(data), step):
        now += ASK_EVERY_MS * 100
        for news in host.receive(data[begin : begin + step], now):
            match news.what:
                case Throw(series, number) | Change(series, number):
                    name = (type(news.what), series)
                    assert number > last.get(name, 0), news
                    last[name] = number
        host.fell_silent(now)
        assert len(host.outgoing(now)) <= MOST_SAID
        due = host.next_deadline()
        assert due is None or due > now - 1
    assert host.counts.frames <= len(data) / SHORTEST


def mended(data: bytes) -> bytes:
    """The same, where each line of digits has the checksum that makes a frame of it.

    Damage rarely gets past the checksum; so it is judged by what comes after that as well.
    """
    return b"\n".join(_mended(line) for line in data.split(b"\n"))


def _mended(line: bytes) -> bytes:
    if not _DIGITS.fullmatch(line):
        return line
    payload = bytes.fromhex(line[:-4].decode())
    return line[:-4] + b"%04X" % crc16(payload)


TARGETS: dict[str, Callable[[bytes], None]] = {"decoder": decoder, "link": link}
