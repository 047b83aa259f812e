"""Drivers of lamps, a file each, and how lamps of several drivers make one set.

Start at ``open``. May import hardware.buses, hardware.worker and hardware.config.
"""
