"""What the box's key has signed, and its earlier keys: a file beside the journal, ``box.ledger``.

A journal that was exchanged for an older copy of itself still looks whole. The ledger names, for
each journal that the key has signed in, the last heads that were signed and their counter; a
journal that has not got them is older than its key. It knows a journal by its own number, whatever
its file is called, and by the file's name, where another journal can stand now. The ledger also
keeps how one key followed another. It is signed by the key, so that only whoever has the key can
write it.

In the file, a number has a slash before it, as no name of a file has. Ledgers of earlier versions
have names alone, and those versions can read the ledgers of this one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any

from boxctl.journal.disk.private_files import sync_directory, write_new
from boxctl.journal.disk.schema import SPAN
from boxctl.journal.entry_kinds import LedgerLoss
from boxctl.journal.faults import JournalFault
from boxctl.journal.proof.chain import Head, JournalIdentity
from boxctl.journal.proof.keys import BoxKey, is_signed, known_key, path_of_next_key
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.system.files import check_links, open_without_waiting

MOST_HEADS = 8
"""The heads that a ledger keeps of a journal: those of the matches that were signed last."""

MOST_PLACES = 200
"""The numbers and names under which it keeps heads: those that were signed under last."""

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


_NUMBER = "/"
"""Stands before a journal's number. No name of a file has it."""

Heads = Mapping[str, tuple[LedgerHead, ...]]
"""Heads of journals, the oldest first, by their numbers with a slash before, and by file names."""


@frozen_dataclass
class Ledger:
    """The heads that a key has signed.

    ``late`` are those that were signed after a later match had begun.
    """

    heads: Heads
    handovers: tuple[Handover, ...] = ()
    key: str = ""
    signature: str = ""
    late: Heads = field(default_factory=dict)

    def is_signed_by(self, keys: Collection[bytes]) -> bool:
        """Return whether one of these keys has signed it."""
        try:
            key, signature = bytes.fromhex(self.key), bytes.fromhex(self.signature)
        except ValueError:
            return False
        return key in keys and is_signed(_message(self), key, signature)

    def of(self, journal: JournalIdentity) -> tuple[LedgerHead, ...]:
        """Return the heads that were signed in this journal, or in another file of its name."""
        return self.of_places(_places_of(journal))

    def of_places(self, places: Iterable[str]) -> tuple[LedgerHead, ...]:
        """Return the heads that are listed under these numbers and names."""
        kept = (heads.get(place, ()) for place in places for heads in (self.late, self.heads))
        return tuple(dict.fromkeys(signed for found in kept for signed in found))

    @property
    def file_names(self) -> tuple[str, ...]:
        """The names of the files of all journals that are listed."""
        return tuple(place for place in self.heads if not place.startswith(_NUMBER))

    def lists(self, journal: JournalIdentity) -> bool:
        """Return whether this journal is listed by its number, or by its name if it has none."""
        return _place_of(journal) in self.heads

    def listing(self, journal: JournalIdentity, names: Collection[str] = ()) -> Ledger:
        """Return the ledger with this journal in it, which was listed under these file names."""
        if self.lists(journal):
            return self
        heads, late = (
            sorted(
                {signed for name in names for signed in kept.get(name, ())},
                key=lambda signed: signed.counter,
            )
            for kept in (self.heads, self.late)
        )
        return self._with_heads(_place_of(journal), tuple(heads), tuple(late))

    def with_head(self, journal: JournalIdentity, signed: LedgerHead) -> Ledger:
        """Return the ledger with another head, in place of an earlier one of its match."""
        match, place = signed.head.match, _place_of(journal)
        heads = tuple(kept for kept in self.heads.get(place, ()) if kept.head.match != match)
        late = tuple(kept for kept in self.late.get(place, ()) if kept.head.match != match)
        if any(kept.head.match > match for kept in (*heads, *late)):
            late = (*late, signed)[-MOST_LATE:]
        else:
            heads = (*heads, signed)[-MOST_HEADS:]
        # By its name only the last ones: they tell whether another journal stands there.
        by_name = self._with_heads(journal.file, heads, ())
        return by_name._with_heads(place, heads, late)

    def without(self, journal: JournalIdentity, gone: Collection[LedgerHead]) -> Ledger:
        """Return the ledger without heads that were found to be missing in this journal."""
        ledger = self
        for place in _places_of(journal):
            if place in self.heads:
                heads, late = (
                    tuple(signed for signed in kept.get(place, ()) if signed not in gone)
                    for kept in (self.heads, self.late)
                )
                ledger = ledger._with_heads(place, heads, late)
        return ledger

    def with_handover(self, handover: Handover) -> Ledger:
        """Return the ledger with another key."""
        return replace(self, handovers=(*self.handovers, handover))

    def _with_heads(
        self, place: str, heads: tuple[LedgerHead, ...], late: tuple[LedgerHead, ...]
    ) -> Ledger:
        kept = {other: found for other, found in self.heads.items() if other != place}
        newest = dict([*kept.items(), (place, heads)][-MOST_PLACES:])
        all_late = {**self.late, place: late}
        return replace(self, heads=newest, late={each: all_late.get(each, ()) for each in newest})

    @property
    def named_keys(self) -> frozenset[str]:
        """The keys that it names, in hexadecimal digits; whether they have signed is not asked."""
        return frozenset({self.key, *(handover.before for handover in self.handovers)})

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


def _place_of(journal: JournalIdentity) -> str:
    return f"{_NUMBER}{journal.number}" if journal.number else journal.file


def _places_of(journal: JournalIdentity) -> tuple[str, ...]:
    return (*(f"{_NUMBER}{number}" for number in sorted(journal.numbers)), journal.file)


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
        check_links(path)
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

    Call it while :func:`boxctl.journal.proof.head_signer.locked_ledger` is held.
    """
    named = replace(ledger, key=key.public.hex(), signature="")
    signed = replace(named, signature=key.sign(_message(named)).hex())
    path = path_of_ledger(journal)
    making = path.with_name(f"{path.name}-new")
    write_new(making, json.dumps(_as_data(signed)).encode())
    making.rename(path)
    sync_directory(path.parent)


def handover_message(before: str, after: str, time: str) -> bytes:
    """Return the message that both keys sign when one follows the other."""
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


def known_keys(journal: Path) -> frozenset[bytes]:
    """Return the public key of the box whose journal this is, and those that it has followed.

    While an exchange that was cut short is not finished, the key to come is one of them. There is
    none without a key beside the journal. Raises :class:`JournalFault` (BX608) if that cannot be
    used.
    """
    key = known_key(journal)
    if key is None:
        return frozenset()
    ledger = usable_ledger(journal)
    if ledger is None:
        return frozenset({key})
    following = keys_of_ledger(journal) if os.path.lexists(path_of_next_key(journal)) else ()
    coming = following if key in following else ()
    return frozenset({key, *ledger.keys_before(key), *coming})


def usable_keys(journal: Path) -> frozenset[bytes]:
    """Return the keys of :func:`known_keys`, or none if the box's key cannot be used."""
    try:
        return known_keys(journal)
    except JournalFault:
        return frozenset()


def keys_of_ledger(journal: Path) -> frozenset[bytes]:
    """Return the key that has signed the ledger beside the journal, and those it has followed.

    For a copy that has the ledger and not the key. It proves less: anybody can sign a ledger.
    """
    ledger = usable_ledger(journal)
    if ledger is None:
        return frozenset()
    try:
        key = bytes.fromhex(ledger.key)
    except ValueError:
        return frozenset()
    return frozenset({key} | ledger.keys_before(key)) if ledger.is_signed_by([key]) else frozenset()
