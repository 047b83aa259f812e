"""The serial port under the link: found, locked, opened, and served by one thread.

Start at ``serial_board``. May import firmware_bridge.link and groundwork.
"""
