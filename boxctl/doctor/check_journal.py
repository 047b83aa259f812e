"""The journal and the box's key: permissions, free space, integrity.

The journal of the last months also shows the wear of contacts and of the roller's wire.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from boxctl.audit.device_audit import audit_devices
from boxctl.doctor.check import CheckResult, Machine, Soundness, bad, doubtful, good
from boxctl.journal.disk.private_files import OF_SERVICE
from boxctl.journal.faults import NOT_TO_BE_OPENED, not_to_be_opened, tampered_with
from boxctl.journal.proof.integrity import first_break
from boxctl.journal.proof.keys import path_of_key, read_key_file
from boxctl.journal.query import newest, reading
from boxctl.journal.recorded_match import read_match
from boxctl.monitor.audit_sentences import wear_sentences
from boxctl.table.check_rules import name_of
from groundwork.faults import Fault, in_a_sentence, os_error
from groundwork.language import tr, tr_n, whole
from hardware.config.box_file import BoxFile

ENOUGH = 200_000_000
"""Bytes that should be free: a busy pub writes a hundredth of that in a month."""

TOO_LITTLE = 10_000_000
"""Bytes below which the next evening may not be recorded."""


def check_journal(machine: Machine, journal: Path) -> Iterator[CheckResult]:
    """Check the folder, its room, the newest match of the journal, and the key. Writes nothing."""
    file = machine.at(journal) if journal.is_absolute() else journal
    if journal == OF_SERVICE and _is_of_another_user(machine, file.parent):
        says = tr("only root and the service may read {path}; look again with sudo", path=journal)
        yield doubtful("journal", NOT_TO_BE_OPENED, says)
        return
    try:
        folder, exists = _nearest_folder(file), file.exists()
        if not folder.is_dir():
            raise os_error(errno.ENOTDIR)
    except OSError as problem:  # No file has such a name, or a folder of it is a file.
        yield bad("journal", not_to_be_opened(journal, in_a_sentence(problem)))
        return
    if not machine.may_use(folder) or (exists and not machine.may_use(file)):
        number = errno.EROFS if machine.is_read_only(folder) else errno.EACCES
        yield bad(
            "journal",
            not_to_be_opened(journal, in_a_sentence(os_error(number))),
        )
        return
    yield _room(machine, folder)
    if not exists:
        yield good("journal", tr("no match is recorded yet in {path}", path=journal))
    else:
        yield from _record(file)
    key = path_of_key(file)
    if os.path.lexists(key):
        try:
            read_key_file(key)
        except Fault as fault:
            yield bad("key", fault)
        else:
            yield good("key", tr("{path} can be used, by this user alone", path=key))


def _is_of_another_user(machine: Machine, folder: Path) -> bool:
    return not machine.may_use(folder) and not machine.is_read_only(folder)


def _record(file: Path) -> Iterator[CheckResult]:
    try:
        with reading(file) as connection:
            number = newest(connection)
            match = None if number is None else read_match(connection, number)
            broken = None if match is None else first_break(match)
    except Fault as fault:
        yield bad("journal", fault)
        return
    if broken is not None:
        yield bad("journal", tampered_with(broken.match, broken.number))
    elif number is None:
        yield good("journal", tr("no match is recorded yet in {path}", path=file))
    else:
        yield good(
            "journal",
            tr("{path} can be read, and match {number} is whole", path=file, number=number),
        )


def _room(machine: Machine, folder: Path) -> CheckResult:
    free = machine.free_bytes(folder)
    megabytes = whole(free // 1_000_000)
    if free >= ENOUGH:
        return good("disk", tr("{megabytes} MB are free for the journal", megabytes=megabytes))
    says = tr(
        "only {megabytes} MB are free for the journal in {folder}; make room on the disk",
        megabytes=megabytes,
        folder=folder,
    )
    soundness = Soundness.BAD if free < TOO_LITTLE else Soundness.DOUBTFUL
    return CheckResult("disk", soundness, says, "BX903")


def _nearest_folder(file: Path) -> Path:
    """Return the folder of a file, or what is there of its path."""
    folder = file.absolute().parent
    while not os.path.lexists(folder) and folder != folder.parent:
        folder = folder.parent
    return folder


def check_wear(machine: Machine, box_file: BoxFile | None, journal: Path) -> Iterator[CheckResult]:
    """Check whether a contact or the roller's wire gets worse; silent without a box or a record."""
    file = machine.at(journal) if journal.is_absolute() else journal
    if box_file is None or not os.path.lexists(file):
        return
    try:
        audit = audit_devices(file, name_of(box_file))
    except Fault:
        return  # check_journal above says so.
    if audit is None or not audit.matches:
        return
    worn = list(wear_sentences(audit))
    yield from (doubtful("wear", code, sentence) for code, sentence in worn)
    if not worn:
        yield good(
            "wear",
            tr_n(
                "no contact has become worse in {count} match",
                "no contact has become worse in {count} matches",
                audit.matches,
                count=audit.matches,
            ),
        )
