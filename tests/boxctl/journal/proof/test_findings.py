"""What nobody can tell of a journal is said once: a lost ledger is a finding and no gap."""

from __future__ import annotations

from pathlib import Path

from boxctl.journal.entry_kinds import LedgerLoss
from boxctl.journal.proof.findings import (
    LedgerLost,
    ProofFinding,
    ProofGap,
    proof_findings,
    proof_gaps,
)
from boxctl.journal.proof.ledger import known_keys, path_of_ledger
from boxctl.journal.query import reading
from tests.support.records.signed_records import plays_signed_matches


def told(
    journal: Path, keys: frozenset[bytes]
) -> tuple[tuple[ProofFinding, ...], tuple[ProofGap, ...]]:
    """The findings and the gaps of a journal of a box with these keys."""
    with reading(journal) as connection:
        findings = proof_findings(connection, journal, keys)
        return findings, proof_gaps(connection, journal, keys, findings, key_named=True)


def test_a_copy_without_key_and_ledger_may_not_be_the_newest(tmp_path: Path) -> None:
    journal = plays_signed_matches(tmp_path / "journal.db", 1)
    keys = known_keys(journal)
    assert told(journal, keys) == ((), ())
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    copy = journal.rename(elsewhere / "journal.db")
    assert told(copy, keys) == ((), (ProofGap.NO_LEDGER,))


def test_a_ledger_that_was_removed_from_beside_the_key_is_found_and_no_gap_too(
    tmp_path: Path,
) -> None:
    journal = plays_signed_matches(tmp_path / "journal.db", 1)
    keys = known_keys(journal)
    path_of_ledger(journal).unlink()
    lost = LedgerLost(path_of_ledger(journal), LedgerLoss.MISSING)
    assert told(journal, keys) == ((lost,), ())
