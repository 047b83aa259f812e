"""What people see and type on a terminal: the full-screen game, the plain game, the monitor.

``app`` and ``plain`` show; ``laptop`` plays; the others prepare what is shown. May import the
monitor, the table and everything below it.
"""
