"""Messages and their bytes, and that all that is made of their definitions is up to date."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.protocol import constants, messages
from firmware_bridge.protocol.codec import (
    MalformedMessage,
    UnknownMessage,
    from_payload,
    to_payload,
)
from firmware_bridge.protocol.constants import MAX_DICE, MAX_NAME, MAX_PAYLOAD, VERSION
from firmware_bridge.protocol.definitions import CHOICES, CONSTANTS, DEFINITIONS, Definition
from firmware_bridge.protocol.generate import WRITTEN, text_of
from firmware_bridge.protocol.messages import (
    Answer,
    Change,
    ForeignHello,
    Sendable,
    State,
    Throw,
    ThrowAck,
    Welcome,
)
from tests.firmware_bridge.conftest import hello, unhurried

numbers = st.integers(1, 0xFFFF_FFFF)
names = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=MAX_NAME)
dice = st.lists(st.none() | st.integers(1, 255), min_size=1, max_size=MAX_DICE).map(tuple)


def any_of(definition: Definition) -> st.SearchStrategy[Sendable]:
    """Every message of this definition."""
    fields: list[st.SearchStrategy[Any]] = [
        st.integers(field.low, field.high) for field in definition.fields
    ]
    if definition.tail is not None:
        fields.append(names if definition.tail.kind == "text" else dice)
    return st.builds(getattr(messages, definition.name), *fields)


every_message = st.one_of([any_of(definition) for definition in DEFINITIONS])


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: Path(path).name)
def test_what_is_made_of_the_definitions_is_up_to_date(path: Path) -> None:
    said = text_of(path)
    assert WRITTEN[path](said) == said, "run python -m firmware_bridge.protocol.generate"


def test_no_two_messages_share_a_type_and_none_is_longer_than_a_frame() -> None:
    assert len({each.type for each in DEFINITIONS}) == len(DEFINITIONS)
    for each in DEFINITIONS:
        fixed = 1 + each.versioned + sum(field.size for field in each.fields)
        assert fixed + (each.tail.high if each.tail else 0) <= MAX_PAYLOAD
        for field in each.fields:
            assert field.high < 256**field.size


def test_every_number_has_its_name() -> None:
    for constant in CONSTANTS:
        assert getattr(constants, constant.name) == constant.value
    for choices in CHOICES:
        kind = getattr(constants, choices.name)
        assert {each.name: each.value for each in kind} == {n: v for n, v, _ in choices.values}


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


@pytest.mark.parametrize("payload", [b"\x00", b"\x0b\x01", b"\xff" * 48, b"\x02\x01\0\0\0\0"])
def test_unknown_types_and_a_foreign_welcome_are_unknown(payload: bytes) -> None:
    with pytest.raises(UnknownMessage):
        from_payload(payload)


@pytest.mark.parametrize(
    "payload",
    [
        *(bytes([definition.type]) for definition in DEFINITIONS),
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
