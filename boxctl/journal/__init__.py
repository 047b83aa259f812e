"""The journal: every event and ruling of every match, durable before a ruling is shown.

A journal is one SQLite file that anyone can open and read. It holds entries, each of one match and
numbered from 0, which is the match's header; each carries a hash of itself and of the entry before
it, so that an edited, removed or exchanged entry is found (:mod:`boxctl.journal.proof.chain`).
What the entries say is told in :mod:`boxctl.journal.entries`, how the file is laid out in
:mod:`boxctl.journal.disk.schema`.

The table's loop writes through a :class:`boxctl.journal.recorder.JournalRecorder`, which never
waits; a thread (:mod:`boxctl.journal.disk.writer`) brings the entries to the disk. What was written
is read with :mod:`boxctl.journal.recorded_match`.
"""
