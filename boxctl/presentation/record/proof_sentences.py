"""What does not fit the box's signatures, in English. Pure."""

from __future__ import annotations

from boxctl.journal.faults import OLDER_THAN_KEY, TAMPERED_WITH
from boxctl.journal.proof.findings import HeadsUnfit, LedgerLost, OlderThanKey, ProofFinding
from boxctl.presentation.phrases import listed


def finding_in_words(finding: ProofFinding) -> str:
    """Say what does not fit, as a sentence without a full stop, code first."""
    match finding:
        case HeadsUnfit(matches):
            several = len(matches) > 1
            which = f"matches {listed(matches)} are" if several else f"match {matches[0]} is"
            return f"{TAMPERED_WITH}: {which} not as the box has signed: boxctl verify says where"
        case OlderThanKey():
            last = finding.last
            return (
                f"{OLDER_THAN_KEY}: the journal is older than its key, or another one: the box "
                f"signed match {last.head.match} up to entry {last.head.entries - 1} at "
                f"{last.time}, and the journal has not got that"
            )
        case LedgerLost(ledger, why):
            lost = f"cannot be used ({why})" if why else "is missing"
            return (
                f"{OLDER_THAN_KEY}: the ledger of the box's key {ledger} {lost}, so nobody can "
                "tell whether the journal is older than its key"
            )
