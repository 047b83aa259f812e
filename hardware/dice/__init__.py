"""Rollers and dice: on a serial port, by Bluetooth, on the Pi, emulated, or in memory.

All give DiceRolled events. May import hardware.gpio, hardware.config and firmware_bridge.
"""
