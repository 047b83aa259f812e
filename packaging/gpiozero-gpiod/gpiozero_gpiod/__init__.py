"""A pin factory for gpiozero on the kernel's own GPIO library, libgpiod (``gpiod``).

Needs gpiozero and gpiod, and imports nothing else of this project: README.md tells how any gpiozero
program uses it. Start at :class:`GpiodFactory`.
"""

from gpiozero_gpiod.edge_thread import HeldLines
from gpiozero_gpiod.factory import GpiodFactory
from gpiozero_gpiod.hardware_pwm import PwmPin
from gpiozero_gpiod.pin import GpiodPin

__all__ = ["GpiodFactory", "GpiodPin", "HeldLines", "PwmPin"]
