"""The protocol's page says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge import messages, pace, port_lock, roller, serial_port
from firmware_bridge.frames import MAX_PAYLOAD, crc16, encode
from firmware_bridge.host_link import HostLink
from firmware_bridge.messages import Ack, Hello, Sendable, Throw, Welcome, to_payload
from firmware_bridge.roller_link import RollerIdentity, RollerLink

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "protocol.md").read_text()
BOOT, SERIES = 0xC0FFEE01, 0x5EED0001

EXAMPLES: list[tuple[str, Sendable]] = [
    ("host", Welcome(0)),
    ("roller", Hello(BOOT, SERIES, 7, 2, 6, "tower 1.0")),
    ("host", Welcome(BOOT)),
    ("roller", Throw(SERIES, 7, (3, 4))),
    ("host", Ack(SERIES, 7)),
]


def digits(message: Sendable) -> str:
    return encode(to_payload(message)).decode().strip()


def test_the_example_is_what_both_ends_say() -> None:
    shown = re.findall(r"^\| (host|roller) \| `([0-9A-F]+)`", PAGE, re.MULTILINE)
    assert shown == [(who, digits(message)) for who, message in EXAMPLES]
    roller = RollerLink(RollerIdentity("tower 1.0", 2, 6), BOOT, SERIES, 0)
    host = HostLink(0)
    for value in range(6):
        roller.throw((value + 1,), 0)
    roller.receive(encode(to_payload(Ack(SERIES, 6))), 0)
    roller.throw((3, 4), 0)
    roller.outgoing(0)
    said: list[tuple[str, bytes]] = []
    while heard := host.outgoing(0):
        said.append(("host", heard))
        roller.receive(heard, 0)
        if answer := roller.outgoing(0):
            said.append(("roller", answer))
            host.receive(answer, 0)
    assert [(who, frame.decode().strip()) for who, frame in said] == shown


def test_the_example_byte_for_byte() -> None:
    shown = re.search(r"`0A`, then `([0-9A-F\s]+)`, then `0A`", PAGE)
    assert shown is not None
    assert b"\n" + bytes.fromhex(shown[1]) + b"\n" == encode(to_payload(Throw(SERIES, 7, (3, 4))))
    assert f"`{digits(Throw(SERIES, 7, (3, None)))}`" in PAGE


def test_the_numbers_on_the_page() -> None:
    assert f"`123456789` is `{crc16(b'123456789'):04X}`" in PAGE
    assert f"1 to {MAX_PAYLOAD} bytes" in PAGE
    assert f"more than {2 * (MAX_PAYLOAD + 2)} digits" in PAGE
    assert f"name (0 to {messages.MAX_NAME})" in PAGE
    assert f"(1 to {messages.MAX_DICE})" in PAGE
    assert f"version {messages.VERSION}\n" in PAGE
    assert (pace.RETRANSMIT_SHORTEST_US, pace.RETRANSMIT_LONGEST_US) == (100_000, 2_000_000)


@pytest.mark.parametrize("module", [port_lock, serial_port, roller])
def test_every_code_has_its_section(module: object) -> None:
    source = Path(str(module.__file__)).read_text() if hasattr(module, "__file__") else ""
    sections = "".join(page.read_text() for page in DOCS.glob("faults*.md"))
    codes = set(re.findall(r"BX5\d\d", source))
    assert codes
    for code in codes:
        assert f"## {code} " in sections
