"""A head as people keep it on paper: ``BOXCTL:3:118:HASH:KEY:SIGNATURE``.

The match, the number of its entries, the hash of the last, the box's public key and its signature
of the three, all in letters and figures that every font and every QR code has. The key and the
signature may be missing: then the head proves the match, and not which box has played it.
"""

from __future__ import annotations

from boxctl.journal.disk.appender import Head
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.proof.signed_heads import SignedHead
from groundwork.frozen_dataclass import frozen_dataclass

_BEGINS = "BOXCTL"
HASH_BYTES = 32
KEY_BYTES = 32
SIGNATURE_BYTES = 64


class NoHead(ValueError):
    """The text is not a printed head."""


@frozen_dataclass
class BareHash:
    """The last hash alone: it only proves that a match has an entry with it somewhere."""

    hash: bytes


PrintedHead = Head | SignedHead | BareHash


def as_text(signed: SignedHead) -> str:
    """Return the head on one line, as it is printed; :func:`read_head` reads it back."""
    head = signed.head
    parts = (head.hash, signed.key, signed.signature)
    written = ":".join(part.hex().upper() for part in parts)
    return f"{_BEGINS}:{head.match}:{head.entries}:{written}"


def on_lines(text: str) -> str:
    """Return a printed head on lines short enough for any terminal and sheet of paper."""
    first, key, signature = text.rsplit(":", 2)
    numbers, hash = first.rsplit(":", 1)
    half = len(signature) // 2
    lines = (f"{numbers}:", f"{hash}:", f"{key}:", signature[:half], signature[half:])
    return "\n".join(lines)


def read_head(text: str) -> PrintedHead:
    """Read a head that people have typed or scanned; spaces, line ends and case do not matter.

    A hash alone is a head, too. Raises :class:`NoHead`.
    """
    plain = "".join(text.split()).upper()
    first, *parts = plain.split(":")
    if not parts:
        return BareHash(_bytes(plain, HASH_BYTES))
    if first != _BEGINS or len(parts) not in (3, 5):
        raise NoHead
    head = Head(_number(parts[0]), _number(parts[1]), _bytes(parts[2], HASH_BYTES))
    if len(parts) == 3:
        return head
    return SignedHead(head, _bytes(parts[3], KEY_BYTES), _bytes(parts[4], SIGNATURE_BYTES))


def read_key(text: str) -> bytes:
    """Read a public key in hexadecimal. Raises :class:`NoHead`."""
    return _bytes("".join(text.split()).upper(), KEY_BYTES)


def _number(digits: str) -> int:
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 12):
        raise NoHead
    number = int(digits)
    if not 0 < number <= SPAN:
        raise NoHead
    return number


def _bytes(digits: str, length: int) -> bytes:
    if len(digits) != 2 * length:
        raise NoHead
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise NoHead from None
