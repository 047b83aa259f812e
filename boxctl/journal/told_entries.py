"""Entries that keep events which people tell: of a tournament, of a stall.

An event is declared with its fields where it is decided, and its entry is a class of both:
``class Joined(JournalEntry, events.Joined)``. Here one becomes the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from boxctl.journal.entries import RecordedEntry
from boxctl.journal.entry_kinds import JournalEntry, read_entry

Kinds = Mapping[str, type[JournalEntry]]
"""The class of each kind of entry of a chain."""


def entry_told(event: Any, kinds: Kinds) -> JournalEntry:
    """Return an event as an entry of one of these kinds, whose time the recorder adds."""
    (kind,) = (each for each in kinds.values() if each.__bases__[1] is type(event))
    return kind(**{each.name: getattr(event, each.name) for each in fields(event)})


def event_told(kept: RecordedEntry, kinds: Kinds) -> Any:
    """Return what an entry tells, None for one about keys and signatures.

    Raises :class:`WrongValue` for what boxctl never wrote.
    """
    entry = read_entry(kept, kinds)
    if entry is None:
        return None
    base: Any = type(entry).__bases__[1]
    return base(**{each.name: getattr(entry, each.name) for each in fields(base)})
