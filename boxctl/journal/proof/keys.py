"""The box's own key (ed25519), with which it signs the heads of its matches and whole evenings.

The key is made when it is first needed, in a file beside the journal that only its user can
read. Whoever has that file can sign as this box.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from boxctl.journal.disk.private_files import write_new
from boxctl.journal.faults import key_fault, key_refused
from groundwork.language import tr
from groundwork.os_reason import os_reason
from groundwork.system.foreign_files import check_links, open_without_waiting

TYPE_CHECKING = False

# Imported late: it takes as long as all the rest of a program that never signs.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KEY_BYTES = 32
FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO
"""The permissions that nobody may have for a key."""


class BoxKey:
    """The key of one box; ``public`` is its public half."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        """Return the box's signature (64 bytes) of a message."""
        return self._key.sign(message)


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
        cure = tr("only the user of the box may read it, so run the command as that user (sudo)")
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
            if found.st_mode & FOR_OTHERS:
                # Seldom needed: a box that starts does without it.
                from shlex import quote

                mend = f"chmod 600 {quote(str(path))}"
                raise key_fault(path, tr("others may read or write it"), mend)
            if found.st_uid not in (0, os.geteuid(), path.parent.stat().st_uid):
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
    return key_of(secret)


def key_of(secret: bytes) -> BoxKey:
    """Return the key with this secret half, of :data:`KEY_BYTES`."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return BoxKey(Ed25519PrivateKey.from_private_bytes(secret))


def new_secret() -> bytes:
    """Return the secret half of a new key."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.generate().private_bytes_raw()


_MODULUS = 2**255 - 19
_EIGHTH = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER = frozenset({0, 1, _MODULUS - 1, _EIGHTH, _MODULUS - _EIGHTH})
"""The y of the points that a small number of additions leads back to themselves: a signature under
such a key holds for any message, and nobody owns it."""


def is_signed(message: bytes, public: bytes, signature: bytes) -> bool:
    """Return whether this is the signature of the message by the owner of this key."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    if int.from_bytes(public, "little") % 2**255 % _MODULUS in _SMALL_ORDER:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def write_secret(path: Path, secret: bytes) -> None:
    """Write a key file whole or not at all.

    Raises FileExistsError if there is one, also if somebody made it meanwhile, and OSError.
    """
    making = path.with_name(f"{path.name}-{os.getpid()}")
    write_new(making, secret)
    try:
        os.link(making, path)
    finally:
        making.unlink()
