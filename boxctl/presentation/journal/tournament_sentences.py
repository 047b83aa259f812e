"""What the verification of a tournament comes to, for people."""

from __future__ import annotations

from shlex import quote

from boxctl.journal.proof.findings import Proof, UnprovedEnd
from boxctl.journal.proof.integrity import ChainBreak
from boxctl.presentation.journal.audit_sentences import why_broken
from boxctl.presentation.tournament.table_lines import winner_in_words
from groundwork.language import tr, tr_n


def tournament_holds(number: int, entries: int, results: int, elsewhere: int) -> str:
    """Say that a tournament holds, and how much of it could be verified here."""
    holds = tr_n(
        "tournament {number} holds: {entries} entries, one result.",
        "tournament {number} holds: {entries} entries, {results} results.",
        results,
        number=number,
        entries=entries,
        results=results,
    )
    if not elsewhere:
        return holds
    return holds + " " + tr_n(
        "One result is of a match of another journal, which has to be verified there.",
        "{elsewhere} results are of matches of another journal, which have to be verified there.",
        elsewhere,
        elsewhere=elsewhere,
    )  # fmt: skip


def overruled_in_words(pairing: int, match: int, was: str | None, now: str | None) -> str:
    """Say that the match of a pairing has another winner now than then; None for a draw."""
    how = "--draw" if now is None else f"--winner {quote(now)}"
    return tr(
        "Pairing {pairing}: {before}; match {match} was overruled since, and by it: {now}. To take "
        "that over: {command}",
        pairing=pairing,
        match=match,
        before=winner_in_words(was),
        now=winner_in_words(now),
        command=f"boxctl tournament correct {pairing} {how} --reason TEXT",
    )


def tournament_is_broken(number: int, broken: ChainBreak) -> str:
    """Say where a tournament is not as it was written."""
    return tr(
        "tournament {number} is not as it was recorded, from entry {entry} on: {why}.",
        number=number,
        entry=broken.number,
        why=why_broken(broken),
    )


def tournament_is_wrong(number: int, wrong: str) -> str:
    """Say what does not follow in a tournament."""
    return tr("tournament {number} does not hold: {wrong}.", number=number, wrong=wrong)


def tournament_is_unproved(number: int, entries: int, unproved: UnprovedEnd) -> str:
    """Say from which entry on nothing proves a tournament."""
    if unproved.lacks is Proof.IN_TIME:
        return tr(
            "tournament {number} is whole, but its entries from {entry} on were signed only when "
            "it was taken up again: somebody else may have written them.",
            number=number,
            entry=unproved.proved,
        )
    return tr(
        "tournament {number} is whole, but the box's key has not signed its entries from {entry} "
        "on, of {entries}: somebody else may have written them.",
        number=number,
        entry=unproved.proved,
        entries=entries,
    )
