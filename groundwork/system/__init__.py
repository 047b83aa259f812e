"""Start programs and follow links so that no other user can use boxctl against root.

Imports nothing but the rest of the groundwork.
"""
