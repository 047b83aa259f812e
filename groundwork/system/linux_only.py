"""What only Linux has: said in one sentence where somebody asks for it on another system."""

from __future__ import annotations

import sys

from groundwork.faults import Fault
from groundwork.language import tr


def refuse_elsewhere(what: str) -> None:
    """Raise :class:`Fault` (BX783) if this is not Linux; ``what`` is a command or an option."""
    # In a browser or on node nobody asks for a device, and the tests run there, too.
    if sys.platform not in ("linux", "emscripten"):
        raise Fault(
            "BX783",
            tr(
                "{what} needs Linux: boxctl reaches pins, ports, loudspeakers and services only "
                "there. The game, the referee, the odds and the records work on this machine, "
                "too: boxctl play",
                what=what,
            ),
        )
