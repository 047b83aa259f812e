"""SHA-256 by Python's own module: that of hashlib loads the library of OpenSSL, 3.6 MB of memory.

A box that waits at a table has to be small. Entries are short, so it hardly takes longer.
"""

from __future__ import annotations

try:
    from _sha2 import sha256  # type: ignore[import-not-found]  # Python 3.12 and later
except ImportError:
    try:
        from _sha256 import sha256  # type: ignore[import-not-found]
    except ImportError:  # a Python that was built without its own
        from hashlib import sha256


def sha256_of(data: bytes) -> bytes:
    """Return the SHA-256 of ``data``, 32 bytes."""
    digest: bytes = sha256(data).digest()
    return digest
