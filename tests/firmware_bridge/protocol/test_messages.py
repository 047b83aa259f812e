"""Messages and their bytes, and that what is generated from them is up to date."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol.constants import (
    MAX_DICE,
    MAX_NAME,
    MAX_PAYLOAD,
    MAX_SAMPLES,
    VERSION,
)
from firmware_bridge.protocol.fields import DiceValues, RawBytes, Text
from firmware_bridge.protocol.generate import GENERATED
from firmware_bridge.protocol.messages import (
    SCHEMAS,
    Answer,
    Ask,
    Change,
    ChangeAck,
    Command,
    DefectReport,
    ForeignHello,
    Hello,
    MalformedMessage,
    NoiseSamples,
    Sendable,
    State,
    Throw,
    ThrowAck,
    UnknownMessage,
    Welcome,
    from_payload,
    to_payload,
)
from tests.firmware_bridge.conftest import hello, unhurried

numbers = st.integers(1, 0xFFFF_FFFF)
names = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=MAX_NAME)
raw = st.binary(min_size=1, max_size=MAX_SAMPLES)
dice = st.lists(st.none() | st.integers(1, 255), min_size=1, max_size=MAX_DICE).map(tuple)


def any_of(message: type[Sendable]) -> st.SearchStrategy[Sendable]:
    """Every message of this kind."""
    arguments: list[st.SearchStrategy[Any]] = [
        st.integers(number.low, number.high) for number in message.schema.numbers.values()
    ]
    if message.schema.tail is not None:
        arguments.append(
            {Text: names, RawBytes: raw, DiceValues: dice}[type(message.schema.tail[1])]
        )
    return st.builds(message, *arguments)


every_message = st.one_of([any_of(message) for message in get_args(Sendable)])


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: Path(path).name)
def test_what_is_generated_from_the_messages_is_up_to_date(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert GENERATED[path](text) == text, "run python -m firmware_bridge.protocol.generate"


def test_no_two_messages_share_a_type_and_none_is_longer_than_a_frame() -> None:
    assert len({schema.type for schema in SCHEMAS}) == len(SCHEMAS)
    for schema in SCHEMAS:
        assert schema.fixed_size + (schema.tail[1].high if schema.tail else 0) <= MAX_PAYLOAD
        for number in schema.numbers.values():
            assert number.high < 256**number.size


def test_every_field_of_every_message_is_on_the_wire() -> None:
    for message in get_args(Sendable):
        tail = [message.schema.tail[0]] if message.schema.tail else []
        assert [field.name for field in fields(message)] == [*message.schema.numbers, *tail]


@pytest.mark.parametrize(
    ("message", "payload"),
    [
        (Hello(1, 2, 3, 4, 5, 0x0102, 3, 6, 2, 6, 9, 7, "Box"),
         "0102 00000001 00000002 00000003 00000004 00000005 0102 03 06 02 06 09 07 426F78"),
        (Welcome(0xC0FFEE01, 0x0B0C51DE), "0202 C0FFEE01 0B0C51DE"),
        (Throw(0x5EED0001, 7, 65535, (3, None, 255)), "03 5EED0001 00000007 FFFF 03 00 FF"),
        (ThrowAck(0x5EED0001, 7, 1), "04 5EED0001 00000007 01"),
        (Change(0x5EED0002, 0x01020304, 0x0506, 27, 1), "05 5EED0002 01020304 0506 1B 01"),
        (ChangeAck(1, 0, 0), "06 00000001 00000000 00"),
        (Ask(0xC0FFEE01), "07 C0FFEE01"),
        (State(1, 2, 0x07FFFFFF, 4, 1, 2, 3, 0xFFFF),
         "08 00000001 00000002 07FFFFFF 04 0001 0002 0003 FFFF"),
        (Command(1, 2, 1, 0x00FFFFFF), "09 00000001 00000002 01 00FFFFFF"),
        (Answer(1, 2, 3), "0A 00000001 00000002 03"),
        (DefectReport(0xC0FFEE01, 3), "0B C0FFEE01 03"),
        (NoiseSamples(1, 16, b"\x00\xff"), "0C 02 00000001 00000010 00 FF"),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_the_bytes_of_each_message(message: Sendable, payload: str) -> None:
    assert to_payload(message) == bytes.fromhex(payload)
    assert from_payload(bytes.fromhex(payload)) == message


@unhurried
@given(every_message)
def test_every_message_comes_back_from_its_bytes(message: Sendable) -> None:
    payload = to_payload(message)
    assert from_payload(payload) == message
    assert len(payload) <= MAX_PAYLOAD


@unhurried
@given(st.binary(min_size=1, max_size=MAX_PAYLOAD))
def test_any_bytes_are_one_message_or_none(payload: bytes) -> None:
    try:
        message = from_payload(payload)
    except (UnknownMessage, MalformedMessage):
        return
    if isinstance(message, ForeignHello):
        assert payload[0] == 1
        assert payload[1] != VERSION
    else:
        assert to_payload(message) == payload


@unhurried
@given(every_message, st.data())
def test_a_message_cut_short_is_no_other_message(message: Sendable, data: st.DataObject) -> None:
    whole = to_payload(message)
    cut = data.draw(st.integers(1, len(whole) - 1))
    with suppress(UnknownMessage, MalformedMessage):
        assert from_payload(whole[:cut]) != message


def test_a_hello_of_another_version_says_only_that() -> None:
    assert from_payload(b"\x01\x01whatever follows") == ForeignHello(1)
    assert from_payload(b"\x01\x00") == ForeignHello(0)


@pytest.mark.parametrize("payload", [b"\x00", b"\x7f\x01", b"\xff" * 48, b"\x02\x01\0\0\0\0"])
def test_unknown_types_and_a_foreign_welcome_are_unknown(payload: bytes) -> None:
    with pytest.raises(UnknownMessage):
        from_payload(payload)


@pytest.mark.parametrize(
    "payload",
    [
        *(bytes([schema.type]) for schema in SCHEMAS),
        to_payload(Throw(1, 1, 0, (1,)))[:-1],
        to_payload(Throw(1, 1, 0, (1,) * 16)) + b"\x01",
        to_payload(ThrowAck(1, 1, 0)) + b"\x00",
        to_payload(Welcome(1, 1))[:-1],
        to_payload(hello(1, 1, 1, 1, 2, "n"))[:-2],
        to_payload(hello(1, 1, 1, 1, 2, "n")) + b"\n",
        to_payload(hello(1, 1, 1, 1, 2, "n")) + b"\xe4",
        b"\x03" + bytes(10) + b"\x01",
    ],
)
def test_what_cannot_be_its_type_is_malformed(payload: bytes) -> None:
    with pytest.raises(MalformedMessage):
        from_payload(payload)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (hello, (0, 1, 1, 2, 6, "")),
        (hello, (1, 0, 1, 2, 6, "")),
        (hello, (1, 1, 0, 2, 6, "")),
        (hello, (1, 1, 1, 17, 6, "")),
        (hello, (1, 1, 1, 2, 1, "")),
        (hello, (1, 1, 1, 2, 6, "x" * 33)),
        (hello, (1, 1, 1, 2, 6, "bell\a")),
        (hello, (1, 1, 1, 2, 6, "Würfel")),
        (Welcome, (-1, 1)),
        (Welcome, (1 << 32, 1)),
        (Welcome, (1, 0)),
        (Throw, (1, 1, 0, ())),
        (Throw, (1, 0, 0, (1,))),
        (Throw, (1, 1, 0, (0,))),
        (Throw, (1, 1, 0, (256,))),
        (Throw, (1, 1, 65536, (1,))),
        (ThrowAck, (1, 1, 2)),
        (ThrowAck, (0, 1, 0)),
        (Change, (1, 1, 0, 28, 1)),
        (State, (1, 0, 1 << 27, 0, 0, 0, 0, 0)),
        (Answer, (1, 0, 0)),
    ],
)
def test_what_no_message_can_say_is_refused(kind: Any, fields: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        kind(*fields)
