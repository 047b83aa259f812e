"""The box's own key (ed25519), with which it signs the heads of its matches and whole evenings.

The key is made when it is first needed, in a file beside the journal that only its user can
read. Whoever has that file can sign as this box.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Protocol

from boxctl.journal.disk.private_files import write_new
from boxctl.journal.faults import key_fault, key_refused
from groundwork.faults import os_reason
from groundwork.language import tr
from groundwork.reader import for_reader
from groundwork.system.files import check_links, is_open_to_others, open_without_waiting
from groundwork.system.users import effective_user

KEY_BYTES = 32


class BoxKey:
    """The key of one box, made of its secret half; ``public`` is its public half."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self.public = in_use().public_of(secret)

    def sign(self, message: bytes) -> bytes:
        """Return the box's signature (64 bytes) of a message."""
        return in_use().sign(self._secret, message)


def path_of_key(journal: Path) -> Path:
    """Return the path of the key of the box whose journal this is."""
    return journal.parent / "box.key"


def path_of_next_key(journal: Path) -> Path:
    """Return the path of the key to come, while the key is exchanged."""
    return path_of_key(journal).with_name("box.key-next")


def key_beside(journal: Path) -> BoxKey:
    """Return the key of the box whose journal this is.

    Raises :class:`JournalFault` (BX608) if there is none, or the file cannot be used.
    :func:`boxctl.journal.proof.head_signer.first_key` makes a missing one, with its ledger.
    """
    return read_key_file(path_of_key(journal))


def known_key(journal: Path) -> bytes | None:
    """Return the public key of the box whose journal this is; None if there is no key beside it.

    Raises :class:`JournalFault` (BX608) if the file cannot be used.
    """
    path = path_of_key(journal)
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except PermissionError as problem:  # Nobody can tell whether a folder of another has one.
        cure = for_reader(
            tr("only the user of the box may read it, so run the command as that user (sudo)"),
            page=tr("only the user of the box may read it"),
        )
        raise key_fault(path, os_reason(problem), cure) from problem
    except OSError as problem:
        raise key_refused(path, problem) from problem
    return read_key_file(path).public


def read_key_file(path: Path) -> BoxKey:
    """Return the key in a file. Never waits, whatever kind of file it is.

    Raises :class:`JournalFault` (BX608) if it is no key, or if others may read or write it.
    """
    try:
        check_links(path)
        file = open_without_waiting(path)
        try:
            found = os.fstat(file)
            if not stat.S_ISREG(found.st_mode):
                raise key_fault(path, tr("it is not a regular file"))
            if is_open_to_others(found):
                # Seldom needed: a box that starts does without it.
                from shlex import quote

                mend = f"chmod 600 {quote(str(path))}"
                raise key_fault(path, tr("others may read or write it"), mend)
            if found.st_uid not in (0, effective_user(), path.parent.stat().st_uid):
                raise key_fault(
                    path, tr("it belongs to another user"), tr("bring back a copy of your own")
                )
            secret = os.read(file, KEY_BYTES + 1)
        finally:
            os.close(file)
    except OSError as problem:
        raise key_refused(path, problem) from problem
    if len(secret) != KEY_BYTES:
        raise key_fault(path, tr("it has not the {number} bytes of a key", number=KEY_BYTES))
    return BoxKey(secret)


def new_secret() -> bytes:
    """Return the secret half of a new key."""
    return os.urandom(KEY_BYTES)


_MODULUS = 2**255 - 19
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER = frozenset({0, 1, _MODULUS - 1, _EIGHTH, _MODULUS - _EIGHTH})
"""The y of the points that a small number of additions leads back to themselves: a signature under
such a key holds for any message, and nobody owns it."""


def is_signed(message: bytes, public: bytes, signature: bytes) -> bool:
    """Return whether this is the signature of the message by the owner of this key."""
    if int.from_bytes(public, "little") % 2**255 % _MODULUS in _SMALL_ORDER:
        return False
    return in_use().is_signed(message, public, signature)


def write_secret(path: Path, secret: bytes) -> None:
    """Write a key file whole or not at all.

    Raises FileExistsError if there is one, also if somebody made it meanwhile, and OSError.
    """
    # It brings random names along, and a box makes its key once.
    from groundwork.system.files import give_new_name

    making = path.with_name(f"{path.name}-{os.getpid()}")
    write_new(making, secret)
    try:
        give_new_name(making, path)
    finally:
        making.unlink(missing_ok=True)


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
    """Return the implementation of signatures in this program."""
    return _in_use


def use(signatures: Ed25519) -> None:
    """Have this make and check them from now on, where there is no cryptography."""
    global _in_use
    _in_use = signatures
