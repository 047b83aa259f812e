"""A ruling as light, text, sound and speech. Pure: no clock, no input or output.

May import referee, rules and the types of hardware.devices.
"""
