"""The result of one check."""

from __future__ import annotations

from enum import StrEnum

from groundwork.faults import Fault
from groundwork.frozen_dataclass import frozen_dataclass


class Soundness(StrEnum):
    """The soundness of a thing; the value is that of ``--json``."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    """The box plays, but something needs attention."""

    BAD = "bad"
    """The box does not play, or not well."""


@frozen_dataclass
class CheckResult:
    """One line of the doctor: its ``subject``, its soundness, and what was found.

    Unless it is good, ``says`` names the cure and ``code`` the fault.
    """

    subject: str
    soundness: Soundness
    says: str
    code: str = ""


def good(subject: str, says: str) -> CheckResult:
    """Return a good result."""
    return CheckResult(subject, Soundness.GOOD, says)


def doubtful(subject: str, code: str, says: str) -> CheckResult:
    """Return a doubtful result, with the code of its fault."""
    return CheckResult(subject, Soundness.DOUBTFUL, says, code)


def bad(subject: str, fault: Fault) -> CheckResult:
    """Return a bad result for a fault."""
    return CheckResult(subject, Soundness.BAD, fault.sentence, fault.code)
