"""The key's own record of what it has signed, in a file beside the journal: ``box.ledger``.

A journal that was exchanged for an older copy of itself still looks whole. The ledger names, for
each journal beside the key, the last heads that were signed and their counter; a journal that has
not got them is older than its key. The ledger also keeps how one key followed another. It is signed
by the key, so that only whoever has the key can write it.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from boxctl.journal.disk.appender import Head, has_entry_of
from boxctl.journal.disk.fsync import sync_directory
from boxctl.journal.disk.private_files import write_new
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.proof.keys import BoxKey, is_signed
from boxctl.journal.proof.ledger_loss import LedgerLoss
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.small_file import open_without_waiting

MOST_HEADS = 8
"""The heads that a ledger keeps of a journal: those of the matches that were signed last."""

MOST_LATE = 500
"""The heads that it keeps besides: of matches that were signed again after a later one had begun.

The header of the next match names the head that was there then, and not what was added later, such
as an overruling.
"""

_MOST_BYTES = 1_000_000


@frozen_dataclass
class LedgerHead:
    """A head that was signed, the counter of its signature and the time of day (UTC)."""

    head: Head
    counter: int
    time: str


@frozen_dataclass
class Handover:
    """One key follows another: both have signed that, in hexadecimal digits like the keys."""

    before: str
    after: str
    time: str
    by_before: str
    by_after: str

    @property
    def holds(self) -> bool:
        """Return whether both keys have signed it."""
        try:
            message = handover_message(self.before, self.after, self.time)
            return all(
                is_signed(message, bytes.fromhex(key), bytes.fromhex(signature))
                for key, signature in (
                    (self.before, self.by_before),
                    (self.after, self.by_after),
                )
            )
        except ValueError:
            return False


@frozen_dataclass
class Ledger:
    """The heads that a key has signed, by the journal's file name, the oldest first.

    ``late`` are those that were signed after a later match had begun.
    """

    heads: Mapping[str, tuple[LedgerHead, ...]]
    handovers: tuple[Handover, ...] = ()
    key: str = ""
    signature: str = ""
    late: Mapping[str, tuple[LedgerHead, ...]] = field(default_factory=dict)

    def is_signed_by(self, keys: Collection[bytes]) -> bool:
        """Return whether one of these keys has signed it."""
        try:
            key, signature = bytes.fromhex(self.key), bytes.fromhex(self.signature)
        except ValueError:
            return False
        return key in keys and is_signed(_message(self), key, signature)

    def of(self, journal: Path) -> tuple[LedgerHead, ...]:
        """Return the heads that were signed in this journal."""
        return (*self.late.get(journal.name, ()), *self.heads.get(journal.name, ()))

    def with_head(self, journal: Path, signed: LedgerHead) -> Ledger:
        """Return the ledger with another head, in place of an earlier one of its match."""
        match, name = signed.head.match, journal.name
        is_late = any(kept.head.match > match for kept in self.of(journal))
        heads = tuple(kept for kept in self.heads.get(name, ()) if kept.head.match != match)
        late = tuple(kept for kept in self.late.get(name, ()) if kept.head.match != match)
        if is_late:
            return self._with_heads(name, heads, (*late, signed)[-MOST_LATE:])
        return self._with_heads(name, (*heads, signed)[-MOST_HEADS:], late)

    def without(self, journal: Path, gone: tuple[LedgerHead, ...]) -> Ledger:
        """Return the ledger without heads that were found to be missing in this journal."""
        heads, late = (
            tuple(head for head in kept.get(journal.name, ()) if head not in gone)
            for kept in (self.heads, self.late)
        )
        return self._with_heads(journal.name, heads, late)

    def with_handover(self, handover: Handover) -> Ledger:
        """Return the ledger with another key."""
        return replace(self, handovers=(*self.handovers, handover))

    def _with_heads(
        self, name: str, heads: tuple[LedgerHead, ...], late: tuple[LedgerHead, ...]
    ) -> Ledger:
        return replace(self, heads={**self.heads, name: heads}, late={**self.late, name: late})

    def keys_before(self, key: bytes) -> frozenset[bytes]:
        """Return the keys that this one has followed, as far as both sides have signed that."""
        return frozenset(bytes.fromhex(each.before) for each in self.handovers_to(key))

    def handovers_to(self, key: bytes) -> tuple[Handover, ...]:
        """Return how this key came to be that of the box, the newest handover first."""
        found, led_here = {key.hex()}, []
        for handover in reversed(self.handovers):
            if handover.after in found and handover.holds:
                found.add(handover.before)
                led_here.append(handover)
        return tuple(led_here)


EMPTY = Ledger({})


class LedgerUnreadable(Exception):
    """The ledger is no ledger, or cannot be read; the text is for people."""


def path_of_ledger(journal: Path) -> Path:
    """Return the path of the ledger of the box whose journal this is."""
    return journal.parent / "box.ledger"


def read_ledger(journal: Path) -> Ledger | None:
    """Return the ledger, its signature unchecked; None if there is none.

    Raises :class:`LedgerUnreadable`.
    """
    path = path_of_ledger(journal)
    try:
        file = open_without_waiting(path)
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise LedgerUnreadable(problem.strerror or str(problem)) from problem
    try:
        with open(file, "rb") as opened:  # noqa: PTH123
            return _from_data(json.loads(opened.read(_MOST_BYTES)))
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as problem:
        raise LedgerUnreadable("it is no ledger") from problem


def usable_ledger(journal: Path) -> Ledger | None:
    """Return the ledger, its signature unchecked; None if there is none, or it cannot be read."""
    try:
        return read_ledger(journal)
    except LedgerUnreadable:
        return None


def ledger_signed_by(journal: Path, key: bytes) -> Ledger | None:
    """Return the ledger if this key has signed it; None if not, or if there is none to be read."""
    ledger = usable_ledger(journal)
    return ledger if ledger is not None and ledger.is_signed_by([key]) else None


def loss_of_ledger(journal: Path, keys: Collection[bytes]) -> LedgerLoss | None:
    """Return why the ledger cannot tell what one of these keys has signed; None if it can."""
    try:
        ledger = read_ledger(journal)
    except LedgerUnreadable:
        return LedgerLoss.UNREADABLE
    if ledger is None:
        return LedgerLoss.MISSING
    return None if ledger.is_signed_by(keys) else LedgerLoss.NOT_SIGNED


def write_ledger(journal: Path, ledger: Ledger, key: BoxKey) -> None:
    """Sign the ledger and write it, whole or not at all. Raises OSError.

    Call it while :func:`boxctl.journal.proof.ledger_lock.locked_ledger` is held.
    """
    named = replace(ledger, key=key.public.hex(), signature="")
    signed = replace(named, signature=key.sign(_message(named)).hex())
    path = path_of_ledger(journal)
    making = path.with_name(f"{path.name}-new")
    write_new(making, json.dumps(_as_data(signed)).encode())
    making.rename(path)
    sync_directory(path.parent)


def missing_heads(
    connection: sqlite3.Connection, heads: tuple[LedgerHead, ...]
) -> tuple[LedgerHead, ...]:
    """Return the heads whose entries the journal has not got, or has otherwise."""
    return tuple(signed for signed in heads if not has_entry_of(connection, signed.head))


def handover_message(before: str, after: str, time: str) -> bytes:
    """Return what both keys sign when one follows the other."""
    return f"boxctl key {before} is followed by {after} {time}".encode()


def _message(ledger: Ledger) -> bytes:
    data = _as_data(ledger)
    del data["signature"]
    return f"boxctl ledger {json.dumps(data, sort_keys=True)}".encode()


def _as_data(ledger: Ledger) -> dict[str, Any]:
    late = {name: heads for name, heads in ledger.late.items() if heads}
    return {
        "key": ledger.key,
        "journals": _heads_as_data(ledger.heads),
        # Ledgers of earlier versions have none, and were signed without.
        **({"late": _heads_as_data(late)} if late else {}),
        "handovers": [
            [each.before, each.after, each.time, each.by_before, each.by_after]
            for each in ledger.handovers
        ],
        "signature": ledger.signature,
    }


def _heads_as_data(heads: Mapping[str, tuple[LedgerHead, ...]]) -> dict[str, list[list[Any]]]:
    return {
        name: [[h.head.match, h.head.entries, h.head.hash.hex(), h.counter, h.time] for h in kept]
        for name, kept in heads.items()
    }


def _from_data(data: dict[str, Any]) -> Ledger:
    return Ledger(
        _heads_from_data(data["journals"]),
        tuple(Handover(*map(str, each)) for each in data["handovers"]),
        str(data["key"]),
        str(data["signature"]),
        _heads_from_data(data.get("late", {})),
    )


def _heads_from_data(data: dict[str, Any]) -> dict[str, tuple[LedgerHead, ...]]:
    return {
        str(name): tuple(
            LedgerHead(
                Head(_number(match), _number(entries), bytes.fromhex(hash)),
                _number(counter),
                str(time),
            )
            for match, entries, hash, counter, time in found
        )
        for name, found in data.items()
    }


def _number(value: object) -> int:
    if type(value) is not int or not 0 < value <= SPAN:
        raise ValueError
    return value
