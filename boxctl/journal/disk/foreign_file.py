"""Tell a file that never was a journal from one that is damaged."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.disk.private_files import opened_part, part_of

_MAGIC = b"SQLite format 3\0"
"""The beginning of every SQLite file, also of a journal."""

_LOOKED_AT = 2**20
"""The bytes at the beginning of a file in which a journal has left something of itself."""


def never_was_a_journal(path: Path) -> bool:
    """Return whether nothing in the file looks like a journal, damaged or not.

    An empty file, one that was overwritten with zeros and one with a log beside it may have been
    one. What another program keeps in SQLite is for the check of the layout. Raises OSError.
    """
    with opened_part(part_of(path, "")) as file:
        if file.read(len(_MAGIC)) == _MAGIC:
            return False
        file.seek(0)
        content = file.read(_LOOKED_AT)
    if not any(content) or b"CREATE TABLE entry" in content or part_of(path, "-wal").exists():
        return False
    # Hardly any file that is read begins wrong: the reader of pages is loaded for those.
    from boxctl.journal.disk.sqlite_pages import rows_in

    return not any(True for _row in rows_in(content, b""))
