"""The protocol's page says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge.link import to_events
from firmware_bridge.link.frames import crc16, encode
from firmware_bridge.link.host import HostLink
from firmware_bridge.port import serial_port
from firmware_bridge.protocol.constants import (
    AGE_UNKNOWN,
    MAX_PAYLOAD,
    VERSION,
    Ability,
    Cause,
    Health,
    Task,
)
from firmware_bridge.protocol.messages import (
    Ask,
    Hello,
    Sendable,
    State,
    Throw,
    ThrowAck,
    Welcome,
    to_payload,
)
from tests.support.firmware.board_model import BoardIdentity, BoardLink

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "protocol.md").read_text()
BOOT, SERIES, SESSION = 0xC0FFEE01, 0x5EED0001, 0x0B0C51DE
TOWER = BoardIdentity(
    "tower", 2, 6, 0, Ability.THROWS | Ability.LASTING | Ability.ROLL, firmware=0x0100
)

EXAMPLES: list[tuple[str, Sendable]] = [
    ("host", Welcome(0, SESSION)),
    (
        "board",
        Hello(BOOT, SERIES, 7, SERIES + 1, 1, TOWER.firmware, Cause.RESET, Task.NONE, 2, 6, 0,
              TOWER.abilities, "tower"),
    ),
    ("host", Welcome(BOOT, SESSION)),
    ("board", Throw(SERIES, 7, AGE_UNKNOWN, (3, 4))),
    ("host", ThrowAck(SERIES, 7, 0)),
    ("host", Ask(BOOT)),
    ("board", State(BOOT, 0, 0, Health.GOOD, 0, 0, 0, 0)),
]  # fmt: skip


def digits(message: Sendable) -> str:
    return encode(to_payload(message)).decode().strip()


def test_the_example_is_what_both_ends_say() -> None:
    shown = re.findall(r"^\| (host|board) \| `([0-9A-F]+)`", PAGE, re.MULTILINE)
    assert shown == [(who, digits(message)) for who, message in EXAMPLES]
    board = BoardLink(TOWER, 1, SERIES, 0)
    for value in range(6):
        board.throw((value + 1,), 0)
    board.receive(encode(to_payload(ThrowAck(SERIES, 6, 0))), 0)
    board.throw((3, 4), 0)
    board.restart(BOOT, 0)
    host = HostLink(0, session=SESSION)
    said: list[tuple[str, str]] = []
    wanted = len(shown)
    for now in range(0, 2_000_000, 1000):
        heard = host.outgoing(now)
        board.receive(heard, now)
        answer = board.outgoing(now)
        host.receive(answer, now)
        said += [("host", frame) for frame in heard.decode().split()]
        said += [("board", frame) for frame in answer.decode().split()]
    # The board's hello is due at once too; on the page the host was first.
    in_order = iter(said)
    assert all(each in in_order for each in shown), said[:wanted]


def test_the_example_byte_for_byte() -> None:
    throw = EXAMPLES[3][1]
    shown = re.search(r"`0A`, then\s+`([0-9A-F\s]+)`,\s+then `0A`", PAGE)
    assert shown is not None
    assert b"\n" + bytes.fromhex(shown[1]) + b"\n" == encode(to_payload(throw))
    assert f"checksum\n`{digits(throw)[-4:]}`" in PAGE
    assert f"`{digits(Throw(SERIES, 7, AGE_UNKNOWN, (3, None)))}`" in PAGE


def test_the_numbers_on_the_page() -> None:
    assert f"`123456789` is `{crc16(b'123456789'):04X}`" in PAGE
    assert f"1 to {MAX_PAYLOAD} bytes" in PAGE
    assert f"more than {2 * (MAX_PAYLOAD + 2)} digits" in PAGE
    assert f"version {VERSION}\n" in PAGE
    two_dice = encode(to_payload(Throw(1, 1, 0, (3, 4))))
    assert f"two dice is {len(two_dice)} bytes, {len(two_dice) * 10 / 115.2:.1f} ms" in PAGE


@pytest.mark.parametrize("module", [serial_port, to_events])
def test_every_code_has_its_section(module: object) -> None:
    source = Path(str(module.__file__)).read_text() if hasattr(module, "__file__") else ""
    sections = "".join(page.read_text() for page in DOCS.glob("faults*.md"))
    codes = set(re.findall(r"BX5\d\d", source))
    assert codes
    for code in codes:
        assert f"## {code} " in sections
