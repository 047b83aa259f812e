"""The devices of a box, and the drivers that talk to them.

Start at ``devices``, the protocols that every driver keeps, and ``open_box``, which opens what
box.toml names. May import firmware_bridge and groundwork; knows nothing of the rules.
"""
