"""A ruling as a line of the state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boxctl.view.moment import Moment
from boxctl.web.state import RulingLine


def ruling_line(moment: Moment, ruled: Mapping[str, Any]) -> RulingLine:
    """Return a ruling, as ``boxctl referee`` writes it, as a line of the state at this moment."""
    said = moment.said
    return RulingLine(
        number=moment.number,
        at=ruled["at"],
        verdict=moment.verdict,
        rule=ruled["rule"],
        player=moment.player,
        text=said.text,
        kind=said.kind,
    )
