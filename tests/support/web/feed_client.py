"""What each client of the feed has to do with its events."""

from __future__ import annotations

from typing import Any

from boxctl.web.reading import RULINGS
from boxctl.web.state import MOST_RULINGS


def applied(state: dict[str, Any], event: dict[str, Any]) -> dict[str, Any]:
    """Return the state after an event of the feed."""
    if event["event"] == "state":
        return dict(event["state"])
    rulings = [*state[RULINGS], *event.get("rulings", ())][-MOST_RULINGS:]
    return {**state, RULINGS: rulings, **event["set"]}
