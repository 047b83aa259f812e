"""The host's end of the link: frames in, each throw and change out once and in order.

Start at ``host``. Pure: bytes and times are arguments. May import firmware_bridge.protocol.
"""
