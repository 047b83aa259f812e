"""SHA-256 is the same, whichever module it comes from."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from boxctl.journal.proof.chain import sha256_of


@given(st.binary(max_size=1000))
def test_it_is_that_of_hashlib(data: bytes) -> None:
    assert sha256_of(data) == hashlib.sha256(data).digest()
