"""A pin factory for gpiozero on the kernel's own GPIO library, libgpiod (``gpiod``).

Needs gpiozero and gpiod, and imports nothing else of this project: README.md tells how any gpiozero
program uses it. Start at :class:`GpiodFactory`.
"""

from hardware.gpio.pin_factory.edge_thread import HeldLines
from hardware.gpio.pin_factory.factory import GpiodFactory
from hardware.gpio.pin_factory.pin import GpiodPin

__all__ = ["GpiodFactory", "GpiodPin", "HeldLines"]
