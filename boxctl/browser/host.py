"""What the browser does for the program: the page's messages, kept files, signatures.

``boxctl/browser/site/worker.js`` is the other side of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing_extensions import Buffer


class Host(Protocol):
    """The worker in which the program runs. Bytes go to it and come from it as they are."""

    @property
    def keeps(self) -> bool:
        """Whether the browser keeps files at all: some private windows do not."""
        ...

    def answer(self, request: int, status: int, headers: str) -> object:
        """Begin the answer to a request; ``headers`` are a JSON object."""
        ...

    def send(self, request: int, text: str, *, more: bool) -> object:
        """Send a piece of the answer; without ``more`` it is the last."""
        ...

    def keep(self, told: Callable[[str], object]) -> object:
        """Keep the files as they are; call ``told`` then, with what went wrong, else empty."""
        ...

    def think(self, question: bytes, told: Callable[[Buffer, str], object]) -> object:
        """Have the second worker answer; call ``told`` with that, or else what went wrong."""
        ...

    def give_up(self) -> object:
        """End what the second worker works out: nobody is told of it."""
        ...

    def public_of(self, secret: bytes) -> Buffer:
        """Return the public half of an Ed25519 key."""
        ...

    def sign(self, secret: bytes, message: bytes) -> Buffer:
        """Return the Ed25519 signature of a message."""
        ...

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        """Return whether this is the signature of the message under this key."""
        ...


class SignedByHost:
    """Ed25519 as the scripts of the pages make and check it: no package for it is at hand."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def public_of(self, secret: bytes) -> bytes:
        """Return the public half of a key."""
        return bytes(self._host.public_of(secret))

    def sign(self, secret: bytes, message: bytes) -> bytes:
        """Return the signature of a message."""
        return bytes(self._host.sign(secret, message))

    def is_signed(self, message: bytes, public: bytes, signature: bytes) -> bool:
        """Return whether this is the signature of the message by the owner of this key."""
        return self._host.is_signed(message, public, signature)


class KeptByHost:
    """Keeps the files of the program where the browser keeps data."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def keep(self, told: Callable[[str | None], object]) -> None:
        """Begin to keep the files as they are now; call ``told`` then."""
        self._host.keep(lambda trouble: told(trouble or None))
