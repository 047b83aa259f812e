"""boxctl: the referee inside a wooden Shut the Box.

docs/architecture.md shows its packages and which may import which.
"""

__version__ = "0.1.0"

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it; nothing need be imported to know it."""
