"""JSON is written as Python's own encoder writes it, in either way of writing."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundwork import json_text
from groundwork.json_text import DEEPEST, check_nesting, json_writer


class Word(StrEnum):
    READY = "ready"


KEYS = st.text(max_size=5) | st.integers() | st.booleans() | st.none() | st.floats()
VALUES = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(Word.READY)
DATA = st.recursive(
    VALUES,
    lambda inner: (
        st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(KEYS, inner, max_size=4)
    ),
)


@pytest.fixture(autouse=True, params=["encoder in C", "encoder in Python"])
def encoder(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "encoder in Python":
        monkeypatch.setattr(json_text, "c_make_encoder", None)


@given(data=DATA)
def test_as_the_referee_writes_it(data: Any) -> None:
    assert json_writer(ascii_only=True)(data) == json.dumps(data)


@given(data=DATA)
def test_as_the_journal_writes_it(data: Any) -> None:
    write = json_writer(ascii_only=False, between=",", after_key=":")
    assert write(data) == json.dumps(data, ensure_ascii=False, separators=(",", ":"))


@pytest.mark.parametrize("data", [{1}, [b"bytes"], {"key": object()}, {(1, 2): 3}])
def test_what_json_cannot_hold_is_refused(data: Any) -> None:
    with pytest.raises(TypeError):
        json_writer(ascii_only=True)(data)


def test_data_within_themselves_are_refused() -> None:
    data: list[Any] = []
    data.append(data)
    with pytest.raises(RecursionError):
        json_writer(ascii_only=True)(data)


@pytest.mark.parametrize(
    "text", ["[" * DEEPEST, "[]" * 2 * DEEPEST, '"' + "[" * 2 * DEEPEST, r'["\"' + "[" * 600 + '"]']
)
def test_what_is_long_and_does_not_nest_is_left_to_the_decoder(text: str) -> None:
    check_nesting(text)


@pytest.mark.parametrize(
    "text", ["[" * (DEEPEST + 1), '{"a":' * (DEEPEST + 1), '"\\"",' + "[" * 600]
)
def test_what_nests_deep_is_refused_before_the_stack_of_a_browser_ends(text: str) -> None:
    with pytest.raises(RecursionError):
        check_nesting(text)
