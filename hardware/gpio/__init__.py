"""Levers, buttons and lamps on the lines of gpiochips.

Start at ``box``. May import hardware.lamps, hardware.worker and hardware.config; ``pin_factory``
stands alone.
"""
