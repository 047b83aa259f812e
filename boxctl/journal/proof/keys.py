"""The box's own key (ed25519), with which it signs the heads of its matches.

The key is made when it is first needed, in a file beside the journal that only its user can read.
Whoever has that file can sign as this box.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from boxctl.journal.disk.appender import Head
from boxctl.journal.disk.fsync import sync_directory
from boxctl.journal.disk.private_files import create
from boxctl.journal.faults import NO_KEY, JournalFault

# Imported late: it takes as long as all the rest of a program that never signs.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_BYTES = 32


class BoxKey:
    """The key of one box."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    def sign(self, head: Head) -> bytes:
        """Return the box's signature (64 bytes) of a head."""
        return self._key.sign(_message(head))


def key_beside(journal: Path) -> BoxKey:
    """Return the key of the box whose journal this is; make it if there is none.

    Raises :class:`JournalFault` (BX608) if the file cannot be used.
    """
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    path = path_of_key(journal)
    try:
        if not path.exists():
            _write_new(path, Ed25519PrivateKey.generate().private_bytes_raw())
        secret = path.read_bytes()
    except OSError as problem:
        raise _fault(path, problem.strerror or str(problem)) from problem
    if len(secret) != KEY_BYTES:
        raise _fault(path, f"it has {len(secret)} bytes instead of {KEY_BYTES}")
    return BoxKey(Ed25519PrivateKey.from_private_bytes(secret))


def known_key(journal: Path) -> bytes | None:
    """Return the public key of the box whose journal this is; None if there is no key beside it.

    Raises :class:`JournalFault` (BX608) if the file cannot be used.
    """
    return key_beside(journal).public if path_of_key(journal).exists() else None


def path_of_key(journal: Path) -> Path:
    """Return the path of the key of the box whose journal this is."""
    return journal.with_name("box.key")


def is_signed(head: Head, public: bytes, signature: bytes) -> bool:
    """Return whether this is the signature of the head by the owner of this key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, _message(head))
    except (InvalidSignature, ValueError):
        return False
    return True


def _message(head: Head) -> bytes:
    return f"boxctl match {head.match} {head.entries} {head.hash.hex()}".encode()


def _write_new(path: Path, secret: bytes) -> None:
    """Write the file whole or not at all, and never over a key made meanwhile."""
    making = path.with_name(f"{path.name}-{os.getpid()}")
    making.unlink(missing_ok=True)
    file = create(making)
    try:
        os.write(file, secret)
        os.fsync(file)
    finally:
        os.close(file)
    try:
        os.link(making, path)
    except FileExistsError:
        pass
    finally:
        making.unlink()
    sync_directory(path.parent)


def _fault(path: Path, why: str) -> JournalFault:
    return JournalFault(
        NO_KEY,
        f"the box's key {path} cannot be used ({why}): make it readable for this user, or bring "
        "back a copy of it.",
    )
