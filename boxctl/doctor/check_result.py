"""The result of one check."""

from __future__ import annotations

from enum import StrEnum

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass


class Soundness(StrEnum):
    """The soundness of a thing; the value is that of ``--json``."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """The box plays, and something should be seen to."""

    BAD = "bad"
    """The box does not play, or not well."""


@frozen_dataclass
class CheckResult:
    """One line: the ``subject`` that was looked at, how it is, and what is so.

    ``says`` names the cure unless it is good; ``code`` is then that of the fault.
    """

    subject: str
    soundness: Soundness
    says: str
    code: str = ""


def good(subject: str, says: str) -> CheckResult:
    """Return that all is well."""
    return CheckResult(subject, Soundness.GOOD, says)


def doubtful(subject: str, code: str, says: str) -> CheckResult:
    """Return that something should be seen to."""
    return CheckResult(subject, Soundness.DOUBTFUL, says, code)


def bad(subject: str, fault: Fault) -> CheckResult:
    """Return a fault."""
    return CheckResult(subject, Soundness.BAD, fault.sentence, fault.code)
