"""The chain: each entry's hash includes the hash of the entry before it.

Whoever knows the last hash of a match knows all of the match: no byte of it can be changed, no
entry taken away, put in or exchanged without another last hash.
"""

from __future__ import annotations

from groundwork.sha256 import sha256_of

GENESIS = bytes(32)
"""Stands for the hash before the first entry of a match."""


def link(before: bytes, match: int, number: int, kind: str, body: str) -> bytes:
    """Return the hash of an entry, 32 bytes; ``before`` is that of the entry before it.

    ``kind`` is a word without spaces, so that no two entries are hashed alike. What was no text in
    the file, and is read with surrogate escapes, is hashed as the bytes that it is.
    """
    entry = f"{match} {number} {kind} {body}".encode(errors="surrogateescape")
    return sha256_of(before + entry)
