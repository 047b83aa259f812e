"""Rollers and dice: on a serial port, on the Pi, emulated, or in memory.

All give DiceRolled events. May import hardware.gpio, hardware.config and firmware_bridge.
"""
