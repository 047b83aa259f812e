"""A thread for each device that may be slow, hang or go away.

Start at ``worker``. May import hardware.devices and groundwork.
"""
