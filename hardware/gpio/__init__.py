"""Levers, buttons and lamps on the lines of gpiochips.

Start at ``box``; :func:`open_parts` is for a maker's own scripts. May import hardware.lamps,
hardware.worker and hardware.config; its pin factory is a distribution of its own, gpiozero_gpiod.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hardware.gpio.parts import BoxParts, open_parts

__all__ = ["BoxParts", "open_parts"]


def __getattr__(name: str) -> Any:
    # Imported only for scripts: gpiozero takes long to import, and many boxes have no pins.
    if name in __all__:
        from hardware.gpio import parts

        return getattr(parts, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
