"""Any bytes at all on the host's line: nothing breaks, and nothing comes twice or out of order.

``python -m tests.firmware_bridge.fuzz_host -runs=10000000 tests/firmware_bridge/corpus/host`` looks
for such bytes by itself; it needs atheris (``pip install atheris``).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from firmware_bridge import host_link, inbox
from firmware_bridge.counts import LineCounts
from firmware_bridge.message_numbers import ASK_EVERY_MS
from firmware_bridge.messages import Change, Throw

CORPUS = Path(__file__).parent / "corpus" / "host"
MOST_SAID = 500
"""Bytes that a host says at most in answer to one piece."""


def check(data: bytes) -> None:
    """Hear this in pieces of a length that it tells itself; raises AssertionError."""
    host = host_link.HostLink(0, session=1)
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
    assert host.counts.frames <= len(data) / 8


def decode(data: bytes) -> None:
    """Whatever the pieces, the same messages are found; raises AssertionError."""
    cut = data[0] % len(data) if data else 0
    whole, pieces = inbox.Inbox(LineCounts()), inbox.Inbox(LineCounts())
    found = [arrival.message for arrival in whole.feed(data, 0)]
    again = pieces.feed(data[:cut], 0) + pieces.feed(data[cut:], 0)
    assert [arrival.message for arrival in again] == found


def main() -> None:
    """Let atheris look for bytes that break the decoder, or with ``--link`` first, the link."""
    target = check if "--link" in sys.argv else decode
    arguments = [word for word in sys.argv if word != "--link"]
    from importlib import import_module, reload

    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=["firmware_bridge"]):
        for name in ("frames", "message_bytes", "inbox", "host_link"):
            reload(import_module(f"firmware_bridge.{name}"))
    atheris.Setup(arguments, target)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
