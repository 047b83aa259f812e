"""Start programs and follow links so that no other user can use boxctl against root.

Locks and folders of users are here as each system has them, and what Linux alone has is refused
elsewhere.

Imports nothing but the rest of the groundwork.
"""
