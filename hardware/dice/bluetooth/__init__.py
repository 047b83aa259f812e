"""Dice that tell by Bluetooth what they show: one file a maker, behind one port for the radio.

Nothing but :mod:`~hardware.dice.bluetooth.bleak_radio` imports a library of Bluetooth.
"""
