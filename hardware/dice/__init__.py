"""Rollers and dice: on a serial port, on the Pi itself, or emulated.

May import gpio and firmware_bridge.
"""
