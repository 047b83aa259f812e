"""What only Linux has: said in one sentence where somebody asks for it on another system."""

from __future__ import annotations

import sys

from groundwork.faults import Fault
from groundwork.language import tr


def refuse_elsewhere(what: str) -> None:
    """Raise :class:`Fault` (BX783) if this is not Linux; ``what`` is a command or an option."""
    if sys.platform != "linux":
        raise Fault(
            "BX783",
            tr(
                "{what} needs Linux: boxctl reaches pins, ports, loudspeakers and services only "
                "there. The game, the referee, the odds and the records work on this machine, "
                "too: boxctl play",
                what=what,
            ),
        )
