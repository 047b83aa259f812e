"""The fault of a match that does not end."""

from __future__ import annotations

from boxctl.rules.faults import RuleFault
from groundwork.language import tr


def endless_match() -> RuleFault:
    """Return the fault of a match that does not end (BX208)."""
    return RuleFault("BX208", tr("a match by these rules does not end"), tr("change one of them"))
