"""Heads on paper, typed and scanned back in."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxctl.journal.proof.chain import Head
from boxctl.journal.proof.printed_heads import BareHash, NoHead, as_text, on_lines, read_head
from boxctl.journal.proof.signed_heads import HeadStamp, SignedHead

HEADS = st.builds(
    SignedHead,
    st.builds(
        Head, st.integers(1, 10**9), st.integers(1, 10**9), st.binary(min_size=32, max_size=32)
    ),
    st.binary(min_size=32, max_size=32),
    st.binary(min_size=64, max_size=64),
    st.none()
    | st.builds(
        HeadStamp,
        st.just("") | st.binary(min_size=8, max_size=8).map(bytes.hex),
        st.integers(1, 10**9),
        st.datetimes(min_value=datetime(2020, 1, 1)).map(
            lambda time: f"{time.isoformat(timespec='milliseconds')}Z"
        ),
    ),
)


@given(HEADS)
def test_what_is_printed_is_read_back(signed: SignedHead) -> None:
    assert read_head(as_text(signed)) == signed
    assert read_head(on_lines(as_text(signed)).lower()) == signed


@given(HEADS)
def test_a_qr_code_has_letters_enough_for_it(signed: SignedHead) -> None:
    assert set(as_text(signed)) <= set("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")


@given(HEADS)
def test_the_key_and_the_signature_may_be_left_out(signed: SignedHead) -> None:
    short = as_text(replace(signed, stamp=None)).rsplit(":", 2)[0]
    assert read_head(short) == signed.head
    assert read_head(signed.head.hash.hex()) == BareHash(signed.head.hash)


@pytest.mark.parametrize(
    "text",
    ["", "3", "BOXCTL", "BOXCTL:1:2", "BOXCTL:0:2:" + 64 * "A", "BOXCTL:1:2:" + 64 * "G",
     "BOXCTL:1:2:" + 62 * "A", "BOXCTL:1:2:" + 64 * "A" + ":AA", "OTHER:1:2:" + 64 * "A",
     "BOXCTL:-1:2:" + 64 * "A", "BOXCTL:1:٣:" + 64 * "A", 64 * "z"],
)  # fmt: skip
def test_what_is_no_head_is_none(text: str) -> None:
    with pytest.raises(NoHead):
        read_head(text)
