"""boxctl: the referee inside a wooden Shut the Box."""
