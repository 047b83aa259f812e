"""Lamps on LED strips and MAX7219 modules, and how several groups make one set of lamps.

Start at ``open_spi``. May import hardware.spi, hardware.worker and hardware.config.
"""
