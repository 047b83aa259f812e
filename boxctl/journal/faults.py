"""What can be wrong with a journal, and how to mend it."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.faults import Fault

NOT_TO_BE_OPENED = "BX601"
TOO_NEW = "BX602"
NO_JOURNAL = "BX603"
DAMAGED = "BX604"
NOT_WRITTEN = "BX605"
NO_SUCH_MATCH = "BX606"
NO_SUCH_RULING = "BX607"
NO_KEY = "BX608"
BEING_PLAYED = "BX609"
NOT_TO_BE_OVERRULED = "BX610"


class JournalFault(Fault):
    """The journal cannot be used, or not in this way."""


class WrongJournal(JournalFault):
    """The command names a journal, a match or a ruling that is not there or is of another kind."""

    command_is_wrong = True


class Damaged(Exception):
    """SQLite cannot make sense of the file; the text is what it said."""


def not_to_be_opened(path: Path, why: object) -> JournalFault:
    """The file or its directory cannot be made, read or written."""
    return JournalFault(
        NOT_TO_BE_OPENED,
        f"the journal {path} cannot be used ({why}): make its directory one that this user may "
        "write to, or name another file with --journal.",
    )


def too_new(path: Path, version: int, known: int) -> JournalFault:
    """The file was written by a later boxctl."""
    return JournalFault(
        TOO_NEW,
        f"the journal {path} is of version {version}, and this boxctl knows versions up to "
        f"{known}: update boxctl, or name another file with --journal.",
    )


def no_journal(path: Path) -> WrongJournal:
    """The file is something else."""
    return WrongJournal(
        NO_JOURNAL, f"{path} is no journal of boxctl: name the right file with --journal."
    )
