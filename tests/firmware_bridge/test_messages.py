"""Messages and their bytes."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.frames import MAX_PAYLOAD
from firmware_bridge.messages import (
    MAX_DICE,
    MAX_NAME,
    VERSION,
    Ack,
    ForeignHello,
    Hello,
    MalformedMessage,
    Sendable,
    Throw,
    UnknownMessage,
    Welcome,
    from_payload,
    to_payload,
)
from tests.firmware_bridge.conftest import unhurried

numbers = st.integers(1, 0xFFFF_FFFF)
names = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=MAX_NAME)
dice = st.lists(st.none() | st.integers(1, 255), min_size=1, max_size=MAX_DICE).map(tuple)
messages: st.SearchStrategy[Sendable] = st.one_of(
    st.builds(
        Hello, numbers, numbers, numbers, st.integers(1, MAX_DICE), st.integers(2, 255), names
    ),
    st.builds(Welcome, st.integers(0, 0xFFFF_FFFF)),
    st.builds(Throw, numbers, numbers, dice),
    st.builds(Ack, numbers, numbers),
)


@unhurried
@given(messages)
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
@given(messages, st.data())
def test_a_message_cut_short_is_no_other_message(message: Sendable, data: st.DataObject) -> None:
    whole = to_payload(message)
    cut = data.draw(st.integers(1, len(whole) - 1))
    with suppress(UnknownMessage, MalformedMessage):
        assert from_payload(whole[:cut]) != message


def test_a_hello_of_another_version_says_only_that() -> None:
    assert from_payload(b"\x01\x02whatever follows") == ForeignHello(2)
    assert from_payload(b"\x01\x00") == ForeignHello(0)


@pytest.mark.parametrize("payload", [b"\x00", b"\x05\x01", b"\xff" * 48, b"\x02\x02\0\0\0\0"])
def test_unknown_types_and_a_foreign_welcome_are_unknown(payload: bytes) -> None:
    with pytest.raises(UnknownMessage):
        from_payload(payload)


@pytest.mark.parametrize(
    "payload",
    [
        b"\x01",
        b"\x02",
        b"\x03",
        b"\x04",
        to_payload(Throw(1, 1, (1,)))[:-1],
        to_payload(Throw(1, 1, (1,) * 16)) + b"\x01",
        to_payload(Ack(1, 1)) + b"\x00",
        to_payload(Welcome(1))[:-1],
        to_payload(Hello(1, 1, 1, 1, 2, "n"))[:-2],
        to_payload(Hello(1, 1, 1, 1, 2, "n")) + b"\n",
        to_payload(Hello(1, 1, 1, 1, 2, "n")) + b"\xe4",
        b"\x03" + bytes(8) + b"\x01",
    ],
)
def test_what_cannot_be_its_type_is_malformed(payload: bytes) -> None:
    with pytest.raises(MalformedMessage):
        from_payload(payload)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (Hello, (0, 1, 1, 2, 6, "")),
        (Hello, (1, 0, 1, 2, 6, "")),
        (Hello, (1, 1, 0, 2, 6, "")),
        (Hello, (1, 1, 1, 0, 6, "")),
        (Hello, (1, 1, 1, 17, 6, "")),
        (Hello, (1, 1, 1, 2, 1, "")),
        (Hello, (1, 1, 1, 2, 6, "x" * 33)),
        (Hello, (1, 1, 1, 2, 6, "bell\a")),
        (Hello, (1, 1, 1, 2, 6, "Würfel")),
        (Welcome, (-1,)),
        (Welcome, (1 << 32,)),
        (Throw, (1, 1, ())),
        (Throw, (1, 0, (1,))),
        (Throw, (1, 1, (0,))),
        (Throw, (1, 1, (256,))),
        (Ack, (1, 0)),
        (Ack, (0, 1)),
    ],
)
def test_what_no_message_can_say_is_refused(kind: Any, fields: tuple[Any, ...]) -> None:
    with pytest.raises(ValueError, match="must be"):
        kind(*fields)
