"""What admits people for one evening: the code that they type, and the key that signs the rest."""

from __future__ import annotations

import base64
import hmac
import secrets
from hashlib import sha256

from groundwork.frozen_dataclass import frozen_dataclass

DIGITS = 6

_NONCE = 12
_MAC = 18
_LINK = 10
"""Bytes: 80 bits, which nobody guesses; as 16 letters they have room in a small QR code."""


@frozen_dataclass
class EveningSecret:
    """The ``code`` and the ``key`` (64 hex digits) of the ``evening`` of this name.

    Tokens and the word of the link follow from the key: nothing is to be kept for each page, and
    all stay right when the program is started again.
    """

    evening: str
    code: str
    key: str

    @property
    def link_word(self) -> str:
        """The word of the link that admits without a code, for a QR code at the table."""
        return base64.b32encode(self._mac(b"link")[:_LINK]).decode().lower()

    def is_code(self, given: str) -> bool:
        """Return whether this is the code."""
        return _same(given, self.code)

    def is_link(self, given: str) -> bool:
        """Return whether this is the word of the link."""
        return _same(given, self.link_word)

    def new_token(self) -> str:
        """Return a token for one page."""
        nonce = secrets.token_bytes(_NONCE)
        return base64.urlsafe_b64encode(nonce + self._mac(nonce)[:_MAC]).decode()

    def has_given(self, token: str) -> bool:
        """Return whether this is a token of this evening."""
        try:
            parts = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except ValueError:
            return False
        nonce, mac = parts[:_NONCE], parts[_NONCE:]
        return len(nonce) == _NONCE and hmac.compare_digest(mac, self._mac(nonce)[:_MAC])

    def _mac(self, of: bytes) -> bytes:
        return hmac.digest(bytes.fromhex(self.key), of, sha256)


def new_secret(evening: str) -> EveningSecret:
    """Make those of this evening."""
    code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
    return EveningSecret(evening, code, secrets.token_hex(32))


def _same(given: str, right: str) -> bool:
    return hmac.compare_digest(given.encode(errors="replace"), right.encode())
