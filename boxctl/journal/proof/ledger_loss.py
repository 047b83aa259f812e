"""Reasons why the ledger of the box's key cannot tell what was signed."""

from __future__ import annotations

from enum import StrEnum


class LedgerLoss(StrEnum):
    """The way in which a ledger was lost; the value is recorded in the journal."""

    MISSING = "missing"
    UNREADABLE = "unreadable"
    """It is no ledger, or cannot be read."""
    NOT_SIGNED = "not_signed"
    """The box's key has not signed it."""
    NOT_LISTED = "not_listed"
    """It knows nothing of a journal that the box's key has signed in."""
