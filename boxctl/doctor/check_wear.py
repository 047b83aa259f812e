"""The wear of contacts and of the roller's wire, by the journal of the last months."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from boxctl.audit.device_audit import audit_devices
from boxctl.doctor.check_result import CheckResult, doubtful, good
from boxctl.doctor.machine import Machine
from boxctl.monitor.audit_words import wear_sentences
from boxctl.table.wired_box import name_of
from groundwork.faults import Fault
from groundwork.language import tr_n
from hardware.config.box_file import BoxFile


def check_wear(machine: Machine, box_file: BoxFile | None, journal: Path) -> Iterator[CheckResult]:
    """Check whether a contact or the roller's wire gets worse; silent without a box or a record."""
    file = machine.at(journal) if journal.is_absolute() else journal
    if box_file is None or not os.path.lexists(file):
        return
    try:
        audit = audit_devices(file, name_of(box_file))
    except Fault:
        return  # check_journal says so.
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
