"""Ed25519 (RFC 8032): made and checked by the package cryptography, or by what stands in for it.

A secret half is 32 bytes of chance, a public half 32 bytes, a signature 64.
"""

from __future__ import annotations

from typing import Protocol


class Ed25519(Protocol):
    """Makes and checks signatures."""

    def public_of(self, secret: bytes) -> bytes:
        """Return the public half of a key."""
        ...

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Return the signature of a message."""
        ...

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        """Return whether this is the signature of the message by the owner of this key."""
        ...


class Cryptography:
    """The package cryptography. Imported late: it takes as long as all the rest of a program."""

    def public_of(self, secret: bytes) -> bytes:
        """Return the public half of a key."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Return the signature of a message."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return Ed25519PrivateKey.from_private_bytes(secret).sign(message)

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        """Return whether this is the signature of the message by the owner of this key."""
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


_in_use: Ed25519 = Cryptography()


def in_use() -> Ed25519:
    """Return what makes and checks signatures in this program."""
    return _in_use


def use(signatures: Ed25519) -> None:
    """Have this make and check them from now on, where there is no cryptography."""
    global _in_use
    _in_use = signatures
