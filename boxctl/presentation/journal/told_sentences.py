"""What the verification of a tournament, or of a day of a stall, comes to, for people."""

from __future__ import annotations

from shlex import quote

from boxctl.journal.entries import STALL, TOURNAMENT
from boxctl.journal.proof.findings import Proof, UnprovedEnd
from boxctl.journal.proof.integrity import ChainBreak
from boxctl.presentation.journal.audit_sentences import why_broken
from boxctl.presentation.tournament.table_lines import winner_in_words
from groundwork.frozen_dataclass import frozen_dataclass
from groundwork.language import tr, tr_n, whole


@frozen_dataclass
class ChainWords:
    """What is said of chains of this ``kind``, an entry that begins one."""

    kind: str

    def named(self, number: int) -> str:
        """Name the chain of this number."""
        if self.kind == STALL:
            return tr("stall {number}", number=number)
        return tr("tournament {number}", number=number)

    def holds(
        self, number: int, entries: int, results: int, elsewhere: int, signed: int = 0
    ) -> str:
        """Say that a chain holds, and how much of it could be verified here."""
        holds = tr_n(
            "{chain} holds: {entries} entries, one result.",
            "{chain} holds: {entries} entries, {results} results.",
            results,
            chain=self.named(number),
            entries=entries,
            results=results,
        )
        if not elsewhere:
            return holds
        there = tr_n(
            "One result is of a match of another journal, which has to be verified there.",
            "{elsewhere} results are of matches of another journal, which have to be verified "
            "there.",
            elsewhere,
            elsewhere=elsewhere,
        )
        if not signed:
            return f"{holds} {there}"
        heads = tr_n(
            "Its signed head is kept here, and a record of it can be held against that.",
            "The signed heads of {signed} are kept here, and records can be held against them.",
            signed,
            signed=signed,
        )
        return f"{holds} {there} {heads}"

    def is_broken(self, number: int, broken: ChainBreak) -> str:
        """Say where a chain is not as it was written."""
        return tr(
            "{chain} is not as it was recorded, from entry {entry} on: {why}.",
            chain=self.named(number),
            entry=broken.number,
            why=why_broken(broken),
        )

    def is_wrong(self, number: int, wrong: str) -> str:
        """Say what does not follow in a chain."""
        return tr("{chain} does not hold: {wrong}.", chain=self.named(number), wrong=wrong)

    def is_unproved(self, number: int, entries: int, unproved: UnprovedEnd) -> str:
        """Say from which entry on nothing proves a chain."""
        if unproved.lacks is Proof.IN_TIME:
            return tr(
                "{chain} is whole, but its entries from {entry} on were signed only when it was "
                "taken up again: somebody else may have written them.",
                chain=self.named(number),
                entry=unproved.proved,
            )
        if unproved.lacks is Proof.PRINTED_HEAD:
            return tr(
                "{chain} is whole, but its entries from {entry} on, of {entries}, are not covered "
                "by the head that was given.",
                chain=self.named(number),
                entry=unproved.proved,
                entries=entries,
            )
        return tr(
            "{chain} is whole, but the box's key has not signed its entries from {entry} on, of "
            "{entries}: somebody else may have written them.",
            chain=self.named(number),
            entry=unproved.proved,
            entries=entries,
        )


OF_TOURNAMENT = ChainWords(TOURNAMENT)
OF_STALL = ChainWords(STALL)


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


def go_overruled_in_words(go: int, match: int, was: int, now: int | None) -> str:
    """Say that the match of a go has another score now than then; None for none any more."""
    how = "--void" if now is None else f"--score {now}"
    if now is None:
        differs = tr(
            "Go {go} counts {was}; match {match} was overruled since, and has no score any more.",
            go=go,
            was=whole(was),
            match=match,
        )
    else:
        differs = tr(
            "Go {go} counts {was}; match {match} was overruled since, and by it: {now}.",
            go=go,
            was=whole(was),
            match=match,
            now=whole(now),
        )
    command = f"boxctl stall correct {go} {how} --reason TEXT"
    correct = tr("To take that over: {command}", command=command)
    return f"{differs} {correct}"
