"""A ruling as a line of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.referee.verdict import Verdict
from boxctl.view.announcement import announcement_of
from boxctl.web.state import RulingLine


def ruling_line(number: int, ruled: Mapping[str, Any]) -> RulingLine:
    """Return the ruling of this number, as ``boxctl referee`` writes it, as a line of the state."""
    said = announcement_of(ruled)
    return RulingLine(
        number=number,
        at=ruled["at"],
        verdict=Verdict(ruled["verdict"]),
        rule=ruled["rule"],
        player=ruled["player"],
        text=said.text,
        kind=said.kind,
    )
