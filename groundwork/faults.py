"""What went wrong, in one sentence that a person can act on, and why the system refused something.

A :class:`Fault` is the only exception that the commands show to people. Its text says what is
wrong, where (file, line, key, pin or port) and how to mend it, behind a code that never changes
its meaning; ``docs/faults.md`` has a section for every code. What the operating system says is
put into the language of this program.
"""

from __future__ import annotations

import errno
import os

from groundwork.language import message, tr


class Fault(Exception):
    """A fault of the box, its wiring, its files or its roller.

    ``code`` is stable (``BX501``); ``str(fault)`` is the whole line for people, code first.
    ``command_is_wrong`` is true for a wrong command or a wrong file that it names (exit status 2),
    false for a box at fault (exit status 1).
    """

    command_is_wrong = False

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence

    @property
    def lines(self) -> tuple[str, ...]:
        """The text for people, a line for each problem."""
        return (str(self),)


KNOWN_REASONS = (
    message("No such file or directory"),
    message("Permission denied"),
    message("Operation not permitted"),
    message("Is a directory"),
    message("Not a directory"),
    message("File exists"),
    message("No space left on device"),
    message("Read-only file system"),
    message("Input/output error"),
    message("Device or resource busy"),
    message("No such device"),
    message("No such device or address"),
    message("Too many open files"),
    message("File name too long"),
    message("Address already in use"),
    message("Connection refused"),
    message("Broken pipe"),
    message("No route to host"),
    message("Network is unreachable"),
    message("Host is down"),
    message("Connection timed out"),
    message("Connection reset by peer"),
    message("Cannot assign requested address"),
    message("Name or service not known"),
    message("Temporary failure in name resolution"),
    message("Remote I/O error"),
    message("Inappropriate ioctl for device"),
    message("Invalid argument"),
    message("Exec format error"),
    message("Cannot allocate memory"),
    message("Disk quota exceeded"),
    message("Too many levels of symbolic links"),
)
"""The most frequent reasons, in the words of Linux; any other stays as Linux has it."""


_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)


def is_no_room(error: BaseException) -> bool:
    """Return whether this says that the disk, or the user's share of it, is full."""
    return isinstance(error, OSError) and error.errno in _NO_ROOM


def cure_for_writing(error: BaseException) -> str:
    """Return the cure of a file that could not be written, as a clause."""
    if is_no_room(error):
        return tr("make room on the disk, or name a file on another one")
    return tr("name a file in a folder of yours")


def os_error(number: int) -> OSError:
    """Return the error of this number (``errno``), with the reason that it gives."""
    return OSError(number, os.strerror(number))


def os_reason(error: OSError) -> str:
    """Return the reason that an error gives."""
    reason = error.strerror or str(error)
    return tr(reason)


def in_a_sentence(error: OSError) -> str:
    """Return the reason as it stands within a sentence."""
    reason = error.strerror or str(error)
    said = tr(reason)
    return reason.lower() if said == reason else said
