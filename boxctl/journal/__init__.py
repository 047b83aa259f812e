"""The journal: every event and ruling of every match, durable before a ruling is shown.

A journal is one SQLite file that anyone can open and read. The entries of a match are numbered from
0, its header. Each has a hash of itself and of the entry before, so an edited, removed or exchanged
entry is found (:mod:`boxctl.journal.proof.chain`). :mod:`boxctl.journal.entry_kinds` has what
entries say, :mod:`boxctl.journal.disk.schema` how the file is laid out.

The table's loop writes through a :class:`boxctl.journal.recorder.JournalRecorder`, which never
waits; a thread (:mod:`boxctl.journal.disk.writer`) writes to the disk.
:mod:`boxctl.journal.recorded_match` reads. May import referee, rules and the types of
hardware.devices.
"""

from __future__ import annotations

from groundwork.promised_names import promised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from boxctl.journal.faults import JournalFault
    from boxctl.journal.query import read_sound_match
    from boxctl.journal.recorded_match import RecordedMatch
else:
    __getattr__ = promised(
        {
            "boxctl.journal.faults": ("JournalFault",),
            "boxctl.journal.query": ("read_sound_match",),
            "boxctl.journal.recorded_match": ("RecordedMatch",),
        },
    )

__all__ = ["JournalFault", "RecordedMatch", "read_sound_match"]
