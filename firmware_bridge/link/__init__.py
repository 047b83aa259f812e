"""Both ends of the link: frames in, messages out, each throw and change once and in order.

Imports protocol. Pure: bytes and times in, bytes and events out.
"""
