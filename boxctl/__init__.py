"""boxctl: the referee inside a wooden Shut the Box."""

__version__ = "0.1.0"
