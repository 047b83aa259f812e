"""Salvage a damaged journal: set it aside, and save what can be read into a new one.

An entry is believed if the chain leads to it from its match's header, and a signed head if its
signature holds, so nothing is saved that was not written so. Where a file has two matches of
one number, the one that was signed is saved, above all if the box has signed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from boxctl.journal.disk.file import open_to_write
from boxctl.journal.disk.private_files import PARTS, opened_part, part_of, sync_directory
from boxctl.journal.disk.schema import INSERT_ENTRY, LAST_MATCH, entry_id
from boxctl.journal.entries import RecordedEntry
from boxctl.journal.proof.chain import GENESIS, Head, link
from boxctl.journal.proof.ledger import usable_keys
from boxctl.journal.proof.signed_heads import SignedHead, is_sound, keep
from groundwork.frozen_dataclass import frozen_dataclass

_MOST_HEADS = 100
"""The heads of a match that are tried: somebody may have signed thousands with keys of his own."""


_Chain = list[RecordedEntry]
"""Entries of a match in order, each of which leads to the next by its hash."""


@frozen_dataclass
class Salvaged:
    """The numbers of matches and entries saved, and the new path of the damaged file."""

    aside: Path
    matches: int
    entries: int


def set_aside(path: Path) -> Salvaged:
    """Set the file aside and save what can be saved into a new one at its place.

    If this is interrupted at any point, the next start repeats or completes it. Raises
    :class:`JournalFault` or OSError if the directory cannot be written to.
    """
    # A journal is hardly ever damaged: the reader of pages is loaded when it is.
    from boxctl.journal.disk.sqlite_pages import rows_in

    saving = path.with_name(f"{path.name}-saving")
    for part in PARTS:
        Path(f"{saving}{part}").unlink(missing_ok=True)
    content = _bytes_of(part_of(path, "")), _bytes_of(part_of(path, "-wal"))
    heads = _sound_heads(content, usable_keys(path))
    whole = list(_whole_matches(rows_in(*content), [signed.head for signed in heads]))
    _write(saving, whole, heads)
    saving.rename(_saved(path))
    sync_directory(path.parent)
    aside = finish_setting_aside(path)
    assert aside is not None
    return Salvaged(aside, len(whole), sum(map(len, whole)))


def _sound_heads(content: tuple[bytes, bytes], keys: Collection[bytes]) -> list[SignedHead]:
    """Return the heads whose signatures hold: those by these keys first, the longest of each."""
    from boxctl.journal.disk.sqlite_pages import heads_in

    found = [signed for signed in dict.fromkeys(heads_in(*content)) if is_sound(signed)]
    return sorted(found, key=lambda signed: (signed.key not in keys, -signed.head.entries))


def _bytes_of(path: Path) -> bytes:
    if not path.exists():
        return b""
    with opened_part(path) as file:
        return file.read()


def finish_setting_aside(path: Path) -> Path | None:
    """Complete an interrupted :func:`set_aside`; return where the damaged file is now, if any.

    Once the saved file is whole, the damaged one is never looked at again: without its log it may
    look sound and lack the end.
    """
    saved = _saved(path)
    if not saved.exists():
        return None
    aside = _free_name(path)
    for part in PARTS:
        if Path(f"{path}{part}").exists():
            Path(f"{path}{part}").rename(f"{aside}{part}")
    sync_directory(path.parent)
    saved.rename(path)
    sync_directory(path.parent)
    return aside


def _saved(path: Path) -> Path:
    return path.with_name(f"{path.name}-saved")


def _write(saving: Path, matches: list[_Chain], heads: Iterable[SignedHead]) -> None:
    connection = open_to_write(saving)
    try:
        connection.execute("BEGIN IMMEDIATE")
        for match in matches:
            connection.executemany(
                INSERT_ENTRY,
                [(entry_id(r.match, r.number), r.kind, r.text, r.hash) for r in match],
            )
        for signed in heads:
            keep(connection, signed)
        connection.execute("COMMIT")
    finally:
        # The last one to close a journal folds its log into it and syncs it.
        connection.close()


def _whole_matches(rows: Iterable[RecordedEntry], heads: Iterable[Head] = ()) -> Iterator[_Chain]:
    """Return the longest sound beginning of each match, in the order of the matches.

    Where there are several, it is one that leads to the first of its ``heads`` that is there.
    """
    found: dict[int, dict[int, set[RecordedEntry]]] = defaultdict(lambda: defaultdict(set))
    for row in rows:
        if 0 < row.match < LAST_MATCH:
            found[row.match][row.number].add(row)
    signed: dict[int, list[Head]] = defaultdict(list)
    for head in heads:
        signed[head.match].append(head)
    for number, entries in sorted(found.items()):
        if chain := _longest_chain(entries, signed[number][:_MOST_HEADS]):
            yield chain


def _longest_chain(entries: dict[int, set[RecordedEntry]], heads: Iterable[Head]) -> _Chain:
    chain = next((chain for chain in (_chain_to(head, entries) for head in heads) if chain), [])
    before = chain[-1].hash if chain else GENESIS
    while (row := _next(entries.get(len(chain), set()), before)) is not None:
        chain.append(row)
        before = row.hash
    return chain


def _chain_to(head: Head, entries: dict[int, set[RecordedEntry]]) -> _Chain:
    """Return the chain that ends with this head; empty if an entry of it is missing.

    From its end back there is only one.
    """
    ends = entries.get(head.entries - 1, set())
    row = next((row for row in ends if row.hash == head.hash), None)
    chain: _Chain = []
    while row is not None and row.number > 0:
        chain.append(row)
        row = _before(row, entries.get(row.number - 1, set()))
    if row is None or _next({row}, GENESIS) is None:
        return []
    return [row, *reversed(chain)]


def _before(row: RecordedEntry, candidates: set[RecordedEntry]) -> RecordedEntry | None:
    links = ((before, _next({row}, before.hash)) for before in candidates)
    return next((before for before, linked in links if linked is not None), None)


def _next(candidates: set[RecordedEntry], before: bytes) -> RecordedEntry | None:
    for row in candidates:
        if link(before, row.match, row.number, row.kind, row.text) == row.hash:
            return row
    return None


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    return aside
