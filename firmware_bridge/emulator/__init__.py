"""The real firmware without a board: the same machine code on a simulated ATmega328P.

Start at ``board``. May import firmware_bridge.port, firmware_bridge.protocol and the build.
"""
